"""Many commands over many channels, after which the process has to return to its resources at rest."""

import asyncio
import random
from pathlib import Path

from campaign.report import as_markdown
from tests.support.bot_process import BotProcess
from tests.support.discord_api.server import ANSWER_TIME, DiscordServer
from tests.support.players import Players

CHANNELS = 500
AT_ONCE = 32
WARM = 10
"""The share of the commands, one in this many, after which the bot is warm."""
REST = 60.0
"""Seconds until the bot is at rest: every board is shown, and idle connections are closed."""
GROWTH = 20.0
"""Megabytes by which memory may differ between two rests."""


async def run(commands: int, seed: int, folder: Path) -> tuple[str, bool]:
    """Return the figures as Markdown, and whether the bot has returned to rest."""
    server = DiscordServer(CHANNELS, remembers=False, answer_time=ANSWER_TIME)
    players = Players(server, range(CHANNELS), random.Random(seed))
    async with server.serving():
        bot = BotProcess(server, folder / "arbiter.db", folder / "bot.log")
        await bot.start()
        await players.open_games()
        await players.act_often(commands // WARM, AT_ONCE)
        await asyncio.sleep(REST)
        before = bot.usage()
        await players.act_often(commands - commands // WARM, AT_ONCE)
        busy = bot.usage()
        await asyncio.sleep(REST)
        after = bot.usage()
        await bot.stop()
    rows = {
        "commands and presses": f"{server.sent}",
        "answered": f"{server.answered_times}",
        f"at rest after {commands // WARM}": f"{before}",
        "at the end of all": f"{busy}",
        "at rest again": f"{after}",
    }
    same = (before.threads, before.files) == (after.threads, after.files)
    return as_markdown(rows), same and after.megabytes - before.megabytes < GROWTH
