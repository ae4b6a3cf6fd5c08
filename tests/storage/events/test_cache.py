"""The cache keeps what was used last and what is in use; a stream's lock is fair and takes no memory."""

import asyncio
from contextlib import nullcontext
from typing import TypeVar

import pytest

from storage.events.cache import LockOrder, LruCache, StreamLocks

V = TypeVar("V")


def kept(cache: LruCache[str, V]) -> dict[str, V]:
    return {key: value for key in "abcd" if (value := cache.peek(key)) is not None}


def test_the_value_used_longest_ago_goes_first() -> None:
    cache = LruCache[str, int](2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert kept(cache) == {"a": 1, "c": 3}


def test_values_in_use_stay_until_they_are_not() -> None:
    used, dropped = {"a"}, list[str]()
    cache = LruCache[str, int](1, in_use=used.__contains__, dropped=lambda key, _value: dropped.append(key))
    for key in "abc":
        cache.put(key, 1)
    assert kept(cache) == {"a": 1, "c": 1}
    assert dropped == ["b"]
    used.clear()
    cache.trim()
    assert kept(cache) == {"c": 1}
    assert dropped == ["b", "a"]


def test_the_newest_value_stays_whatever_it_weighs() -> None:
    cache = LruCache[str, str](5, weight=len)
    for key, value in (("a", "12"), ("b", "34"), ("c", "123456")):
        cache.put(key, value)
    assert kept(cache) == {"c": "123456"}
    cache.put("d", "7")
    assert kept(cache) == {"d": "7"}


async def test_anyone_who_came_first_has_the_stream_first() -> None:
    locks, order = StreamLocks[int](LockOrder.GAMES), list[str]()

    async def visit(name: str) -> None:
        async with locks.hold(7):
            await asyncio.sleep(0)
            order.append(name)

    await asyncio.gather(*(visit(name) for name in "abcde"))
    assert order == ["a", "b", "c", "d", "e"]
    assert 7 not in locks


async def test_anyone_who_gives_up_waiting_leaves_nothing_behind() -> None:
    locks = StreamLocks[int](LockOrder.GAMES)

    async def visit() -> None:
        async with locks.hold(7):
            pass

    async with locks.hold(7):
        waiting = asyncio.create_task(visit())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert 7 in locks
    assert 7 not in locks


@pytest.mark.parametrize(
    ("later", "key", "fails"),
    [
        (LockOrder.LEAGUES, 1, False),
        (LockOrder.GAMES, 8, False),
        (LockOrder.GAMES, 7, True),
        (LockOrder.GAMES, 1, True),
    ],
)
async def test_who_holds_something_locks_only_what_comes_later(
    later: LockOrder, key: int, *, fails: bool
) -> None:
    games = StreamLocks[int](LockOrder.GAMES)
    others = games if later is LockOrder.GAMES else StreamLocks[int](later)
    for _ in range(2):
        async with games.hold(7):
            with pytest.raises(RuntimeError) if fails else nullcontext():
                async with others.hold(key):
                    pass
    assert 7 not in games
    assert key not in others
