"""Automatic backups of a running bot, each by a separate process; the last ones are kept."""

import asyncio
import contextlib
import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec import Struct

from storage.engine.background import FailureLog
from storage.engine.sqlite.copying import copy_beside_work
from storage.engine.timestamps import utc_now

_log = logging.getLogger(__name__)

MAX_BACKUP_AGE = timedelta(days=30)
"""How long a backup is kept at most: it still contains people who have deleted their data since."""
BACKUP_RETRY_DELAY = timedelta(hours=1)
"""After a failure, unless the next backup is due sooner."""
BACKUP_CHECK_INTERVAL = 60.0
"""Seconds between two looks at the time of day, which may be set meanwhile."""
_NAME = "arbiter-%Y%m%dT%H%M%SZ.db"
_NAMES = re.compile(r"arbiter-\d{8}T\d{6}Z\.db")


class BackupStatus(Struct, frozen=True):
    """The newest existing backup, and the error of the last attempt, if it failed."""

    newest: Path | None = None
    made: datetime | None = None
    failure: str | None = None


class ScheduledBackups:
    """Makes backups of the database at ``path`` in ``folder``, one per ``every``, and keeps the last
    ``keep``.

    ``observe`` is called after each attempt. ``clock`` gives the time in UTC.
    """

    def __init__(
        self,
        path: Path,
        folder: Path,
        *,
        every: timedelta,
        keep: int,
        observe: Callable[[BackupStatus], None] = lambda _: None,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._path = path.absolute()
        self._folder = folder.absolute()
        self._every = every
        self._keep = keep
        self._observe = observe
        self._clock = clock
        self._failed: datetime | None = None
        """When the last attempt was, if it failed."""

    async def run(self) -> None:
        """Make a backup whenever one is due, until canceled. A failure is one line in the log."""
        failures = FailureLog("Taking backups")
        while True:
            with failures.passing_over():
                await self._take_if_due()
            await asyncio.sleep(BACKUP_CHECK_INTERVAL)

    async def _take_if_due(self) -> None:
        newest, failed = max(self._made(), default=None), self._failed
        due = None if newest is None else newest + self._every
        if failed is not None:
            due = max(due or failed, failed + min(BACKUP_RETRY_DELAY, self._every))
        if due is None or due <= self._clock():
            self._failed = self._clock()
            if (await self.take()).failure is None:
                self._failed = None

    async def take(self) -> BackupStatus:
        """Make a backup now, verify it, and delete surplus ones."""
        file = self._folder / self._clock().astimezone(UTC).strftime(_NAME)
        failure = await self._copied(file)
        if failure is None:
            failure = self._rotate()
        if failure is None:
            _log.info("Backup %s was made and verified", file)
        else:
            _log.error("The backup in %s failed: %s", self._folder, failure)
        made = max(self._made(), default=None)
        newest = None if made is None else self._folder / made.strftime(_NAME)
        status = BackupStatus(newest, made, failure)
        self._observe(status)
        return status

    async def _copied(self, file: Path) -> str | None:
        """Let a copy be made and verified; return the reason if it failed."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            return f"{error}"
        return await copy_beside_work(self._path, file)

    def _rotate(self) -> str | None:
        """Delete surplus backups, and leftovers of killed attempts; return the error if that failed."""
        made = sorted(self._made(), reverse=True)
        gone = [one for at, one in enumerate(made) if at >= self._keep or one < made[0] - MAX_BACKUP_AGE]
        try:
            for one in gone:
                (self._folder / one.strftime(_NAME)).unlink()
            for left in self._folder.glob("arbiter-*.db.part*"):
                left.unlink()
        except OSError as error:
            return f"{error.filename} cannot be deleted: {error.strerror}"
        return None

    def _made(self) -> list[datetime]:
        """Return when the backups in the folder were made; other files there are left alone."""
        try:
            names = [one.name for one in self._folder.iterdir()]
        except OSError:
            return []
        known = (name for name in names if _NAMES.fullmatch(name))
        found: list[datetime] = []
        for name in known:
            with contextlib.suppress(ValueError):
                found.append(datetime.strptime(name, _NAME).replace(tzinfo=UTC))
        return found
