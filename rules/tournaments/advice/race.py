"""How many players can still end with certain points: with any pairings, or if rounds pair by points."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from msgspec import Struct

DRAW_POINTS = 1
"""Points of a draw."""
MAX_TOTALS = 48_000
"""Players' points in all standings that are followed; they take about a tenth of a second."""
OUT = -1_000_000
"""The points of a player who can no longer reach those asked about."""


class CutRace(Struct, frozen=True):
    """Players with their points so far, rounds to come, each with tables of these sizes from the top of the
    standings down and with so many byes, and the points of a win or bye."""

    totals: tuple[int, ...]
    rounds: int
    sizes: tuple[int, ...]
    byes: int
    win: int


_Totals = tuple[int, ...]
"""Points of players, highest first."""


class _Exhausted(Exception):
    """Raised when too many standings would have to be followed."""


def can_reach(race: CutRace, least: int, players: int) -> bool:
    """Return whether so many players can end with at least these points, with any pairings.

    Tables have one winner, or all draw. The result may be True although no pairings allow it, but False is
    certain.
    """
    missing = sorted(max(0, least - total) for total in race.totals)[:players]
    if len(missing) < players:
        return False
    wins, draws, saved = 0, 0, list[int]()
    for needed in missing:
        fewest = max(0, -(-(needed - race.rounds * DRAW_POINTS) // (race.win - DRAW_POINTS)))
        if fewest > race.rounds:
            return False
        rest = max(0, needed - fewest * race.win)
        wins, draws = wins + fewest, draws + rest
        saved += [min(race.win, rest - done) for done in range(0, rest, race.win)]
    savings = [0, *accumulate(sorted(saved, reverse=True))]
    seats = [0, *accumulate(sorted((*race.sizes,) * race.rounds, reverse=True))]
    tables = len(seats) - 1
    for won in range(tables + 1):
        further = won + race.byes * race.rounds - wins
        if further >= 0 and draws - savings[min(further, len(saved))] <= seats[tables - won]:
            return True
    return False


@lru_cache(maxsize=512)
def can_reach_by_points(race: CutRace, least: int, players: int) -> bool | None:
    """Return whether so many players can end with at least these points, if every round seats them by
    points.

    Anyone may have a bye, and anyone with equal points may sit together. None if there are too many
    possibilities.
    """
    try:
        return _search(race, least, players)
    except _Exhausted:
        return None


def _search(race: CutRace, least: int, players: int) -> bool:
    known, followed = {_shortened(race, race.totals, race.rounds, least)}, 0
    for left in reversed(range(race.rounds)):
        following = set[_Totals]()
        for standing in known:
            if standing[players - 1] != OUT:
                after = _after_round(race, standing, left, least)
                followed += len(after)
                if followed * len(standing) > MAX_TOTALS:
                    raise _Exhausted
                following |= after
        known = following
    return any(standing[players - 1] >= least for standing in known)


def _shortened(race: CutRace, totals: Iterable[int], left: int, least: int) -> _Totals:
    """Return totals, highest first, with all from ``least`` up as that, and those that can't reach it in so
    many rounds as `OUT`: their order doesn't change who can."""

    def short(total: int) -> int:
        return min(total, least) if total != OUT and total + race.win * left >= least else OUT

    return tuple(sorted(map(short, totals), reverse=True))


def _after_round(race: CutRace, standing: _Totals, left: int, least: int) -> set[_Totals]:
    """Return the possible standings after the next round, with so many rounds left then."""
    found = set[_Totals]()
    for free in _byes(standing, race.byes):
        playing, tables = [*standing], list[_Totals]()
        for one in free:
            playing.remove(one)
        for size in race.sizes:
            tables.append(tuple(playing[:size]))
            playing = playing[size:]
        ends = {tuple(_gained(one, race.win) for one in free)}
        for table, times in Counter(tables).items():
            outcomes = {_shortened(race, one, left, least) for one in _outcomes(table, race.win)}
            for _ in range(times):
                ends = {tuple(sorted(end + one)) for end in ends for one in outcomes}
                if len(ends) * len(standing) > MAX_TOTALS:
                    raise _Exhausted
        found |= {_shortened(race, end, left, least) for end in ends}
    return found


def _byes(standing: _Totals, byes: int) -> Collection[_Totals]:
    """Return the points of those who may have the byes."""
    found: set[_Totals] = {()}
    for _ in range(byes):
        found = {
            tuple(sorted((*free, one)))
            for free in found
            for one in {*standing}
            if free.count(one) < standing.count(one)
        }
    return found


def _outcomes(table: Sequence[int], win: int) -> Iterator[_Totals]:
    """Yield the points at a table after each of its outcomes."""
    yield tuple(_gained(one, DRAW_POINTS) for one in table)
    for seat, winner in enumerate(table):
        yield (*table[:seat], _gained(winner, win), *table[seat + 1 :])


def _gained(total: int, points: int) -> int:
    return total if total == OUT else total + points
