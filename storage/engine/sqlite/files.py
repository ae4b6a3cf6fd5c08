"""The files of a database: private to the user who runs the bot, and checked for replacement."""

import logging
import os
import sqlite3
import threading
import time
from pathlib import Path

_log = logging.getLogger(__name__)

OWNER_ONLY_MODE = 0o600
"""The rights of every file that the bot makes: they contain names and Discord IDs."""
COMPANION_SUFFIXES = ("-wal", "-shm", "-owner", "-commits")
"""Suffixes of the files that may be beside a database: SQLite's journal and its index, the owner's lock,
the commit counter."""

FILE_CHECK_LIFETIME = 0.1
"""Seconds for which a check of the files is valid, since each costs a twentieth of a command."""


def beside(path: Path, ending: str) -> Path:
    """Return the file that belongs to a database under this ending; a link is followed."""
    return Path(f"{path.resolve()}{ending}")


def create_private(path: Path) -> None:
    """Create an empty file that only this user can read, unless there is one. Raises OSError."""
    # An existing one isn't opened: closing it again would give up SQLite's locks on it in this process.
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ONLY_MODE))


def make_private(path: Path) -> None:
    """Remove other users' permissions on an existing database, which earlier versions granted; log it."""
    if os.name != "posix":
        return
    for file in (path.resolve(), *(beside(path, ending) for ending in COMPANION_SUFFIXES)):
        try:
            if file.exists() and file.stat().st_mode & 0o077:
                file.chmod(OWNER_ONLY_MODE)
                _log.info("The file %s could be read by other users; now only by its owner", file)
        except OSError as error:
            _log.warning("The file %s can be read by other users: %s", file, error.strerror)


class OpenFiles:
    """The database and its journal as they were when they were opened."""

    def __init__(self, path: Path) -> None:
        self._path = str(path.resolve())
        self._known = self._identities()
        self._gone = False
        self._next = 0.0
        """When the next look is due, by the performance counter."""
        self._turn = threading.Lock()

    def require(self) -> None:
        """Raise sqlite3.OperationalError while the files are deleted or replaced.

        Writes would then go to files without a name. In a burst, some writes rely on the last check.
        """
        if time.perf_counter() >= self._next:
            self.look()
        if self._gone:
            error = sqlite3.OperationalError("the database file was deleted or replaced")
            error.sqlite_errorcode = sqlite3.SQLITE_READONLY_DBMOVED
            raise error

    def look(self) -> None:
        """Check whether the files still exist, and log a change. Any thread may call it."""
        self._next = time.perf_counter() + FILE_CHECK_LIFETIME
        gone = self._identities() != self._known
        with self._turn:
            changed, self._gone = gone is not self._gone, gone
        if changed and gone:
            _log.critical(
                "The database %s or its -wal file was deleted or replaced while the bot is running: "
                "nothing is saved any more. Put the file back, or restart the bot to use the one there.",
                self._path,
            )
        elif changed:
            _log.warning("The database %s is back: changes are saved again", self._path)

    def _identities(self) -> list[tuple[int, int] | None]:
        return [_identity(self._path), _identity(f"{self._path}-wal")]


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
