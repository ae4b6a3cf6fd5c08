"""A campaign in which one server's members and moderators do their worst, and another's presses are timed."""

import asyncio
import itertools
import random
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

from campaign.report import as_markdown
from rules.actions.life import LoseLife
from rules.formats.options import Options
from rules.game.lobby import Seated
from rules.setup.lobby_actions import Gather, StartGame
from rules.table import AnyAction
from storage.engine.opening import open_database
from storage.games.games import Games, Location, Request
from tests.support.bot_process import BotProcess
from tests.support.discord_api.objects import CHANNEL, CHANNELS_IN_GUILD, USER, guild_of
from tests.support.discord_api.server import ANSWER_TIME, DiscordServer
from tests.support.players import LIFE, Players
from tests.support.stored_leagues import ResultGenerator

SEATS = 40
ENTRIES = 5_000
RESULTS = 10_000
"""Sizes of the bad server: the largest table and a large league."""
AT_ONCE = 40
"""Members who attack at the same time, one attack after another each."""
BAD_PAUSE = 0.5
"""Seconds before a bad member's next attack."""
PAUSE = 0.4
"""Seconds between two presses of the good player."""
SLOWEST = 0.25
"""Maximum seconds of a press elsewhere."""
MEMORY = 400.0
"""Maximum megabytes of the process."""
WORST: Sequence[tuple[str, dict[str, str | int | bool]]] = (
    ("chart", {}),
    ("privacy export", {}),
    ("log", {"file": True}),
    ("log", {}),
    ("league standings", {}),
    ("league stats", {}),
    ("league export", {}),
    ("league chart", {}),
    ("game new", {"variant": "commander", "players": "a" + " " * 5990 + "b"}),
    ("game new", {"variant": "commander", "players": ",".join(f"g{n}" for n in range(1_000))}),
    ("life lose", {"amount": 1, "who": ", ".join(["each player"] * 400)}),
    ("rule", {"query": "damage " * 14}),
    ("roll", {"dice": "100d1000" + "+1" * 2_000}),
)


async def run(presses: int, seed: int, folder: Path) -> tuple[str, bool]:
    """Return the figures as Markdown, and whether they are within the limits."""
    chance = random.Random(seed)
    database = folder / "arbiter.db"
    await _prepare(database)
    server = DiscordServer(CHANNELS_IN_GUILD + 1, answer_time=ANSWER_TIME)
    players = Players(server, range(CHANNELS_IN_GUILD + 1), chance)
    here = CHANNELS_IN_GUILD
    async with server.serving(), late() as lag:
        bot = BotProcess(server, database, folder / "bot.log", fair_use=True)
        await bot.start()
        await players.open_game(here)
        quiet = await _press(players, here, presses)
        bad = asyncio.gather(*(_do_worst(players, chance, user) for user in range(AT_ONCE)))
        beside = await _press(players, here, presses)
        bad.cancel()
        await asyncio.gather(bad, return_exceptions=True)
        usage = bot.usage()
        await bot.stop()
    rows = {
        "a press in a quiet bot, median; slowest": f"{median(quiet) * 1000:.1f}; {max(quiet) * 1000:.0f} ms",
        "beside the bad server, median; slowest": f"{median(beside) * 1000:.1f}; {max(beside) * 1000:.0f} ms",
        "bad things asked for": f"{len(players.sent) - 2 * presses - 1}",
        "memory at most": f"{usage.peak:.0f} MB",
        "the campaign itself was late by at most": f"{lag[0] * 1000:.0f} ms",
    }
    return as_markdown(rows), max(beside) < SLOWEST and usage.peak < MEMORY


@asynccontextmanager
async def late() -> AsyncGenerator[list[float]]:
    """Yield this process's greatest delays in seconds, which presses have waited for, too."""
    most, every = [0.0], 0.005

    async def watch() -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(every)
            most[0] = max(most[0], time.monotonic() - began - every)

    watching = asyncio.create_task(watch())
    try:
        yield most
    finally:
        watching.cancel()


async def _press(players: Players, table: int, times: int) -> list[float]:
    """Return the seconds that presses take, at two per second."""
    seconds: list[float] = []
    for _ in range(times):
        seconds.append(await players.press(table))
        await asyncio.sleep(PAUSE)
    return seconds


async def _do_worst(players: Players, chance: random.Random, user: int) -> None:
    while True:
        name, options = chance.choice(WORST)
        await players.say(1 if name == "game new" else 0, name, options, user)
        await asyncio.sleep(BAD_PAUSE)


async def _prepare(file: Path) -> None:
    """Set up the bad server's table with forty seats and a long log, and its league."""
    numbers = itertools.count(1)

    def request() -> Request:
        return Request(user=USER, name="Ana", interaction=next(numbers))

    people = (
        Seated(id=str(USER), name="Ana", user=USER),
        *(Seated(id=f"guest:g{n}", name=f"G{n}", user=None) for n in range(SEATS - 1)),
    )
    place = Location(channel=CHANNEL, guild=guild_of(0))
    async with open_database(file) as database:
        games = Games(database)
        gather = Gather(options=Options(variant="free_for_all", life=LIFE), seated=people, host=people[0].id)
        opened = await games.open(place, request(), gather)

        async def act(action: AnyAction) -> None:
            await games.act(opened.game, request(), lambda _: action)

        await act(StartGame(order=tuple(seat.id for seat in people), draw=0))
        for entry in range(ENTRIES):
            await act(LoseLife(who=(people[entry % SEATS].id,), amount=1))
        await ResultGenerator().create_league(games.leagues, guild_of(0), RESULTS)
