"""What the callers of writes to PostgreSQL hear of them; no write is sent again for nothing."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import asyncpg
import pytest

from storage.engine.database import Database
from storage.engine.group_commit import MayBeCommitted, NotCommitted, Statement
from storage.engine.opening import open_database
from storage.engine.postgresql import writer
from storage.engine.postgresql.connection import OwnedConnection
from storage.engine.postgresql.database import PostgresqlDatabase
from tests.storage.engine.postgresql import DEADLINE, ONE, TWO, another, empty, keys, line
from tests.support.event_loop import rounds
from tests.support.postgresql.proxy import Network
from tests.support.processes import SECONDS

__all__ = ("empty", "line")

WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'
"""
"""How many of the server's processes are at work for someone else."""
CANCEL = """
    SELECT pg_cancel_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""
"""Cancels what waits for a lock; true once something does."""


async def refused(write: Awaitable[None]) -> None:
    """See that a write is reported as missing, and not only as doubtful."""
    with pytest.raises(NotCommitted) as error:
        await write
    assert not isinstance(error.value, MayBeCommitted)


async def begun(write: Awaitable[None]) -> asyncio.Task[None]:
    """Begin a write that can't end at once."""
    task = asyncio.ensure_future(write)
    await rounds()
    assert not task.done()
    assert isinstance(task, asyncio.Task)
    return task


async def heard_together(first: asyncio.Task[None], other: asyncio.Task[None]) -> None:
    """See that two writes are reported as missing at one moment."""
    await asyncio.wait([first, other], return_when=asyncio.FIRST_COMPLETED)
    assert first.done()
    assert other.done()
    for one in (first, other):
        await refused(one)


async def test_who_waits_behind_a_write_that_cannot_be_sent_hears_it_at_the_same_time(
    line: tuple[Network, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To try for each of them would take as long again."""
    way, database = line
    way.break_off()
    with pytest.raises(MayBeCommitted):
        await database.write((DEADLINE, ("kind", "first")))
    way.broken = False
    way.to_client.clear()
    monkeypatch.setattr(writer, "CONNECT_TIMEOUT", 0.3)
    second = await begun(database.write((DEADLINE, ("kind", "second"))))
    await heard_together(second, await begun(database.write((DEADLINE, ("kind", "third")))))


async def test_who_waits_behind_a_write_without_ownership_hears_it_at_the_same_time(empty: str) -> None:
    """Another process takes the database over while the first one is being written."""
    async with open_database(empty) as database, another(empty) as other:
        async with other.transaction():
            await other.execute("DELETE FROM process")
            first = await begun(database.write((DEADLINE, ("kind", "first"))))
            second = await begun(database.write((DEADLINE, ("kind", "second"))))
        await heard_together(first, second)
        assert await keys(database) == set()


@asynccontextmanager
async def locked(address: str) -> AsyncGenerator[Callable[[], Awaitable[None]]]:
    """Lock the deadlines, as a backup of someone else's does; yield what unlocks them."""
    async with another(address) as other:
        transaction = other.transaction()
        await transaction.start()
        await other.execute("LOCK TABLE deadline")
        yield transaction.rollback


async def test_who_waits_behind_a_write_that_takes_too_long_hears_it_at_the_same_time(
    empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_database(empty) as database, locked(empty) as unlock:
        with monkeypatch.context() as patch:
            patch.setattr(writer, "TRANSACTION_TIMEOUT", 0.3)
            first = await begun(database.write((DEADLINE, ("kind", "first"))))
            await heard_together(first, await begun(database.write((DEADLINE, ("kind", "second")))))
        await unlock()
        await database.write((DEADLINE, ("kind", "third")))
        assert await keys(database) == {"third"}


@pytest.mark.parametrize("shared", [False, True], ids=["alone", "one process of several"])
async def test_a_write_that_took_too_long_is_not_sent_again_nor_carried_out_later(
    empty: str, shared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its table is free again as soon as the writer has another connection: the old one has ended by then."""
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        joined = PostgresqlDatabase.join(empty)
        database = (await enter(joined))[0] if shared else await enter(open_database(empty))
        await database.write((DEADLINE, ("kind", "before")))  # the server knows the statement from now on
        unlock, unlocking = await enter(locked(empty)), list[asyncio.Future[None]]()
        database.on_notice.append(lambda _kind, _text: unlocking.append(asyncio.ensure_future(unlock())))
        with monkeypatch.context() as patch:
            patch.setattr(writer, "TRANSACTION_TIMEOUT", 0.3)
            await refused(database.write((DEADLINE, ("kind", "slow"))))
        await asyncio.gather(*unlocking)
        other = await enter(another(empty))
        while await other.fetchval(WAITING):
            pass
        assert len(unlocking) == 1
        assert await keys(database) == {"before"}
        await database.write((DEADLINE, ("kind", "next")))
        assert await keys(database) == {"before", "next"}


@pytest.mark.parametrize("also", [ONE, TWO])
async def test_a_write_that_never_reaches_the_server_is_sent_once_more_and_then_reported_as_missing(
    line: tuple[Network, Database], also: Sequence[Statement]
) -> None:
    way, database = line
    told: list[str] = []
    for losses in range(3):
        key = f"lost {losses}"
        way.losses, way.commit = losses, b"COMMIT" if also else key.encode()
        write = database.write((DEADLINE, ("kind", key)), *also, then=lambda key=key: told.append(key))
        await (refused(write) if losses == 2 else write)
        assert not way.losses
    assert told == ["lost 0", "lost 1"]
    assert await keys(database) == {*told}


async def test_a_line_on_which_a_write_was_canceled_is_made_again_before_the_next_write(
    line: tuple[Network, Database],
) -> None:
    """Someone cancels it at the server, which can't be asked at that moment whether it was committed."""
    way, database = line
    heard = list[tuple[str, str]]()
    database.on_notice.append(lambda kind, text: heard.append((kind, text)))
    async with another(database.address) as other:
        async with other.transaction():
            await other.execute("LOCK TABLE deadline")
            write = await begun(database.write((DEADLINE, ("kind", "first"))))
            way.broken = True
            while not await other.fetchval(CANCEL):
                pass
            with pytest.raises(MayBeCommitted):
                await write
        way.broken = False
        assert heard == []
        await database.write((DEADLINE, ("kind", "second")))
    assert heard == [("", "")]
    assert await keys(database) == {"second"}


async def test_a_write_that_fails_unexpectedly_before_it_is_sent_is_missing_and_logged(
    empty: str, caplog: pytest.LogCaptureFixture
) -> None:
    patch = pytest.MonkeyPatch()

    async def fail(*_: Any) -> None:
        patch.undo()
        raise KeyError("an error that nobody thought of")

    async with open_database(empty) as database:
        patch.setattr(asyncpg.Connection, "fetchval", fail)
        await refused(database.write((DEADLINE, ("kind", "first"))))
        assert [type(one.exc_info[1]) for one in caplog.records if one.exc_info] == [KeyError]
        await database.write((DEADLINE, ("kind", "second")))
        assert await keys(database) == {"second"}


@pytest.mark.usefixtures("database_limits")
@pytest.mark.parametrize("waited", [0.0, 1.2, 2.0])
async def test_a_write_that_has_waited_leaves_time_to_find_out_what_became_of_it(
    empty: str, waited: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller hears of it before Discord gives up, even if no answer comes."""
    loop = asyncio.get_running_loop()
    send, time, given = OwnedConnection.send, loop.time, list[float]()

    async def recorded(self: OwnedConnection, seconds: float, statements: Any) -> None:
        given.append(seconds)
        await send(self, SECONDS, statements)

    async with open_database(empty) as database:
        writing = asyncio.ensure_future(database.write((DEADLINE, ("kind", "first"))))
        await asyncio.sleep(0)
        monkeypatch.setattr(OwnedConnection, "send", recorded)
        monkeypatch.setattr(loop, "time", lambda: time() + waited)
        await writing
    assert len(given) == 1
    assert given[0] >= writer.LEAST
    assert waited + given[0] + writer.LEAST <= writer.OUTCOME_TIMEOUT
