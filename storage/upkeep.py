"""Upkeep that keeps the database small: old games are made compact, and unused space is returned.

The running bot does it in small steps with pauses, so that no one waits for it.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta

from rules.game.parts import GameId
from storage.engine.background import FailureLog
from storage.games.games import Games

_log = logging.getLogger(__name__)

STEP_INTERVAL = 0.1
"""Seconds between two steps of a running bot: a thousand games are compact in two minutes."""
VACUUM_PAGES = 64
"""Pages that are given back in one step: a few milliseconds."""
SPARE = 0.2
"""The part of the file that may be unused, since new entries use it again."""
ANNOUNCEMENT_LIFETIME = timedelta(days=30)
"""The time for which an undo can still find the messages that it withdraws."""
ROUND_INTERVAL = 3600.0
"""Seconds between two rounds."""
FIRST_UPKEEP_DELAY = 300.0
"""Seconds until the first one, when a start has settled."""
INDEX_AFTER = timedelta(hours=1)
"""The idle time after which the people in a game are indexed."""


class Upkeep:
    """The upkeep of a database; games become compact after being idle for this long, or none with zero."""

    def __init__(self, games: Games, quiet: timedelta) -> None:
        self._games = games
        self._database = games.database
        self._quiet = quiet

    async def run(self, every: float = ROUND_INTERVAL, pause: float = STEP_INTERVAL) -> None:
        """Repeat the rounds until canceled. Failures are logged; the next round tries again.

        A game that can't be read is left as it is.
        """
        failures = FailureLog("The upkeep of the database")
        await asyncio.sleep(min(FIRST_UPKEEP_DELAY, every))
        while True:
            with failures.passing_over("compressing old games"):
                count = 0
                async for _ in self._compact():
                    count += 1
                    await asyncio.sleep(pause)
                if count:
                    _log.info("Compressed %d games in which nothing has happened for long", count)
            with failures.passing_over("indexing games"):
                async for _ in self._games.compaction.index(self._games.now() - INDEX_AFTER):
                    await asyncio.sleep(pause)
            with failures.passing_over("forgetting old messages"):
                await self._games.outbox.forget(self._games.now() - ANNOUNCEMENT_LIFETIME)
            with failures.passing_over("shrinking the file"):
                while await self._shrunk(SPARE):  # noqa: ASYNC110  others go first; nothing is waited for
                    await asyncio.sleep(pause)
            await asyncio.sleep(every)

    async def all(self) -> AsyncIterator[str]:
        """Do everything at once, for a database that no one else uses; yield lines about the progress.

        Raises NotCommitted.
        """
        count = 0
        async for _ in self._compact():
            count += 1
            if count % 1000 == 0:
                yield f"Compressed games: {count:,}"
        yield f"Compressed games: {count:,}. Shrinking the file."
        await self._database.rebuild()

    async def _compact(self) -> AsyncIterator[GameId]:
        if self._quiet:
            async for game in self._games.compaction.run(self._games.now() - self._quiet):
                yield game

    async def _shrunk(self, spare: float) -> bool:
        """Take a step if more than this share of the file is unused; return whether that has helped."""
        free, pages = await self._database.free_pages()
        if free <= pages * spare:
            return False
        await self._database.shrink(VACUUM_PAGES)
        return (await self._database.free_pages())[0] < free
