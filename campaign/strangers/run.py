"""A game of four in chat and on remotes during attacks by strangers."""

import asyncio
import random
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from statistics import median

import msgspec
from msgspec import Struct

from campaign.neighbor import MEMORY, PAUSE, SLOWEST, late
from campaign.strangers.attacks import Target
from campaign.strangers.visitors import Seat, Visitors
from storage.engine.opening import open_database
from storage.games.games import Games
from tests.support.bot_process import BotProcess, Usage
from tests.support.discord_api import payloads
from tests.support.discord_api.objects import USER, guild_of
from tests.support.discord_api.server import DiscordServer
from tests.support.guest_links import let_guests_in
from tests.support.players import LIFE, Players
from tests.support.processes import free_port
from tests.support.stored_leagues import ResultGenerator

RESULTS = 5_000
"""Results of the league whose page is public."""
CONNECTIONS = 4_000
"""Maximum connections that strangers open at once."""
QUIET = 0.05
"""The share of the time without strangers."""
HALL = "203.0.113.1"
"""The address of the players, and of some strangers."""
SEATS = ("Ben", "Cy", "Dee")
"""The guests beside Ana."""
_LINK = re.compile(r"<(http[^>]+)>")


class Figures(Struct, frozen=True):
    """The figures of an afternoon: seconds of presses in chat and on remotes, without strangers and beside
    them."""

    quiet: list[float]
    chat: list[float]
    remotes: list[float]
    visitors: Visitors
    usage: Usage
    pages: Usage
    """Resources of the pages' process."""
    restarted: bool
    """Whether the process was restarted."""
    attacks: Mapping[str, int]
    late: float
    """The campaign's own maximum delay in seconds."""


async def run(seconds: float, seed: int, folder: Path) -> tuple[str, bool]:
    """Return the figures as Markdown, and whether they are within the limits."""
    found = await afternoon(seconds, seed, folder)
    slowest = max(*found.chat, *found.remotes)
    rows = {
        "presses without strangers: number, median, slowest": _times(found.quiet),
        "presses in chat": _times(found.chat),
        "presses on remotes": _times(found.remotes),
        "pages by links that work": _times(found.visitors.pages),
        "guests who joined by name": _times(found.visitors.guests),
        "refused, though the link works": len(found.visitors.refused),
        "lines that were cut, and opened again": found.visitors.cut,
        "memory at most: bot, pages": f"{found.usage.peak:.0f} MB, {found.pages.peak:.0f} MB",
        "the pages' process was started again": "yes" if found.restarted else "no",
        "what strangers did": ", ".join(f"{name} {times}" for name, times in sorted(found.attacks.items())),
        "the campaign itself was late by at most": f"{found.late * 1000:.0f} ms",
    }
    lines = [f"| {name} | {value} |" for name, value in rows.items()]
    text = "\n".join(["| | |", "|---|---|", *lines, *(f"* {one}" for one in found.visitors.refused[:50])])
    small = max(found.usage.peak, found.pages.peak) < MEMORY
    return text, slowest < SLOWEST and small and not found.visitors.refused and not found.restarted


def _times(seconds: list[float]) -> str:
    return f"{len(seconds)}, {median(seconds) * 1000:.1f} ms, {max(seconds) * 1000:.0f} ms"


async def afternoon(
    seconds: float, seed: int, folder: Path, *, results: int = RESULTS, connections: int = CONNECTIONS
) -> Figures:
    """Play for this long under attack, and return the figures."""
    chance, server, port = random.Random(seed), DiscordServer(3), free_port()
    league = await _league(folder / "arbiter.db", results)
    players, visitors = Players(server, range(1), chance), Visitors(HALL, chance)
    async with server.serving(), late() as lag:
        bot = BotProcess(server, folder / "arbiter.db", folder / "bot.log", pages=f"127.0.0.1:{port}")
        await bot.start()
        try:
            seats, watch, overlay = await _deal(server)
            lobbies = [await let_guests_in(server, table, "free_for_all") for table in (1, 2)]
            first = bot.pages
            public = [watch, f"{watch}replay", overlay, f"{overlay}?show=standings"]
            views = ("", "?show=results", "?show=story", "?show=player&player=7", "?page=3", "feed.json")
            public += [f"http://127.0.0.1:{port}/l/{league}/{view}" for view in views]
            chat = list[float]()
            await visitors.open_all(public)
            async with asyncio.TaskGroup() as group:
                playing = [group.create_task(visitors.play(seat)) for seat in seats]
                playing += [group.create_task(_press(players, chat))]
                playing += [group.create_task(visitors.join(lobbies[0]))]
                playing += [group.create_task(visitors.read(public))]
                playing += [group.create_task(visitors.come_at_once(public))]
                await asyncio.sleep(seconds * QUIET)
                quiet, begun = [*chat, *visitors.presses], (len(chat), len(visitors.presses))
                tokens = [address.split("/")[4] for address in (watch, overlay, lobbies[1])]
                left = seconds * (1 - QUIET)
                target = Target(port, tokens[0], tokens[1], league, tokens[2], HALL, left, connections, seed)
                attacks = await _attacked(target)
                for one in playing:
                    one.cancel()
            usage, pages, restarted = bot.usage(), bot.usage(bot.pages), bot.pages != first
            await bot.stop()
        finally:
            await bot.kill()
    remotes = visitors.presses[begun[1] :]
    return Figures(quiet, chat[begun[0] :], remotes, visitors, usage, pages, restarted, attacks, lag[0])


async def _press(players: Players, seconds: list[float]) -> None:
    while True:
        seconds.append(await players.press(0))
        await asyncio.sleep(PAUSE)


async def _attacked(target: Target) -> Mapping[str, int]:
    """Let strangers attack; return the number of each attack."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "campaign.strangers.attacks"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,  # a line for each connection that was closed on them
    )
    try:
        said, _ = await process.communicate(msgspec.json.encode(target) + b"\n")
        return msgspec.json.decode(said, type=dict[str, int])
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _league(database: Path, results: int) -> str:
    """Return a league with a public page, and the token of a link to it."""
    async with open_database(database) as opened:
        games, generator = Games(opened), ResultGenerator()
        league = await generator.create_league(games.leagues, guild_of(0), results)
        await games.leagues.set_page(league, generator.request(), on=True, guests=False)
        return await games.links.make_of_league(guild_of(0), league, USER)


async def _deal(server: DiscordServer) -> tuple[list[Seat], str, str]:
    """Start a game of four; return the page, an overlay, and a remote for each player."""

    async def ask(name: str, **options: str | int | bool) -> str:
        answer = await server.answered(server.send(0, payloads.command(name, options)))
        assert answer is not None, f"/{name} is not answered"
        return answer.text

    async def link(name: str, **options: str | int | bool) -> str:
        found = _LINK.search(text := await ask(name, **options))
        assert found is not None, text
        return found[1]

    await ask("game new", variant="free_for_all", players=", ".join(SEATS), life=LIFE)
    seats = [Seat(await link("game remote"), str(USER))]
    seats += [Seat(await link("game remote", who=name), f"guest:{name.casefold()}") for name in SEATS]
    return seats, await link("game page"), await link("game page", **{"for": "overlay"})
