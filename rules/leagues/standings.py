"""The standings: everybody's place by points and tie-breakers."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, groupby
from math import lcm
from typing import TypeAlias

from msgspec import Struct

from rules.leagues.league import League, Tiebreaker
from rules.leagues.points import NOTHING
from rules.leagues.result import PlayerNumber
from rules.leagues.tally import PlayerTotals, Tally
from rules.leagues.tiebreakers import Groups, Tiebreakers

_Placed: TypeAlias = tuple[int | None, PlayerNumber]


class Row(Struct, frozen=True, kw_only=True):
    """One player's line in the standings."""

    place: int | None
    """Equal players share a place and the next one is left out; None for who has played too few matches."""
    player: PlayerNumber
    points: Fraction
    account: PlayerTotals
    ties: Mapping[Tiebreaker, Fraction]
    """The league's tie-breakers that are a number, in their order."""


class Standings:
    """Everybody's place in a tally as it is now. After a change to the tally they are to be made anew.

    Ties are broken when rows among them are asked for: a page costs what its ties cost.
    """

    def __init__(
        self,
        tally: Tally,
        *,
        carried: Mapping[PlayerNumber, Fraction] | None = None,
        stakes: Mapping[PlayerNumber, Fraction] | None = None,
        ratings: Mapping[PlayerNumber, float] | None = None,
    ) -> None:
        """`carried` are points from the season before; `stakes` take the place of the tally's points where
        the league plays for them; `ratings` are for the tie-breaker."""
        self._league = tally.league
        known = carried or {}
        self._accounts = {**{player: PlayerTotals() for player in known}, **tally.accounts}
        self._points = {
            player: _points(tally.league, account, None if stakes is None else stakes.get(player))
            + known.get(player, NOTHING)
            for player, account in self._accounts.items()
        }
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

    def points(self, player: PlayerNumber) -> Fraction:
        """A player's points; for who has not played, what everybody begins with."""
        stake = self._league.scoring.stake
        return self._points.get(player, NOTHING if stake is None else stake.start)

    def rows(self, start: int = 0, stop: int | None = None) -> tuple[Row, ...]:
        """The rows from one to another, best first, counted from 0."""
        stop = len(self) if stop is None else min(stop, len(self))
        if start >= stop:
            return ()
        first = self._group_at(start)
        last = self._group_at(stop - 1)
        placed = [one for group in range(first, last + 1) for one in self._placed(group)]
        offset = self._starts[first]
        return tuple(self._row(*one) for one in placed[start - offset : stop - offset])

    def index(self, player: PlayerNumber) -> int | None:
        """Which row is this player's, counted from 0; None for who has none."""
        if player not in self._accounts:
            return None
        group = next(index for index, tied in enumerate(self._tied) if player in tied)
        return self._starts[group] + [one for _, one in self._placed(group)].index(player)

    def row(self, player: PlayerNumber) -> Row | None:
        """This player's row; None for who has none."""
        index = self.index(player)
        return None if index is None else self.rows(index, index + 1)[0]

    def _row(self, place: int | None, player: PlayerNumber) -> Row:
        ties = {one: self._breakers.value(player, one) for one in self._league.ties.order}
        return Row(
            place=place,
            player=player,
            points=self._points[player],
            account=self._accounts[player],
            ties={one: value for one, value in ties.items() if value is not None},
        )

    def _by_points(self, players: Iterable[PlayerNumber]) -> Groups:
        # Whole numbers instead of fractions: comparing those is what sorting would spend its time on.
        unit = lcm(*{self._points[player].denominator for player in players})
        scaled = {player: int(self._points[player] * unit) for player in players}
        ordered = sorted(players, key=scaled.__getitem__, reverse=True)
        return [list(group) for _, group in groupby(ordered, scaled.__getitem__)]

    def _group_at(self, index: int) -> int:
        return bisect_right(self._starts, index) - 1

    def _placed(self, group: int) -> Sequence[_Placed]:
        """The players of equal points with their places, in the order of the tie-breakers."""
        if group not in self._broken:
            groups = [self._tied[group]]
            for tiebreaker in self._league.ties.order:
                groups = [better for tied in groups for better in self._split(tied, tiebreaker)]
            start = self._starts[group]
            starts = accumulate((len(equal) for equal in groups), initial=start + 1)
            ranked = start < self._ranked
            self._broken[group] = [
                (place if ranked else None, player)
                for place, equal in zip(starts, groups, strict=False)
                for player in sorted(equal)
            ]
        return self._broken[group]

    def _split(self, tied: list[PlayerNumber], tiebreaker: Tiebreaker) -> Groups:
        return [tied] if len(tied) == 1 else self._breakers.split(tied, tiebreaker)


def _points(league: League, account: PlayerTotals, stake: Fraction | None) -> Fraction:
    """A player's points, without the worst matches where those don't count."""
    if stake is not None:
        return stake
    dropped, left = NOTHING, league.drop_worst
    for score in sorted(account.scores) if left else ():
        times = min(left, account.scores[score])
        dropped += score * times
        left -= times
    return account.points - dropped
