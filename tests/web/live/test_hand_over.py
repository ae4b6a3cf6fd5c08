"""Pages that are open at one process while another one takes their table over: right without a reload."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import pytest
from playwright.async_api import Browser, expect

from storage.engine.sharding import shard_of
from tests.support.discord_api import payloads
from tests.support.discord_api.objects import USER, guild_of
from tests.support.discord_api.server import DiscordServer
from tests.support.installation import Installation, in_a_hurry, tables
from tests.support.postgresql.fixtures import Server, postgresql
from tests.support.processes import free_port
from tests.web.play.remotes import PHONE, PLAYS_NO_MORE, mine, pressed, send, tap
from tests.web.watching import address_in, watch

__all__ = ("postgresql",)

SHARDS = 2
SENT_AGAIN = (429, 503)
"""How a press is answered that the page sends again."""
STAYS, TABLE = sorted(tables(SHARDS, 1), key=lambda one: shard_of(guild_of(one), SHARDS))
"""Tables on the shard that the first process keeps, and on the one that the second process gets."""


@asynccontextmanager
async def started(address: str, folder: Path) -> AsyncGenerator[tuple[DiscordServer, Installation]]:
    """A process that serves everything, with pages."""
    gateway, chance = in_a_hurry(SHARDS), random.Random(1)
    async with Installation.serving(address, folder, tables(SHARDS, 1), chance, gateway) as installation:
        await installation.start(f"127.0.0.1:{free_port()}", forked=True)
        yield installation.server, installation


async def start_another(installation: Installation, pages: str = "") -> None:
    """Let another process take over a table, as if the one before had connected five seconds ago."""
    await installation.fetch("DELETE FROM identify")
    await installation.start(pages, forked=True)


async def says(server: DiscordServer, name: str, table: int = TABLE, **options: str | int | bool) -> str:
    """Return what a command of Ana's at a table is answered with."""
    return await server.text_of(server.send(table, payloads.command(name, options)))


async def test_a_remote_works_at_a_process_that_has_never_served_its_table(
    postgresql: Server, tmp_path: Path
) -> None:
    async with started(await postgresql.blank(), tmp_path) as (server, installation):
        await says(server, "game new", STAYS, variant="free_for_all", players="Ben, Cy", life=40)
        made = urlsplit(address_in(await says(server, "game remote", STAYS)))
        other = f"127.0.0.1:{free_port()}"
        await start_another(installation, other)
        address = made._replace(netloc=other).geturl()
        hit = pressed("life", who=str(USER), amount=-5)
        # It counts once, no matter how often it is sent and which process is asked.
        statuses = [await send(one, hit) for one in (address, address, made.geturl())]
        assert statuses == [(200, "")] * 3
        assert " 35" in await says(server, "game board", STAYS)
        assert await send(address, pressed("life", who=str(USER))) == (400, "")
        status, why = await send(address, pressed("cast", commander="nobody:1"))
        assert status == 200
        assert why
        async with aiohttp.ClientSession() as session, session.get(f"{address}fix") as panel:
            assert panel.status == 200
            assert "Ana lost 5 life" in await panel.text()
        # Who takes over doesn't know at first what Ana may do in a server of which Discord hasn't told yet.
        await installation.running.pop(0).kill()
        another = pressed("life", who=str(USER), amount=-5)
        answers = set[tuple[int, str]]()
        while (200, "") not in answers:
            await asyncio.sleep(0.1)
            answers |= {*await asyncio.gather(send(address, another), send(address, another))}
        assert answers <= {(200, ""), *((status, "") for status in SENT_AGAIN)}
        assert " 30" in await says(server, "game board", STAYS)


@pytest.mark.full
async def test_a_remote_says_when_the_bot_was_removed_from_its_server(
    postgresql: Server, tmp_path: Path
) -> None:
    async with started(await postgresql.blank(), tmp_path) as (server, _):
        await says(server, "game new", variant="free_for_all", players="Ben, Cy", life=40)
        address = address_in(await says(server, "game remote"))
        guild = str(guild_of(TABLE))
        server.gateway.emit("GUILD_DELETE", {"id": guild, "guild_id": guild})
        answer = 200, ""
        async with asyncio.timeout(60):
            while answer == (200, ""):
                answer = await send(address, pressed("life", who=str(USER), amount=-5))
        assert answer == (200, PLAYS_NO_MORE)


@pytest.mark.full
async def test_pages_follow_their_table_to_another_process(
    browser: Browser, postgresql: Server, tmp_path: Path
) -> None:
    async with started(await postgresql.blank(), tmp_path) as (server, installation):
        await says(server, "game new", variant="free_for_all", players="Ben, Cy", life=40)
        remote = await watch(browser, address_in(await says(server, "game remote")), viewport=PHONE)
        table = await watch(browser, address_in(await says(server, "game page")))
        total = table.locator(".seat", has_text="Ana").locator(".number")
        for shown in (mine(remote), total):
            await expect(shown).to_have_text("40")
        await start_another(installation)  # which has no pages
        await says(server, "life lose", amount=3)
        for shown in (mine(remote), total):
            await expect(shown).to_have_text("37")
        await tap(remote, "Ana: −5 life")
        for shown in (mine(remote), total):
            await expect(shown).to_have_text("32")
        # A press while no one serves the table waits, and counts once.
        await installation.running.pop().kill()
        await tap(remote, "Ana: −5 life")
        for shown in (mine(remote), total):
            await expect(shown).to_have_text("27")
        await asyncio.sleep(1)
        await expect(mine(remote)).to_have_text("27")
        for page in (remote, table):
            await expect(page.locator("[data-line]")).to_have_text("")


async def test_a_role_dealt_by_one_process_is_read_and_shown_by_another(
    postgresql: Server, tmp_path: Path
) -> None:
    """In Treachery, the Leader's role is known from the start; any other is shown by its player."""
    async with started(await postgresql.blank(), tmp_path) as (server, installation):
        await says(server, "game new", variant="treachery", players="Ben, Cy, Dee")
        own = await says(server, "game role")
        role = own.partition("Your role: ")[2].partition("\n")[0]
        assert role in {"Leader", "Assassin", "Traitor"}
        await start_another(installation)
        await installation.running.pop(0).kill()
        assert await says(server, "game role") == own
        shown = await says(server, "game reveal")
        assert (f"shows a role: {role}" in shown) == (role != "Leader")
        assert role in await says(server, "game board")
