"""One process of several: the shards that it connects and hands over."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from discord import gateway
from discord.ext import commands
from discord.http import Route

from bot.connection.request_budget import RequestBudget
from bot.connection.session_starts import SessionStarts
from bot.sharing.interactions import SharedInteractions
from storage.engine.background import FailureLog
from storage.engine.group_commit import NotCommitted
from storage.engine.sharding import OwnershipLost

if TYPE_CHECKING:
    from storage.engine.postgresql.shards import Shards

_log = logging.getLogger(__name__)

SHARD_POLL_INTERVAL = 0.5
"""Seconds between two checks of the shards' owners."""
EARLY = 1.0
"""Seconds before its turn to identify at which a shard is connected: while it waits, no one reads from the
connection, and Discord closes one that doesn't answer for a minute."""
LEAVING = 30.0
"""Seconds for others to take over this process's shards when it stops; and as many more per shard as
Discord requires between two that identify."""


class ShardKeeper:
    """Connects the shards that a process owns or is about to own, and hands over those that it has to give
    up.

    ``serve`` is called with the first ones before they connect, ``forget`` with each that disconnects, and
    ``give_up`` with the reason if the process may no longer serve any.
    """

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        shards: "Shards",
        session_starts: SessionStarts,
        interactions: SharedInteractions,
        *,
        serve: Callable[[Sequence[int]], None],
        forget: Callable[[int], None],
        give_up: Callable[[OwnershipLost], Awaitable[None]],
    ) -> None:
        self._bot = bot
        self.shards = shards
        self._session_starts = session_starts
        self._interactions = interactions
        self._serve = serve
        self._forget = forget
        self._give_up = give_up
        self._tasks: dict[int, asyncio.Task[None]] = {}
        """Shards that are being connected or handed over."""
        self._connected = set[int]()
        self._turns: dict[int, float] = {}
        """The times at which shards that are about to be connected may identify, by the loop's clock."""
        self._budget = RequestBudget(lambda: shards.processes)
        self._keeping: asyncio.Task[None] | None = None
        self._look_is_over = asyncio.Event()

    async def keep(self, online: Coroutine[Any, Any, None]) -> None:
        """Stay online; when canceled, let other processes take the shards over before returning.

        Raises OwnershipLost, and the errors of being online.
        """
        self._keeping = asyncio.create_task(self._keep(), name="shards")
        serving = asyncio.ensure_future(online)
        try:
            await asyncio.shield(serving)
        except asyncio.CancelledError:
            await self._leave()
            raise
        finally:
            self.stop()
            serving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await serving

    def within_budget(self, request: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
        """Make a request within the budget that all processes share. Answers to interactions don't count.

        A request that changes something waits until no other process can be serving its subject.
        """

        async def make(route: Route, *args: Any, **kwargs: Any) -> Any:
            await self._budget.take()
            while route.method != "GET" and not self.shards.certain:
                await self._looked()
            return await request(route, *args, **kwargs)

        return make

    def stop(self) -> None:
        """Stop connecting and handing over."""
        for task in (*self._tasks.values(), self._keeping):
            if task is not None and task is not asyncio.current_task():
                task.cancel()

    async def connect_first(self) -> None:
        """Wait for shards to serve, and begin to connect them."""
        while not (first := sorted(self.shards.owned | self.shards.preparing)):
            await self._looked()
        self._serve(first)
        self.shards.concurrency = (await self._session_starts.limits()).max_concurrency
        for number in first:
            self._begin(number, self._connect(number))

    async def wait_for_turn(self, number: int) -> None:
        """Wait until a shard may identify itself."""
        turn = self._turns.pop(number, 0.0)
        if turn < asyncio.get_running_loop().time() - EARLY:  # none was booked, or connecting took long
            turn = await self._book(number)
        await _sleep_until(turn)

    async def _book(self, number: int) -> float:
        """Return when a shard may identify itself, by the loop's clock."""
        return await self.shards.book_identify(number) + asyncio.get_running_loop().time()

    async def _keep(self) -> None:
        failures = FailureLog("Looking at who has which shards")
        while True:
            try:
                # Without further looks, others would take the process for dead.
                with failures.passing_over(raising=(OwnershipLost,)):
                    await self.shards.look()
                    if self._bot.is_ready():
                        self._follow()
            except OwnershipLost as lost:
                await self._give_up(lost)
                return
            self._look_is_over.set()
            await self.shards.wait(SHARD_POLL_INTERVAL)

    def _follow(self) -> None:
        wanted = self.shards.owned | self.shards.preparing
        for number in self.shards.asked_for & self.shards.owned:
            self._begin(number, self._give(number))
        for number in (wanted - self._connected) | self.shards.unready:
            self._begin(number, self._connect(number))
        for number in self._connected - wanted:
            self._begin(number, self._disconnect(number))

    def _begin(self, number: int, work: Coroutine[Any, Any, None]) -> None:
        if number in self._tasks:
            work.close()
            return
        task = self._tasks[number] = asyncio.create_task(work, name=f"shard {number}")

        def done(task: asyncio.Task[None]) -> None:
            del self._tasks[number]
            error = None if task.cancelled() else task.exception()
            if error is not None:
                _log.warning("Shard %d will be tried again: %s", number, error, exc_info=error)

        task.add_done_callback(done)

    async def _connect(self, number: int) -> None:
        """Connect a shard; the process that serves it then hands it over."""
        if number not in self._connected:
            await self._session_starts.wait(number)
            ready = asyncio.ensure_future(self._bot.wait_for("shard_ready", check=number.__eq__))
            try:
                self._turns[number] = await self._book(number)
                await _sleep_until(self._turns[number] - EARLY)
                await self._bot.launch_shard(gateway.DiscordWebSocket.DEFAULT_GATEWAY, number)
                self._connected.add(number)
                await ready
            finally:
                ready.cancel()
        if number in self.shards.preparing:
            await self.shards.ready(number)

    async def _disconnect(self, number: int) -> None:
        self._connected.discard(number)
        self._forget(number)
        shard = self._bot.get_shard(number)
        if shard is not None:
            await shard.disconnect()

    async def _looked(self) -> None:
        """Wait until the owners have been read again."""
        self._look_is_over.clear()
        await self._look_is_over.wait()

    async def _give(self, number: int) -> None:
        """Hand a shard over when its interactions have ended."""
        begun = await self._interactions.drain(number)
        try:
            await self.shards.give(number, begun)
        finally:
            self._interactions.reopen(number)

    async def _leave(self) -> None:
        """Serve the connected shards until others have taken everything over, if there are any."""
        if self._keeping is None or self._keeping.done() or not (self.shards.successors and self._connected):
            return
        with contextlib.suppress(TimeoutError, NotCommitted):
            async with asyncio.timeout(LEAVING + 5 * len(self.shards.owned)):
                await self.shards.leave()
                while self.shards.owned and self.shards.successors and not self._keeping.done():
                    await self._looked()


async def _sleep_until(moment: float) -> None:
    """Sleep until this time, by the loop's clock."""
    await asyncio.sleep(moment - asyncio.get_running_loop().time())
