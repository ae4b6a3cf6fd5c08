"""Writes for which no one waits, collected for a while and committed in one transaction."""

import asyncio
import logging
from collections.abc import Hashable

from storage.engine.database import Database
from storage.engine.group_commit import NotCommitted, Statement

_log = logging.getLogger(__name__)

FLUSH_INTERVAL = 3.0
"""Seconds for which statements are gathered."""


class DeferredWrites:
    """Statements that are written within ``pause`` seconds; a crash may lose them."""

    def __init__(self, database: Database, *, pause: float = FLUSH_INTERVAL) -> None:
        self._database = database
        self._pause = pause
        self._statements = dict[Hashable, Statement]()
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None
        self._closed = False
        self._turn = asyncio.Lock()

    def __contains__(self, key: Hashable) -> bool:
        """Return whether a statement of this key isn't carried out yet."""
        return key in self._statements

    def add(self, key: Hashable, statement: Statement) -> None:
        """Carry out a statement soon, in place of an earlier one of the same key."""
        self._statements.pop(key, None)
        self._statements[key] = statement
        self._start_timer()

    async def flush(self) -> None:
        """Carry out everything in one transaction, or retry later if the database is unavailable."""
        async with self._turn:
            statements, self._statements = self._statements, dict[Hashable, Statement]()
            if not statements:
                return
            try:
                await self._database.write(*statements.values())
            except NotCommitted as error:
                _log.warning("What Discord has taken will be noted later: %s", error)
                self._statements = {**statements, **self._statements}
                self._start_timer()

    async def close(self) -> None:
        """Carry out the remaining statements."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._writing is not None:
            await asyncio.wait([self._writing])
        await self.flush()

    def _start_timer(self) -> None:
        if self._timer is None and not self._closed:
            self._timer = asyncio.get_running_loop().call_later(self._pause, self._begin)

    def _begin(self) -> None:
        self._timer = None
        self._writing = asyncio.create_task(self.flush(), name="deferred writes")
