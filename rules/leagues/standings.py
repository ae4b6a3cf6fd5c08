"""The standings: places by points, and by tie-breakers in exact fractions."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, groupby
from typing import TypeAlias

from msgspec import Struct

from rules.leagues.league import League, Tiebreaker
from rules.leagues.matches import NO_POINTS
from rules.leagues.result import PlayerNumber
from rules.leagues.tally import PlayerTotals, Tally
from rules.leagues.tiebreakers import Groups, Tiebreakers, in_parts

_Placed: TypeAlias = tuple[int | None, PlayerNumber]


class StandingsLine(Struct, frozen=True, kw_only=True):
    """One player's line in the standings."""

    place: int | None
    """The place: equal players share one and the next is skipped; None for players with too few matches."""
    player: PlayerNumber
    points: Fraction
    account: PlayerTotals
    ties: Mapping[Tiebreaker, Fraction]
    """The league's tie-breakers that are a number, in their order."""


class Standings:
    """The standings of a tally. Create new ones after a change of the tally.

    Ties are broken lazily, when rows among them are read: a page costs only its own ties.
    """

    def __init__(
        self,
        tally: Tally,
        *,
        carried: Mapping[PlayerNumber, Fraction] | None = None,
        stakes: Mapping[PlayerNumber, Fraction] | None = None,
        ratings: Mapping[PlayerNumber, float] | None = None,
    ) -> None:
        """Create standings. `carried`: points from the previous season and from judges; `stakes` replace the
        tally's points if the league plays for them; `ratings` are for the tie-breaker."""
        self._league = tally.league
        known = carried or {}
        self._accounts = {**{player: PlayerTotals() for player in known}, **tally.accounts}
        self._points = {
            player: _points(tally.league, account, None if stakes is None else stakes.get(player))
            for player, account in self._accounts.items()
        }
        for player, points in known.items():
            self._points[player] += points
        self._breakers = Tiebreakers(self._accounts, tally.league, self._points, ratings or {})
        minimum = tally.league.minimum
        enough = [player for player, account in self._accounts.items() if account.matches >= minimum]
        self._ranked = len(enough)
        too_few = self._accounts.keys() - enough
        self._tied = (*self._by_points(enough), *self._by_points(too_few))
        self._starts = tuple(accumulate((len(group) for group in self._tied), initial=0))
        self._broken: dict[int, Sequence[_Placed]] = {}

    def __len__(self) -> int:
        return len(self._accounts)

    @property
    def unranked(self) -> int:
        """How many players have played too few matches for a place."""
        return len(self) - self._ranked

    def points(self, player: PlayerNumber) -> Fraction:
        """Return a player's points (default: the league's starting points)."""
        stake = self._league.scoring.stake
        return self._points.get(player, NO_POINTS if stake is None else stake.start)

    def leaders(self) -> Sequence[PlayerNumber]:
        """Return the ranked players with the most points, by number."""
        return tuple(sorted(self._tied[0])) if self._ranked else ()

    def rows(self, start: int = 0, stop: int | None = None) -> tuple[StandingsLine, ...]:
        """Return the rows from one to another, best first, counted from 0."""
        stop = len(self) if stop is None else min(stop, len(self))
        if start >= stop:
            return ()
        first = self._group_at(start)
        last = self._group_at(stop - 1)
        placed = [one for group in range(first, last + 1) for one in self._placed(group)]
        offset = self._starts[first]
        return tuple(self._row(*one) for one in placed[start - offset : stop - offset])

    def breaking_ties(self, start: int, stop: int) -> Iterator[None]:
        """Break the ties among these rows step by step, so that other tasks can run in between.

        It makes `rows` fast, as long as the tally doesn't change.
        """
        if start < (stop := min(stop, len(self))):
            for group in range(self._group_at(start), self._group_at(stop - 1) + 1):
                yield from self._breaking(group)

    def breaking_ties_of(self, player: PlayerNumber) -> Iterator[None]:
        """Break the ties for a player's row step by step, so that other tasks can run in between."""
        if player in self._accounts:
            yield from self._breaking(self._group_of[player])

    def _breaking(self, group: int) -> Iterator[None]:
        groups = [self._tied[group]]
        for tiebreaker in self._league.ties.order if group not in self._broken else ():
            split: Groups = []
            for tied in groups:
                yield from self._breakers.preparing(tied, tiebreaker)
                split += self._breakers.split(tied, tiebreaker)
                yield
            groups = split
        if group not in self._broken:
            self._broken[group] = self._with_places(group, groups)

    @cached_property
    def _group_of(self) -> Mapping[PlayerNumber, int]:
        return {player: group for group, tied in enumerate(self._tied) for player in tied}

    def index(self, player: PlayerNumber) -> int | None:
        """Return the index of a player's row; None without one."""
        if player not in self._accounts:
            return None
        group = self._group_of[player]
        return self._starts[group] + [one for _, one in self._placed(group)].index(player)

    def row(self, player: PlayerNumber) -> StandingsLine | None:
        """Return a player's row; None without one."""
        index = self.index(player)
        return None if index is None else self.rows(index, index + 1)[0]

    def _row(self, place: int | None, player: PlayerNumber) -> StandingsLine:
        ties = {one: self._breakers.value(player, one) for one in self._league.ties.order}
        return StandingsLine(
            place=place,
            player=player,
            points=self._points[player],
            account=self._accounts[player],
            ties={one: value for one, value in ties.items() if value is not None},
        )

    def _by_points(self, players: Iterable[PlayerNumber]) -> Groups:
        _, scaled = in_parts({player: self._points[player] for player in players})
        ordered = sorted(players, key=scaled.__getitem__, reverse=True)
        return [list(group) for _, group in groupby(ordered, scaled.__getitem__)]

    def _group_at(self, index: int) -> int:
        return bisect_right(self._starts, index) - 1

    def _placed(self, group: int) -> Sequence[_Placed]:
        """Return players of equal points with their places, sorted by the tie-breakers."""
        if group not in self._broken:
            for _ in self._breaking(group):
                pass
        return self._broken[group]

    def _with_places(self, group: int, groups: Groups) -> Sequence[_Placed]:
        """Return players of equal points with their places, after the tie-breakers have split them."""
        start = self._starts[group]
        starts = accumulate((len(equal) for equal in groups), initial=start + 1)
        ranked = start < self._ranked
        return [
            (place if ranked else None, player)
            for place, equal in zip(starts, groups, strict=False)
            for player in sorted(equal)
        ]


def _points(league: League, account: PlayerTotals, stake: Fraction | None) -> Fraction:
    """Return a player's points, without the worst matches where those don't count."""
    if stake is not None:
        return stake
    left = league.drop_worst
    if not left:
        return account.points
    dropped = NO_POINTS
    for score in sorted(account.scores):
        times = min(left, account.scores[score])
        dropped += score * times
        left -= times
    return account.points - dropped
