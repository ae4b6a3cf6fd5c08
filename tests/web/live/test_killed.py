"""kill -9 of the bot's real process and its next start: open pages are right again without a reload."""

import asyncio
import time
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from campaign.harness import payloads
from campaign.harness.bot_process import BotProcess
from campaign.harness.discord_server import DiscordServer
from tests.processes import free_port
from tests.web.play.remotes import PHONE, mine, tap
from tests.web.watching import address_in, watch

SOON = 3.0
"""Seconds from the bot's next start until every page is right."""
LOST = "Connection lost. Trying again…"


async def says(server: DiscordServer, name: str, **options: str | int | bool) -> str:
    """What a command of Ana's is answered with."""
    answer = await server.answered(server.send(0, payloads.command(name, options)))
    assert answer is not None, name
    return answer.text


@pytest.mark.asyncio(loop_scope="session")
async def test_open_pages_are_right_again_after_kill_and_restart(browser: Browser, tmp_path: Path) -> None:
    server = DiscordServer(1)
    pages = f"127.0.0.1:{free_port()}"
    bot = BotProcess(server, tmp_path / "arbiter.db", tmp_path / "log", pages=pages)
    async with server.serving():
        await bot.start()
        try:
            await _killed_and_started(browser, server, bot)
        finally:
            await bot.kill()


async def _killed_and_started(browser: Browser, server: DiscordServer, bot: BotProcess) -> None:
    await says(server, "game new", variant="free_for_all", players="Ben, Cy", life=40)
    remote = await watch(browser, address_in(await says(server, "game remote")), viewport=PHONE)
    table = await watch(browser, address_in(await says(server, "game page")))
    overlay = await watch(browser, address_in(await says(server, "game page", **{"for": "overlay"})))
    totals = {
        remote: mine(remote),
        table: table.locator(".seat", has_text="Ana").locator(".number"),
        overlay: overlay.get_by_text("40", exact=True).first,
    }
    for shown in totals.values():
        await expect(shown).to_have_text("40")
    await bot.kill()
    for page in (remote, table):
        await expect(page.locator("[data-line]")).to_have_text(LOST)
    await tap(remote, "Ana: −5 life")  # while nobody is there
    await bot.start()
    started = time.monotonic()
    await asyncio.gather(*(_is_right(page) for page in totals))
    assert time.monotonic() - started < SOON
    await _board_says(server, "35")


async def _is_right(page: Page) -> None:
    """Wait until a page shows what was pressed, and that its line is there."""
    line = page.locator("[data-line]")
    for _ in range(1000):
        lost = await line.count() and await line.inner_text()
        if not lost and "35" in await page.locator("body").inner_text():
            return
        await asyncio.sleep(0.02)
    pytest.fail(await page.locator("body").inner_text())


async def _board_says(server: DiscordServer, text: str) -> None:
    """Wait until the table's board says this."""
    for _ in range(200):
        board = server.newest(payloads.CHANNEL, "arbiter:life")
        if board is not None and text in str(board["components"]):
            return
        await asyncio.sleep(0.05)
    pytest.fail(text)
