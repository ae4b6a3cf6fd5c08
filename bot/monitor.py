"""Monitoring of the running bot: watchdog, status file, systemd, and an endpoint for metrics."""

import asyncio
import logging
import os
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.client import Arbiter
from bot.logs import LogHandler
from bot.monitoring import status, systemd
from bot.monitoring.metrics import Gauges, MetricLabels, Metrics
from bot.monitoring.status import PagesStatus
from bot.monitoring.watchdog import Stall, Watchdog, log_stall
from cogs.core.delivery.refresher import Failure, Refresher
from storage.engine.background import FailureLog
from storage.engine.database import Database, DatabaseError
from storage.engine.sqlite.scheduled_backups import BackupStatus

_log = logging.getLogger(__name__)

RECENTLY = 60.0
"""Seconds for which a failed write counts as a problem, unless one has succeeded since."""


class Monitor:
    """The state of one bot and its database."""

    def __init__(self, bot: Arbiter, database: Database) -> None:
        self.metrics = metrics = bot.metrics
        self._bot = bot
        self._database = database
        self._size = 0
        self._started = time.time()
        self._failed: float | None = None
        """The time of a failed write that no successful one has followed, by the monotonic clock."""
        self._backup = BackupStatus()
        metrics.gauges("queue_length", "What waits", "queue", lambda: self._queues(database))
        metrics.gauges("queue_age_seconds", "Age of what is out of date longest", "queue", self._ages)
        metrics.families.append(
            Gauges(
                *("queue_error_timestamp_seconds", "When the last error was after which it is retried"),
                *(("queue", "error"), self._errors),
            )
        )
        metrics.gauge("database_bytes", "Size of the database", lambda: self._size)
        metrics.gauge("backup_timestamp_seconds", "When the newest backup was made", self._last_backup)
        metrics.gauge("pages_running", "Whether the process of the pages runs", lambda: self._pages().running)
        metrics.gauge("pages_memory_bytes", "Memory of this process", lambda: self._pages().memory)
        metrics.gauge("pages_restarts", "How often it was started again", lambda: self._pages().restarts)
        metrics.gauge("servers", "Servers that the bot is in", lambda: len(bot.guilds))
        metrics.gauge("processes", "Processes that serve the database", lambda: bot.processes)
        metrics.gauges("shard_latency_seconds", "Until Discord's gateway answers", "shard", self._latencies)

    def status(self) -> status.Status:
        """Return the bot's present status."""
        latencies = self._latencies()
        return status.Status(
            written=time.time(),
            process=os.getpid(),
            started=self._started,
            ready=self._bot.is_ready(),
            shards={str(number): latencies.get(str(number)) for number in self._bot.serving},
            servers=len(self._bot.guilds),
            figures=self.metrics.summary(),
            problems=self.problems(),
            processes=self._bot.processes,
            pages=None if self._bot.page_process is None else self._pages(),
            stale={name: one.waiting for name, one in self._refreshers().items() if one.waiting},
            stale_seconds=max(self._ages().values(), default=0.0),
            last_error=_said(self._failures()),
        )

    def problems(self) -> list[str]:
        """Return the bot's present problems as sentences."""
        found: list[str] = []
        away = [str(number) for number in self._bot.serving if self._is_away(number)]
        if away:
            found.append(f"No connection to Discord on shards: {', '.join(away)}.")
        keeper = self._bot.keeper
        if keeper is not None and keeper.shards.lapsed and self._bot.is_ready():
            found.append("The lease has lapsed: other processes may serve this one's servers.")
        if self._failed is not None and time.monotonic() - self._failed < RECENTLY:
            found.append("The database does not take what is written.")
        if self._bot.page_process is not None and not self._pages().running:
            found.append("The process of the pages doesn't run; it is started again and again.")
        if self._backup.failure is not None:
            found.append(f"The last backup failed: {self._backup.failure}.")
        return found

    def _is_away(self, number: int) -> bool:
        shard = self._bot.get_shard(number)
        return shard is None or shard.is_closed()

    def _pages(self) -> PagesStatus:
        """Return the status of the pages' process; empty without one."""
        pages = self._bot.page_process
        if pages is None:
            return PagesStatus(running=False)
        return PagesStatus(pages.is_alive, pages.pid or 0, pages.memory, pages.restarts)

    async def measure(self) -> None:
        """Measure the size of the database."""
        with suppress(DatabaseError):
            self._size = await self._database.size()

    def note_backup(self, backup: BackupStatus) -> None:
        """Record the outcome of a backup."""
        self._backup = backup

    def note_commit(self, seconds: float, writes: int, failed: int) -> None:
        """Count a group of writes that were committed together, and the time it took."""
        self._failed = time.monotonic() if failed == writes else None
        self.metrics.commit(seconds, writes, failed)

    def _queues(self, database: Database) -> dict[str, float]:
        service = self._bot.service
        tasks, running = 0 if service is None else service.workers.waiting, self._bot.interactions.running
        stale = {name: one.waiting for name, one in self._refreshers().items()}
        return {"writes": database.waiting, "workers": tasks, "interactions": running, **stale}

    def _refreshers(self) -> Mapping[str, Refresher[Any]]:
        return {} if self._bot.service is None else self._bot.service.background.refreshers

    def _ages(self) -> dict[str, float]:
        return {name: one.age for name, one in self._refreshers().items()}

    def _failures(self) -> dict[str, Failure]:
        return {name: one.failure for name, one in self._refreshers().items() if one.failure is not None}

    def _errors(self) -> dict[MetricLabels, float]:
        return {(name, failure.kind): failure.when for name, failure in self._failures().items()}

    def _last_backup(self) -> float:
        return self._backup.made.timestamp() if self._backup.made is not None else 0.0

    def _latencies(self) -> dict[str, float]:
        shards = self._bot.shards.items()
        return {str(number): shard.latency for number, shard in shards if not shard.is_closed()}


def _said(failures: Mapping[str, Failure]) -> str:
    """Return the latest failure as text; empty if there is none."""
    if not failures:
        return ""
    name, last = max(failures.items(), key=lambda one: one[1].when)
    when = datetime.fromtimestamp(last.when, UTC)
    return f"{name}, {when:%Y-%m-%d %H:%M:%S} UTC, {last.kind}: {last.text}"


@asynccontextmanager
async def monitored(
    bot: Arbiter, database: Database, path: Path, address: tuple[str, int] | None, journal: LogHandler | None
) -> AsyncGenerator[Monitor]:
    """Monitor a bot during the block, and yield its monitor.

    ``address`` is where to serve health and metrics, if anywhere. Raises CannotStart.
    """
    monitor = Monitor(bot, database)
    database.observe_commits(monitor.note_commit)
    file = status.path_beside(path)
    async with AsyncExitStack() as stack:
        if address is not None:
            # Imported only when metrics are on: a web server and Prometheus' library.
            from bot.monitoring.endpoint import endpoint

            await stack.enter_async_context(endpoint(monitor.metrics, monitor.status, *address))
        tasks = [asyncio.create_task(_attend(monitor, bot, file, journal), name="monitor")]
        tasks.append(asyncio.create_task(_watch(bot, monitor.metrics), name="watchdog"))
        try:
            yield monitor
        finally:
            systemd.notify("STOPPING=1")
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            status.remove_status(file)


async def _attend(monitor: Monitor, bot: Arbiter, file: Path, journal: LogHandler | None) -> None:
    """Write the status file, log repeated failures, and report to systemd that the loop runs."""
    interval = min(status.STATUS_INTERVAL, systemd.watchdog_interval() or status.STATUS_INTERVAL)
    ready, due = False, 0.0
    failures = FailureLog("Keeping the status")
    while True:
        with failures.passing_over():
            if bot.is_ready() and not ready:
                ready = True
                due = 0.0
                systemd.notify("READY=1")
            systemd.notify("WATCHDOG=1")
            if journal is not None:
                journal.report()
            if time.monotonic() >= due:
                due = time.monotonic() + status.STATUS_INTERVAL
                await monitor.measure()
                try:
                    await asyncio.to_thread(status.write_status, monitor.status(), file)
                except OSError as error:
                    _log.warning("The status file %s can't be written: %s", file, error)
        await asyncio.sleep(interval if ready else min(interval, 1.0))


async def _watch(bot: Arbiter, metrics: Metrics) -> None:
    """Watch the event loop once the bot is ready; no one waits for earlier work."""

    def on_stall(stall: Stall) -> None:
        metrics.stall(stall)
        log_stall(stall)

    await bot.wait_until_synced()
    watchdog = Watchdog(on_stall)
    try:
        await asyncio.Event().wait()
    finally:
        watchdog.stop()
