"""The records of a league: the longest streaks and games, the quickest win and the like."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from rules.leagues.matches import NumberedResult, kills_in
from rules.leagues.result import DAY, Ending, PlayerNumber, Result, ResultNumber, Time
from rules.leagues.statistics import Participation, parts_of_players
from rules.leagues.tally import Claims


class Best(NamedTuple):
    """A record figure of a result, and its player; None if it isn't about one player."""

    number: int
    result: ResultNumber
    player: PlayerNumber | None = None


class Bests(Struct, frozen=True, kw_only=True):
    """The records of a league; among equal ones, the earliest. None if there is no data."""

    longest_streak: Best | None = None
    """Most wins in a row, with the last one of them."""
    longest_unbeaten: Best | None = None
    """Most games in a row without a loss, with the last one of them."""
    quickest_win: Best | None = None
    """Fewest turns to a win."""
    longest_game: Best | None = None
    """Most turns."""
    longest_time: Best | None = None
    """Most seconds."""
    highest_life: Best | None = None
    """The highest life total of a player who was still in the game at its end."""
    most_kills: Best | None = None
    """Most opponents put out in one game."""
    biggest_game: Best | None = None
    """Most players."""


MIN_EARLIER_GAMES = 3
"""Earlier games without which nothing is a record, and earlier own games without which no win is a first."""
LONG_WITHOUT_WIN = 30 * DAY
"""Seconds without a win after which the next one is worth a word."""


class FirstWin(NamedTuple):
    """A win after a long time; `since` is None for someone who had never won."""

    player: PlayerNumber
    since: Time | None


class Feats(Struct, frozen=True, kw_only=True):
    """The significance of a result for its league: the records that it broke, and wins after a long time."""

    broken: Bests = Bests()
    wins: tuple[FirstWin, ...] = ()


def significance(results: Sequence[NumberedResult], claims: Claims, number: ResultNumber) -> Feats:
    """Return a result's significance when it was played; none if it doesn't count."""
    place = next((at for at, one in enumerate(results) if one.number == number), None)
    if place is None or results[place].result.is_bye:
        return Feats()
    earlier, (played, _, result) = results[:place], results[place]
    if sum(not one.result.is_bye for one in earlier) < MIN_EARLIER_GAMES:
        return Feats()
    before, after = records(earlier, claims), records(results[: place + 1], claims)
    broken = {
        field: best
        for field in Bests.__struct_fields__
        if getattr(before, field) is not None and (best := getattr(after, field)).result == number
    }
    mine = [part for part in parts_of_players(earlier, claims) if part.player in _winners(result, claims)]
    wins: list[FirstWin] = []
    for player in _winners(result, claims):
        own = [part for part in mine if part.player == player]
        won = [part.result.played for part in own if part.ending is Ending.WON]
        if (won and played - won[-1] >= LONG_WITHOUT_WIN) or (not won and len(own) >= MIN_EARLIER_GAMES):
            wins.append(FirstWin(player, won[-1] if won else None))
    return Feats(broken=Bests(**broken), wins=tuple(wins))


def _winners(result: Result, claims: Claims) -> list[PlayerNumber]:
    return [
        claims.get(player, player)
        for entrant in result.entrants
        if entrant.ending is Ending.WON
        for player in entrant.players
    ]


def records(results: Sequence[NumberedResult], claims: Claims) -> Bests:
    """Return the records of these results."""
    everything = list(parts_of_players(results, claims))
    games = [(number, result) for _, number, result in results if not result.is_bye]
    wins = [part for part in everything if part.ending is Ending.WON]
    return Bests(
        longest_streak=_streak(everything, {Ending.WON}),
        longest_unbeaten=_streak(everything, {Ending.WON, Ending.DREW}),
        quickest_win=min(
            (Best(one.result.turns, one.number, one.player) for one in wins if one.result.turns),
            key=lambda mark: mark.number,
            default=None,
        ),
        longest_game=_highest(Best(one.turns, number) for number, one in games if one.turns),
        longest_time=_highest(Best(one.seconds, number) for number, one in games if one.seconds),
        highest_life=_highest(
            Best(one.line.life, one.number, one.player)
            for one in everything
            if one.line.life is not None and one.line.out is None
        ),
        most_kills=_highest(mark for number, one in games for mark in _kills(number, one, claims)),
        biggest_game=_highest(Best(len(one.players), number) for number, one in games),
    )


def _kills(number: ResultNumber, result: Result, claims: Claims) -> Iterable[Best]:
    killers = [claims.get(by, by) for by, _ in kills_in(result)]
    return (Best(killers.count(killer), number, killer) for killer in dict.fromkeys(killers))


def _highest(marks: Iterable[Best]) -> Best | None:
    return max(marks, key=lambda mark: mark.number, default=None)


def _streak(everything: Iterable[Participation], endings: set[Ending]) -> Best | None:
    """Return a player's longest streak of games that all ended in one of these ways."""
    best: Best | None = None
    running: dict[PlayerNumber, int] = {}
    for part in everything:
        length = running.get(part.player, 0) + 1 if part.ending in endings else 0
        running[part.player] = length
        if length > (0 if best is None else best.number):
            best = Best(length, part.number, part.player)
    return best
