"""Shared options of the leagues' commands: descriptions, choices and suggestions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from itertools import islice
from typing import Annotated, Any, TypeVar

import discord
from discord import app_commands

from cogs.core.autocomplete import Choices, cog_of, labelled, time_choices
from cogs.drawing.truncate import truncate
from cogs.leagues.commands.service import LeagueCog
from cogs.leagues.core.components import REASON_LENGTH
from cogs.leagues.core.people import league_candidates
from cogs.text.language import tr
from cogs.text.leagues import text as words
from cogs.text.leagues import typed as typed_words
from cogs.text.matching import CHOICE_LENGTH, MAX_SUGGESTIONS, contains_typed, continued
from cogs.text.people import offered
from rules.leagues.result import Draw, PlayerNumber, ResultNumber, SeasonNumber
from rules.leagues.state import LeagueState
from rules.numbers import parse_integer
from rules.refusal import Refusal
from storage.leagues.queries import ResultFilter

E = TypeVar("E", bound=StrEnum)
F = TypeVar("F", bound=Callable[..., Any])
V = TypeVar("V", str, int)

NO_DEADLINE = "open"
"""What is typed instead of a deadline for decklists, to remove it."""
RESULT = "Result number"
EVERYONE = "Player to show (default: everyone)"
LATEST_SEASON = "Season (default: the latest; 0 = all time)"
ALL_TIME = "Season (default: all time)"
PLAYED_DETAILS: Mapping[str, str] = {
    "draw": "Reason, if the game was a draw",
    "seats": "All players in turn order",
    "kills": "Kills, killer first, such as Ana: Ben, Cy; Dee: Ana",
    "awards": "Achievements, such as Ana: play of the game",
    "decks": "Decks, such as Ana: Burn; Ben: Storm",
    "turns": "Number of turns",
    "ends_match": "Whether the match ends with this game",
    "note": "Note",
}
"""The options for details of a game besides its places."""


class EnumOption(app_commands.Transformer):
    """An option whose choices are the values of an enum."""

    def __init__(self, kind: type[StrEnum]) -> None:
        self._kind = kind

    @property
    def choices(self) -> list[app_commands.Choice[str | int | float]]:
        """A choice for each member."""
        return [app_commands.Choice(name=one.value, value=one.value) for one in self._kind]

    async def transform(self, interaction: discord.Interaction, value: str, /) -> StrEnum:
        """Return the chosen member."""
        return self._kind(value)


DrawOption = app_commands.Transform[Draw, EnumOption(Draw)]
SeasonOption = Annotated[SeasonNumber, app_commands.Range[int, 0]]
ResultOption = Annotated[ResultNumber, app_commands.Range[int, 1]]
Reason = app_commands.Range[str, 1, REASON_LENGTH]
PlayersText = app_commands.Range[str, 1, 1000]
TurnCount = app_commands.Range[int, 1, 1000]


def describe_options(**descriptions: str) -> Callable[[F], F]:
    """Describe a command's options, including ``league``, and suggest leagues, results and
    seasons for them."""
    described = {"league": "League", **descriptions}
    suggested = {name: SUGGESTERS[name] for name in described if name in SUGGESTERS}

    def decorate(command: F) -> F:
        return app_commands.describe(**described)(app_commands.autocomplete(**suggested)(command))

    return decorate


async def filled_league(interaction: discord.Interaction) -> tuple[LeagueCog, LeagueState] | None:
    """Return the league of the command being filled in, if it is unambiguous."""
    cog = cog_of(interaction, LeagueCog)
    if cog is None:
        return None
    chosen = getattr(interaction.namespace, "league", None)
    try:
        return cog, await cog.service.state(interaction, chosen or None, looking=True)
    except Refusal:
        return None


async def suggest_league(interaction: discord.Interaction, typed: str) -> Choices:
    """Return the server's leagues, archived ones last."""
    cog = cog_of(interaction, LeagueCog)
    if cog is None or interaction.guild_id is None:
        return []
    known = await cog.leagues.queries.of_guild(interaction.guild_id, archived=True)
    leagues = sorted(known, key=lambda one: one.archived)
    return _fitting(typed, ((one.name, str(one.league)) for one in leagues))


async def suggest_league_player(interaction: discord.Interaction, typed: str) -> Choices:
    """Return the league's players."""
    found = await filled_league(interaction)
    return [] if found is None else _numbered(typed, _offered(found[1]))


async def suggest_players(interaction: discord.Interaction, typed: str) -> Choices:
    """Return the league's players; after a comma one more."""
    found = await filled_league(interaction)
    return [] if found is None else labelled(continued(typed, dict(_offered(found[1]).values())))


async def suggest_guest(interaction: discord.Interaction, typed: str) -> Choices:
    """Return the league's unclaimed guests; members too if a judge names who it was."""
    found = await filled_league(interaction)
    if found is None:
        return []
    anyone = getattr(interaction.namespace, "member", None) is not None
    shown = _offered(found[1])
    players = found[1].players
    return _numbered(typed, {one: shown[one] for one in shown if anyone or players[one].guest})


async def suggest_result(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Return the league's newest results whose number or players contain the typed text."""
    found = await filled_league(interaction)
    if found is None:
        return []
    cog, state = found
    newest = await cog.leagues.results.newest(state.league, ResultFilter(), limit=100)
    shown = {one.number: f"{one.number}: {words.outcome_line(state, one.result)}" for one in newest}
    with suppress(ValueError):
        number = parse_integer(typed, 1, state.results)
        if number not in shown:
            return [app_commands.Choice(name=str(number), value=number)]
    return _fitting(typed, ((text, number) for number, text in shown.items()))


async def suggest_season(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Return the league's seasons, the last one first, and all time."""
    found = await filled_league(interaction)
    if found is None:
        return []
    seasons = [(one.name, one.number) for one in reversed(found[1].seasons)]
    fitting = [one for one in [*seasons, (tr("All time"), 0)] if typed.casefold() in one[0].casefold()]
    shown = fitting if len(fitting) <= MAX_SUGGESTIONS else [*fitting[: MAX_SUGGESTIONS - 1], fitting[-1]]
    return [app_commands.Choice(name=truncate(name, CHOICE_LENGTH), value=number) for name, number in shown]


async def suggest_moment(interaction: discord.Interaction, typed: str) -> Choices:
    """Return the meaning of a typed time in the past; before anything is typed, words for some times."""
    return await _moments(interaction, typed, (tr(typed_words.NOW), "3h", tr(typed_words.YESTERDAY)))


async def suggest_deadline(interaction: discord.Interaction, typed: str) -> Choices:
    """Return the meaning of a typed future time; before anything is typed, words instead of a time."""
    if not typed.strip():
        return labelled({word: word for word in (tr(typed_words.NOW), NO_DEADLINE)})
    return await _moments(interaction, typed, (), ahead=True)


async def _moments(
    interaction: discord.Interaction, typed: str, examples: Sequence[str], *, ahead: bool = False
) -> Choices:
    cog = cog_of(interaction, LeagueCog)
    if cog is None or interaction.guild_id is None:
        return []
    moments = dict[str, int]()
    for text in [typed] if typed.strip() else examples:
        with suppress(Refusal):
            moments["" if typed.strip() else text] = await cog.service.moment(interaction, text, ahead=ahead)
    return time_choices(moments, *await cog.game_service.zone_and_language(interaction))


def _offered(state: LeagueState) -> Mapping[PlayerNumber, tuple[str, str]]:
    """Return the unclaimed players: the shown text, and the value."""
    return offered({key: one for key, one in league_candidates(state).items() if one.counts_for is None})


def _numbered(typed: str, players: Mapping[PlayerNumber, tuple[str, str]]) -> Choices:
    return _fitting(typed, ((label, f"#{number}") for number, (label, _) in players.items()))


def _fitting(typed: str, named: Iterable[tuple[str, V]]) -> list[app_commands.Choice[V]]:
    """Return choices for the values whose names contain the typed text, up to Discord's limit."""
    fits = contains_typed(typed)
    fitting = ((name, value) for name, value in named if fits(name))
    return [
        app_commands.Choice(name=truncate(name, CHOICE_LENGTH), value=value)
        for name, value in islice(fitting, MAX_SUGGESTIONS)
    ]


SUGGESTERS: Mapping[str, Callable[..., Any]] = {
    "league": suggest_league,
    "result": suggest_result,
    "season": suggest_season,
    "when": suggest_moment,
    "starts": suggest_moment,
    "ends": suggest_moment,
}
