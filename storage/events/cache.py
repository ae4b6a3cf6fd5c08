"""In-memory caches of the database: the values used last, and a fair lock for each stream."""

import asyncio
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from contextlib import AbstractAsyncContextManager
from enum import IntEnum
from typing import Any, Generic, TypeVar, cast

from msgspec import Struct
from msgspec.structs import force_setattr

from storage.engine.database import Database, DatabaseError
from storage.engine.group_commit import NotCommitted

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def _never(_key: object) -> bool:
    return False


class LruCache(Generic[K, V]):
    """Values by key.

    Beyond ``limit``, the least recently used are dropped, except the last one used and those whose keys
    ``in_use`` returns. ``weight`` returns a value's share of the limit (default: 1). ``dropped`` is called
    with each dropped value.
    """

    def __init__(
        self,
        limit: int,
        *,
        in_use: Callable[[K], bool] = _never,
        weight: Callable[[V], int] | None = None,
        dropped: Callable[[K, V], None] | None = None,
    ) -> None:
        self.limit = limit
        self._in_use = in_use
        self._weight = weight
        self._dropped = dropped
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """Return the value of a key and mark it as used; None if there is none."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def peek(self, key: K) -> V | None:
        """Return the value of a key without marking it as used; None if there is none."""
        return self._values.get(key)

    def put(self, key: K, value: V) -> None:
        """Store a value, replacing the previous one."""
        self._values[key] = value
        self._values.move_to_end(key)
        if self._weight is not None or len(self._values) > self.limit:
            self.trim()

    def pop(self, key: K) -> V | None:
        """Remove and return a value without calling ``dropped``; None if there is none."""
        return self._values.pop(key, None)

    def items(self) -> list[tuple[K, V]]:
        """Return every key and value without marking them as used."""
        return [*self._values.items()]

    def clear(self, unwanted: Callable[[V], bool]) -> None:
        """Remove all matching values without calling ``dropped``."""
        for key in [key for key, value in self._values.items() if unwanted(value)]:
            del self._values[key]

    def trim(self) -> None:
        """Drop values above the limit; call it when a value has grown, or is no longer in use."""
        excess = self._size() - self.limit
        if excess <= 0:
            return
        newest = next(reversed(self._values))
        going: list[K] = []
        for key, value in self._values.items():
            if excess <= 0:
                break
            if key != newest and not self._in_use(key):
                going.append(key)
                excess -= self._weight(value) if self._weight else 1
        for key in going:
            value = self._values.pop(key)
            if self._dropped is not None:
                self._dropped(key, value)

    def _size(self) -> int:
        return sum(map(self._weight, self._values.values())) if self._weight else len(self._values)


class SharedParts:
    """Stores equal parts of decoded values once, which saves more than half of the memory for ten thousand
    games.

    Share a value before using it, because its parts are replaced by equal ones.
    """

    def __init__(self) -> None:
        self._known: dict[object, Any] = {}

    def share(self, value: V) -> V:
        """Return an equal value that reuses parts of earlier values."""
        return self._share(value)

    def _share(self, value: Any) -> Any:
        kind = cast("type[object]", type(value))
        if kind is str:
            return sys.intern(value)
        if kind is int:
            return self._known.setdefault(value, value)
        parts: list[Any]
        if issubclass(kind, Struct):
            parts = []
            for name in kind.__struct_fields__:
                before = getattr(value, name)
                part = self._share(before)
                if part is not before:
                    force_setattr(value, name, part)
                parts.append(part)
        elif kind is tuple:
            parts = [self._share(part) for part in cast("tuple[Any, ...]", value)]
            value = tuple(parts)
        elif kind is dict:
            parts = [self._share(part) for item in cast("dict[Any, Any]", value).items() for part in item]
            value = dict(zip(parts[::2], parts[1::2], strict=True))
        else:
            return value
        return self._known.setdefault((kind, *map(id, parts)), value)


class LockOrder(IntEnum):
    """The order in which a task takes locks, those of one kind by their keys, which prevents deadlocks."""

    GAMES = 1
    LEAGUES = 2
    TOURNAMENTS = 3
    READING = 4
    """Values that are read once for all tasks that ask."""


class StreamLocks(Generic[K]):
    """A lock for each stream, acquired in the order of the calls. Unused locks take no memory.

    If a write fails because the database is unavailable, all tasks that wait for that lock fail at once.
    """

    def __init__(self, order: LockOrder) -> None:
        self._order = order
        self._locks: dict[K, _Lock] = {}

    def __contains__(self, key: K) -> bool:
        """Return whether a stream's lock is held or waited for."""
        return key in self._locks

    def hold(self, key: K) -> "HeldLock[K]":
        """Lock a stream for a block.

        Raises NotCommitted and DatabaseError; RuntimeError if the task holds this lock or a later one.
        """
        return HeldLock(self._locks, key, self._order)


class _Lock(asyncio.Lock):
    users = 0
    """How many hold it or wait for it."""
    late: Exception | None = None
    """The last error of a caller that waited for the database."""


_last_held: dict[asyncio.Task[Any] | None, tuple[LockOrder, Any]] = {}
"""The last lock that each task took, of those that it holds."""


class HeldLock(Generic[K]):
    """A stream's lock, held during the block."""

    __slots__ = ("_before", "_key", "_locks", "_order", "_task")

    def __init__(self, locks: dict[K, _Lock], key: K, order: LockOrder) -> None:
        self._locks, self._key, self._order = locks, key, order

    async def __aenter__(self) -> None:
        self._task = asyncio.current_task()
        self._before = _last_held.get(self._task)
        mine = self._order, self._key
        if self._before is not None and self._before >= mine:
            raise RuntimeError(f"{mine} is locked while {self._before} is held")
        lock = self._locks.get(self._key)
        if lock is None:
            lock = self._locks[self._key] = _Lock()
        lock.users += 1
        before = lock.late
        try:
            await lock.acquire()
        except BaseException:
            self._leave(lock)
            raise
        late = lock.late
        if late is not before:
            self._release(lock)
            raise (DatabaseError if isinstance(late, DatabaseError) else NotCommitted)(str(late)) from late
        _last_held[self._task] = mine

    async def __aexit__(self, *error: object) -> None:
        if self._before is None:
            del _last_held[self._task]
        else:
            _last_held[self._task] = self._before
        lock = self._locks[self._key]
        for one in error:
            if isinstance(one, DatabaseError | NotCommitted) and isinstance(one.__cause__, TimeoutError):
                lock.late = one
        self._release(lock)

    def _release(self, lock: _Lock) -> None:
        lock.release()
        self._leave(lock)

    def _leave(self, lock: _Lock) -> None:
        lock.users -= 1
        if not lock.users:
            del self._locks[self._key]


class Entered(AbstractAsyncContextManager[V], Generic[K, V]):
    """A context manager for a state during exclusive access to its stream.

    It does what a generator with contextlib's decorator does in half the time, which every action pays.
    """

    __slots__ = ("_get", "_held", "_hold", "_settle", "_where")

    def __init__(
        self,
        database: Database,
        hold: Callable[[K], Awaitable[HeldLock[int]]],
        get: Callable[[K], Awaitable[V]],
        where: K,
    ) -> None:
        self._settle = database.settle
        self._hold, self._get, self._where = hold, get, where

    async def __aenter__(self) -> V:
        self._held = await self._hold(self._where)
        await self._held.__aenter__()
        try:
            await self._settle()
            return await self._get(self._where)
        except BaseException as error:
            await self._held.__aexit__(error)
            raise

    async def __aexit__(self, *error: object) -> None:
        await self._held.__aexit__(*error)
