"""The line between a phone and the bot, which may fall silent without being closed, as out of range."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from playwright.async_api import Browser, Page, expect

LOST = "Connection lost. Trying again…"
BLOCK = 65_536


class Line:
    """Carries bytes to where pages are served; a browser uses it as its proxy."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._to = parts.hostname or "", parts.port or 0
        self._carries = asyncio.Event()
        self._carries.set()
        self._open = set[asyncio.Task[None]]()
        self.proxy = ""
        """What a browser has to be told of it."""

    def fall_silent(self) -> None:
        """Carry nothing more, and say nothing of it."""
        self._carries.clear()

    def come_back(self) -> None:
        """Carry everything again, also what came meanwhile."""
        self._carries.set()

    def end(self) -> None:
        """Let go of everything that is carried."""
        self.come_back()
        for one in self._open:
            one.cancel()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection's bytes in both directions until either side closes it."""
        await self._carries.wait()
        there, back = await asyncio.open_connection(*self._to)
        ways = [asyncio.create_task(self._pass(*way)) for way in ((reader, back), (there, writer))]
        self._open.update(ways)
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for one in ways:
            one.cancel()
        for one in (back, writer):
            one.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while block := await reader.read(BLOCK):
                await self._carries.wait()
                writer.write(block)
                await writer.drain()


@asynccontextmanager
async def line_to(address: str) -> AsyncGenerator[Line]:
    """A line to the pages under an address, during the block."""
    line = Line(address)
    tasks = set[asyncio.Task[None]]()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        with suppress(ConnectionError):
            await line.carry(reader, writer)

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    line.proxy = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield line
    finally:
        server.close()
        line.end()
        await asyncio.gather(*tasks, return_exceptions=True)


async def seconds_until(page: Page, said: str) -> float:
    """How long it takes until a page says this of its line."""
    began = time.monotonic()
    while await page.locator("[data-line]").inner_text() != said:
        await asyncio.sleep(0.02)
        assert time.monotonic() - began < 10, said
    return time.monotonic() - began


async def seconds_until_lost(browser: Browser, address: str) -> float:
    """How long it takes until a page says that its line has fallen silent, and later that it is back."""
    async with line_to(address) as line:
        context = await browser.new_context(proxy={"server": line.proxy})
        page = await context.new_page()
        async with page.expect_request("**/events?*"):
            await page.goto(address)
        await expect(page.locator("[data-line]")).to_be_empty()
        line.fall_silent()
        taken = await seconds_until(page, LOST)
        line.come_back()
        await expect(page.locator("[data-line]")).to_be_empty(timeout=10_000)
        await context.close()
        return taken
