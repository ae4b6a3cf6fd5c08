"""/league create, edit and archive, and the panel for editing a league."""

from collections.abc import Mapping

import discord
from discord import app_commands
from msgspec.structs import replace

from cogs.core.context import picked, request_of, scope_of, submitted_fields, typed
from cogs.core.delivery.roles import may_give
from cogs.core.delivery.visibility import is_hidden
from cogs.core.members import ids_of
from cogs.core.messaging import respond
from cogs.leagues.commands.options import Reason, describe_options
from cogs.leagues.commands.service import LeagueCog, LeagueHandler, LeagueService
from cogs.leagues.core.components import LeagueCustomId
from cogs.leagues.views import forms, panel
from cogs.text.formatting import label
from cogs.text.language import speaking
from rules.leagues.league import LEAGUE_PRESETS, Confirmers, League, preset
from rules.leagues.state import LeagueState
from rules.refusal import Refusal
from storage.leagues.players import JUDGES
from storage.leagues.sql import LeagueMessage


class LeagueAdminCog(LeagueCog):
    """/league create, edit and archive."""

    @app_commands.command()
    async def create(self, interaction: discord.Interaction) -> None:
        """Create a league (judges only)"""
        await self.service.require_judge(interaction)
        with speaking(await self.game_service.language_of_user(interaction)):
            await interaction.response.send_modal(panel.new_form(scope_of(interaction).channels[0]))

    @app_commands.command()
    @describe_options()
    async def edit(self, interaction: discord.Interaction, league: str | None = None) -> None:
        """Show or change a league's rules (judges only)"""
        state = await self.service.judged(interaction, league)
        with speaking(await self.game_service.language_of_user(interaction)):
            view = await _panel(self.service, interaction, state)
            await respond(interaction, view=view, private=True)

    @app_commands.command()
    @describe_options(reason="Reason")
    async def archive(
        self, interaction: discord.Interaction, league: str, reason: Reason | None = None
    ) -> None:
        """Archive a league (judges only)"""
        state = await self.service.judged(interaction, league)
        request = request_of(interaction, announced=True)
        done = await self.leagues.archive(state.league, request, reason or "")
        await self.service.announce(interaction, done)


async def _panel(
    service: LeagueService, interaction: discord.Interaction, state: LeagueState
) -> discord.ui.LayoutView:
    """Return a league's panel, including the league's channels that the bot may not view."""
    shown = await service.leagues.queries.message(state.league, JUDGES)
    judges = None if shown is None else shown.channel
    channels = {*state.channels, *(() if judges is None else (judges,))}
    hidden = [one for one in sorted(channels) if is_hidden(interaction.client, one)]
    return panel.league_panel(state, judges, hidden)


async def _new(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    await service.require_judge(interaction)
    with speaking(await service.game_service.language_of_user(interaction)):
        fields = submitted_fields(interaction)
        key, by = typed(fields, "preset"), typed(fields, "by")
        if key not in LEAGUE_PRESETS or by not in list(Confirmers):
            raise Refusal("settings_have_changed")
        rules = preset(key, label(typed(fields, "name"))[:100])
        rules = replace(rules, confirmation=replace(rules.confirmation, by=Confirmers(by)))
        channels = ids_of(fields.get("channels", []))
        done = await service.leagues.create(
            scope_of(interaction).guild, request_of(interaction), rules, channels
        )
        view = await _panel(service, interaction, done.state)
        await respond(interaction, view=view, private=True)


async def _preset(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    (key,) = picked(interaction)
    if key not in LEAGUE_PRESETS:
        raise Refusal("settings_have_changed")
    like = LEAGUE_PRESETS[key]

    def change(rules: League) -> League:
        return replace(rules, format=like.format, best_of=like.best_of, scoring=like.scoring, ties=like.ties)

    await service.leagues.edit(press.league, request_of(interaction), change)


async def _by(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    (key,) = picked(interaction)
    if key not in list(Confirmers):
        raise Refusal("settings_have_changed")

    def change(rules: League) -> League:
        return replace(rules, confirmation=replace(rules.confirmation, by=Confirmers(key)))

    await service.leagues.edit(press.league, request_of(interaction), change)


async def _channels(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    channels = ids_of(picked(interaction))
    await service.leagues.edit(press.league, request_of(interaction), lambda rules: rules, channels)


async def _filled(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    texts = {name: "".join(values) for name, values in submitted_fields(interaction).items()}
    if press.value not in forms.LEAGUE_FORMS:
        raise Refusal("settings_have_changed")
    await service.leagues.edit(
        press.league, request_of(interaction), lambda rules: forms.rules_of_form(rules, press.value, texts)
    )


async def _champion(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    role = next(iter(ids_of(picked(interaction))), None)
    if role == interaction.guild_id:
        raise Refusal("everybody_judges")  # the role of everyone has the server's id
    given = None if role is None or interaction.guild is None else interaction.guild.get_role(role)
    user = interaction.user
    if given is not None and not (isinstance(user, discord.Member) and may_give(user, given)):
        raise Refusal("champions_role_not_yours", role=given.name)
    await service.leagues.set_champion(press.league, role)


async def _judges(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    channel = next(iter(ids_of(picked(interaction))), None)
    shown = None if channel is None else LeagueMessage(channel, 0)
    await service.leagues.show(press.league, JUDGES, 0, shown)


async def _archive(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    await service.leagues.archive(press.league, request_of(interaction))


async def _revive(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    await service.leagues.revive(press.league, request_of(interaction))


PANEL_ACTIONS: Mapping[str, LeagueHandler] = {
    "preset": _preset,
    "by": _by,
    "channels": _channels,
    "filled": _filled,
    "champion": _champion,
    "judges": _judges,
    "archive": _archive,
    "revive": _revive,
}
"""The panel's actions by custom_id verb."""


async def _judged(
    service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId
) -> LeagueState:
    """Return the panel's league for a judge; raises Refusal."""
    await service.require_judge(interaction)
    return await service.of(interaction, press.league)


async def _form(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    with speaking(await service.game_service.language_of_user(interaction)):
        state = await _judged(service, interaction, press)
        if press.value not in forms.LEAGUE_FORMS:
            raise Refusal("settings_have_changed")
        await interaction.response.send_modal(panel.league_form(state, press.value))


async def _change(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Change the panel's league and redraw the panel, even if nothing changed."""
    with speaking(await service.game_service.language_of_user(interaction)):
        league = (await _judged(service, interaction, press)).league
        try:
            await PANEL_ACTIONS[press.verb](service, interaction, press)
        except Refusal as refusal:
            if refusal.reason != "nothing_happens":
                raise
        state = await service.leagues.state(league)
        await interaction.response.edit_message(view=await _panel(service, interaction, state))


HANDLERS: dict[str, LeagueHandler] = {"new": _new, "form": _form, **dict.fromkeys(PANEL_ACTIONS, _change)}
"""Handlers of the panel's buttons, lists and forms."""
