"""A stream of a new kind: one fold and its entries, as for games, leagues and tournaments. What it says
holds for games, leagues and tournaments."""

import sqlite3
from collections.abc import Awaitable, Sequence
from contextlib import closing

import asyncpg
from msgspec import Struct

from rules.refusal import Refusal
from storage.engine.database import Database
from storage.engine.opening import is_postgresql
from storage.events.cache import LockOrder
from storage.events.store import EventStore, EventTable, Request, idempotent
from storage.events.stream import Change, Stream, StreamPlace

TABLE = """
    CREATE TABLE added (total BIGINT NOT NULL, number BIGINT NOT NULL, interaction BIGINT UNIQUE, n BIGINT,
                        PRIMARY KEY (total, number))
"""
STREAMS: Sequence[int] = (1, 2, 3, 4)
GUILD = 7


async def add_table(address: str) -> None:
    """Make the table of totals in a database."""
    if is_postgresql(address):
        connection = await asyncpg.connect(address)
        await connection.execute(TABLE)
        await connection.close()
    else:
        with closing(sqlite3.connect(address)) as file:
            file.execute(TABLE)


class Total(Struct, frozen=True):
    """The sum of a total's entries, and their number."""

    stream: int
    last: int = 0
    sum: int = 0


class Added(Struct, frozen=True):
    """A number that was added."""

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

    notice_kind = "total_changed"
    order = LockOrder.TOURNAMENTS

    def __init__(self, database: Database) -> None:
        super().__init__(EventStore(database, LOG), limit=2)
        database.on_notice.append(self.hear)

    def missing(self) -> Refusal:
        """Refusal "no_total"."""
        return Refusal("no_total")

    def place(self, state: Total) -> StreamPlace:
        """See the base class."""
        return StreamPlace(state.stream, GUILD, state.last, state.stream)

    async def snapshot(self, stream: int) -> Total | None:
        """Return one of the totals that exist, with nothing added."""
        return Total(stream) if stream in STREAMS else None

    def fold(self, state: Total, entry: Added) -> Total:
        """See the base class."""
        return Total(state.stream, entry.number, state.sum + entry.n)

    @idempotent
    async def add(self, stream: int, request: Request, n: int) -> int:
        """Return the sum after a number that may be added: one above 0."""
        async with self.enter(stream) as state:
            if n < 1:
                raise Refusal("too_little")
            entry = Added(state.last + 1, request.interaction, n)
            after = self.fold(state, entry)
            await self.commit(Change(after, [entry]))
            return after.sum

    async def once(self, request: Request, carried_out: Awaitable[int]) -> int:
        """See `EventStore.once`."""
        return await self.store.once(request, carried_out, self._repeated)

    async def _repeated(self, stream: int, entry: Added) -> int:
        return sum(
            one.n for one in await self.store.entries(stream, limit=1000) if one.number <= entry.number
        )
