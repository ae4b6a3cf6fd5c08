"""When the players of a round are reminded: as the last round says, whatever the one before said."""

from datetime import timedelta

import pytest

from rules.leagues.result import DAY
from rules.pairings.pairings import Pairings
from rules.tournaments.acts import BeginRound, EnterOutcome, SignUp
from rules.tournaments.deadlines import SetDeadline
from rules.tournaments.state import TournamentId, TournamentRules
from storage.engine.database import Database
from storage.games.games import Games
from storage.scheduler import Deadline, DeadlineKind
from storage.tournaments.change import TournamentChange
from tests.storage.leagues.people import ANA, BEN, JUDGE, NOON, by
from tests.storage.table import PLACE

END = int(NOON.timestamp()) + 2 * DAY


async def event(games: Games) -> TournamentId:
    """Return an event of two whose first round, which is to be played by END, has been played."""
    state = await games.tournaments.create(PLACE, by(JUDGE), TournamentRules(name="Friday"))

    def play(change: TournamentChange) -> None:
        numbers = tuple(change.number((one.user, one.name)) for one in (ANA, BEN))
        for number in numbers:
            change.add(SignUp(player=number))
        change.add(BeginRound(pairings=Pairings(tables=(numbers,))))
        change.add(SetDeadline(deadline=END))
        change.add(EnterOutcome(round=1, table=1, winners=numbers[:1]))

    await games.tournaments.change(state.tournament, by(JUDGE), play)
    return state.tournament


@pytest.mark.parametrize("deadline", [END, 0], ids=["the same deadline", "no deadline"])
async def test_the_next_round_has_its_own_reminder(database: Database, deadline: int) -> None:
    games = Games(database, lambda: NOON)
    tournament = await event(games)

    def go_on(change: TournamentChange) -> None:
        change.add(BeginRound(pairings=change.state.rounds[-1].pairings))
        if deadline:
            change.add(SetDeadline(deadline=deadline))

    await games.tournaments.change(tournament, by(JUDGE), go_on)
    a_day_before = Deadline(DeadlineKind.ROUND, str(tournament), NOON + timedelta(days=1), "2")
    expected = a_day_before if deadline else None
    assert await games.deadlines.find(DeadlineKind.ROUND, str(tournament)) == expected
