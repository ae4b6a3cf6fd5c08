"""A stream of a new kind: one fold and its entries. What it says holds for games, leagues and tournaments."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Sequence
from contextlib import closing
from random import Random

import asyncpg
import pytest
from msgspec import Struct

from rules.refusal import Refusal
from storage.engine.database import Database
from storage.engine.group_commit import NotCommitted
from storage.engine.opening import follow_database, is_postgresql
from storage.events.store import EventStore, EventTable, Request, idempotent
from storage.events.stream import Change, Stream, StreamPlace

TABLE = """
    CREATE TABLE added (total BIGINT NOT NULL, number BIGINT NOT NULL, interaction BIGINT UNIQUE, n BIGINT,
                        PRIMARY KEY (total, number))
"""
STREAMS: Sequence[int] = (1, 2, 3, 4)
GUILD = 7


class Total(Struct, frozen=True):
    stream: int
    last: int = 0
    sum: int = 0


class Added(Struct, frozen=True):
    number: int
    interaction: int
    n: int


LOG = EventTable[Added](
    name="added",
    stream="total",
    columns=("number", "interaction", "n"),
    values=lambda entry: (entry.number, entry.interaction, entry.n),
    entry=lambda row: Added(row["number"], row["interaction"], row["n"]),
)


class Totals(Stream[Total, Added]):
    """Sums of numbers, two of which fit into memory."""

    told = "total_changed"

    def __init__(self, database: Database) -> None:
        super().__init__(EventStore(database, LOG), limit=2)
        database.on_notice.append(self.hear)

    def missing(self) -> Refusal:
        return Refusal("no_total")

    def place(self, state: Total) -> StreamPlace:
        return StreamPlace(state.stream, GUILD, state.last, state.stream)

    async def snapshot(self, stream: int) -> Total | None:
        return Total(stream) if stream in STREAMS else None

    def fold(self, state: Total, entry: Added) -> Total:
        return Total(state.stream, entry.number, state.sum + entry.n)

    @idempotent
    async def add(self, stream: int, request: Request, n: int) -> int:
        """The sum after a number that may be added: one above 0."""
        async with self.enter(stream) as state:
            if n < 1:
                raise Refusal("too_little")
            entry = Added(state.last + 1, request.interaction, n)
            after = self.fold(state, entry)
            await self.commit(Change(after, [entry]))
            return after.sum

    async def once(self, request: Request, carried_out: Awaitable[int]) -> int:
        return await self.store.once(request, carried_out, self._repeated)

    async def _repeated(self, stream: int, entry: Added) -> int:
        return sum(
            one.n for one in await self.store.entries(stream, limit=1000) if one.number <= entry.number
        )


@pytest.fixture
async def address(address: str) -> str:
    if is_postgresql(address):
        connection = await asyncpg.connect(address)
        await connection.execute(TABLE)
        await connection.close()
    else:
        with closing(sqlite3.connect(address)) as file:
            file.execute(TABLE)
    return address


@pytest.fixture
async def totals(database: Database) -> Totals:
    return Totals(database)


@pytest.fixture
async def told(database: Database) -> AsyncGenerator[Totals]:
    """The totals in a process that is told of every commit."""
    async with follow_database(database.address, lambda _guild: True) as follower:
        database.followers.append(follower.hear)
        yield Totals(follower)


@pytest.fixture
async def untold(database: Database) -> AsyncGenerator[Totals]:
    """The totals in a process that is told of nothing."""
    async with follow_database(database.address, lambda _guild: False) as follower:
        yield Totals(follower)


def asked(interaction: int) -> Request:
    return Request(1, "Ana", interaction)


async def test_an_interaction_counts_once_and_a_refused_one_not_at_all(totals: Totals) -> None:
    assert [await totals.add(1, asked(1), 5), await totals.add(1, asked(2), 6)] == [5, 11]
    assert await totals.add(1, asked(1), 5) == 5
    for stream, n, why in ((1, 0, "too_little"), (9, 5, "no_total")):
        with pytest.raises(Refusal, match=why):
            await totals.add(stream, asked(3), n)
    assert (await totals.state(1)).sum == 11


async def test_what_cannot_be_written_changes_nothing(totals: Totals) -> None:
    await totals.add(1, asked(1), 5)
    async with totals.enter(1) as state:
        twice = Change(Total(1, 3, 7), [Added(state.last + 1, 2, 1), Added(state.last + 1, 3, 1)])
        with pytest.raises(NotCommitted):
            await totals.commit(twice)
    assert (await totals.state(1)).sum == 5
    assert await totals.add(1, asked(4), 1) == 6


async def test_a_stream_that_is_rewritten_is_read_again_everywhere(
    totals: Totals, told: Totals, untold: Totals
) -> None:
    await totals.add(1, asked(1), 5)
    assert [(await one.state(1)).sum for one in (totals, told, untold)] == [5, 5, 5]

    async def rewritten(state: Total) -> Change[Total, Added]:
        return Change(state, also=[LOG.rewrite(1, 1, n=50)], rewritten=True)

    async with totals.rewriting([1], rewritten) as attached:
        await totals.database.write(*attached.statements, then=attached.then)
    for process in (told, untold):
        process.drop_others(lambda _guild: False)
    assert [(await one.state(1)).sum for one in (totals, told, untold)] == [50, 50, 50]


@pytest.mark.parametrize("seed", range(5))
async def test_whatever_is_looked_at_meanwhile_every_look_shows_all_that_was_answered(
    totals: Totals, told: Totals, untold: Totals, seed: int
) -> None:
    """Of 400 steps in any order some add to one of four totals, in one process, and some look, in any."""
    random = Random(seed)
    answered, begun = Counter[int](), Counter[int]()

    async def add(stream: int, interaction: int) -> None:
        begun[stream] += 1
        await totals.add(stream, asked(interaction), 1)
        answered[stream] += 1

    async def look(stream: int, process: Totals) -> None:
        least = answered[stream]
        seen = (await process.state(stream)).sum
        assert least <= seen <= begun[stream]

    steps = list[Awaitable[None]]()
    for number in range(400):
        stream = random.choice(STREAMS)
        if random.random() < 0.4:
            steps.append(add(stream, number))
        else:
            steps.append(look(stream, random.choice((totals, told, untold))))
        if random.random() < 0.1:
            await asyncio.gather(*steps)
            steps.clear()
    await asyncio.gather(*steps)
    for process in (totals, told, untold):
        assert {stream: (await process.state(stream)).sum for stream in STREAMS} == answered
