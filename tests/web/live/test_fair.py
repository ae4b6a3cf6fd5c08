"""Clients take turns in a share of the processor."""

import asyncio

import pytest
from aiohttp import web

from web.live import fair
from web.live.fair import FairShare
from web.live.share import ProcessorShare


async def test_only_a_client_for_whom_too_much_waits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two may wait beside what is being done. What waited and is given up leaves room."""
    monkeypatch.setattr(fair, "WAITING", 2)
    share, may_end, done = FairShare(ProcessorShare(1, 1)), asyncio.Event(), list[str]()

    async def work(name: str) -> None:
        async with share.turn(name[0]):
            await may_end.wait()
            done.append(name)

    async with asyncio.TaskGroup() as all_work:
        working = {name: all_work.create_task(work(name)) for name in ("a1", "a2", "a3", "b1")}
        await asyncio.sleep(0)
        with pytest.raises(web.HTTPTooManyRequests):
            await work("a4")
        working["a2"].cancel()
        await asyncio.wait([working["a2"]])
        all_work.create_task(work("a5"))
        may_end.set()
    assert done == ["a1", "b1", "a3", "a5"]
