"""The standings: everybody's place by points, and by tie-breakers in exact fractions."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import accumulate, groupby, pairwise
from math import lcm
from operator import mul
from typing import TypeAlias

from msgspec import Struct

from rules.leagues.league import League, Tiebreaker
from rules.leagues.matches import NOTHING
from rules.leagues.result import PlayerNumber
from rules.leagues.tally import PlayerTotals, Tally

HALF = Fraction(1, 2)
CLOSE = 1e-9
"""Floating-point means further apart than this differ in exact fractions too: each is a mean of shares, whose
rounding errors add up to less than a thousandth of this for any number of opponents that fits in memory."""

Accounts = Mapping[PlayerNumber, PlayerTotals]
Groups = list[list[PlayerNumber]]
"""Players best first; those in one group are equal."""


class Tiebreakers:
    """The tie-breakers' values for everybody in some accounts, worked out as they are asked for."""

    def __init__(
        self,
        accounts: Accounts,
        league: League,
        points: Mapping[PlayerNumber, Fraction],
        ratings: Mapping[PlayerNumber, float],
    ) -> None:
        rules = league.ties
        bye = league.scoring.bye if rules.byes_count else NOTHING
        match_share = partial(match_wins, floor=rules.floor, bye=bye)
        game_share = partial(game_wins, floor=rules.floor)
        self._accounts = accounts
        self._points = points
        self._ratings = ratings
        self._values: Mapping[Tiebreaker, Callable[[PlayerNumber], Fraction]] = {
            Tiebreaker.MATCH_WINS: lambda player: match_share(accounts[player]),
            Tiebreaker.GAME_WINS: lambda player: game_share(accounts[player]),
            Tiebreaker.WINS: lambda player: Fraction(accounts[player].wins),
            Tiebreaker.AVERAGE: self._average,
            Tiebreaker.KILLS: lambda player: Fraction(accounts[player].kills),
            Tiebreaker.RATING: lambda player: Fraction(ratings.get(player, 0)),
        }
        byes = rules.bye_opponents, rules.bye_opponent_wins
        self._means: Mapping[Tiebreaker, OpponentsMean] = {
            Tiebreaker.OPPONENTS_MATCH_WINS: OpponentsMean(accounts, match_share, *byes),
            Tiebreaker.OPPONENTS_GAME_WINS: OpponentsMean(accounts, game_share, *byes),
            Tiebreaker.OPPONENTS_POINTS: OpponentsMean(accounts, lambda account: account.points, 0, NOTHING),
        }

    def value(self, player: PlayerNumber, tiebreaker: Tiebreaker) -> Fraction | None:
        """The exact value; None for those tie-breakers that are not one number of one player."""
        if tiebreaker in self._means:
            return self._means[tiebreaker].exact(player)
        value = self._values.get(tiebreaker)
        return value(player) if value is not None else None

    def split(self, tied: Sequence[PlayerNumber], tiebreaker: Tiebreaker) -> Groups:
        """These players by one tie-breaker."""
        if len(tied) == 1:
            return [list(tied)]
        if tiebreaker in self._means:
            return self._means[tiebreaker].split(tied)
        if tiebreaker is Tiebreaker.HEAD_TO_HEAD:
            return by_value(tied, lambda player: self._head_to_head(player, tied))
        if tiebreaker is Tiebreaker.PLACES:
            last = max(max(self._accounts[player].places, default=0) for player in tied)
            return by_value(tied, lambda player: self._places(player, last))
        return by_value(tied, self._values[tiebreaker])

    def _average(self, player: PlayerNumber) -> Fraction:
        matches = self._accounts[player].matches
        return self._points[player] / matches if matches else NOTHING

    def _head_to_head(self, player: PlayerNumber, tied: Iterable[PlayerNumber]) -> Fraction:
        account = self._accounts[player]
        met = sum(account.opponents.get(other, 0) for other in tied)
        return Fraction(sum(account.ahead.get(other, 0) for other in tied), 2 * met) if met else HALF

    def _places(self, player: PlayerNumber, last: int) -> tuple[int, ...]:
        places = self._accounts[player].places
        return tuple(places.get(place, 0) for place in range(1, last + 1))


def match_wins(account: PlayerTotals, floor: Fraction, bye: Fraction) -> Fraction:
    """The share of the match points that could be had (MTR Appendix C); each bye adds as much to both."""
    possible = account.possible + account.byes * bye
    if possible <= 0:
        return floor
    return max(floor, (account.match_points + account.byes * bye) / possible)


def game_wins(account: PlayerTotals, floor: Fraction) -> Fraction:
    """The share of the game points that could be had: 3 for a game won, 1 for one drawn (MTR Appendix C)."""
    games = account.games_won + account.games_drawn + account.games_lost
    if not games:
        return floor
    return max(floor, Fraction(3 * account.games_won + account.games_drawn, 3 * games))


class OpponentsMean:
    """The mean of something over a player's opponents, each as often as met.

    Sorting by it works with floating-point numbers first and with exact fractions where those are close.
    """

    def __init__(
        self, accounts: Accounts, value: Callable[[PlayerTotals], Fraction], byes: int, bye_value: Fraction
    ) -> None:
        """`byes`: as how many opponents with `bye_value` each bye counts."""
        self._accounts = accounts
        self._value = value
        self._byes = byes
        self._bye_value = bye_value

    @cached_property
    def _exact(self) -> tuple[int, Mapping[PlayerNumber, int]]:
        """Everybody's value as a whole number of a unit's parts, and how many parts make one."""
        values = {player: self._value(account) for player, account in self._accounts.items()}
        unit = lcm(*{value.denominator for value in values.values()})
        return unit, {player: int(value * unit) for player, value in values.items()}

    @cached_property
    def _rough(self) -> Mapping[PlayerNumber, float]:
        unit, parts = self._exact
        return {player: part / unit for player, part in parts.items()}

    def exact(self, player: PlayerNumber) -> Fraction:
        """The mean for one player; 0 for who has met nobody."""
        account = self._accounts[player]
        unit, parts = self._exact
        opponents = account.opponents
        total = Fraction(sum(map(mul, opponents.values(), map(parts.__getitem__, opponents))), unit)
        byes = account.byes * self._byes
        met = account.met + byes
        return (total + byes * self._bye_value) / met if met else NOTHING

    def _roughly(self, player: PlayerNumber) -> float:
        account = self._accounts[player]
        opponents = account.opponents
        total = sum(map(mul, opponents.values(), map(self._rough.__getitem__, opponents)))
        byes = account.byes * self._byes
        met = account.met + byes
        return (total + byes * float(self._bye_value)) / met if met else 0.0

    def split(self, tied: Sequence[PlayerNumber]) -> Groups:
        """These players, best first."""
        means = {player: self._roughly(player) for player in tied}
        ordered = sorted(tied, key=means.__getitem__, reverse=True)
        groups: Groups = []
        close = ordered[:1]
        for better, worse in pairwise(ordered):
            if means[better] - means[worse] > CLOSE * max(1.0, abs(means[better])):
                groups += by_value(close, self.exact)
                close = []
            close.append(worse)
        return groups + by_value(close, self.exact)


def by_value(
    players: Sequence[PlayerNumber], value: Callable[[PlayerNumber], Fraction | tuple[int, ...]]
) -> Groups:
    """These players by a value, highest first."""
    if len(players) == 1:
        return [list(players)]
    values = {player: value(player) for player in players}
    ordered = sorted(players, key=values.__getitem__, reverse=True)
    return [list(group) for _, group in groupby(ordered, values.__getitem__)]


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
                groups = [better for tied in groups for better in self._breakers.split(tied, tiebreaker)]
            start = self._starts[group]
            starts = accumulate((len(equal) for equal in groups), initial=start + 1)
            ranked = start < self._ranked
            self._broken[group] = [
                (place if ranked else None, player)
                for place, equal in zip(starts, groups, strict=False)
                for player in sorted(equal)
            ]
        return self._broken[group]


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
