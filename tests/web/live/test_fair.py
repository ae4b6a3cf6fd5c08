"""Clients take turns."""

import asyncio

import pytest
from aiohttp import web

from web.live import fair
from web.live.fair import FairTurns


async def test_only_a_client_for_whom_too_much_waits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two may wait beside what is being made. What is given up leaves room; the same again takes none."""
    monkeypatch.setattr(fair, "MAX_WAITING_WORK", 2)
    turns, may_end, made = FairTurns[str](), asyncio.Event(), list[str]()

    async def ask(name: str) -> str:
        async def make() -> str:
            await may_end.wait()
            made.append(name)
            return name

        return await turns.made(name[0], name, make)

    async with asyncio.TaskGroup() as asking:
        first = [asking.create_task(ask("a1"))]
        await asyncio.sleep(0)
        waiting = {name: asking.create_task(ask(name)) for name in ("a2", "a3", "b1")}
        await asyncio.sleep(0)
        with pytest.raises(web.HTTPTooManyRequests):
            await ask("a4")
        same = [asking.create_task(ask("a3")) for _ in range(3)]
        waiting["a2"].cancel()
        await asyncio.wait([waiting["a2"]])
        last = asking.create_task(ask("a5"))
        await asyncio.sleep(0)
        same[0].cancel()
        may_end.set()
    assert made == ["a1", "b1", "a3", "a5"]
    assert [task.result() for task in (*first, waiting["a3"], *same[1:], last)] == [
        "a1",
        "a3",
        "a3",
        "a3",
        "a5",
    ]
