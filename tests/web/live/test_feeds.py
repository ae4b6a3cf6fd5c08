"""What a feed shows while what it shows changes."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import contextmanager

import pytest_asyncio

from web.live.feeds import Feeds, PageParts


class Counter:
    """Shows how often it was made, in a part that everyone waits for and in one that takes longer."""

    def __init__(self) -> None:
        self.remembers = False
        self.due: float | None = None
        self.note: Callable[[], None] = lambda: None
        self.made = self.made_slowly = 0
        self.fails = False
        self.may_go_on = asyncio.Event()

    @contextmanager
    def following(self, note: Callable[[], None]) -> Generator[None]:
        self.note = note
        yield

    async def parts(self) -> tuple[str, PageParts]:
        self.made += 1
        self._fail()
        return f"{self.made}", {"brief": f"{self.made}"}

    async def slow_parts(self) -> PageParts:
        self.made_slowly += 1
        await self.may_go_on.wait()
        self._fail()
        return {"slow": f"{self.made_slowly}"}

    def _fail(self) -> None:
        if self.fails:
            raise KeyError("nobody thought of this")


@pytest_asyncio.fixture
async def feeds() -> AsyncGenerator[Feeds]:
    feeds = Feeds()
    yield feeds
    feeds.close()


async def test_a_commit_in_the_middle_of_the_first_making_shows_no_half_of_it(feeds: Feeds) -> None:
    """A page that was asked for then has all its parts, and soon those of the commit."""
    counter = Counter()
    first = asyncio.create_task(feeds.snapshot("counter", lambda: counter))
    while not counter.made_slowly:  # noqa: ASYNC110
        await asyncio.sleep(0)
    counter.note()
    await asyncio.sleep(0.2)  # longer than until parts are made of a commit
    second = asyncio.create_task(feeds.snapshot("counter", lambda: counter))
    await asyncio.sleep(0)
    counter.may_go_on.set()
    assert set((await first).parts) == set((await second).parts) == {"brief", "slow"}
    async with asyncio.timeout(60):
        while (await feeds.snapshot("counter", lambda: counter)).parts != {"brief": "2", "slow": "2"}:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_what_could_not_be_made_is_made_without_another_commit(feeds: Feeds) -> None:
    counter = Counter()
    counter.may_go_on.set()
    await feeds.snapshot("counter", lambda: counter)
    counter.fails = True
    counter.note()
    async with asyncio.timeout(60):
        while counter.made < 2 or counter.made_slowly < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        counter.fails = False
        while (await feeds.snapshot("counter", lambda: counter)).parts != {"brief": "3", "slow": "3"}:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
