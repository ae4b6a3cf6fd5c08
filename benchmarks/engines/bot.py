"""The bot with a PostgreSQL database, as a contender; its file contains the database's address.

As one of several processes it owns the shards named after the address, by a lease. It has no keeper, since
it connects to no gateway, and no Discord limits its requests.
"""

import gc

if __name__ == "__main__":
    gc.disable()  # as bot/__main__.py does until everything is loaded

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from benchmarks.arbiter import arbiter, arbiter_with, contender
from benchmarks.contender import Contender, main
from bot import event_loop
from bot.heap import freeze_heap
from bot.sharing.interactions import SharedInteractions
from bot.sharing.shards import SHARD_POLL_INTERVAL
from storage.engine.database import DatabaseError
from storage.engine.group_commit import NotCommitted
from storage.engine.opening import join_database
from storage.engine.postgresql.shards import Shards

SHARDS = 2
"""The number of shards; each has one server."""


def on_server(file: Path) -> AbstractAsyncContextManager[Contender]:
    """Run the bot with the database whose address is in a file."""
    return arbiter(file.read_text(encoding="utf-8"))


def with_others(file: Path) -> AbstractAsyncContextManager[Contender]:
    """Run the bot as one process of several, with the address and the shards in a file."""
    address, *own = file.read_text(encoding="utf-8").split()
    return _sharing(address, frozenset(map(int, own)))


@asynccontextmanager
async def _sharing(address: str, own: frozenset[int]) -> AsyncGenerator[Contender]:
    freeze_heap()
    async with join_database(address, own) as (database, shards):
        await shards.agree(SHARDS)
        while shards.owned != own:
            await shards.look()
        bot = arbiter_with(database, SHARDS)
        bot.interactions = interactions = SharedInteractions(
            *(bot.metrics.interaction, shards, bot.knows_of, bot.discord_clock.age, bot.answer_undecided)
        )
        shards.on_change = shards.on_renewal = (interactions.note_change,)
        keeping = asyncio.create_task(_keep(shards), name="shards")
        try:
            yield contender(bot)
        finally:
            keeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await keeping


async def _keep(shards: Shards) -> None:
    """Renew the lease until canceled, as `bot.sharing.shards` does. Raises OwnershipLost."""
    while True:
        with contextlib.suppress(NotCommitted, DatabaseError):  # the machine is too busy
            await shards.look()
        await shards.wait(SHARD_POLL_INTERVAL)


if __name__ == "__main__":
    main({"postgresql": on_server, "shared": with_others}, event_loop.run)
