"""The line between a phone and the bot, which may break, or fall silent as if it were out of range."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any
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
        self._broken = False
        self._open = set[asyncio.Task[None]]()
        self.proxy = ""
        """The proxy's address, for a browser's options."""

    def fall_silent(self) -> None:
        """Carry nothing more, and say nothing of it."""
        self._carries.clear()

    def come_back(self) -> None:
        """Carry everything again, also what came while it was silent; what came while broken is gone."""
        self._broken = False
        self._carries.set()

    def break_off(self) -> None:
        """Close every connection, and every further one at once, without carrying anything."""
        self._broken = True
        for one in self._open:
            one.cancel()

    def end(self) -> None:
        """Let go of everything that is carried."""
        self.come_back()
        for one in self._open:
            one.cancel()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection's bytes in both directions until either side closes it."""
        await self._carries.wait()
        if self._broken:
            writer.close()
            return
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


async def page_over(line: Line, browser: Browser, address: str, **options: Any) -> Page:
    """Return a page that is asked for over a line, whose stream is open, and whose clock a test can move
    on."""
    context = await browser.new_context(proxy={"server": line.proxy}, **options)
    page = await context.new_page()
    await page.clock.install()
    async with page.expect_request("**/events?*"):
        await page.goto(address)
    await expect(page.locator("[data-line]")).to_be_empty()
    return page


async def expect_lost(page: Page) -> None:
    """See what a page says of its line after three seconds of silence, by its own clock."""
    await page.clock.run_for(3_000)
    assert await page.locator("[data-line]").inner_text() == LOST


async def says_when_it_is_lost(browser: Browser, address: str) -> None:
    """See that a page says when its line has fallen silent, and when it is back."""
    async with line_to(address) as line:
        page = await page_over(line, browser, address)
        line.fall_silent()
        await expect_lost(page)
        line.come_back()
        await expect(page.locator("[data-line]")).to_be_empty()
        await page.context.close()
