"""Connections to a PostgreSQL server that break, fall silent or take too long."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from storage.engine.database import Database, DatabaseError
from storage.engine.group_commit import AlreadyThere, MayBeCommitted, NotCommitted, Statement
from storage.engine.opening import open_database
from storage.engine.postgresql.database import READERS, PostgresqlDatabase
from storage.games.games import Games
from tests.storage.engine.postgresql import DEADLINE, ONE, TWO, another, disconnect_all, empty, keys, line
from tests.storage.table import LIFE, PLACE, ana_has, assert_sound, deal, lose, request
from tests.support.event_loop import in_time
from tests.support.postgresql.fixtures import Server
from tests.support.postgresql.limits import lengthen_database_limits
from tests.support.postgresql.proxy import Network, network
from tests.support.processes import SECONDS

__all__ = ("empty", "line")

SLEEPING = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'
"""
"""How many sleep on the server."""


async def restore(way: Network, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a silent line speak again, and wait until it is used, for as long as a busy machine takes."""
    lengthen_database_limits(monkeypatch)
    way.to_client.set()
    async with asyncio.timeout(SECONDS):
        while True:
            try:
                await keys(database)
            except DatabaseError:
                continue
            return


async def test_play_goes_on_over_lost_connections(empty: str) -> None:
    async with open_database(empty) as database, another(empty) as other:
        games = Games(database)
        game = await deal(games)
        for _ in range(20):
            await disconnect_all(other)
            await asyncio.gather(*(games.act(PLACE, request(), lose()) for _ in range(5)))
        assert await ana_has(games) == LIFE - 100
        await assert_sound(Games(database), game)
        assert await ana_has(Games(database)) == LIFE - 100


@pytest.mark.parametrize("also", [ONE, TWO])
async def test_a_lost_answer_of_a_commit_is_not_a_lost_commit(
    line: tuple[Network, Database], also: Sequence[Statement]
) -> None:
    way, database = line
    told: list[str] = []
    for key in ("one", "two", "three"):
        way.cuts, way.broken = 2, False
        way.commit = b"COMMIT" if also else key.encode()
        await database.write((DEADLINE, ("kind", key)), *also, then=lambda key=key: told.append(key))
        assert way.cuts == 1
    assert told == ["one", "two", "three"]
    way.cuts = 0
    assert await keys(database) == {"one", "two", "three"}


@pytest.mark.parametrize("also", [ONE, TWO])
async def test_what_became_of_a_doubtful_write_is_known_before_the_next(
    line: tuple[Network, Database], also: Sequence[Statement]
) -> None:
    way, database = line
    told: list[str] = []
    way.cuts = 1
    way.commit = b"COMMIT" if also else b"first"
    with in_time(3), pytest.raises(MayBeCommitted):
        await database.write((DEADLINE, ("kind", "first")), *also, then=lambda: told.append("first"))
    with pytest.raises(NotCommitted) as refused:
        await database.write((DEADLINE, ("kind", "second")))
    assert not isinstance(refused.value, MayBeCommitted)
    assert told == []
    way.broken = False
    await database.write((DEADLINE, ("kind", "third")), then=lambda: told.append("third"))
    assert told == ["first", "third"]
    assert await keys(database) == {"first", "third"}


async def test_who_fails_to_hear_that_the_connection_was_lost_keeps_nothing_from_the_others(
    line: tuple[Network, Database], caplog: pytest.LogCaptureFixture
) -> None:
    """The write whose answer was lost is committed, and no one reads otherwise."""
    way, database = line
    notices: list[tuple[str, str]] = []

    def fail(kind: str, text: str) -> None:
        raise KeyError(kind, text)

    def note(kind: str, text: str) -> None:
        notices.append((kind, text))

    database.on_notice += [fail, note]
    way.cuts, way.commit = 2, b"first"
    await database.write((DEADLINE, ("kind", "first")))
    assert way.cuts == 1
    assert notices == [("", "")]
    assert await keys(database) == {"first"}
    (record,) = [record for record in caplog.records if record.exc_info]
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], KeyError)


@pytest.mark.parametrize("values", [("kind", "second"), ("kind", "first")], ids=["new", "there already"])
@pytest.mark.usefixtures("database_limits")
async def test_a_line_that_falls_silent_holds_no_one_up(
    line: tuple[Network, Database], values: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    way, database = line
    await database.write((DEADLINE, ("kind", "first")))
    way.to_client.clear()
    with in_time(3), pytest.raises(NotCommitted):
        await database.write((DEADLINE, values))
    await restore(way, database, monkeypatch)
    await database.write((DEADLINE, ("kind", "third")))
    assert {"first", "third"} <= await keys(database)


@pytest.mark.usefixtures("database_limits")
async def test_who_reads_over_a_line_that_falls_silent_is_answered_in_time(
    line: tuple[Network, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    way, database = line
    await database.write((DEADLINE, ("kind", "first")))
    assert await keys(database) == {"first"}
    way.to_client.clear()
    with in_time(3):
        # One has the connection that falls silent, some make another one, and the rest wait for those.
        asked = (keys(database) for _ in range(2 * READERS))
        told = await asyncio.gather(*asked, return_exceptions=True)
    assert {type(one) for one in told} == {DatabaseError}
    await restore(way, database, monkeypatch)
    assert await keys(database) == {"first"}


@pytest.mark.parametrize("known", [True, False], ids=["in memory", "not in memory"])
@pytest.mark.usefixtures("database_limits")
async def test_everyone_who_presses_at_a_table_is_answered_in_time(
    line: tuple[Network, Database], known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    way, database = line
    games = Games(database)
    await deal(games)
    games = games if known else Games(database)
    way.to_client.clear()
    with in_time(3):
        presses = (games.act(PLACE, request(), lose()) for _ in range(4))
        told = await asyncio.gather(*presses, return_exceptions=True)
    first, then = (MayBeCommitted, NotCommitted) if known else (DatabaseError, DatabaseError)
    assert [type(one) for one in told] == [first, then, then, then]
    await restore(way, database, monkeypatch)
    await games.act(PLACE, request(), lose())
    assert LIFE - await ana_has(games) in ((1, 2) if known else (1,))
    assert await ana_has(Games(database)) == await ana_has(games)


@pytest.mark.usefixtures("database_limits")
async def test_a_line_that_falls_silent_under_a_new_number_holds_no_write_up(
    postgresql: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = (await postgresql.blank()).replace(str(postgresql.folder), str(tmp_path))
    async with network(postgresql.folder, tmp_path) as way, PostgresqlDatabase.join(address) as (database, _):
        assert await database.next_number("game") == 1
        way.to_client.clear()
        with in_time(3):
            told = await asyncio.gather(
                database.next_number("game"),
                database.write((DEADLINE, ("kind", "first"))),
                return_exceptions=True,
            )
        assert [type(one) for one in told] == [NotCommitted, NotCommitted]
        await restore(way, database, monkeypatch)
        await database.write((DEADLINE, ("kind", "second")))
        assert await keys(database) == {"second"}
        assert await database.next_number("game") > 1


@pytest.mark.usefixtures("database_limits")
async def test_who_has_waited_for_a_slow_write_is_answered_in_time(empty: str) -> None:
    """Someone else has locked everything by the time that the slow one is written."""
    async with open_database(empty) as database, another(empty) as one, another(empty) as next_one:
        first, then = one.transaction(), next_one.transaction()
        await first.start()
        await one.execute("LOCK TABLE deadline")
        with in_time(3):
            slow = asyncio.create_task(database.write((DEADLINE, ("kind", "slow"))))
            await asyncio.sleep(0.1)
            later = asyncio.create_task(database.write((DEADLINE, ("kind", "later"))))
            await then.start()
            locking = asyncio.create_task(next_one.execute("LOCK TABLE process, deadline"))
            await asyncio.sleep(0.9)
            await first.commit()
            await slow
            await locking
            with pytest.raises(NotCommitted):
                await later
        await then.rollback()


@pytest.mark.usefixtures("database_limits")
async def test_a_write_of_many_rows_that_takes_too_long_is_given_up(empty: str) -> None:
    """Its rows are still on their way when its time is over, so it can't be canceled at the server."""
    rows: Sequence[Statement] = [(DEADLINE, ("kind", f"{number:0500}")) for number in range(60_000)]
    async with open_database(empty) as database, another(empty) as other:
        async with other.transaction():
            await other.execute("LOCK TABLE deadline")
            with pytest.raises(NotCommitted):
                await database.write(*rows)
        await database.write((DEADLINE, ("kind", "next")))
        assert await keys(database) == {"next"}


@pytest.mark.usefixtures("database_limits")
async def test_no_one_waits_for_a_number_until_the_database_is_rebuilt(empty: str) -> None:
    async with PostgresqlDatabase.join(empty) as (database, _), another(empty) as other:
        async with other.transaction():
            await other.execute("LOCK TABLE deadline")
            rebuilding = asyncio.create_task(database.rebuild())
            await asyncio.sleep(0.2)
            with in_time(3), pytest.raises(NotCommitted):
                await database.next_number("game")
            assert not rebuilding.done()
        assert await rebuilding
        assert await database.next_number("game") == 1


@pytest.mark.usefixtures("database_limits")
async def test_the_server_gives_up_what_no_one_waits_for(empty: str) -> None:
    async with open_database(empty) as database, another(empty) as other:
        with in_time(3), pytest.raises(DatabaseError):
            await database.fetch("SELECT 1 FROM pg_sleep(60)")
        async with asyncio.timeout(3):
            while await other.fetchval(SLEEPING):  # noqa: ASYNC110  no one tells
                await asyncio.sleep(0.05)
        assert await keys(database) == set()


async def test_a_line_that_breaks_after_a_refused_write_is_taken_up_again(
    line: tuple[Network, Database],
) -> None:
    """The writer wants to give the transaction up, and there is no one to tell."""
    way, database = line
    await database.write((DEADLINE, ("kind", "first")))
    way.commit, way.losses = b"ROLLBACK", 1
    with pytest.raises(AlreadyThere):
        await database.write((DEADLINE, ("kind", "first")), *TWO)
    assert not way.losses
    await database.write((DEADLINE, ("kind", "second")))
    assert await keys(database) == {"first", "second"}


async def test_who_has_lost_its_connection_gives_the_others_time_to_connect_again(empty: str) -> None:
    """A server that was restarted has lost everyone's: no one is taken for dead for that."""
    join = PostgresqlDatabase.join
    async with join(empty) as (_, mine), join(empty) as (_, others), another(empty) as outside:
        await mine.agree(1)
        await others.agree(1)
        await mine.look()
        await disconnect_all(outside)
        silent = "UPDATE process SET until = clock_timestamp() + interval '4 s' WHERE epoch = $1"
        await outside.execute(silent, others.epoch)
        known = "SELECT count(*) FROM process"
        await mine.look()
        assert await outside.fetchval(known) == 2
        mine.settling = 0
        await mine.look()
        assert await outside.fetchval(known) == 1
