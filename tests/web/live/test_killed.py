"""kill -9 of the bot's real process and its next start: open pages are right again without a reload."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from rules.leagues.result import LeagueId
from rules.leagues.state import Person
from storage.engine.opening import open_database
from storage.games.games import Games
from tests.storage.leagues.people import JUDGE, OPEN, ZOE, by, won
from tests.support.bot_process import BotProcess
from tests.support.discord_api import payloads
from tests.support.discord_api.objects import CHANNEL, GUILD
from tests.support.discord_api.server import DiscordServer
from tests.support.games import games_in
from tests.support.processes import free_port
from tests.web.play.lines import LOST
from tests.web.play.remotes import PHONE, mine, tap
from tests.web.watching import address_in, watch


async def says(server: DiscordServer, name: str, **options: str | int | bool) -> str:
    """Return what a command of Ana's is answered with."""
    return await server.text_of(server.send(0, payloads.command(name, options)))


@pytest.mark.full
async def test_open_pages_are_right_again_after_kill_and_restart(browser: Browser, tmp_path: Path) -> None:
    server = DiscordServer(1)
    file = tmp_path / "arbiter.db"
    league = await _league(file)
    pages = f"127.0.0.1:{free_port()}"
    bot = BotProcess(server, file, tmp_path / "log", pages=pages)
    async with server.serving():
        await bot.start()
        try:
            await _killed_and_started(browser, server, bot, file, f"http://{pages}/l/{league}/")
        finally:
            await bot.kill()


async def _league(file: Path) -> str:
    """Return a league of the server with a page that names guests, and Zoe's victory there; the page's
    token."""
    async with games_in(file) as games:
        created = await games.leagues.create(GUILD, by(JUDGE), OPEN, ())
        league = created.state.league
        await games.leagues.set_page(league, by(JUDGE), on=True, guests=True)
        await _zoe_wins(games)
        return await games.links.make_of_league(GUILD, league, 7)


async def _zoe_wins(games: Games) -> None:
    """A result: 3 points for Zoe."""
    await games.leagues.results.report(LeagueId(1), by(JUDGE), won(ZOE, Person("Yan")), judge=True)


async def _killed_and_started(
    browser: Browser, server: DiscordServer, bot: BotProcess, file: Path, league: str
) -> None:
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
    standings = await watch(browser, league)
    await expect(standings.locator("tbody tr", has_text="Zoe").locator("td").nth(1)).to_have_text("3")
    await bot.kill()
    for page in (remote, table, standings):
        await expect(page.locator("[data-line]")).to_have_text(LOST)
    await tap(remote, "Ana: −5 life")  # while no one is there
    async with open_database(file) as database:  # what is committed at the last moment isn't sent
        await _zoe_wins(Games(database))
    await bot.start()
    await asyncio.gather(*(_is_right(page, "35") for page in totals), _is_right(standings, "2–0–0"))
    await _board_says(server, "35")


async def _is_right(page: Page, what: str) -> None:
    """Wait until a page shows what happened without the bot, and that its connection is back."""
    line = page.locator("[data-line]")
    for _ in range(1000):
        lost = await line.count() and await line.inner_text()
        if not lost and what in await page.locator("body").inner_text():
            return
        await asyncio.sleep(0.02)
    pytest.fail(await page.locator("body").inner_text())


async def _board_says(server: DiscordServer, text: str) -> None:
    """Wait until the table's board says this."""
    for _ in range(200):
        board = server.messages.newest(CHANNEL, "arbiter:life")
        if board is not None and text in str(board["components"]):
            return
        await asyncio.sleep(0.05)
    pytest.fail(text)
