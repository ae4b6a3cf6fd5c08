"""Moves everything into an empty database, of the other engine or the same.

Until a move is finished, a mark in its target records its progress. It resumes from there after an
interruption, and no one else opens the target (`storage.engine.opening`).
"""

import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import closing
from graphlib import TopologicalSorter
from typing import Any, TypeAlias

import msgspec

from storage.engine.database import Database, DatabaseUnusable, placeholders
from storage.engine.group_commit import SqlValue, Statement
from storage.engine.opening import MOVING, open_beside, open_database, public_name
from storage.engine.sqlite.commits import COUNTER
from storage.engine.sqlite.schema import schema

CopiedRow: TypeAlias = tuple[Any, ...]
Tell: TypeAlias = Callable[[str], None]

ROWS_PER_READ = 500
"""Rows that are read at once."""
PORTION = 1_000_000
"""Characters and bytes that are written at once; more only if one row has more."""
OWN = (COUNTER, "migration")
"""Tables whose rows belong to each database itself."""
PROGRESS_INTERVAL = 5.0
"""Seconds from one line about a long table to the next."""


class _Table(msgspec.Struct, frozen=True):
    """A table that both engines have."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    """The columns of its primary key."""

    @property
    def insertion(self) -> str:
        """The statement that adds a row."""
        return f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES {placeholders(self.columns)}"

    def key_of(self, row: CopiedRow) -> list[Any]:
        """Return the values of a row's primary key."""
        return [row[self.columns.index(column)] for column in self.key]


class _Mark(msgspec.Struct):
    """The progress of a move: a table and row."""

    source: str
    table: str = ""
    after: list[int | str] = []

    def statement(self) -> Statement:
        """Return the statement that stores it."""
        return (
            "INSERT INTO installation (name, value) VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (MOVING, msgspec.json.encode(self).decode()),
        )


async def copy_database(source: str, target: str, tell: Tell) -> int:
    """Copy all data of one database into an empty one; return the number of rows.

    Resumes an interrupted move. ``tell`` receives progress lines. At the end both are compared. The source
    doesn't change. Raises DatabaseUnusable, DatabaseError and NotCommitted.
    """
    if public_name(source) == public_name(target):
        raise DatabaseUnusable("A database can't be moved into itself; name another one.")
    async with open_beside(source):
        pass  # it has the schema of this version
    async with open_database(source) as old, open_database(target, moving=True) as new:
        return await _move(old, new, source, target, tell)


async def copy_beside(source: str, target: str) -> int:
    """Copy a snapshot into an empty database, while a bot may be running; see `move`."""
    async with open_beside(source) as old, open_database(target, moving=True) as new:
        return await _move(old, new, source, target, lambda _: None)


async def _move(old: Database, new: Database, source: str, target: str, tell: Tell) -> int:
    tables = list(_tables())
    mark = await _begun(new, tables, source, target)
    names = [table.name for table in tables]
    for table in tables[names.index(mark.table) if mark.table else 0 :]:
        mark.after = mark.after if mark.table == table.name else []
        mark.table = table.name
        await _copy(old, new, table, mark, tell)
    await new.number_on()
    tell("Comparing both databases.")
    rows = 0
    for table in tables:
        rows += await _compare(old, new, table, public_name(target))
    await new.write(("DELETE FROM installation WHERE name = ?", (MOVING,)))
    return rows


def _tables() -> Iterator[_Table]:
    """Yield the tables of this version, referenced ones first."""
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript(schema())
        names = [name for (name,) in made.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        needed = {
            name: {row[2] for row in made.execute(f"PRAGMA foreign_key_list({name})")}
            for name in sorted(names)
            if name not in OWN
        }
        for name in TopologicalSorter(needed).static_order():
            columns = made.execute(f"PRAGMA table_info({name})").fetchall()
            key = sorted((place, column) for _, column, _, _, _, place in columns if place)
            yield _Table(name, tuple(row[1] for row in columns), tuple(column for _, column in key))


async def _begun(new: Database, tables: Sequence[_Table], source: str, target: str) -> _Mark:
    """Return the progress of the move; raises DatabaseUnusable for another one, or if there are already
    rows."""
    found = await new.fetch("SELECT value FROM installation WHERE name = ?", MOVING)
    if found:
        mark = msgspec.json.decode(found[0][0], type=_Mark)
        if mark.source != public_name(source):
            raise DatabaseUnusable(
                f"A move from {mark.source} into {public_name(target)} isn't finished. Finish that one, or "
                "name an empty database."
            )
        return mark
    for table in tables:
        if await new.fetch(f"SELECT 1 FROM {table.name} LIMIT 1"):
            raise DatabaseUnusable(
                f"The database {public_name(target)} isn't empty; name one in which no bot has run."
            )
    mark = _Mark(public_name(source))
    await new.write(mark.statement())
    return mark


async def _copy(old: Database, new: Database, table: _Table, mark: _Mark, tell: Tell) -> None:
    """Copy a table's rows after the mark."""
    copied, reported = 0, time.monotonic()
    async for page in _pages(old, table, mark.after):
        for rows in _portions(page):
            mark.after = table.key_of(rows[-1])
            await new.write(*((table.insertion, row) for row in rows), mark.statement())
            copied += len(rows)
        if time.monotonic() >= reported + PROGRESS_INTERVAL:
            reported = time.monotonic()
            tell(f"{table.name}: {copied:,} rows so far")
    if copied:
        tell(f"{table.name}: {copied:,} rows")


async def _pages(
    database: Database, table: _Table, after: Sequence[SqlValue] = ()
) -> AsyncIterator[list[CopiedRow]]:
    """Yield the rows of a table after a key, in its order; without the mark."""
    key = ", ".join(table.key)
    select = f"SELECT {', '.join(table.columns)} FROM {table.name}"
    order = f"ORDER BY {key} LIMIT {ROWS_PER_READ}"
    beyond = f"WHERE ({key}) > ({', '.join('?' * len(table.key))})"
    while True:
        found = await database.fetch(f"{select} {beyond if after else ''} {order}", *after)
        rows = [tuple(row) for row in found]
        if not rows:
            return
        after = table.key_of(rows[-1])
        yield [row for row in rows if row[0] != MOVING] if table.name == "installation" else rows


def _portions(rows: Sequence[CopiedRow]) -> Iterator[list[CopiedRow]]:
    portion, weight = list[CopiedRow](), 0
    for row in rows:
        weight += sum(len(value) for value in row if isinstance(value, str | bytes))
        portion.append(row)
        if weight > PORTION:
            yield portion
            portion, weight = [], 0
    if portion:
        yield portion


async def _compare(old: Database, new: Database, table: _Table, target: str) -> int:
    """Return how many rows a table has in both databases. Raises DatabaseUnusable if they aren't the same."""
    count, others = 0, _rows(new, table)
    async for row in _rows(old, table):
        if row != await anext(others, None):
            break
        count += 1
    else:
        if await anext(others, None) is None:
            return count
    raise DatabaseUnusable(
        f"The table {table.name} isn't the same in both databases: has a bot used the old one since the move "
        f"began? Create {target} again, empty, and restart the move."
    )


async def _rows(database: Database, table: _Table) -> AsyncIterator[CopiedRow]:
    async for page in _pages(database, table):
        for row in page:
            yield row
