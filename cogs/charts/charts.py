"""Pictures of life totals: drawn in a process of their own, and posted when a game has ended.

Drawing takes matplotlib about half a second of computing. So nobody waits for it but those who ask to see it,
and the bot's process neither loads nor runs it.
"""

import asyncio
import io
import logging
import pickle
import sys
from pathlib import Path

import discord
from discord.ext import commands

from cogs.charts import curves_of_log, story
from cogs.charts.curves import LifeCurves
from cogs.core.messaging import LOST, trace
from cogs.history.log_reader import read_log
from cogs.text.language import tr
from cogs.text.log import GameLogText
from rules.events.endings import GameEnded
from rules.game.parts import PlayerOutcome
from rules.refusal import Refusal
from storage.games.games import Committed, Games, LogEntry

_log = logging.getLogger(__name__)

PROGRAM = "cogs.charts.plot"
ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds that a picture may take; a slow machine that builds its font cache first needs many."""
FAREWELL = 3.0
"""Seconds that the bot waits at its end for pictures to be posted."""


class NotDrawn(Exception):
    """The program that draws could not be run or has failed; the text is what it said."""


class Charts:
    """Draws pictures, one at a time, and posts those of games that end."""

    def __init__(self, bot: commands.Bot, games: Games) -> None:
        self._bot = bot
        self._games = games
        self._drawing = asyncio.Lock()
        self._posting: set[asyncio.Task[None]] = set()

    def follow(self, committed: Committed) -> None:
        """Posts the picture of a game that this has ended, once the channel has been told of the result."""
        task = asyncio.create_task(self._post_or_warn(committed))
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)

    async def picture(self, game: int) -> discord.File:
        """The picture of a game as it stands, with the story it tells as its description.

        Raises Refusal "not_started" and NotDrawn.
        """
        curves = curves_of_log.curves(game, await self._games.history(game))
        if curves is None:
            raise Refusal("not_started")
        return await self._draw(curves)

    async def drawn(self, curves: object, program: str) -> bytes:
        """The picture that a program makes of curves, drawn when it is its turn; raises NotDrawn."""
        async with self._drawing:
            return await draw(curves, program)

    async def close(self) -> None:
        """Lets pictures that are on their way be posted, if that is soon, and stops."""
        if self._posting:
            _, late = await asyncio.wait(self._posting, timeout=FAREWELL)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _post_or_warn(self, committed: Committed) -> None:
        try:
            await self._post(committed)
        except (discord.HTTPException, *LOST, NotDrawn) as error:
            game = committed.game
            _log.warning("The picture of game %s could not be posted: %s", game, error, exc_info=trace(error))

    async def _post(self, committed: Committed) -> None:
        """Posts the picture of an ending, unless it was taken back or the same picture was posted before."""
        number = committed.game
        then = await self._games.view(number)
        book = GameLogText(committed.after, await read_log(self._games, number))
        curves = curves_of_log.curves(number, book.line(committed.entry.number))
        earlier = (entry for entry in book.entries if ends(entry) and entry.number < committed.entry.number)
        if curves is None or any(
            curves_of_log.curves(number, book.line(one.number)) == curves for one in earlier
        ):
            return
        file = await self._draw(curves)
        now = await self._games.view(number)
        if then is None or now is None or not then.table == now.table == committed.after:
            return
        channel = self._bot.get_partial_messageable(now.location.channel)
        await channel.send("-# " + tr("Life chart for game {number}", number=number), file=file)

    async def _draw(self, curves: LifeCurves) -> discord.File:
        async with self._drawing:
            png = await draw(curves)
        return discord.File(io.BytesIO(png), "life-totals.png", description=story.tell(curves))


async def draw(curves: object, program: str = PROGRAM) -> bytes:
    """The picture of curves as a PNG, drawn by a process that knows what they are; raises NotDrawn."""
    pipe = asyncio.subprocess.PIPE
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", program), cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe
        )
    except OSError as error:
        raise NotDrawn(str(error)) from error
    try:
        async with asyncio.timeout(PATIENCE):
            png, complaint = await process.communicate(pickle.dumps(curves))
    except TimeoutError:
        raise NotDrawn(f"it took more than {PATIENCE:.0f} seconds") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0 or not png:
        raise NotDrawn(complaint.decode(errors="replace").strip())
    return png


def ends(entry: LogEntry) -> bool:
    """Whether a step ended a game with a result."""
    return any(
        isinstance(event, GameEnded) and event.outcome.result is not PlayerOutcome.NONE
        for event in entry.events
    )
