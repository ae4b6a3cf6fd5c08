"""Leagues begun, changed and archived through a private panel."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

import discord
from discord import app_commands

from cogs.asking import request_of, spot_of
from cogs.leagues.completion import suggest_league
from cogs.leagues.messages import JUDGES
from cogs.leagues.room import LeagueCog, Room
from cogs.sending import say
from cogs.ui.filled import filled, picked, typed
from cogs.ui.language import tr
from cogs.ui.leagues import choices, confirmation, forms, panel, words
from cogs.ui.leagues.custom_id import LeaguePress
from rules.leagues.league import Confirmers, League
from rules.leagues.presets import PRESETS, preset
from rules.refusal import Refusal
from storage.leagues.values import Head, LeagueId, Shown

Change = Callable[[League], League]


class Founding(LeagueCog):
    """/league create, edit and archive."""

    @app_commands.command()
    async def create(self, interaction: discord.Interaction) -> None:
        """Judges: begin a league"""

        async def work() -> None:
            await self.room.require_judge(interaction)
            spot = spot_of(interaction)
            await self.desk.speak_low(interaction)
            await interaction.response.send_modal(panel.new(spot.channels[0]))

        await self.desk.refusing(interaction, work)

    @app_commands.command()
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.describe(league="Which league")
    async def edit(self, interaction: discord.Interaction, league: str | None = None) -> None:
        """Judges: see and change a league's rules"""

        async def work() -> None:
            await self.room.require_judge(interaction)
            head = await self.room.head(interaction, league)
            await self.desk.speak_low(interaction)
            view = panel.view(head, await judges_of(self.room, head.league))
            await interaction.response.send_message(view=view, ephemeral=True)

        await self.desk.refusing(interaction, work)

    @app_commands.command()
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.describe(league="Which league", reason="Why")
    async def archive(
        self,
        interaction: discord.Interaction,
        league: str,
        reason: app_commands.Range[str, 1, confirmation.REASON] | None = None,
    ) -> None:
        """Judges: let a league take no more results"""

        async def work() -> None:
            await self.room.require_judge(interaction)
            head = await self.room.head(interaction, league)
            await self.leagues.archive(head.league, request_of(interaction), reason or "")
            text = tr(
                "**{league}** is archived. It can be looked at, and `/league edit` lets it go on.",
                league=words.title(head),
            )
            await say(interaction, text)

        await self.desk.refusing(interaction, work)


async def judges_of(room: Room, league: LeagueId) -> int | None:
    """The channel where judges are told."""
    shown = await room.leagues.shown(league, JUDGES)
    return None if shown is None else shown.channel


async def _new(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    await room.require_judge(interaction)
    await room.desk.speak_low(interaction)
    fields = filled(interaction)
    key, by = typed(fields, "preset"), typed(fields, "by")
    if key not in PRESETS or by not in list(Confirmers):
        raise Refusal("settings_have_changed")
    rules = preset(key, choices.named(typed(fields, "name")))
    rules = replace(rules, confirmation=replace(rules.confirmation, by=Confirmers(by)))
    channels = [int(one) for one in fields.get("channels", [])]
    done = await room.leagues.create(spot_of(interaction).guild, request_of(interaction), rules, channels)
    await interaction.response.send_message(view=panel.view(done.head, None), ephemeral=True)


async def _preset(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    (key,) = picked(interaction)
    if key not in PRESETS:
        raise Refusal("settings_have_changed")
    like = PRESETS[key]

    def change(rules: League) -> League:
        return replace(rules, format=like.format, best_of=like.best_of, scoring=like.scoring, ties=like.ties)

    await _edit(room, interaction, press, change)


async def _by(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    (key,) = picked(interaction)
    if key not in list(Confirmers):
        raise Refusal("settings_have_changed")

    def change(rules: League) -> League:
        return replace(rules, confirmation=replace(rules.confirmation, by=Confirmers(key)))

    await _edit(room, interaction, press, change)


async def _channels(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    channels = [int(one) for one in picked(interaction)]
    await _edit(room, interaction, press, lambda rules: rules, channels)


async def _filled(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    texts = {name: "".join(values) for name, values in filled(interaction).items()}
    if press.value not in forms.FORMS:
        raise Refusal("settings_have_changed")
    await _edit(room, interaction, press, lambda rules: forms.filled(rules, press.value, texts))


async def _form(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    head = await _judged(room, interaction, press)
    if press.value not in forms.FORMS:
        raise Refusal("settings_have_changed")
    await interaction.response.send_modal(panel.form(head, press.value))


async def _champion(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    head = await _judged(room, interaction, press)
    role = next((int(one) for one in picked(interaction)), None)
    if role == head.guild:
        raise Refusal("everybody_judges")  # the role of everybody has the server's id
    await room.leagues.set_champion(head.league, role)
    await _redraw(room, interaction, head.league)


async def _judges(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    head = await _judged(room, interaction, press)
    channel = next((int(one) for one in picked(interaction)), None)
    shown = None if channel is None else Shown(channel, 0)
    await room.leagues.show(head.league, JUDGES, 0, shown)
    await _redraw(room, interaction, head.league)


async def _archive(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    head = await _judged(room, interaction, press)
    await room.leagues.archive(head.league, request_of(interaction))
    await _redraw(room, interaction, head.league)


async def _revive(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    head = await _judged(room, interaction, press)
    await room.leagues.revive(head.league, request_of(interaction))
    await _redraw(room, interaction, head.league)


async def _judged(room: Room, interaction: discord.Interaction, press: LeaguePress) -> Head:
    """The panel's league, for a judge; raises Refusal."""
    await room.desk.speak_low(interaction)
    await room.require_judge(interaction)
    return await room.of(interaction, press.league)


async def _edit(
    room: Room,
    interaction: discord.Interaction,
    press: LeaguePress,
    change: Change,
    channels: Sequence[int] | None = None,
) -> None:
    """Changes the panel's league, and shows it there; what changes nothing is shown too."""
    head = await _judged(room, interaction, press)
    try:
        await room.leagues.edit(head.league, request_of(interaction), change, channels)
    except Refusal as refusal:
        if refusal.reason != "nothing_happens":
            raise
    await _redraw(room, interaction, head.league)


async def _redraw(room: Room, interaction: discord.Interaction, league: LeagueId) -> None:
    head = await room.leagues.head(league)
    await interaction.response.edit_message(view=panel.view(head, await judges_of(room, league)))


HANDLERS: Mapping[str, Callable[[Room, discord.Interaction, LeaguePress], Awaitable[None]]] = {
    "new": _new,
    "preset": _preset,
    "by": _by,
    "channels": _channels,
    "form": _form,
    "filled": _filled,
    "champion": _champion,
    "judges": _judges,
    "archive": _archive,
    "revive": _revive,
}
"""What each verb of a press on the panel does."""
