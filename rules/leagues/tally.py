"""The totals of a set of confirmed results.

Everything in a tally is a sum over matches, so removing a result is the exact inverse of adding it, at any
time. A correction in the past costs as much as a report.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from typing import TypeVar

from rules.leagues import matches
from rules.leagues.league import Extras, League, Tiebreaker
from rules.leagues.result import Ending, PlayerNumber, ResultNumber

_NO_EXTRAS: Mapping[PlayerNumber, Fraction] = {}
Claims = Mapping[PlayerNumber, PlayerNumber]
"""The players that claimed guests are."""

_Key = TypeVar("_Key", bound=Hashable)


@dataclass(slots=True)
class PlayerTotals:
    """The totals of one player's matches. Mappings omit zero counts."""

    points: Fraction = matches.NO_POINTS
    byes: int = 0
    wins: int = 0
    """Matches won, byes left out; so are `draws` and `losses`."""
    draws: int = 0
    losses: int = 0
    match_points: Fraction = matches.NO_POINTS
    """Points without those of byes and without extras."""
    possible: Fraction = matches.NO_POINTS
    """The `match_points` if all those matches had been won."""
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
    """Matches by their points; kept if the league drops the worst ones."""

    @property
    def matches(self) -> int:
        """Matches played, byes included."""
        return self.byes + self.wins + self.draws + self.losses


class Tally:
    """The totals of all players in a set of results, by the rules of one league.

    Claims are applied only here: a claim moves a guest's totals, and changes no one else's points.
    """

    def __init__(
        self, league: League, claims: Claims | None = None, results: Iterable[matches.NumberedResult] = ()
    ) -> None:
        self.league = league
        self.accounts: dict[PlayerNumber, PlayerTotals] = {}
        self._claims = claims or {}
        self._pairings: dict[matches.Pairing, dict[ResultNumber, matches.NumberedResult]] = {}
        self._has_extras = league.scoring.extras != Extras()
        self._head_to_head = Tiebreaker.HEAD_TO_HEAD in league.ties.order
        self.add_all(results)

    def add(self, one: matches.NumberedResult) -> None:
        """Add a confirmed result."""
        key = matches.pairing_key(self.league, one.result)
        if key is None:
            self._count(matches.alone(self.league, one.number, one.result), 1)
        else:
            self._regroup(key, {**self._pairings.get(key, {}), one.number: one})

    def add_all(self, results: Iterable[matches.NumberedResult]) -> None:
        """Add many results, as `add` does one by one, but count equal ones at once."""
        batch = _Batch(self.league, self._claims)
        for one in results:
            if matches.pairing_key(self.league, one.result) is not None or (
                self._has_extras and self.league.drop_worst
            ):
                self.add(one)
            else:
                batch.add(one)
        for match, sides in batch.alike.values():
            for showing, players in zip(match.showings, sides, strict=True):
                for player, times in Counter(players).items():
                    self._add(player, match, showing, times)
        for player, extra in batch.extras:
            self._account(player).points += extra
        for player in batch.kills:
            self._account(player).kills += 1
        for player, opponents in batch.met.items():
            account = self._account(player)
            account.met += len(opponents)
            _bump_all(account.opponents, Counter(opponents))
        for player, opponents in batch.ahead.items():
            _bump_all(self._account(player).ahead, Counter(opponents))

    def remove(self, one: matches.NumberedResult) -> None:
        """Remove a result, as if it had never been added."""
        key = matches.pairing_key(self.league, one.result)
        if key is None:
            self._count(matches.alone(self.league, one.number, one.result), -1)
        else:
            games = self._pairings[key]
            self._regroup(key, {number: game for number, game in games.items() if number != one.number})

    def catch_up(self, most: int | None = None) -> bool:
        """Do nothing and return True: no result is ever pending here, unlike in a replay."""
        return True

    def _regroup(self, key: matches.Pairing, games: dict[ResultNumber, matches.NumberedResult]) -> None:
        """Replace the games of one pairing, and update the counts of matches."""
        before = _by_numbers(matches.matches_of(self.league, self._pairings.pop(key, {}).values()))
        after = _by_numbers(matches.matches_of(self.league, games.values()))
        if games:
            self._pairings[key] = games
        for numbers in before.keys() - after.keys():
            self._count(before[numbers], -1)
        for numbers in after.keys() - before.keys():
            self._count(after[numbers], 1)

    def _count(self, match: matches.Match, sign: int) -> None:
        """Add a match to the totals of everyone in it; with sign -1 remove it."""
        scoring = self.league.scoring
        if not matches.counts(match, scoring):
            return
        extras = matches.extra_points(match.games, scoring) if self._has_extras else _NO_EXTRAS
        for showing in match.showings:
            for player in showing.players:
                self._add(self._resolved(player), match, showing, sign, extras.get(player, matches.NO_POINTS))
        self._meet(match, sign)
        for player in (kill.by for game in match.games for kill in matches.kills_in(game)):
            if player in match.games[0].players:
                self._account(self._resolved(player)).kills += sign
        for player in map(self._resolved, match.games[0].players):
            if player in self.accounts and not self.accounts[player].matches:
                del self.accounts[player]

    def _add(
        self,
        player: PlayerNumber,
        match: matches.Match,
        showing: matches.SideResult,
        times: int,
        extra: Fraction = matches.NO_POINTS,
    ) -> None:
        """Add a match's, or several equal ones', totals for a player, except opponents and kills."""
        account, scoring = self._account(player), self.league.scoring
        worth = matches.points_for(match, showing, scoring)
        account.points += (worth + extra) * times
        if self.league.drop_worst:
            _bump(account.scores, worth + extra, times)
        account.games_won += times * showing.won
        account.games_drawn += times * showing.drawn
        account.games_lost += times * showing.lost
        if match.is_bye:
            account.byes += times
            return
        if showing.ending is Ending.WON:
            account.wins += times
        elif showing.ending is Ending.DREW:
            account.draws += times
        else:
            account.losses += times
        account.match_points += worth * times
        account.possible += matches.best_points(match, scoring) * times
        _bump(account.places, showing.place, times)

    def _meet(self, match: matches.Match, sign: int) -> None:
        """Record who met whom in a match, and who did better."""
        for showing, theirs in permutations(match.showings, 2):
            ahead = (showing.place < theirs.place) + (showing.place <= theirs.place)
            for player in map(self._resolved, showing.players):
                account = self._account(player)
                account.met += sign * len(theirs.players)
                for opponent in map(self._resolved, theirs.players):
                    _bump(account.opponents, opponent, sign)
                    if self._head_to_head:
                        _bump(account.ahead, opponent, sign * ahead)

    def _resolved(self, player: PlayerNumber) -> PlayerNumber:
        return self._claims.get(player, player)

    def _account(self, player: PlayerNumber) -> PlayerTotals:
        account = self.accounts.get(player)
        if account is None:
            account = self.accounts[player] = PlayerTotals()
        return account


class _Batch:
    """Many results that are whole matches, grouped by equality before they are added up."""

    def __init__(self, league: League, claims: Claims) -> None:
        self._league = league
        self._claims = claims
        self._has_extras = league.scoring.extras != Extras()
        self._head_to_head = Tiebreaker.HEAD_TO_HEAD in league.ties.order
        self.alike: dict[Hashable, tuple[matches.Match, Sequence[list[PlayerNumber]]]] = {}
        """Matches that are worth the same side by side: one of them, and the players of each side of all."""
        self.extras: list[tuple[PlayerNumber, Fraction]] = []
        self.kills: list[PlayerNumber] = []
        self.met: defaultdict[PlayerNumber, list[PlayerNumber]] = defaultdict(list)
        """By player, every opponent as often as met."""
        self.ahead: defaultdict[PlayerNumber, list[PlayerNumber]] = defaultdict(list)

    def add(self, one: matches.NumberedResult) -> None:
        """Add a result if it counts."""
        match, alike = self._alike(one)
        if not matches.counts(match, self._league.scoring):
            return
        resolved = self._claims.get
        sides = [[resolved(number, number) for number in side.players] for side in one.result.entrants]
        for side, players in zip(sides, alike, strict=True):
            players += side
        for index, side in enumerate(sides):
            opponents = [number for other in sides if other is not side for number in other]
            for player in side:
                self.met[player] += opponents
            if self._head_to_head:
                self._compare(index, sides, match)
        kills = [*matches.kills_in(one.result)]
        extras = matches.extra_points((one.result,), self._league.scoring) if self._has_extras else _NO_EXTRAS
        if kills or extras:
            everybody = one.result.players
            self.kills += [resolved(by, by) for by, _ in kills if by in everybody]
            self.extras += [(resolved(by, by), extras[by]) for by in everybody if by in extras]

    def _alike(self, one: matches.NumberedResult) -> tuple[matches.Match, Sequence[list[PlayerNumber]]]:
        result = one.result
        sides = [
            (side.place, side.ending is Ending.WON, side.games, len(side.lines)) for side in result.entrants
        ]
        shape = result.draw, result.drawn_games, *sides
        if shape not in self.alike:
            match = matches.alone(self._league, one.number, result)
            self.alike[shape] = match, [[] for _ in match.showings]
        return self.alike[shape]

    def _compare(self, index: int, sides: Sequence[Sequence[PlayerNumber]], match: matches.Match) -> None:
        place = match.showings[index].place
        for other, theirs in zip(sides, match.showings, strict=True):
            if other is not sides[index]:
                for player in sides[index]:
                    self.ahead[player] += [*other] * ((place < theirs.place) + (place <= theirs.place))


def _by_numbers(found: Iterable[matches.Match]) -> dict[tuple[ResultNumber, ...], matches.Match]:
    return {match.numbers: match for match in found}


def _bump(found: dict[_Key, int], key: _Key, by: int) -> None:
    """Change a count; zero counts are removed, so that equal sets of results have equal totals."""
    count = found.get(key, 0) + by
    if count:
        found[key] = count
    else:
        found.pop(key, None)


def _bump_all(found: dict[_Key, int], counts: Mapping[_Key, int]) -> None:
    for key, count in counts.items():
        _bump(found, key, count)
