"""What a set of confirmed results adds up to.

Everything in a tally is a sum over matches, so taking a result out is exactly the opposite of putting it in,
whatever came between. A correction in the past costs as much as a report.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from operator import add, sub
from typing import TypeVar

from rules.leagues.league import League, Tiebreaker
from rules.leagues.matches import Match, NumberedResult, Pairing, SideResult, alone, pairing, together
from rules.leagues.points import NOTHING, best_points, counts, extra_points, kills_in, points_for
from rules.leagues.result import Ending, PlayerNumber, Result, ResultNumber
from rules.leagues.scoring import Extras

Claims = Mapping[PlayerNumber, PlayerNumber]
"""Which player a guest was."""

_NO_EXTRAS: Mapping[PlayerNumber, Fraction] = {}
_Key = TypeVar("_Key", bound=Hashable)


@dataclass(slots=True)
class PlayerTotals:
    """What one player's matches add up to. Counts by something leave out what there are none of."""

    points: Fraction = NOTHING
    byes: int = 0
    wins: int = 0
    """Matches won, byes left out; so are `draws` and `losses`."""
    draws: int = 0
    losses: int = 0
    match_points: Fraction = NOTHING
    """Points without those of byes and without extras."""
    possible: Fraction = NOTHING
    """What `match_points` would be if all those matches had been won."""
    games_won: int = 0
    """Games, those of byes included; so are `games_drawn` and `games_lost`."""
    games_drawn: int = 0
    games_lost: int = 0
    kills: int = 0
    places: dict[int, int] = field(default_factory=dict[int, int])
    """Matches by the place in them."""
    met: int = 0
    """Opponents, one who was met twice counted twice."""
    opponents: dict[PlayerNumber, int] = field(default_factory=dict[PlayerNumber, int])
    """Matches by opponent."""
    ahead: dict[PlayerNumber, int] = field(default_factory=dict[PlayerNumber, int])
    """By opponent, 2 for each match in which one did better and 1 for each in which both did equally well;
    kept where the league breaks ties by it."""
    scores: dict[Fraction, int] = field(default_factory=dict[Fraction, int])
    """Matches by what they were worth; kept where the league drops the worst ones."""

    @property
    def matches(self) -> int:
        """Matches played, byes included."""
        return self.byes + self.wins + self.draws + self.losses


class Tally:
    """The accounts of everybody in a set of results, by the rules of one league.

    Claims are applied to players here and nowhere before: a claim moves what a guest had, and changes
    nobody else's points.
    """

    def __init__(self, league: League, claims: Claims | None = None) -> None:
        self.league = league
        self.accounts: dict[PlayerNumber, PlayerTotals] = {}
        self._claims = claims or {}
        self._pairings: dict[Pairing, dict[ResultNumber, NumberedResult]] = {}
        self._has_extras = league.scoring.extras != Extras()
        self._head_to_head = Tiebreaker.HEAD_TO_HEAD in league.ties.order

    def add(self, number: ResultNumber, result: Result) -> None:
        """Puts a confirmed result in that was not in."""
        key = pairing(self.league, result)
        if key is None:
            self._count(alone(self.league, number, result), 1)
        else:
            games = self._pairings.get(key, {})
            self._regroup(key, {**games, number: NumberedResult(result.played, number, result)})

    def remove(self, number: ResultNumber, result: Result) -> None:
        """Takes a result out again: it is as if it had never been in."""
        key = pairing(self.league, result)
        if key is None:
            self._count(alone(self.league, number, result), -1)
        else:
            games = self._pairings[key]
            self._regroup(key, {other: game for other, game in games.items() if other != number})

    def _regroup(self, key: Pairing, games: dict[ResultNumber, NumberedResult]) -> None:
        """The games of one pairing are these now; counts the matches that this makes or unmakes."""
        before = _by_numbers(together(self.league, self._pairings.pop(key, {}).values()))
        after = _by_numbers(together(self.league, games.values()))
        if games:
            self._pairings[key] = games
        for numbers in before.keys() - after.keys():
            self._count(before[numbers], -1)
        for numbers in after.keys() - before.keys():
            self._count(after[numbers], 1)

    def _count(self, match: Match, sign: int) -> None:
        """Puts a match into the accounts of everybody in it; with sign -1 takes it out."""
        scoring = self.league.scoring
        if not counts(match, scoring):
            return
        extras = extra_points(match, scoring) if self._has_extras else _NO_EXTRAS
        kills = Counter(kill.by for game in match.games for kill in kills_in(game))
        possible = NOTHING if match.is_bye else best_points(match, scoring)
        for showing in match.showings:
            worth = points_for(match, showing, scoring)
            for player in showing.players:
                account = self._account(player)
                _add_showing(account, showing, sign)
                account.kills += sign * kills[player]
                self._add_points(account, worth + extras[player] if player in extras else worth, sign)
                if match.is_bye:
                    account.byes += sign
                else:
                    _add_match(account, showing, worth, possible, sign)
                    self._meet(account, showing, match, sign)
        for player in match.games[0].players:
            self._forget_if_empty(player)

    def _add_points(self, account: PlayerTotals, worth: Fraction, sign: int) -> None:
        account.points = add(account.points, worth) if sign > 0 else sub(account.points, worth)
        if self.league.drop_worst:
            _bump(account.scores, worth, sign)

    def _meet(self, account: PlayerTotals, showing: SideResult, match: Match, sign: int) -> None:
        for other in match.showings:
            if other is showing:
                continue
            ahead = (showing.place < other.place) + (showing.place <= other.place)
            for player in other.players:
                opponent = self._claims.get(player, player)
                _bump(account.opponents, opponent, sign)
                if self._head_to_head:
                    _bump(account.ahead, opponent, sign * ahead)
            account.met += sign * len(other.players)

    def _account(self, player: PlayerNumber) -> PlayerTotals:
        player = self._claims.get(player, player)
        account = self.accounts.get(player)
        if account is None:
            account = self.accounts[player] = PlayerTotals()
        return account

    def _forget_if_empty(self, player: PlayerNumber) -> None:
        player = self._claims.get(player, player)
        if player in self.accounts and not self.accounts[player].matches:
            del self.accounts[player]


def tally(
    league: League, results: Iterable[tuple[ResultNumber, Result]], claims: Claims | None = None
) -> Tally:
    """The tally of these confirmed results, in whatever order."""
    made = Tally(league, claims)
    for number, result in results:
        made.add(number, result)
    return made


def _by_numbers(matches: Iterable[Match]) -> dict[tuple[ResultNumber, ...], Match]:
    return {match.numbers: match for match in matches}


def _add_showing(account: PlayerTotals, showing: SideResult, sign: int) -> None:
    account.games_won += sign * showing.won
    account.games_drawn += sign * showing.drawn
    account.games_lost += sign * showing.lost


def _add_match(
    account: PlayerTotals, showing: SideResult, worth: Fraction, possible: Fraction, sign: int
) -> None:
    if showing.ending is Ending.WON:
        account.wins += sign
    elif showing.ending is Ending.DREW:
        account.draws += sign
    else:
        account.losses += sign
    move = add if sign > 0 else sub
    account.match_points = move(account.match_points, worth)
    account.possible = move(account.possible, possible)
    _bump(account.places, showing.place, sign)


def _bump(found: dict[_Key, int], key: _Key, by: int) -> None:
    """Changes a count; one of none is left out, so that equal sets of results have equal accounts."""
    count = found.get(key, 0) + by
    if count:
        found[key] = count
    else:
        found.pop(key, None)
