"""Copies of the database: made while the bot runs, and restored while it doesn't.

``python -m storage.engine.sqlite.backup DATABASE COPY`` makes one so gently that a running bot isn't slowed
down.
"""

import contextlib
import itertools
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from storage.engine.database import DatabaseUnusable
from storage.engine.sqlite.commits import forget_position
from storage.engine.sqlite.files import create_private
from storage.engine.sqlite.migrating import APPLICATION_ID, newest
from storage.engine.sqlite.open_file import ownership

JOURNAL_SUFFIXES = ("-wal", "-shm")
"""Suffixes of the files that SQLite may keep beside a database."""


STEPS_PER_SLICE = 4_000
"""SQLite's steps, about half a megabyte of a copy, after which a gentle copy pauses."""
BACKUP_PAUSE = 0.01
"""Seconds of a pause. Earlier writes reach the disk first: no commit has to wait for the copy's."""


def back_up(path: Path, copy: Path, *, gently: bool = False) -> None:
    """Write a consistent copy of the database; the bot may keep running.

    ``gently``: slowly, in small steps. The copy is one file, complete and durable when this returns; before
    that, nothing has its name. It contains no deleted data. Raises DatabaseUnusable, including if ``copy``
    exists.
    """
    if not path.is_file():
        raise DatabaseUnusable(f"There is no database {path}.")
    if copy.exists():
        raise DatabaseUnusable(f"There is a file {copy} already; choose another name.")
    with _arranged(copy) as part:
        _copy(path, part, gently=gently)
        os.replace(part, copy)
        _keep(copy.parent)


def restore_backup(path: Path, copy: Path, now: datetime | None = None) -> Path | None:
    """Replace the database with a copy. The bot must not run.

    The existing database is kept beside it; its new name is returned, or None if there was none. A copy of
    an earlier version is migrated when the bot starts. If killed at any moment, this leaves either the
    existing database or the copy. Raises DatabaseUnusable.
    """
    if not copy.is_file():
        raise DatabaseUnusable(f"There is no file {copy}.")
    when = (datetime.now(UTC) if now is None else now).strftime("%Y%m%dT%H%M%SZ")
    file = path.resolve()
    with ownership(path), _arranged(file) as part:
        _copy(copy, part)
        aside = _set_aside(file, _free(f"{file}.before-{when}")) if file.exists() else None
        forget_position(file)  # the copy may be behind, on purpose
        os.replace(part, file)
        _keep(file.parent)
        return aside


def _copy(path: Path, part: Path, *, gently: bool = False) -> None:
    """Write a whole database as one file without deleted data."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as source:
            source.execute("PRAGMA busy_timeout = 5000")
            _require_ours(source, path)
            if source.execute("PRAGMA auto_vacuum").fetchone() == (0,):  # of an earlier version
                source.execute("PRAGMA auto_vacuum = INCREMENTAL")
            create_private(part)
            with _rests(source, part) if gently else contextlib.nullcontext():
                source.execute("VACUUM INTO ?", (str(part),))
        with closing(sqlite3.connect(part, isolation_level=None)) as made:
            _require_ours(made, path)
            if made.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
                raise DatabaseUnusable(f"The database {path} is damaged.")
        _keep(part)  # SQLite leaves that out here
    except sqlite3.Error as error:
        raise DatabaseUnusable(f"The database {path} cannot be copied: {error}.") from error


@contextmanager
def _rests(source: sqlite3.Connection, part: Path) -> Generator[None]:
    """Pause the connection's work in this block at intervals, and flush the file to disk meanwhile."""
    number = os.open(part, os.O_RDWR)

    def rest() -> int:
        os.fsync(number)
        time.sleep(BACKUP_PAUSE)
        return 0

    source.set_progress_handler(rest, STEPS_PER_SLICE)
    try:
        yield
    finally:
        source.set_progress_handler(None, 0)
        os.close(number)


def _require_ours(connection: sqlite3.Connection, path: Path) -> None:
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if owner != APPLICATION_ID:
        raise DatabaseUnusable(f"The file {path} is no database of Arbiter's.")
    if version > len(newest()):
        raise DatabaseUnusable(f"The database {path} was made by a newer Arbiter.")


@contextmanager
def _arranged(file: Path) -> Generator[Path]:
    """Yield a name for a temporary file beside a file, which is deleted afterwards."""
    if not file.parent.is_dir():
        raise DatabaseUnusable(f"The folder {file.parent} does not exist.")
    part = file.with_name(f"{file.name}.part")
    try:
        for old in (part, *_beside(part)):
            old.unlink(missing_ok=True)
        yield part
    except OSError as error:
        raise DatabaseUnusable(f"{file} cannot be written: {error}.") from error
    finally:
        for left in (part, *_beside(part)):
            with contextlib.suppress(OSError):
                left.unlink(missing_ok=True)


def _set_aside(file: Path, aside: Path) -> Path:
    """Rename a database, including the contents of its journal."""
    with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(file)) as old:
        old.execute("PRAGMA journal_mode = DELETE")  # what is in the journal goes into the file
    # A damaged one keeps its journal beside it.
    for beside, name in zip(_beside(file), _beside(aside), strict=True):
        if beside.exists():
            os.replace(beside, name)
    try:
        os.link(file, aside)
    except OSError:  # a file system without a second name for a file
        os.replace(file, aside)
    return aside


def _free(name: str) -> Path:
    """Return an unused name."""
    names = (Path(name if number == 1 else f"{name}-{number}") for number in itertools.count(1))
    return next(one for one in names if not one.exists())


def _beside(file: Path) -> list[Path]:
    return [file.with_name(f"{file.name}{ending}") for ending in JOURNAL_SUFFIXES]


def _keep(path: Path) -> None:
    """Flush a file to disk, or the names in a folder on systems that support it."""
    if path.is_dir() and os.name != "posix":
        return
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _end_with_input() -> None:
    os.read(0, 1)
    os._exit(1)


def main(path: str, copy: str) -> int:
    """Make a gentle copy; return the exit status, 1 after one line on standard error.

    It ends when standard input does, since the process that wanted the copy is then gone.
    """
    threading.Thread(target=_end_with_input, daemon=True).start()
    with contextlib.suppress(OSError, AttributeError):  # not on every platform
        os.nice(10)
    try:
        back_up(Path(path), Path(copy), gently=True)
    except DatabaseUnusable as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
