"""Salvage of a damaged database: the affected games and leagues, and the rest in a new file.

A game or league is kept whole or not at all, because its log may have no hole. The tables are found in the
file itself, so that a database of any version can be looked at.
"""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from storage.engine.database import DatabaseUnusable, placeholders
from storage.engine.sqlite.files import create_private
from storage.engine.sqlite.migrating import APPLICATION_ID

Rows: TypeAlias = list[tuple[object, ...]]
Keep: TypeAlias = Callable[[str, Rows], None]
"""Receives rows of a table that belong together."""
SUBJECTS = ("league", "game")
"""Tables whose ``id`` other tables refer to by a column of the same name."""


class Damage(Struct, frozen=True):
    """The numbers of games and leagues with unreadable parts, and other tables that lack rows.

    ``whole``: whether everything was checked.
    """

    games: tuple[int, ...] = ()
    leagues: tuple[int, ...] = ()
    tables: tuple[str, ...] = ()
    whole: bool = True

    def __bool__(self) -> bool:
        """Return whether anything is unreadable."""
        return bool(self.games or self.leagues or self.tables)


def find_damage(path: Path, timeout: float | None = None) -> Damage:
    """Return the unreadable games and leagues, searched for at most ``timeout`` seconds.

    Raises DatabaseUnusable if nothing can be read at all.
    """
    return _walk(path, lambda _table, _rows: None, timeout)


def salvage(path: Path, copy: Path) -> Damage:
    """Write all readable data to a new database ``copy``, and return what is missing in it.

    Raises DatabaseUnusable, including if ``copy`` exists.
    """
    if copy.exists():
        raise DatabaseUnusable(f"There is a file {copy} already; choose another name.")
    try:
        create_private(copy)
    except OSError as error:
        raise DatabaseUnusable(f"{copy} cannot be written: {error.strerror}.") from error
    with closing(sqlite3.connect(copy, isolation_level=None)) as made:
        _copy_schema(path, made)
        made.execute("BEGIN")

        def keep(table: str, rows: Rows) -> None:
            made.executemany(f"INSERT OR IGNORE INTO {table} VALUES {placeholders(rows[0])}", rows)

        damage = _walk(path, keep, None)
        made.execute("COMMIT")
    return damage


def _walk(path: Path, keep: Keep, timeout: float | None) -> Damage:
    end = None if timeout is None else time.monotonic() + timeout
    with closing(_opened(path)) as source:
        tables = _tables(source)
        lost: dict[str, list[int]] = {}
        for subject in SUBJECTS:
            about = {name: column for name, column in tables.items() if column.partition(".")[0] == subject}
            lost[subject] = []
            for number in range(1, _last(source, about) + 1):
                if end is not None and time.monotonic() > end:
                    return Damage(tuple(lost.get("game", ())), tuple(lost["league"]), whole=False)
                if not _kept(source, about, number, keep):
                    lost[subject].append(number)
        others = [name for name, column in tables.items() if not column]
        torn = [name for name in others if not _rows_kept(source, name, keep)]
    return Damage(tuple(lost["game"]), tuple(lost["league"]), tuple(torn))


def _opened(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise DatabaseUnusable(f"There is no database {path}.")
    source = sqlite3.connect(path, isolation_level=None)
    try:
        [owner] = source.execute("PRAGMA application_id").fetchone()
        source.execute("SELECT sql FROM sqlite_schema").fetchall()
    except sqlite3.DatabaseError as error:
        source.close()
        raise DatabaseUnusable(f"Nothing in {path} can be read: {error}. Restore a backup.") from error
    if owner != APPLICATION_ID:
        source.close()
        raise DatabaseUnusable(f"The file {path} is no database of Arbiter's.")
    return source


def _copy_schema(path: Path, made: sqlite3.Connection) -> None:
    with closing(_opened(path)) as source:
        made.execute("PRAGMA auto_vacuum = INCREMENTAL")
        for name in ("application_id", "user_version"):
            made.execute(f"PRAGMA {name} = {source.execute(f'PRAGMA {name}').fetchone()[0]}")
        for (sql,) in source.execute(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC"
        ):
            made.execute(sql)


def _tables(source: sqlite3.Connection) -> dict[str, str]:
    """Return every table with the column that names its rows' owner, "" without one."""
    tables: dict[str, str] = {}
    listed = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    for (name,) in source.execute(listed).fetchall():
        columns = {row[1] for row in source.execute(f"PRAGMA table_info({name})")}
        tables[name] = next(
            (subject for subject in SUBJECTS if name != subject and subject in columns),
            f"{name}.id" if name in SUBJECTS else "",
        )
    return tables


def _column(table: str, owner: str) -> str:
    return "id" if owner == f"{table}.id" else owner


def _last(source: sqlite3.Connection, tables: dict[str, str]) -> int:
    """Return the highest number in any of these tables."""
    found = [0]
    for table, owner in tables.items():
        try:
            [most] = source.execute(f"SELECT max({_column(table, owner)}) FROM {table}").fetchone()
        except sqlite3.DatabaseError:
            continue
        found.append(most or 0)
    return max(found)


def _kept(source: sqlite3.Connection, tables: dict[str, str], number: int, keep: Keep) -> bool:
    """Return whether all of this game or league was readable and therefore saved."""
    found: list[tuple[str, Rows]] = []
    try:
        for table, owner in sorted(tables.items(), key=lambda one: "." not in one[1]):
            sql = f"SELECT * FROM {table} WHERE {_column(table, owner)} = ?"
            found.append((table, source.execute(sql, (number,)).fetchall()))
    except sqlite3.DatabaseError:
        return False
    if not found[0][1]:  # there is none of this number, unless rows of it are left
        return not any(rows for _, rows in found)
    for table, rows in found:
        if rows:
            keep(table, rows)
    return True


def _rows_kept(source: sqlite3.Connection, table: str, keep: Keep) -> bool:
    """Return whether every row of a table was readable; rows around a damaged page are kept."""
    key = ", ".join(row[1] for row in source.execute(f"PRAGMA table_info({table})") if row[5])
    whole = True
    for direction in ("ASC", "DESC"):
        order = ", ".join(f"{column} {direction}" for column in key.split(", "))
        rows: Rows = []
        try:
            rows.extend(source.execute(f"SELECT * FROM {table} ORDER BY {order}"))
        except sqlite3.DatabaseError:
            whole = False
        for first in range(0, len(rows), 500):
            keep(table, rows[first : first + 500])
        if whole:
            break
    return whole
