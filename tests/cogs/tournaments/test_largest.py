"""The largest event: 512 players; nothing that is done holds the event loop for long."""

import pytest

from rules.pairings.pairings import Pairings, Participant
from rules.tournaments.acts import BeginRound, EnterOutcome
from storage.games.games import Request
from storage.tournaments.change import TournamentChange
from tests.cogs.tournaments.test_rounds import lines
from tests.support.evening import Evening
from tests.support.event_loop import Holds, held
from tests.support.leagues import imports
from tests.support.wording import gist

pytestmark = pytest.mark.alone

APART = 0.015
"""Seconds; the standings alone take twice as long on the loop, answering them without a sixth of it."""


def played(change: TournamentChange) -> None:
    """Eight rounds that move everyone on by one table in each seat but the first; the first seat wins."""
    for round in range(1, 9):
        tables = tuple(
            tuple(Participant(1 + 4 * ((table + seat * round) % 128) + seat) for seat in range(4))
            for table in range(128)
        )
        change.add(BeginRound(pairings=Pairings(tables=tables)))
        for number, table in enumerate(tables, start=1):
            change.add(EnterOutcome(round=round, table=number, winners=table[:1]))


async def test_512_players_after_eight_rounds(evening: Evening) -> None:
    """The first seats are the same 128 players each time: 8 wins, 40 points."""
    holds = Holds()
    await evening.types("Ana", "event create", name="Friday")
    roster = "\n".join(f"Guest {number}" for number in range(512)).encode()
    await holds.of("import", imports(evening, roster))
    request = Request(user=evening.people["Ana"].id, name="Ana", interaction=7_777_778)
    await evening.games.tournaments.change(await evening.tournament(), request, played)
    shown, longest = await held(evening.types("Ben", "event standings"))
    assert longest < APART, "the standings are made beside the event loop"
    leader = next(line for line in shown.text.splitlines() if line.startswith("1. "))
    assert leader.endswith(" 40 8–0–0")
    await holds.of("correct", evening.types("Ana", "event result", table=1, winner="Guest 0"))
    await holds.of("message", evening.env.settle())
    await holds.of("show", evening.types("Ben", "event show"))
    assert gist(lines(evening)[3]) == ["128 128"]
    await holds.of("cut", evening.types("Ana", "event cut", players=16))
    assert holds.too_long == {}
