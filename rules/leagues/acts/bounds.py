"""Limits of results, of leagues' rules, and of games' times: checked for every kind of input.

Existing data is read without these checks.
"""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import cast

from msgspec import Struct

from rules.game.deck_info import BRACKETS, MAX_GAME_CHANGERS, MAX_TURN
from rules.leagues.league import League
from rules.leagues.result import HOUR, PlayerResult, Result, Time
from rules.refusal import Refusal

MAX_PLAYERS = 40
"""Players in a result: as many as a table has seats."""
EARLIEST: Time = 725_846_400
"""1 January 1993, the year of Magic's first games."""
TOMORROW: Time = 24 * HOUR
AHEAD: Time = 366 * TOMORROW
"""How far ahead a season may be announced."""
MAX_TURNS = 100_000
MAX_LIFE = 10**15
"""The highest total that tables count, above or below 0."""
MAX_SECONDS = 10**9
MAX_TIMES = 99
"""Maximum games that a side can have won in a match, and times that a player can have one achievement."""
LONGEST_TEXT = 4000
"""Characters of any text: as many as people can type in Discord at once."""
MAX_POINTS = Fraction(1_000_000)
LARGEST_DENOMINATOR = 1000
MAX_IN_RULES = 10_000
"""The largest whole number in a league's rules: there are hours, days, games and opponents."""
MAX_IN_LIST = 100
"""Places, seats or achievements that a league's rules can list."""


def require_time(when: Time, latest: Time | None = None) -> Time:
    """Return the time as it is; raises Refusal "time_out_of_bounds" before 1993, and after ``latest`` if
    given."""
    if when < EARLIEST or (latest is not None and when > latest):
        raise Refusal("time_out_of_bounds")
    return when


def require_season(when: Time, now: Time) -> None:
    """Raise Refusal "time_out_of_bounds" for an impossible start or end of a season."""
    if not 0 <= when <= now + AHEAD:
        raise Refusal("time_out_of_bounds")


def require_players(players: int) -> None:
    """Raise Refusal "result_too_large" for more players than a result can have."""
    if players > MAX_PLAYERS:
        raise Refusal("result_too_large", limit=MAX_PLAYERS)


def require_result(result: Result, now: Time) -> None:
    """Raise Refusal for a result that is too large, or whose time is impossible."""
    require_players(max(len(result.entrants), sum(1 for _ in result.lines)))
    require_time(result.played, now + TOMORROW)
    for number, least, most in (
        (result.turns, 0, MAX_TURNS),
        (result.seconds, 0, MAX_SECONDS),
        (result.drawn_games, 0, MAX_TIMES),
        *((side.place, 1, MAX_PLAYERS) for side in result.entrants),
        *((side.games, 0, MAX_TIMES) for side in result.entrants),
        *(bounded for line in result.lines for bounded in _numbers(line)),
    ):
        if number is not None and not least <= number <= most:
            raise Refusal("number_out_of_bounds", text=str(number), least=least, most=most)
    texts = [text for line in result.lines for text in _texts(line)]
    if any(len(text) > LONGEST_TEXT for text in (result.variant, result.match, result.note, *texts)):
        raise Refusal("text_too_long", limit=LONGEST_TEXT)


def _numbers(line: PlayerResult) -> Iterator[tuple[int | None, int, int]]:
    """Yield the numbers of a player's part with their bounds."""
    yield line.seat, 1, MAX_PLAYERS
    yield line.life, -MAX_LIFE, MAX_LIFE
    yield line.mulligans, 0, MAX_TIMES
    if line.deck_info is not None:
        yield line.deck_info.bracket, BRACKETS[0], BRACKETS[-1]
        yield line.deck_info.wins_by, 1, MAX_TURN
        yield line.deck_info.game_changers, 0, MAX_GAME_CHANGERS
    yield len(line.commanders), 0, MAX_PLAYERS
    yield len(line.awards), 0, MAX_IN_LIST
    if line.out is not None:
        yield line.out.order, 0, MAX_PLAYERS
        yield line.out.turn, 0, MAX_TURNS
    for times in line.awards.values():
        yield times, 0, MAX_TIMES


def _texts(line: PlayerResult) -> Iterator[str]:
    yield from (line.deck, *line.commanders, *line.awards)
    if line.out is not None:
        yield line.out.cause


def require_rules(league: League) -> None:
    """Raise Refusal "league_file_broken" for rules that no form of a league would accept."""
    if not all(map(_is_within, _values(league))):
        raise Refusal("league_file_broken")


def is_worth(points: Fraction) -> bool:
    """Return whether a league's rules can award this many points."""
    return abs(points) <= MAX_POINTS and points.denominator <= LARGEST_DENOMINATOR


def _values(value: object) -> Iterator[object]:
    """Yield every number and text in a struct, list or mapping; for a list also its length."""
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _values(getattr(value, name))
    elif isinstance(value, tuple | Mapping):
        parts = cast("Collection[object]", value)
        yield len(parts) * MAX_IN_RULES // MAX_IN_LIST
        for part in parts:
            yield from _values(part)
        if isinstance(value, Mapping):
            yield from _values(tuple(cast("Mapping[object, object]", value).values()))
    else:
        yield value


def _is_within(value: object) -> bool:
    match value:
        case Fraction():
            return is_worth(value)
        case int():
            return 0 <= value <= MAX_IN_RULES
        case str():
            return len(value) <= LONGEST_TEXT
        case _:
            return True
