"""kill -9 while results are reported, confirmed, disputed, ruled upon and settled, and seasons close.

Nothing that was answered is lost, nothing counts twice, and what was due is settled after the restart.
"""

import asyncio
import random
import time
from pathlib import Path

import pytest

from rules.leagues.acts.results import ImportResults, ReportResult
from rules.leagues.review import ResultState
from storage.engine.database import Database
from storage.games.games import Games, is_over
from storage.leagues.queries import ResultFilter
from tests.crash.killing import run_and_kill, taken_over
from tests.crash.league_streamer import FILE, LEAGUE, hasty_clock, main, settling
from tests.storage.leagues.ledger import assert_sound
from tests.support.games import view_of
from tests.support.postgresql.fixtures import Server, postgresql

__all__ = ("postgresql",)

KINDS = {
    *("RecordResult", "WithdrawResult", "RestoreResult", "ReportResult", "Confirm", "Dispute"),
    *("ImportResults", "RestoreVoided", "ClaimGuest", "ReleaseGuest"),
    *("Rule", "Settle", "VoidResult", "EditResult", "OpenSeason", "CloseSeason"),
}
"""What has to happen between kills."""
KILLS, FEWER, MOST = 5, 4, 5
"""Kills beside a file and beside a server, and how many times as many a slow machine may need."""
LONGEST, LONGER = 0.6, 2
"""Seconds until a kill; each further round of kills takes up to twice as long."""
MAX_LOOKS = 6000
"""Looks at what is overdue, a hundredth of a second apart."""
EVERYTHING = 1_000_000

Answers = dict[int, int]
"""Interaction by number of the entry."""


async def stream_and_kill(address: str, beginning: float, moment: float) -> Answers:
    """Return what was answered until ``moment`` seconds after the first answer."""
    lines = await run_and_kill(main, address, beginning, after=moment)
    return {int(number): int(interaction) for number, interaction in map(str.split, lines)}


async def assert_nothing_lost_or_twice(address: str, answered: Answers) -> set[str]:
    """Return the kinds of acts that there are."""
    async with taken_over(address) as database:
        games = Games(database)
        await assert_sound(database, LEAGUE)
        ledger = await games.leagues.audit(LEAGUE, limit=EVERYTHING)
        interactions = {entry.number: entry.interaction for entry in ledger}
        for number, interaction in answered.items():
            assert interactions[number] == interaction, f"entry {number} was answered and is lost"
        records = await games.leagues.results.newest(LEAGUE, ResultFilter(), limit=EVERYTHING)
        reports = [entry for entry in ledger if isinstance(entry.act, ReportResult)]
        from_tables = [one for one in records if one.result.game is not None]
        files = [entry.act.results for entry in ledger if isinstance(entry.act, ImportResults)]
        assert {len(results) for results in files} <= {FILE}
        assert len(records) == len(reports) + len(from_tables) + FILE * len(files)
        assert sorted(one.result.game or 0 for one in from_tables if not one.withdrawn) == sorted(
            await finished(games, database)
        )
        return {type(entry.act).__name__ for entry in ledger}


async def finished(games: Games, database: Database) -> list[int]:
    """Return every game that is over."""
    found: list[int] = []
    for row in await database.fetch("SELECT id FROM game"):
        view = await view_of(games, row["id"])
        found += [view.game] if is_over(view.table) else []
    return found


async def assert_settled_when_late(address: str, beginning: float) -> None:
    """After the start everything that was due meanwhile is settled, once."""
    clock = hasty_clock(beginning)
    async with taken_over(address) as database:
        games = Games(database, clock)
        now = int(clock().timestamp())
        deadlines = settling(games, clock)
        for _ in range(MAX_LOOKS):
            if not await overdue(games, now):
                break
            await asyncio.sleep(0.01)
        else:
            raise AssertionError("what was due is not settled")
        await deadlines.close()
        await assert_sound(database, LEAGUE)


async def overdue(games: Games, now: int) -> bool:
    pending = await games.leagues.results.newest(
        LEAGUE, ResultFilter(states=[ResultState.PENDING]), limit=EVERYTHING
    )
    return any(one.deadline is not None and one.deadline <= now for one in pending)


async def test_leagues_survive_being_killed(tmp_path: Path) -> None:
    await kill_often(str(tmp_path / "arbiter.db"), KILLS, LONGEST)


@pytest.mark.full
async def test_leagues_survive_being_killed_beside_a_server(postgresql: Server) -> None:
    await kill_often(await postgresql.blank(), FEWER, LONGER)


async def kill_often(address: str, kills: int, longest: float) -> None:
    """At least so often, and until everything has happened."""
    chance, answered, beginning = random.Random(1), Answers(), time.time()
    kinds = set[str]()
    for number in range(MOST * kills):
        if number >= kills and kinds >= KINDS:
            break
        moment = chance.uniform(0, longest * 2 ** (number // kills))
        answered |= await stream_and_kill(address, beginning, moment)
        kinds = await assert_nothing_lost_or_twice(address, answered)
    assert len(answered) > kills
    assert kinds >= KINDS
    await assert_settled_when_late(address, beginning)
