"""Pairings and points of players who are called 1, 2, 3 and so on."""

from fractions import Fraction

from rules.pairings.pairings import Pairings, Participant

P = Participant


def numbers(*tables: tuple[int, ...], byes: tuple[int, ...] = ()) -> Pairings:
    """Pairings by the numbers of players."""
    return Pairings(
        tables=tuple(tuple(P(one) for one in table) for table in tables), byes=tuple(P(one) for one in byes)
    )


def points(*totals: int) -> dict[Participant, Fraction]:
    """Points of the players 1, 2, 3 and so on."""
    return {P(number): Fraction(total) for number, total in enumerate(totals, 1)}
