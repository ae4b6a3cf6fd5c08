"""The process that serves a bot's pages: what it follows, what it may do, and how it ends."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from bot.pages import process
from bot.pages.process import PageProcess
from rules.leagues.result import LeagueId
from rules.tournaments.acts import SignUp
from rules.tournaments.state import TournamentRules
from rules.turns.clock import StartRound
from storage.engine.opening import open_database
from storage.games.games import Games
from storage.links import LinkPurpose
from storage.privacy import Privacy
from storage.settings.settings import SettingsStore
from storage.tournaments.change import TournamentChange
from tests.storage.leagues.people import BEN, JUDGE, OPEN, ZOE, by, found, won
from tests.storage.table import LIFE, PLACE, deal, end, lose, request
from tests.support.bot_process import BotProcess
from tests.support.discord_api import payloads
from tests.support.discord_api.objects import USER
from tests.support.discord_api.server import DiscordServer
from tests.support.guest_links import let_guests_in, press
from tests.support.processes import SECONDS, free_port, run
from tests.web.answers import appears, body, status
from tests.web.followed import Membership, opened, speaks
from tests.web.play.guests import drawn, join, reason, seat_page
from tests.web.play.remotes import pressed, send
from tests.web.watching import address_in
from web.access.addresses import WebAddress
from web.listening import bind
from web.play.requests import PageRequests, RemotePort

GUILD, CHANNEL = 1, PLACE.channel


class Beside:
    """A database with what a bot keeps of it, and the process of its pages."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.settings = SettingsStore(games.database)
        self.membership = Membership()
        self.bound, self.address = bind(WebAddress("127.0.0.1", 0))
        requests = PageRequests(games, speaks("de"), partial(cast, RemotePort, self.membership))
        self.process = PageProcess(games.database, self.address, self.bound, requests.answer, lambda: None)

    async def link(self, purpose: LinkPurpose, **of: object) -> str:
        """The address of a new link."""
        token = await self.games.links.make(purpose, GUILD, CHANNEL, 7, **of)  # pyright: ignore[reportArgumentType]
        return f"{self.address.base}{purpose.value[0]}/{token}/"


@asynccontextmanager
async def beside(address: Path | str) -> AsyncGenerator[Beside]:
    """A process of pages that runs, on a database."""
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(address))
        one = Beside(Games(database))
        stack.enter_context(one.bound)
        await stack.enter_async_context(one.process.running())
        yield one


async def test_pages_follow_what_the_bot_commits(tmp_path: Path) -> None:
    """Each kind of commit reaches the pages that are about it, and what is revoked or forgotten closes."""
    async with beside(tmp_path / "arbiter.db") as one:
        await _a_table(one)
        await _a_league(one)
        await _an_event(one)
        await _links(one)


async def _a_table(one: Beside) -> None:
    games = one.games
    async with opened(await one.link(LinkPurpose.WATCH)) as page:
        game, _ = await asyncio.gather(deal(games), page.hears(str(LIFE)))
        for _ in range(2):  # as one step, and as two
            await asyncio.gather(page.hears(str(LIFE - 4)), games.act(game, request(), lose(4)))
            await games.act(game, request(), lose(3), continues=True)
            await asyncio.gather(
                page.hears(str(LIFE - 9)), games.act(game, request(), lose(2), continues=True)
            )
            await asyncio.gather(page.hears(f">{LIFE}<"), games.undo(game, request(), 2))
        await asyncio.gather(page.hears(str(LIFE - 9)), games.redo(game, request(), 2))
        clock = StartRound(seconds=3000, turns=5)
        started = games.set_clock(game, request(), lambda _: clock)
        await asyncio.gather(page.hears("data-until"), started)
        await asyncio.gather(page.hears(f"★ Ana {LIFE - 9}"), games.act(game, request(), end()))
        await asyncio.gather(page.hears("Partie gestartet"), deal(games))


async def _a_league(one: Beside) -> None:
    """Its standings grow by each result, and an end of a game in its channel brings one, too."""
    leagues = one.games.leagues
    league = await found(leagues, OPEN, CHANNEL)
    await leagues.set_page(league, by(JUDGE), on=True, guests=True)
    address = f"{one.address.base}l/{await one.games.links.make_of_league(GUILD, league, 7)}/"
    async with opened(address) as page:
        for wins in (1, 2):
            report = leagues.results.report(LeagueId(league), by(JUDGE), won(ZOE, BEN), judge=True)
            await asyncio.gather(page.hears(f"{wins}–0–0"), report)
        await asyncio.gather(page.hears("Ben"), leagues.players.show_name(league, by(BEN), shown=True))
        await asyncio.gather(
            page.hears('"shown":""'), leagues.set_page(league, by(JUDGE), on=False, guests=True)
        )


async def _an_event(one: Beside) -> None:
    events = one.games.tournaments
    place = PLACE.__class__(CHANNEL + 5, GUILD)
    event = (await events.create(place, by(JUDGE), TournamentRules(name="Friday"))).tournament
    token = await one.games.links.make(LinkPurpose.EVENT, GUILD, place.channel, 7)

    def join(change: TournamentChange) -> None:
        change.add(SignUp(player=change.number((None, "Zoe"))))

    async with opened(f"{one.address.base}e/{token}/") as page:
        await asyncio.gather(page.hears("event: parts"), events.change(event, by(JUDGE), join))


async def _links(one: Beside) -> None:
    games = one.games
    revoked, forgotten, left = [await one.link(LinkPurpose.WATCH) for _ in range(3)]
    async with opened(revoked) as page:
        link = await games.links.find(revoked.split("/")[-2])
        assert link is not None
        await asyncio.gather(page.hears("event: gone"), games.links.revoke([link.id]))
    async with opened(left) as page:
        one.membership.left.add(7)
        await page.hears("event: gone")
    one.membership.left.clear()
    async with opened(forgotten) as page:
        privacy = Privacy(games, one.settings, games.now)
        await asyncio.gather(page.hears("event: gone"), privacy.forget(7))
    assert await status(revoked) == await status(forgotten) == 404


async def test_the_file_is_rewritten_while_pages_are_open(tmp_path: Path) -> None:
    """What was deleted has to go from the disk, for which the file is exchanged."""
    async with beside(tmp_path / "arbiter.db") as one:
        game = await deal(one.games)
        async with opened(await one.link(LinkPurpose.WATCH)) as page:
            before = (tmp_path / "arbiter.db").stat().st_ino
            assert await one.games.database.replace()
            assert (tmp_path / "arbiter.db").stat().st_ino != before
            await asyncio.gather(page.hears(str(LIFE - 3)), one.games.act(game, request(), lose(3)))
        assert one.process.restarts == 0


async def test_a_process_that_hangs_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with beside(tmp_path / "arbiter.db") as one:
        await deal(one.games)
        address = await one.link(LinkPurpose.WATCH)
        await appears(address, str(LIFE))
        hanging = one.process.pid
        assert hanging is not None
        os.kill(hanging, signal.SIGSTOP)
        monkeypatch.setattr(process, "SILENT", 0.5)
        async with asyncio.timeout(SECONDS):
            while one.process.pid == hanging:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        monkeypatch.undo()
        await appears(address, str(LIFE))


async def test_killed_it_is_started_again_and_the_bot_goes_on(tmp_path: Path) -> None:
    """A press in the gap is answered by the next process, and counts once; pages that reconnect are right."""
    server, port = DiscordServer(1), free_port()
    pages = f"127.0.0.1:{free_port()}"
    variables = {"ARBITER_METRICS": f"127.0.0.1:{port}"}
    bot = BotProcess(server, tmp_path / "arbiter.db", tmp_path / "log", pages=pages, variables=variables)

    async def says(name: str, **options: str | int | bool) -> str:
        return await server.text_of(server.send(0, payloads.command(name, options)))

    async with server.serving():
        await bot.start()
        try:
            async with asyncio.timeout(SECONDS):
                while "http" not in (given := await says("game page")):  # refused where it came too late
                    await says("game new", variant="free_for_all", players="Ben, Cy", life=40)
            remote, table = address_in(await says("game remote")), address_in(given)
            async with opened(table):
                first = bot.pages
                os.kill(first, signal.SIGKILL)
                hit = pressed("life", who=str(USER), amount=-5)
                press = asyncio.create_task(send(remote, hit))
                assert "37" in await says("life lose", amount=3)
            assert [await press, await send(remote, hit)] == [(200, ""), (200, "")]
            async with opened(table) as page:
                assert "Ana 37 → 32" in page.told
                await asyncio.gather(page.hears("Ana 32 → 31"), says("life lose", amount=1))
            assert "arbiter_pages_restarts 1.0" in await body(f"http://127.0.0.1:{port}/metrics")
            second = bot.pages
            assert second != first
            said = ""
            async with asyncio.timeout(SECONDS):
                while f"Pages: process {second}, " not in said or "started again 1 times." not in said:
                    await asyncio.sleep(1)
                    said = (await run(tmp_path, "status"))[1]
            await bot.kill()
            async with asyncio.timeout(SECONDS):
                while _runs(second):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
        finally:
            await bot.kill()
    assert (tmp_path / "log").read_text().count("The process of the pages has ended") == 1


async def test_a_guest_joins_once_though_the_bot_is_killed(tmp_path: Path) -> None:
    """The bot writes, the process of the pages only asks; a phone that isn't sure sends the same again."""
    server, pages = DiscordServer(1), f"127.0.0.1:{free_port()}"
    bot = BotProcess(server, tmp_path / "arbiter.db", tmp_path / "log", pages=pages, forked=True)

    async with server.serving():
        await bot.start()
        try:
            address, token = await let_guests_in(server), drawn()
            assert await join(address, "Gus", token) == (200, "")
            await bot.kill()
            await bot.start()
            answered, why = 503, ""
            async with asyncio.timeout(SECONDS):
                while answered == 503:
                    answered, why = await join(address, "Gus", token)
            assert (answered, why) == (200, "")
            await appears(seat_page(address, token), "Gus")
            taken, why = await join(address, "Gus")
            assert (taken, reason(why)) == (200, "guest_name_taken")
            async with opened(seat_page(address, token)) as page:
                await asyncio.gather(page.hears("mine-total"), press(server, "start"))
        finally:
            await bot.kill()


async def test_it_has_no_secret_and_cannot_write(tmp_path: Path) -> None:
    server, pages = DiscordServer(1), f"127.0.0.1:{free_port()}"
    bot = BotProcess(server, tmp_path / "arbiter.db", tmp_path / "log", pages=pages, forked=True)
    async with server.serving():
        await bot.start()
        try:
            assert await status(f"http://{pages}/") == 200
            process = Path(f"/proc/{bot.pages}")
            assert b"DISCORD_TOKEN" not in (process / "environ").read_bytes()
            assert b"token" not in (process / "cmdline").read_bytes()
            opened = {file.resolve(): file.name for file in (process / "fd").iterdir() if file.exists()}
            number = opened[tmp_path / "arbiter.db"]
            flags = int(re.findall(r"flags:\s*(\d+)", (process / "fdinfo" / number).read_text())[0], 8)
            assert flags & os.O_ACCMODE == os.O_RDONLY
        finally:
            assert await bot.stop() == 0


def _runs(process: int) -> bool:
    return Path(f"/proc/{process}").exists()
