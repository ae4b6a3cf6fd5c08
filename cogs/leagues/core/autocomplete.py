"""Suggestions for options, read from the league that a command is about."""

import discord
from discord import app_commands

from cogs.core.autocomplete import Choices, choices
from cogs.core.targets import CHOICE_LENGTH, CHOICES, containing, continued
from cogs.drawing.cutting import shortened
from cogs.leagues.core import text as words
from cogs.leagues.core.service import LeagueCog
from cogs.text.language import tr
from rules.leagues.state import LeagueState
from rules.refusal import Refusal
from storage.leagues.sql import ResultFilter


def cog_of(interaction: discord.Interaction) -> LeagueCog | None:
    """The cog of the command whose option is being filled in."""
    command = interaction.command
    cog = command.binding if isinstance(command, app_commands.Command) else None
    return cog if isinstance(cog, LeagueCog) else None


async def filled_head(interaction: discord.Interaction) -> tuple[LeagueCog, LeagueState] | None:
    """The league that the command being filled in is about, as far as that can be told."""
    cog = cog_of(interaction)
    if cog is None:
        return None
    chosen = getattr(interaction.namespace, "league", None)
    try:
        return cog, await cog.service.state(
            interaction, chosen if isinstance(chosen, str) and chosen else None
        )
    except Refusal:
        return None


async def suggest_league(interaction: discord.Interaction, typed: str) -> Choices:
    """The server's leagues, archived ones last."""
    cog = cog_of(interaction)
    if cog is None or interaction.guild_id is None:
        return []
    known = await cog.leagues.queries.of_guild(interaction.guild_id, archived=True)
    names = {str(one.league): one.name for one in sorted(known, key=lambda one: one.archived)}
    return [
        app_commands.Choice(name=shortened(name, CHOICE_LENGTH), value=league)
        for league, name in names.items()
        if typed.casefold() in name.casefold()
    ][:CHOICES]


async def suggest_player(interaction: discord.Interaction, typed: str) -> Choices:
    """The league's players."""
    found = await filled_head(interaction)
    return [] if found is None else _players(found[1], typed, guests=False)


async def suggest_players(interaction: discord.Interaction, typed: str) -> Choices:
    """The league's players; after a comma one more."""
    found = await filled_head(interaction)
    if found is None:
        return []
    known = found[1].players.values()
    return choices(continued(typed, [one.name for one in known if one.name and one.merged_into is None]))


async def suggest_guest(interaction: discord.Interaction, typed: str) -> Choices:
    """The league's guests whom nobody has claimed; where a judge says who it was, members too."""
    found = await filled_head(interaction)
    guests = getattr(interaction.namespace, "member", None) is None
    return [] if found is None else _players(found[1], typed, guests=guests)


def _players(state: LeagueState, typed: str, *, guests: bool) -> Choices:
    known = [one for one in state.players.values() if one.merged_into is None and one.name is not None]
    wanted = [one for one in known if one.guest] if guests else known
    return [
        app_commands.Choice(name=shortened(one.name or "", CHOICE_LENGTH), value=f"#{one.number}")
        for one in wanted
        if typed.casefold() in (one.name or "").casefold()
    ][:CHOICES]


async def suggest_result(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The league's newest results, with what is typed in their number or in who played."""
    found = await filled_head(interaction)
    if found is None:
        return []
    cog, state = found
    newest = await cog.leagues.results.newest(state.league, ResultFilter(), limit=100)
    shown = {one.number: f"{one.number}: {words.outcome(state, one.result)}" for one in newest}
    if typed.isdigit() and int(typed) not in shown and 0 < int(typed) <= state.results:
        return [app_commands.Choice(name=typed, value=int(typed))]
    wanted = set(containing(typed, list(shown.values())))
    return [
        app_commands.Choice(name=shortened(text, CHOICE_LENGTH), value=number)
        for number, text in shown.items()
        if text in wanted
    ][:CHOICES]


async def suggest_season(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The league's seasons, the last one first, and all time."""
    found = await filled_head(interaction)
    if found is None:
        return []
    seasons = [(one.name, one.number) for one in reversed(found[1].seasons)]
    fitting = [one for one in [*seasons, (tr("All time"), 0)] if typed.casefold() in one[0].casefold()]
    shown = fitting if len(fitting) <= CHOICES else [*fitting[: CHOICES - 1], fitting[-1]]
    return [app_commands.Choice(name=shortened(name, CHOICE_LENGTH), value=number) for name, number in shown]
