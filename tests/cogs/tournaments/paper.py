"""The standings of a night on paper: worked out from its tables as a scorekeeper would, without our rules.

In pods, a win and a bye are 5 points and a draw is 1. Equal points are ranked by opponents' match-win rate,
then by wins. A match-win rate is a player's points from tables divided by 5 for each of them, and at least a
fifth; the opponents' one is its mean over everyone met, as often as met, where a bye counts as three
opponents with a fifth.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

WIN, DRAW, BYE, LEAST = 5, 1, 5, Fraction(1, 5)


class Paper:
    """The rounds of a night: at each table who sat there, and who won; no one in a draw."""

    def __init__(self) -> None:
        self.tables: list[tuple[Sequence[str], str | None]] = []
        self.byes: list[str] = []

    def ranked(self, players: Iterable[str]) -> list[str]:
        """Return the players, best first; equal ones in the order in which they come."""
        return sorted(players, key=self._key, reverse=True)

    def standings(self, players: Sequence[str]) -> list[str]:
        """Return the lines of ``/event standings`` with all numbers, best first: equal players share a
        place."""
        keys = {player: self._key(player) for player in players}
        places = {player: 1 + sum(other > key for other in keys.values()) for player, key in keys.items()}
        return [
            f"{places[player]}. {player} · {self.line(player)} · {self.rate(player)}"
            for player in self.ranked(players)
        ]

    def line(self, player: str) -> str:
        """Points, wins–losses–draws and byes."""
        points = self.points(player)
        wins, draws, played = self._wins(player), self._draws(player), len(self._at(player))
        unit, byes = "point" if points == 1 else "points", self.byes.count(player)
        record = f"{wins}–{played - wins - draws}–{draws}"
        return f"{points} {unit} · {record}" + (f" + {byes} bye{'s' * (byes > 1)}" if byes else "")

    def rate(self, player: str) -> str:
        """Opponents' match-win rate, as a percentage."""
        return f"{100 * float(self._opponents(player)):.1f}%"

    def points(self, player: str) -> int:
        """Return what a player has."""
        return WIN * self._wins(player) + DRAW * self._draws(player) + BYE * self.byes.count(player)

    def _key(self, player: str) -> tuple[int, Fraction, int]:
        return self.points(player), self._opponents(player), self._wins(player)

    def _at(self, player: str) -> list[tuple[Sequence[str], str | None]]:
        return [table for table in self.tables if player in table[0]]

    def _wins(self, player: str) -> int:
        return sum(winner == player for _, winner in self._at(player))

    def _draws(self, player: str) -> int:
        return sum(winner is None for _, winner in self._at(player))

    def _rate(self, player: str) -> Fraction:
        played = len(self._at(player))
        points = WIN * self._wins(player) + DRAW * self._draws(player)
        return max(LEAST, Fraction(points, WIN * played)) if played else LEAST

    def _opponents(self, player: str) -> Fraction:
        rates = [self._rate(other) for names, _ in self._at(player) for other in names if other != player]
        rates += [LEAST] * 3 * self.byes.count(player)
        return sum(rates, Fraction(0)) / max(1, len(rates))
