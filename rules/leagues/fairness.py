"""Results that judges should look at: the same players meeting suspiciously often."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from rules.leagues.league import FairnessRules
from rules.leagues.matches import NumberedResult
from rules.leagues.result import HOUR, PlayerNumber, Result, ResultNumber
from rules.leagues.tally import Claims


class Flag(NamedTuple):
    """Two players met this often within the league's hours, the result that made it so included."""

    players: tuple[PlayerNumber, PlayerNumber]
    results: tuple[ResultNumber, ...]


def flags(
    rules: FairnessRules, claims: Claims, around: Sequence[NumberedResult], new: NumberedResult
) -> tuple[Flag, ...]:
    """Which opponents a new result makes meet too often.

    `around` are the league's results of any state within those hours before and after it; whether it is among
    them doesn't matter.
    """
    if not rules.games:
        return ()
    pairs = _opponents(new.result, claims)
    others = [one for one in around if one.number != new.number]
    found: list[Flag] = []
    for pair in sorted(pairs):
        met = sorted([new, *(one for one in others if pair in _opponents(one.result, claims))])
        crowded = _crowd(met, new, rules)
        if crowded:
            found.append(Flag(pair, crowded))
    return tuple(found)


def all_flags(rules: FairnessRules, results: Sequence[NumberedResult], claims: Claims) -> tuple[Flag, ...]:
    """Every stretch in which two players met too often, the last one first; of those that overlap the first.

    `results` are in the order of play.
    """
    if not rules.games:
        return ()
    met: dict[tuple[PlayerNumber, PlayerNumber], list[NumberedResult]] = {}
    found: list[tuple[NumberedResult, Flag]] = []
    for one in results:
        for pair in _opponents(one.result, claims):
            stretch = [other for other in met.get(pair, ()) if one.played - other.played < rules.hours * HOUR]
            met[pair] = [*stretch, one]
            if len(met[pair]) >= rules.games:
                found.append((one, Flag(pair, tuple(other.number for other in met.pop(pair)))))
    return tuple(flag for _, flag in sorted(found, reverse=True))


def _crowd(
    met: Sequence[NumberedResult], new: NumberedResult, rules: FairnessRules
) -> tuple[ResultNumber, ...]:
    """The first stretch of meetings, the new one among them, that is too many in too short a time."""
    for start in range(len(met) - rules.games + 1):
        stretch = met[start : start + rules.games]
        if new in stretch and stretch[-1].played - stretch[0].played < rules.hours * HOUR:
            return tuple(one.number for one in stretch)
    return ()


def _opponents(result: Result, claims: Claims) -> set[tuple[PlayerNumber, PlayerNumber]]:
    """Every two players on different sides, the smaller number first."""
    sides = [[claims.get(player, player) for player in entrant.players] for entrant in result.entrants]
    return {
        (min(one, other), max(one, other))
        for side, opposing in combinations(sides, 2)
        for one in side
        for other in opposing
    }
