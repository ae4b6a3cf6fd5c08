"""The pairings of a round by name: each player with their table and seat, in alphabetical order."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cogs.text.language import tr
from cogs.text.typed import unaccented
from rules.pairings.pairings import Participant
from rules.tournaments.state import TournamentRound


class NamedSeat(NamedTuple):
    """A player's name, the number of their table, and their seat from 1; 0 for a bye, and for no seat."""

    name: str
    table: int
    seat: int = 0

    @property
    def place(self) -> str:
        """The table and the seat in words."""
        if not self.table:
            return tr("bye")
        if not self.seat:
            return tr("table {n}", n=self.table)
        return tr("table {n}, seat {seat}", n=self.table, seat=self.seat)


def seats_by_name(
    round: TournamentRound, names: Callable[[Participant], Iterable[str]], *, seated: bool
) -> Sequence[NamedSeat]:
    """Return everyone in a round in alphabetical order, regardless of case and accents.

    ``names``: those of a participant, who may be a team; ``seated``: whether their order at the table is that
    of their seats.
    """
    found = [
        NamedSeat(name, table, seat if seated else 0)
        for table, players in round.tables.items()
        for seat, one in enumerate(players, start=1)
        for name in names(one)
    ]
    found += [NamedSeat(name, 0) for one in round.pairings.byes for name in names(one)]
    return sorted(found, key=lambda one: (unaccented(one.name), one))
