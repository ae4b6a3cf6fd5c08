"""Standings calculated the slow way: every number of every player from the whole list of results."""

from collections.abc import Sequence
from fractions import Fraction

from rules.leagues.league import League
from rules.leagues.result import Ending, Entrant, Result

Line = tuple[int, Fraction, Fraction, Fraction, Fraction]
"""Player, points, the opponents' share of matches, own share of games, the opponents' share of games."""


class Table:
    """A league of single games or whole matches with points for a win, a draw, a loss and a bye."""

    def __init__(self, league: League, results: Sequence[Result]) -> None:
        self._league = league
        self._results = results
        self.players = sorted({player for result in results for player in result.players})

    def lines(self) -> list[Line]:
        """Return everyone's line, best first; equals by their number."""
        found = [
            (
                player,
                self.points(player),
                self._mean(player, [self.match_wins(other) for other in self.opponents(player)]),
                self.game_wins(player),
                self._mean(player, [self.game_wins(other) for other in self.opponents(player)]),
            )
            for player in self.players
        ]
        return sorted(found, key=lambda line: (tuple(-number for number in line[1:]), line[0]))

    def places(self) -> list[int]:
        """Return the places that go with the lines."""
        keys = [line[1:] for line in self.lines()]
        return [1 + keys.index(key) for key in keys]

    def points(self, player: int) -> Fraction:
        return sum((self._worth(*one) for one in self._of(player)), Fraction(0))

    def opponents(self, player: int) -> list[int]:
        return [
            other
            for result, own in self._of(player)
            for entrant in result.entrants
            if entrant is not own
            for other in entrant.players
        ]

    def match_wins(self, player: int) -> Fraction:
        scoring, ties = self._league.scoring, self._league.ties
        counted = [one for one in self._of(player) if ties.byes_count or len(one[0].entrants) > 1]
        if not counted:
            return ties.floor
        earned = sum(self._worth(*one) for one in counted)
        return max(ties.floor, Fraction(earned, len(counted) * scoring.win))

    def game_wins(self, player: int) -> Fraction:
        won = drawn = played = 0
        for result, own in self._of(player):
            if len(result.entrants) == 1:
                won, played = won + self._needed, played + self._needed
            elif own.games is not None:
                won += own.games
                drawn += result.drawn_games
                played += sum(one.games or 0 for one in result.entrants) + result.drawn_games
            else:
                won += own.ending is Ending.WON
                drawn += own.ending is Ending.DREW
                played += 1
        return max(self._league.ties.floor, Fraction(3 * won + drawn, 3 * played))

    @property
    def _needed(self) -> int:
        return {1: 1, 3: 2, 5: 3}[self._league.best_of]

    def _of(self, player: int) -> list[tuple[Result, Entrant]]:
        return [
            (result, entrant)
            for result in self._results
            for entrant in result.entrants
            if player in entrant.players
        ]

    def _worth(self, result: Result, own: Entrant) -> Fraction:
        scoring = self._league.scoring
        if len(result.entrants) == 1:
            return scoring.bye
        return {
            Ending.WON: scoring.win,
            Ending.DREW: scoring.draws.time.points,
            Ending.LOST: scoring.loss,
        }[own.ending]

    def _mean(self, player: int, values: list[Fraction]) -> Fraction:
        ties = self._league.ties
        byes = sum(len(result.entrants) == 1 for result, _ in self._of(player)) * ties.bye_opponents
        values = values + [ties.bye_opponent_wins] * byes
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)
