"""Interleavings of lease, loss, append and takeover: only a shard's owner appends anything about it."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any, TypeAlias

from msgspec import Struct

from storage.engine.database import DatabaseError, DatabaseUnusable
from storage.engine.group_commit import NotCommitted
from storage.engine.postgresql.database import PostgresqlDatabase
from storage.engine.postgresql.shards import Shards
from storage.engine.sharding import OwnershipLost

PROCESSES = 3
SHARDS = 4
DONE = ("append", "append", "append", "look", "look", "ready", "give", "expire", "cut", "leave")
"""Possible operations, often and seldom."""
LOOKS = 50
"""Steps after which each shard has to have an owner."""

Step: TypeAlias = tuple[str, int, int, bool]
"""An operation with its process and shard, and whether the next one doesn't wait for it."""

_EXPIRE = "UPDATE process SET until = '-infinity' WHERE epoch = $1"
_DEAD = "UPDATE process SET until = '-infinity' WHERE epoch <> ALL ($1)"
_CUT = "SELECT pg_terminate_backend(backend::INT) FROM process WHERE epoch = $1"
_APPEND = "INSERT INTO deadline (kind, key, due, note) VALUES ('append', ?, ?, ?)"
ORACLE = """
CREATE FUNCTION owned() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT epoch FROM shard WHERE number = NEW.due FOR SHARE) IS DISTINCT FROM NEW.note::BIGINT THEN
        RAISE EXCEPTION 'appended by another than the owner';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER owned AFTER INSERT ON deadline FOR EACH ROW EXECUTE FUNCTION owned()
"""
"""The server's own verdict on each append, under a lock, whatever a process believes."""


class Played(Struct, eq=False):
    """A process with its shards."""

    database: PostgresqlDatabase
    shards: Shards
    stack: AsyncExitStack
    leaves: bool = False


class Interleavings:
    """Several processes on one database, and an observer over ``onlooker``."""

    def __init__(self, where: str, onlooker: Any) -> None:
        self._where = where
        self._onlooker = onlooker
        self._running: dict[int, Played] = {}
        self._starting = asyncio.Lock()
        self._written = 0
        self.counted = Counter[str]()
        self.wrong = list[str]()

    async def play(self, steps: Sequence[Step]) -> None:
        """Play on from the end of the last run; then let all processes look until each shard has
        one owner."""
        under_way = set[asyncio.Task[None]]()
        for what, process, shard, hurries in steps:
            under_way.add(asyncio.create_task(self._do(what, process, shard)))
            if not hurries:
                await asyncio.gather(*under_way)
                under_way.clear()
        await asyncio.gather(*under_way)
        await self._settle()

    async def close(self) -> None:
        """End all processes."""
        for played in self._running.values():
            await played.stack.aclose()

    async def _do(self, what: str, process: int, shard: int) -> None:
        try:
            played = await self._process(process)
        except DatabaseUnusable:
            self.counted["start refused"] += 1
            return
        try:
            await self._happen(what, played, shard)
        except OwnershipLost:
            self.counted["lost"] += 1
            await self._end(process, played)
        except (NotCommitted, DatabaseError) as error:
            self.counted[f"{what} refused"] += 1
            if "another than the owner" in str(error):
                self.wrong.append(f"{what} of process {process}, shard {shard}: {error}")
        else:
            self.counted[what] += 1

    async def _happen(self, what: str, played: Played, shard: int) -> None:
        shards = played.shards
        match what:
            case "append":
                await self._append(played, shard)
            case "look":
                await shards.look()
            case "ready":
                for number in shards.preparing:
                    await shards.ready(number)
            case "give":
                for number in shards.asked_for & shards.owned:
                    await self._give(played, number)
            case "expire":
                await self._onlooker.execute(_EXPIRE, shards.epoch)
            case "cut":
                await self._onlooker.execute(_CUT, shards.epoch)
            case _:
                played.leaves = True
                await shards.leave()

    async def _give(self, played: Played, shard: int) -> None:
        """Hand a shard over while its owner looks, which then tries to append something about it."""
        looking = asyncio.create_task(played.shards.look())
        await asyncio.sleep(0)
        try:
            await played.shards.give(shard, [self._written])
        finally:
            await looking
        await self._append_about(played, shard)

    async def _append(self, played: Played, shard: int) -> None:
        own = sorted(played.shards.owned)
        if own and self._written % 3:
            shard = own[shard % len(own)]
        await self._append_about(played, shard)

    async def _append_about(self, played: Played, shard: int) -> None:
        self._written += 1
        guild = shard << 22
        values = (f"{shard}:{self._written}", shard, str(played.shards.epoch))
        await played.database.write((_APPEND, values), guild=guild)

    async def _process(self, number: int) -> Played:
        """Return a process, started where it isn't running."""
        async with self._starting:
            if number not in self._running:
                stack = AsyncExitStack()
                database, shards = await stack.enter_async_context(PostgresqlDatabase.join(self._where))
                shards.settling = 0
                await shards.agree(SHARDS)
                self._running[number] = Played(database, shards, stack)
            return self._running[number]

    async def _end(self, number: int, played: Played) -> None:
        if self._running.get(number) is played:
            del self._running[number]
            await played.stack.aclose()

    async def _settle(self) -> None:
        """Check that the remaining processes serve every shard once after a few looks."""
        for number, played in [*self._running.items()]:
            if played.leaves:
                await self._end(number, played)
        owned = list[int]()
        for _ in range(LOOKS):
            await self._onlooker.execute(_DEAD, [one.shards.epoch for one in self._running.values()])
            for what in ("look", "ready", "look", "give", "look"):
                for number in range(PROCESSES):
                    await self._do(what, number, 0)
            owned = sorted(one for played in self._running.values() for one in played.shards.owned)
            if owned == [*range(SHARDS)]:
                await self._onlooker.execute("TRUNCATE deadline")
                return
        self.wrong.append(f"after all, the shards {owned} have an owner")
