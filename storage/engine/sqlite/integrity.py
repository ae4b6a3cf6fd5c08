"""A check of whether a database's pages can be read, limited in time."""

import logging
import sqlite3
import time
from contextlib import closing
from pathlib import Path

_log = logging.getLogger(__name__)

CHECK_TIMEOUT = 2.0
"""Seconds that a start waits for the check: about 400 MB of a database."""
STEPS_PER_CHECK = 20_000
"""SQLite's steps between two looks at the clock."""


def first_damage(path: Path, timeout: float | None = CHECK_TIMEOUT) -> str | None:
    """Return the first problem that SQLite's check finds in a database; None if there is none.

    After ``timeout`` seconds the check ends with a log line (default of None: never).
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        end = None if timeout is None else time.monotonic() + timeout
        connection.set_progress_handler(lambda: end is not None and time.monotonic() > end, STEPS_PER_CHECK)
        try:
            rows = connection.execute("PRAGMA quick_check(1)").fetchall()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                _log.info(
                    "The database %s is too large to be checked completely at the start; python -m bot check "
                    "and every backup do so",
                    path,
                )
                return None
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CORRUPT:
                return str(error)
            raise
    finding = str(rows[0][0]).strip().splitlines()[-1]
    return None if finding == "ok" else finding
