"""The tie-breakers of standings, in exact fractions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import cached_property, partial
from itertools import groupby, pairwise
from math import lcm
from operator import mul

from rules.leagues.league import League, Tiebreaker
from rules.leagues.matches import NO_POINTS
from rules.leagues.result import PlayerNumber
from rules.leagues.tally import PlayerTotals

HALF = Fraction(1, 2)
CLOSE = 1e-9
"""Floating-point means further apart than this differ in exact fractions too: each is a mean of shares, whose
rounding errors add up to less than a thousandth of this for any number of opponents that fits in memory."""

Accounts = Mapping[PlayerNumber, PlayerTotals]
Groups = list[list[PlayerNumber]]
"""Players best first; those in one group are equal."""


class Tiebreakers:
    """The tie-breakers' values for all players in some accounts, computed lazily."""

    def __init__(
        self,
        accounts: Accounts,
        league: League,
        points: Mapping[PlayerNumber, Fraction],
        ratings: Mapping[PlayerNumber, float],
    ) -> None:
        rules = league.ties
        bye = league.scoring.bye if rules.byes_count else NO_POINTS
        match_share = partial(match_wins, floor=rules.floor, bye=bye)
        game_share = partial(game_wins, floor=rules.floor)
        self._accounts = accounts
        self._values: Mapping[Tiebreaker, Callable[[PlayerNumber], Fraction]] = {
            Tiebreaker.MATCH_WINS: lambda player: match_share(accounts[player]),
            Tiebreaker.GAME_WINS: lambda player: game_share(accounts[player]),
            Tiebreaker.WINS: lambda player: Fraction(accounts[player].wins),
            Tiebreaker.AVERAGE: lambda player: average(accounts[player], points[player]),
            Tiebreaker.KILLS: lambda player: Fraction(accounts[player].kills),
            Tiebreaker.RATING: lambda player: Fraction(ratings.get(player, 0)),
        }
        byes = rules.bye_opponents, rules.bye_opponent_wins
        self._means: Mapping[Tiebreaker, OpponentsMean] = {
            Tiebreaker.OPPONENTS_MATCH_WINS: OpponentsMean(accounts, match_share, *byes),
            Tiebreaker.OPPONENTS_GAME_WINS: OpponentsMean(accounts, game_share, *byes),
            Tiebreaker.OPPONENTS_POINTS: OpponentsMean(
                accounts, lambda account: account.points, 0, NO_POINTS
            ),
        }

    def value(self, player: PlayerNumber, tiebreaker: Tiebreaker) -> Fraction | None:
        """Return the exact value; None for tie-breakers that aren't a single number per player."""
        if tiebreaker in self._means:
            return self._means[tiebreaker].exact(player)
        value = self._values.get(tiebreaker)
        return value(player) if value is not None else None

    def split(self, tied: Sequence[PlayerNumber], tiebreaker: Tiebreaker) -> Groups:
        """Return these players by one tie-breaker."""
        if len(tied) == 1:
            return [list(tied)]
        if tiebreaker in self._means:
            return self._means[tiebreaker].split(tied)
        if tiebreaker is Tiebreaker.HEAD_TO_HEAD:
            among = frozenset(tied)
            return by_value(tied, lambda player: self._head_to_head(player, among))
        if tiebreaker is Tiebreaker.PLACES:
            last = max(max(self._accounts[player].places, default=0) for player in tied)
            return by_value(tied, lambda player: self._places(player, last))
        return by_value(tied, self._values[tiebreaker])

    def preparing(self, tied: Sequence[PlayerNumber], tiebreaker: Tiebreaker) -> Iterator[None]:
        """Do the slow work of `split` step by step."""
        if len(tied) > 1 and tiebreaker in self._means:
            yield from self._means[tiebreaker].preparing(tied)

    def _head_to_head(self, player: PlayerNumber, tied: AbstractSet[PlayerNumber]) -> Fraction:
        account = self._accounts[player]
        met = sum(times for other, times in account.opponents.items() if other in tied)
        ahead = sum(score for other, score in account.ahead.items() if other in tied)
        return Fraction(ahead, 2 * met) if met else HALF

    def _places(self, player: PlayerNumber, last: int) -> tuple[int, ...]:
        places = self._accounts[player].places
        return tuple(places.get(place, 0) for place in range(1, last + 1))


def average(account: PlayerTotals, points: Fraction) -> Fraction:
    """Return the points per match."""
    return points / account.matches if account.matches else NO_POINTS


def match_wins(account: PlayerTotals, floor: Fraction, bye: Fraction) -> Fraction:
    """Return the match-win percentage (MTR Appendix C); each bye adds as much to both."""
    possible = account.possible + account.byes * bye
    if possible <= 0:
        return floor
    return max(floor, (account.match_points + account.byes * bye) / possible)


def game_wins(account: PlayerTotals, floor: Fraction) -> Fraction:
    """Return the game-win percentage: 3 points for a game won, 1 for one drawn (MTR Appendix C)."""
    games = account.games_won + account.games_drawn + account.games_lost
    if not games:
        return floor
    return max(floor, Fraction(3 * account.games_won + account.games_drawn, 3 * games))


class OpponentsMean:
    """The mean of a value over a player's opponents, each as often as met.

    Sorting uses floating-point numbers first, and exact fractions for close ones.
    """

    def __init__(
        self, accounts: Accounts, value: Callable[[PlayerTotals], Fraction], byes: int, bye_value: Fraction
    ) -> None:
        """Calculate with each bye counted as `byes` opponents with `bye_value`."""
        self._accounts = accounts
        self._value = value
        self._byes = byes
        self._bye_value = bye_value
        self._values: dict[PlayerNumber, Fraction] = {}
        self._means: dict[PlayerNumber, Fraction] = {}
        self._rough_means: dict[PlayerNumber, float] = {}

    def preparing(self, tied: Sequence[PlayerNumber]) -> Iterator[None]:
        """Do the slow work of `split` step by step."""
        for player, account in self._accounts.items():
            if player not in self._values:
                self._values[player] = self._value(account)
                yield
        _ = self._exact
        yield
        _ = self._rough
        for player in tied:
            self._roughly(player)
            yield
        for close in self._close(tied):
            for player in close if len(close) > 1 else ():
                self.exact(player)
                yield

    @cached_property
    def _exact(self) -> tuple[int, Mapping[PlayerNumber, int]]:
        """All players' values as whole numbers of a unit, and the unit's parts."""
        known = self._values
        values = {
            player: known[player] if player in known else self._value(account)
            for player, account in self._accounts.items()
        }
        return in_parts(values)

    @cached_property
    def _rough(self) -> Mapping[PlayerNumber, float]:
        unit, parts = self._exact
        return {player: part / unit for player, part in parts.items()}

    def exact(self, player: PlayerNumber) -> Fraction:
        """Return the mean for one player; 0 without opponents."""
        mean = self._means.get(player)
        if mean is None:
            mean = self._means[player] = self._mean(player)
        return mean

    def _mean(self, player: PlayerNumber) -> Fraction:
        account = self._accounts[player]
        unit, parts = self._exact
        opponents = account.opponents
        total = sum(map(mul, opponents.values(), map(parts.__getitem__, opponents)))
        byes = account.byes * self._byes
        met = account.met + byes
        if not met:
            return NO_POINTS
        if not byes:
            return Fraction(total, unit * met)
        return (Fraction(total, unit) + byes * self._bye_value) / met

    def _roughly(self, player: PlayerNumber) -> float:
        mean = self._rough_means.get(player)
        if mean is None:
            mean = self._rough_means[player] = self._rough_mean(player)
        return mean

    def _rough_mean(self, player: PlayerNumber) -> float:
        account = self._accounts[player]
        opponents = account.opponents
        total = sum(map(mul, opponents.values(), map(self._rough.__getitem__, opponents)))
        byes = account.byes * self._byes
        met = account.met + byes
        return (total + byes * float(self._bye_value)) / met if met else 0.0

    def split(self, tied: Sequence[PlayerNumber]) -> Groups:
        """Return these players, best first."""
        return [group for close in self._close(tied) for group in by_value(close, self.exact)]

    def _close(self, tied: Sequence[PlayerNumber]) -> Groups:
        """Return these players, best first; those in one group may be equal."""
        means = {player: self._roughly(player) for player in tied}
        ordered = sorted(tied, key=means.__getitem__, reverse=True)
        groups = [ordered[:1]]
        for better, worse in pairwise(ordered):
            if means[better] - means[worse] > CLOSE * max(1.0, abs(means[better])):
                groups.append([])
            groups[-1].append(worse)
        return groups


def in_parts(values: Mapping[PlayerNumber, Fraction]) -> tuple[int, dict[PlayerNumber, int]]:
    """Return a common denominator, and each value as its numerator: comparing those is faster."""
    unit = lcm(*{value.denominator for value in values.values()})
    return unit, {player: one.numerator * (unit // one.denominator) for player, one in values.items()}


def by_value(
    players: Sequence[PlayerNumber], value: Callable[[PlayerNumber], Fraction | tuple[int, ...]]
) -> Groups:
    """Return these players by a value, highest first."""
    if len(players) == 1:
        return [list(players)]
    values = {player: value(player) for player in players}
    ordered = sorted(players, key=values.__getitem__, reverse=True)
    return [list(group) for _, group in groupby(ordered, values.__getitem__)]
