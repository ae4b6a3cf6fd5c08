"""An append-only store: numbered entries in streams, each made by an idempotent interaction.

A game's log and a league's ledger are streams. Entries are never changed, except to forget a person.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast

from msgspec import Struct

from rules.refusal import Refusal
from storage.engine.database import Database, SqlRow, placeholders
from storage.engine.group_commit import AlreadyThere, SqlValue, Statement
from storage.workers.slices import sliced

E = TypeVar("E")
T = TypeVar("T")
P = ParamSpec("P")
K = TypeVar("K")
R = TypeVar("R", bound="Request | None")
S = TypeVar("S", bound="_ActsOnce")

EVERYTHING = 2**63 - 1
"""More than there is of anything."""
ENTRIES_PER_READ = 200
"""Rows read at once, so that a long stream doesn't block other tasks."""


@dataclass(frozen=True, slots=True)
class Location:
    """A table's place: a channel or thread, and its server; None in a direct message.

    ``parent``: the thread's channel. Places are equal whether it is known or not.
    """

    channel: int
    guild: int | None
    parent: int | None = field(default=None, compare=False)


class Request(Struct, frozen=True):
    """The user of a request, and the interaction's ID, which makes the request idempotent.

    ``place``: where the result is announced, if anywhere.
    """

    user: int
    name: str
    interaction: int
    place: Location | None = None

    @property
    def member(self) -> int | None:
        """The user with a Discord account; None for a guest, whose number is below zero."""
        return self.user if self.user >= 0 else None


class EventTable(Struct, Generic[E], frozen=True):
    """The storage of entries: table ``name``, with ``stream`` as the column of their stream.

    ``values`` returns an entry's ``columns``, ``entry`` converts a row to an entry; both include ``number``
    and ``interaction``.
    """

    name: str
    stream: str
    columns: tuple[str, ...]
    values: Callable[[E], tuple[SqlValue, ...]]
    entry: Callable[[SqlRow], E]

    def append(self, stream: int, entry: E) -> Statement:
        """Return the statement that appends an entry to a stream."""
        return _insert(self.name, (self.stream, *self.columns)), (stream, *self.values(entry))

    def rewrite(self, stream: int, number: int, **columns: SqlValue) -> Statement:
        """Return the statement that replaces these columns of an entry, to remove a person."""
        changes = ", ".join(f"{column} = ?" for column in columns)
        return (
            f"UPDATE {self.name} SET {changes} WHERE {self.stream} = ? AND number = ?",
            (*columns.values(), stream, number),
        )


@cache
def _insert(table: str, columns: tuple[str, ...]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {placeholders(columns)}"


class EventStore(Generic[E]):
    """The entries of one table."""

    def __init__(self, database: Database, table: EventTable[E]) -> None:
        self.database = database
        self.table = table
        self._select = f"SELECT {', '.join(table.columns)}, {table.stream} FROM {table.name}"

    async def entries(
        self, stream: int, *, before: int | None = None, limit: int, **about: SqlValue
    ) -> list[E]:
        """Return the last entries of a stream before a number, newest first.

        ``about``: only those with these values in these columns, except None.
        """
        known = {column: value for column, value in about.items() if value is not None}
        conditions = "".join(f" AND {column} = ?" for column in known)
        rows = await self.fetch(
            stream,
            f"{self._select} WHERE {self.table.stream} = ? AND number < ?{conditions} "
            "ORDER BY number DESC LIMIT ?",
            *(stream, EVERYTHING if before is None else before, *known.values(), limit),
        )
        return [self.table.entry(row) async for row in sliced(rows)]

    async def fetch(self, stream: int, sql: str, *values: SqlValue) -> list[SqlRow]:
        """Return the rows of a SELECT about one stream."""
        del stream  # where it makes a difference, a subclass knows
        return await self.database.fetch(sql, *values)

    async def entry_of(self, interaction: int) -> tuple[int, E] | None:
        """Return the stream and the entry of an interaction; None if it is new."""
        rows = await self.database.fetch(f"{self._select} WHERE interaction = ?", interaction)
        return (rows[0][self.table.stream], self.table.entry(rows[0])) if rows else None

    async def select(
        self, stream: int, after: int, last: int = EVERYTHING, *, limit: int = ENTRIES_PER_READ
    ) -> list[SqlRow]:
        """Return the first rows after a number up to another, oldest first."""
        return await self.fetch(
            stream,
            f"{self._select} WHERE {self.table.stream} = ? AND number > ? AND number <= ? "
            "ORDER BY number LIMIT ?",
            *(stream, after, last, limit),
        )

    def decoded(self, rows: Iterable[Sequence[SqlValue]]) -> list[E]:
        """Return the entries of committed rows with the table's columns."""
        named = (dict(zip(self.table.columns, row, strict=True)) for row in rows)
        return [self.table.entry(cast("SqlRow", row)) for row in named]

    async def newer(self, stream: int, number: int) -> AsyncIterator[E]:
        """Yield the entries of a stream after one, oldest first."""
        more = True
        while more:
            page = await self.select(stream, number)
            async for row in sliced(page):
                yield self.table.entry(row)
            more = len(page) == ENTRIES_PER_READ
            number = page[-1]["number"] if page else number

    async def rows(self, stream: int) -> list[SqlRow]:
        """Return every row of a stream, oldest first."""
        rows: list[SqlRow] = []
        while page := await self.select(stream, rows[-1]["number"] if rows else 0):
            rows += page
        return rows

    async def once(
        self,
        request: Request,
        carried_out: Awaitable[T],
        repeated: Callable[[int, E], Awaitable[T]],
    ) -> T:
        """Return the result of a request, or the first result if its interaction is repeated.

        ``repeated`` makes the latter from the entry, which is looked up only when the request is refused or
        violates the index that makes interactions unique. Raises the errors of ``carried_out`` for a new
        one.
        """
        try:
            return await carried_out
        except Refusal:
            found = await self.entry_of(request.interaction)
            if found is None:
                raise
        except AlreadyThere:
            found = await self.entry_of(request.interaction)
            if found is None:
                raise
        return await repeated(*found)


class _ActsOnce(Protocol):
    def once(self, request: Request, carried_out: Awaitable[Any]) -> Coroutine[Any, Any, Any]: ...


def idempotent(
    method: Callable[Concatenate[S, K, R, P], Awaitable[T]],
) -> Callable[Concatenate[S, K, R, P], Coroutine[Any, Any, T]]:
    """Make a method idempotent per interaction: repeated ones get the first result.

    The class's ``once`` implements this. Calls without a request are always carried out.
    """

    async def carried_out(self: S, where: K, request: R, /, *args: P.args, **kwargs: P.kwargs) -> T:
        done = method(self, where, request, *args, **kwargs)
        return await (done if request is None else self.once(request, done))

    return update_wrapper(carried_out, method)
