"""/settings: one private panel for the choices of a server, a channel and a person."""

from collections.abc import Collection, Mapping

import discord
from discord import app_commands
from msgspec.structs import replace

from cogs.core.components import MAX_OPTIONS
from cogs.core.context import consequence_id, picked, request_of, scope_of, submitted_fields
from cogs.core.delivery.places import anywhere, comes_from_outside, require_bot
from cogs.core.delivery.roles import is_pinged
from cogs.core.members import ids_of
from cogs.core.messaging import respond
from cogs.core.permissions import explain_lacking, missing_permissions
from cogs.core.service import GameCog
from cogs.settings import view as panel
from cogs.text.language import speaking
from rules.leagues.result import LeagueId
from rules.refusal import Refusal
from storage.settings import definitions
from storage.settings.definitions import Level, Setting


class SettingsCog(GameCog):
    """/settings, and the buttons, lists and forms of its panel."""

    @anywhere
    @app_commands.command()
    async def settings(self, interaction: discord.Interaction) -> None:
        """Show or change settings for this server, this channel or yourself"""
        with speaking(await self.service.language_of_user(interaction)):
            level = Level.CHANNEL if may_choose(interaction, Level.CHANNEL) else Level.OWN
            view = await self._panel(interaction, level)
            await respond(interaction, view=view, private=True)

    async def take(self, interaction: discord.Interaction, asked: panel.SettingsCustomId) -> None:
        """Handle the panel's buttons, lists and forms; raises Refusal."""
        with speaking(await self.service.language_of_user(interaction)):
            if asked.verb != "show":
                require_choosing(interaction, asked.level)
            match asked.verb:
                case "form":
                    settings = await self.service.settings_for(interaction)
                    await interaction.response.send_modal(
                        panel.settings_form(settings, asked.level, asked.name)
                    )
                    return
                case "filled":
                    texts = {name: "".join(values) for name, values in submitted_fields(interaction).items()}
                    await self._keep(interaction, asked.level, texts)
                case "reset":
                    await self._keep(interaction, asked.level, dict.fromkeys(picked(interaction), ""))
                case "leagues":
                    await self._set_leagues(interaction, set(ids_of(picked(interaction))))
                case "choose":
                    text = asked.value or picked(interaction)[0]
                    await self._keep(interaction, asked.level, {asked.name: text})
                case _:
                    pass
        # The language may be what was chosen.
        with speaking(await self.service.language_of_user(interaction)):
            await interaction.response.edit_message(view=await self._panel(interaction, asked.level))

    async def _panel(self, interaction: discord.Interaction, level: Level) -> discord.ui.LayoutView:
        settings, leagues = (
            await self.service.settings_for(interaction),
            await self._leagues_here(interaction),
        )
        guild, role, place = interaction.guild, settings[definitions.JUDGE], settings.scope.channels[0]
        known = guild is not None and not comes_from_outside(interaction)
        unreachable = known and guild is not None and role is not None and not is_pinged(guild, role, place)
        allowed, missing = may_choose(interaction, level), missing_permissions(interaction)
        lack = explain_lacking(interaction, missing) if missing else ""
        return panel.settings_message(
            settings,
            level,
            leagues,
            allowed=allowed,
            unreachable=unreachable,
            lack=lack,
            outside=comes_from_outside(interaction),
        )

    async def _keep(self, interaction: discord.Interaction, level: Level, texts: Mapping[str, str]) -> None:
        """Save choices by setting; an empty one removes the choice."""
        scope = scope_of(interaction)
        owner = scope.owners(level)[0]
        found = [(setting_named(name, level), text) for name, text in texts.items()]
        for setting, text in found:
            if text:
                require_valid_setting(setting, text, guild=scope.guild)
        for setting, text in found:
            if text:
                await self.service.settings.choose(level, owner, setting, text)
            else:
                await self.service.settings.reset(level, owner, setting)

    async def _leagues_here(self, interaction: discord.Interaction) -> panel.LeaguesHere:
        """Return the leagues of the server, and which of them count the games of this place."""
        scope, leagues = scope_of(interaction), self.service.games.leagues
        known = {one.league: one.name for one in await leagues.queries.of_guild(scope.guild)}
        here, *above = [await leagues.queries.of_channels(channel) for channel in scope.channels]
        return panel.LeaguesHere(known, here, [league for leagues_above in above for league in leagues_above])

    async def _set_leagues(self, interaction: discord.Interaction, wanted: Collection[int]) -> None:
        """Make exactly these leagues count this place's games; raises Refusal."""
        requester = await self.service.requester(interaction)
        if not requester.is_judge:
            raise Refusal("league_judges_only", judges=requester.judges)
        channel, request = scope_of(interaction).channels[0], request_of(interaction)
        leagues_here = await self._leagues_here(interaction)
        for league in [*leagues_here.leagues][:MAX_OPTIONS]:
            if (league in wanted) != (league in leagues_here.here):
                state = await self.service.games.leagues.state(LeagueId(league))
                channels = state.channels | {channel} if league in wanted else state.channels - {channel}
                following = replace(
                    request, interaction=consequence_id(f"{request.interaction} league {league}")
                )
                await self.service.games.leagues.edit(
                    LeagueId(league), following, lambda rules: rules, [*channels]
                )


def may_choose(interaction: discord.Interaction, level: Level) -> bool:
    """Return whether the user may change the settings of a level."""
    if comes_from_outside(interaction):
        return level is Level.OWN
    may = interaction.permissions
    manages = may.administrator or may.manage_guild
    if level is Level.CHANNEL:
        return manages or may.manage_channels or may.manage_messages
    return manages or level is Level.OWN


def require_choosing(interaction: discord.Interaction, level: Level) -> None:
    """Raise Refusal for users who may not change the settings of a level."""
    if may_choose(interaction, level):
        return
    require_bot(interaction)
    if level is Level.SERVER:
        raise Refusal("settings_of_server")
    raise Refusal("settings_of_channel")


def setting_named(name: str, level: Level) -> Setting[object]:
    """Return the setting with this name; raises Refusal if the level doesn't have it, as on an old panel."""
    setting = definitions.SETTINGS.get(name)
    if setting is None or level not in setting.levels:
        raise Refusal("settings_have_changed")
    return setting


def require_valid_setting(setting: Setting[object], text: str, *, guild: int) -> None:
    """Raise Refusal for an invalid text."""
    try:
        value = setting.read(text)
    except ValueError:
        if setting.bounds is not None:
            least, most = setting.bounds
            raise Refusal("number_out_of_bounds", text=text, least=least, most=most) from None
        if setting is definitions.LINK:
            raise Refusal("bad_link") from None
        if setting is definitions.ZONE:
            raise Refusal("bad_time_zone", text=text) from None
        raise Refusal("settings_have_changed") from None
    if setting is definitions.JUDGE and value == guild:
        raise Refusal("everybody_judges")  # the role of everyone has the server's id
