"""Old rows of the forgotten leave the files, and a deletion that is killed is whole or has not begun."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from storage.engine.opening import open_beside, open_database
from storage.games.personal_data import FORGOTTEN_USER
from storage.scheduler import Deadline, DeadlineKind
from storage.settings.definitions import CALL, Level
from tests.crash.forgetter import main
from tests.crash.killing import run_and_kill, taken_over
from tests.storage.privacy.world import ANA, BEN, CY, HERE, NAME, World, contents, remains, world
from tests.storage.table import assert_sound, whole_log
from tests.support.postgresql.fixtures import Server

__all__ = ("world",)

KILLS, FEWER = 8, 4


async def test_a_small_file_is_written_again_at_once_and_a_large_one_at_night(file: Path) -> None:
    async with open_database(file) as database:
        world = World(database, small=0)
        await world.play(HERE)
        await world.privacy.forget(BEN)
        found = await world.games.deadlines.find(DeadlineKind.REBUILD, "")
        tomorrow = world.noon.replace(hour=4, minute=0, second=0, microsecond=0) + timedelta(days=1)
        assert found == Deadline(DeadlineKind.REBUILD, "", tomorrow)
        assert remains(file) != []
    async with open_database(file) as database:
        world = World(database)
        await world.privacy.forget(ANA)
        deadlines = world.games.deadlines
        deadlines.start({DeadlineKind.REBUILD: world.privacy.rebuild})
        for _ in range(500):
            if await deadlines.find(DeadlineKind.REBUILD, "") is None:
                break
            await asyncio.sleep(0.01)
        await deadlines.close()
        assert remains(file) == []
        assert str(ANA).encode() not in contents(file)


async def test_someone_who_reads_the_file_only_delays_that_it_is_wiped(world: World, file: Path) -> None:
    await world.play(HERE)
    with closing(sqlite3.connect(file, isolation_level=None)) as backup:
        backup.execute("BEGIN")
        backup.execute("SELECT count(*) FROM entry").fetchone()
        await world.privacy.forget(BEN)
        assert not await world.database.rebuild()
        assert remains(file) != []
    assert await world.database.rebuild()
    assert remains(file) == []


async def test_a_large_database_of_a_server_has_no_old_rows_after_a_night(postgresql: Server) -> None:
    async with open_database(await postgresql.blank()) as database:
        await database.write(("ALTER TABLE entry SET (autovacuum_enabled = off)", ()))
        world = World(database)
        await world.play(HERE)
        await database.write(("ANALYZE entry", ()))
        await world.privacy.forget(BEN)
        await database.write(("SELECT pg_stat_force_next_flush()", ()))
        quoted = f"SELECT 1 FROM pg_stats WHERE pg_stats::text LIKE '%{NAME}%'"
        old = "SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'entry'"
        assert (await database.fetch(old))[0][0] > 0
        assert await database.fetch(quoted)
        assert await database.replace()
        assert (await database.fetch(old))[0][0] == 0
        assert not await database.fetch(quoted)


async def test_who_reads_a_server_for_long_only_delays_that_it_is_wiped(postgresql: Server) -> None:
    async with open_database(await postgresql.blank()) as database:
        world = World(database)
        await world.play(HERE)
        async with open_beside(database.address) as backup:
            assert await backup.fetch("SELECT * FROM entry")
            await world.privacy.forget(BEN)
            await asyncio.sleep(1.1)
            assert not await database.rebuild()
            assert not await database.replace()
            assert remains(database.address) != []
        assert await database.rebuild()
        assert remains(database.address) == []


async def test_killed_in_the_middle_it_is_all_there_or_all_gone(tmp_path: Path) -> None:
    """The process that forgets is killed at any moment of it."""
    outcomes = {await gone(str(tmp_path / f"{number}.db"), 0.003 * 2**number) for number in range(KILLS)}
    assert True in outcomes


async def test_killed_in_the_middle_on_a_server_it_is_all_there_or_all_gone(postgresql: Server) -> None:
    outcomes = {await gone(await postgresql.blank(), 0.003 * 8**number) for number in range(FEWER)}
    assert True in outcomes


async def gone(address: str, moment: float) -> bool:
    """Return whether all of someone is gone, or nothing, whom a process was forgetting for so many
    seconds."""
    async with open_database(address) as database:
        world = World(database)
        game = await world.play(HERE)
        await world.settings.choose(Level.OWN, BEN, CALL, "on")
    await run_and_kill(main, address, BEN, after=moment, may_end=True)
    async with taken_over(address) as database:
        world = World(database)
        users = {one.user for one in await whole_log(world.games, game)}
        gone = BEN not in users
        names = {player.name for player in (await world.table(game)).players}
        assert (NAME in names) is not gone
        assert (FORGOTTEN_USER in users) is gone
        assert (await world.settings.of_person(BEN) == {}) is gone
        assert (await world.games.deadlines.find(DeadlineKind.REBUILD, "") is not None) <= gone
        await assert_sound(world.games, game)
        assert (await world.table(game)).counters_of(str(CY)) == {"energy": 64}
    return gone
