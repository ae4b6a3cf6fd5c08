"""Discord's shards, shared out among processes by leases: each is owned by one process at a time.

Every transaction counts itself under its process's epoch and renews its lease (`writer`). A process whose
lease has expired is deleted by another one and can no longer write; then its shards are free. A shard whose
owner is alive is handed over by that owner, once the next owner is connected.
"""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from storage.engine.database import Database, DatabaseError, DatabaseUnusable, SqlRow
from storage.engine.group_commit import MayBeCommitted, NotCommitted, Statement
from storage.engine.observers import call_each
from storage.engine.postgresql.connection import CHANNEL, DEAD_AFTER, LEASE, NOTIFY
from storage.engine.postgresql.errors import InUse
from storage.engine.postgresql.writer import PostgresqlWriter
from storage.engine.sharding import ANYWHERE, OwnershipLost, ServingProcess, SharedShard, shard_of, share_out

SETTLING = 3.0
"""Seconds after a lost connection in which others are given the time to connect again, too."""
AGREEING = 8.0
"""Seconds that a process waits for others who serve with another number of shards."""
SHARD_CONNECT_TIMEOUT = 0.5
"""Seconds for connecting a shard, before it can identify itself."""
SHARDS = "shards"
"""The notice that something about processes or shards has changed."""

_GONE = (
    f"(until < clock_timestamp() OR (until < clock_timestamp() + interval '{LEASE - DEAD_AFTER} s' "
    "AND NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = backend)))"
)
SELECT_OTHER_EPOCHS = f"SELECT epoch FROM process WHERE epoch <> ? AND NOT {_GONE}"
"""The epochs of the processes that serve beside one."""
_PROCESSES = f"SELECT epoch, shards, leaving, {_GONE} AS gone FROM process ORDER BY epoch"
_SHARDS = "SELECT number, epoch, next, ready, handled FROM shard ORDER BY number"
_REAP = (
    "DELETE FROM process WHERE epoch IN (SELECT epoch FROM process WHERE epoch <> ? "
    f"AND {_GONE} FOR UPDATE SKIP LOCKED)"
)
_TAKE = "UPDATE shard SET epoch = ?, next = NULL, ready = 0, handled = '' WHERE number = ? AND epoch IS NULL"
_PREPARE = "UPDATE shard SET next = ?, ready = 0 WHERE number = ? AND epoch IS NOT NULL"
_UNPREPARE = "UPDATE shard SET next = NULL, ready = 0 WHERE number = ? AND next = ?"
_READY = "UPDATE shard SET ready = 1 WHERE number = ? AND next = ?"
_GIVE = (
    "UPDATE shard SET epoch = next, next = NULL, ready = 0, handled = ? "
    "WHERE number = ? AND epoch = ? AND next IS NOT NULL AND ready = 1"
)
_IDENTIFY = (
    "INSERT INTO identify AS known (bucket, at) "
    f"VALUES (?, clock_timestamp() + interval '{SHARD_CONNECT_TIMEOUT} s') ON CONFLICT (bucket) "
    "DO UPDATE SET at = greatest("
    f"known.at + interval '5 s', clock_timestamp() + interval '{SHARD_CONNECT_TIMEOUT} s') "
    "RETURNING greatest(0, extract(epoch FROM at - clock_timestamp()))"
)
_LEAVE = "UPDATE process SET leaving = 1 WHERE epoch = ?"
_COUNT = "INSERT INTO shard (number) SELECT generate_series(0, ?::BIGINT - 1) ON CONFLICT DO NOTHING"
_SURPLUS = "DELETE FROM shard WHERE number >= ?"


class Shards:
    """The shards of this process, one of several on a database.

    Call ``look`` every half second, and at each notice.
    """

    def __init__(self, database: Database, writer: PostgresqlWriter) -> None:
        self._database = database
        self._writer = writer
        self.settling = SETTLING
        self.concurrency = 1
        """How many shards Discord lets the application identify in five seconds, one in each bucket."""
        self.count = 0
        """How many shards there are; 0 before `agree`."""
        self.processes = 1
        """How many processes serve."""
        self.successors = False
        """Whether another process can take over this one's shards."""
        self.owned = frozenset[int]()
        """The shards that this process serves."""
        self.preparing = frozenset[int]()
        """The shards to connect to before taking them over."""
        self.unready = frozenset[int]()
        """The shards among them whose owner doesn't know yet that this process is connected."""
        self.undecided = frozenset[int]()
        """The shards whose hand-over is unclear until the next look, because the table couldn't be read."""
        self.asked_for = frozenset[int]()
        """The shards that another process is connected to and asks for."""
        self.handled: Mapping[int, frozenset[int]] = {}
        """The interactions that the owner before has begun last, by the shard."""
        self.taken = frozenset[int]()
        """The shards taken from this process without a hand-over, as it was taken for dead."""
        self.on_renewal: Sequence[Callable[[], None]] = ()
        """Called after each look that renewed the lease."""
        self.on_change: Sequence[Callable[[Collection[int], Collection[int]], None]] = ()
        """Called with the shards that this process has gained, and those it has lost."""
        self._known = 0
        """How many processes the database knew at the last look, dead ones too."""
        self._changed = asyncio.Event()
        self._looking = asyncio.Lock()
        writer.owns = self.owns
        writer.connection.on_notice.append(self._hear)

    @property
    def epoch(self) -> int:
        """The epoch of this process."""
        return self._writer.connection.epoch

    @property
    def lapsed(self) -> bool:
        """Whether the lease has expired, so that other processes may count this one as dead."""
        return self._writer.connection.unrenewed_for() > LEASE

    @property
    def certain(self) -> bool:
        """Whether no other process can count this one as dead by now, and serve in its place."""
        return self._database.certain

    def shard_of(self, guild: int | None) -> int:
        """Return the number of a server's shard."""
        return shard_of(guild, self.count)

    def owns(self, guild: int | None) -> bool:
        """Return whether a server is served by this process."""
        return guild == ANYWHERE or (self.count > 0 and shard_of(guild, self.count) in self.owned)

    async def agree(self, count: int) -> None:
        """Serve with this number of shards, as all others do.

        Raises DatabaseUnusable if others serve with another number; NotCommitted and DatabaseError.
        """
        waited = 0.0
        while True:
            processes, shards = await self._read()
            others = [one for one in processes if one.epoch != self.epoch]
            if len(shards) == count or not others:
                break
            if waited >= AGREEING and shards:
                raise DatabaseUnusable(
                    f"Other processes serve this database with {len(shards)} shards, this one has {count}."
                )
            if not shards and waited >= 1:
                break
            await self._database.write((_REAP, (self.epoch,)))
            await asyncio.sleep(0.5)
            waited += 0.5
        await self._database.write((_COUNT, (count,)), (_SURPLUS, (count,)))
        self.count = count

    async def known_count(self) -> int:
        """Return the number of shards with which others serve; 0 without others. Raises DatabaseError."""
        processes, shards = await self._read()
        return len(shards) if len(processes) > 1 else 0

    async def look(self) -> None:
        """Renew the lease, take free shards and read others' changes.

        Raises OwnershipLost; NotCommitted and DatabaseError while the database is unavailable.
        """
        async with self._looking:
            try:
                await self._database.write()
                processes, shards = await self._read()
                claims = self._claims(processes, shards)
                if claims:
                    self.taken |= {int(str(values[1])) for sql, values in claims if sql == _TAKE}
                    await self._database.write(*claims, self._notice())
                    processes, shards = await self._read()
            except NotCommitted as error:
                if isinstance(error.__cause__, InUse):
                    self._learn([], [])
                    raise OwnershipLost from error
                raise
            self.processes = len(processes)
            self.successors = any(one.epoch != self.epoch and not one.leaving for one in processes)
            self._learn(processes, shards)
        call_each(self.on_renewal)

    async def wait(self, seconds: float) -> None:
        """Wait for a notice, or so long."""
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            pass
        self._changed.clear()

    async def ready(self, number: int) -> None:
        """Record that this process is connected and can take over a shard. Raises NotCommitted."""
        await self._database.write((_READY, (number, self.epoch)), self._notice())

    async def give(self, number: int, handled: Iterable[int]) -> None:
        """Hand a shard over to the process that has connected it, with the interactions that were begun last.

        From now on this process writes nothing about it, unless it certainly keeps it: nothing was committed,
        or the other process no longer wants it. Raises NotCommitted.
        """
        known = ",".join(map(str, handled))
        async with self._looking:  # a look that was begun before would take it for this process's own again
            owned, taken = self.owned, self.taken
            self._learn_owned(owned - {number})
            try:
                await self._database.write((_GIVE, (known, number, self.epoch)), self._notice())
            except MayBeCommitted:
                self.undecided |= {number}
                raise
            except NotCommitted as error:
                if not isinstance(error.__cause__, InUse):
                    self.taken = taken
                    self._learn_owned(owned)
                raise
            self.undecided |= {number}
            with contextlib.suppress(DatabaseError):
                state = await self._read()
                self.taken = taken
                self._learn(*state)

    async def book_identify(self, number: int) -> float:
        """Reserve the next time at which a shard may identify itself, and return the seconds until then.

        Raises NotCommitted.
        """
        bucket = number % self.concurrency
        return float(await self._writer.ask(_IDENTIFY, bucket))

    async def leave(self) -> None:
        """Give all shards up for other processes to take. Raises NotCommitted."""
        await self._database.write((_LEAVE, (self.epoch,)), self._notice())

    def _claims(self, processes: Collection[ServingProcess], shards: list[SharedShard]) -> list[Statement]:
        me = self.epoch
        claims = list[Statement]()
        alive = {one.epoch for one in processes}
        reaping = len(alive) < self._known and self._writer.connection.connected_for() > self.settling
        if reaping:
            claims.append((_REAP, (me,)))
        shares = share_out(processes, shards)
        for shard in shards:
            mine = shares.get(shard.number) == me
            if mine and (shard.epoch is None or (reaping and shard.epoch not in alive)):
                claims.append((_TAKE, (me, shard.number)))
            elif mine and shard.epoch in alive and me not in (shard.epoch, shard.next):
                claims.append((_PREPARE, (me, shard.number)))
            elif not mine and shard.next == me:
                claims.append((_UNPREPARE, (shard.number, me)))
        return claims

    def _learn(self, processes: Collection[ServingProcess], shards: Collection[SharedShard]) -> None:
        me = self.epoch
        mine = frozenset(shard.number for shard in shards if shard.epoch == me)
        self.undecided = frozenset[int]()
        self.preparing = frozenset(shard.number for shard in shards if shard.next == me)
        self.unready = frozenset(shard.number for shard in shards if shard.next == me and not shard.ready)
        self.asked_for = frozenset(shard.number for shard in shards if shard.epoch == me and shard.ready)
        self._learn_owned(mine)

    def _learn_owned(self, owned: frozenset[int]) -> None:
        gained, lost = owned - self.owned, self.owned - owned
        self.taken &= owned
        self.owned = owned
        if gained or lost:
            call_each(self.on_change, gained, lost)

    async def _read(self) -> tuple[list[ServingProcess], list[SharedShard]]:
        rows = await self._database.fetch(_PROCESSES)
        self._known = len(rows)
        processes = [_process(row) for row in rows if not row["gone"] or row["epoch"] == self.epoch]
        rows = await self._database.fetch(_SHARDS)
        self.handled = {row["number"]: _numbers(row["handled"]) for row in rows}
        return processes, [
            SharedShard(row["number"], row["epoch"], row["next"], bool(row["ready"])) for row in rows
        ]

    def _notice(self) -> Statement:
        return NOTIFY, (CHANNEL, SHARDS)

    def _hear(self, kind: str, _text: str) -> None:
        if kind in (SHARDS, ""):
            self._changed.set()


def _process(row: SqlRow) -> ServingProcess:
    assigned: Any = _numbers(row["shards"]) if row["shards"] else None
    return ServingProcess(row["epoch"], assigned, bool(row["leaving"]))


def _numbers(text: str) -> frozenset[int]:
    return frozenset(map(int, text.split(","))) if text else frozenset()
