"""Life charts: drawn when somebody asks, and posted when a game has ended, without anybody waiting."""

import asyncio
import io
import logging

import discord
from discord.ext import commands

from cogs.charts import curves_of_log, story
from cogs.charts.curves import LifeCurves
from cogs.core.messaging import LOST, trace
from cogs.core.replies import ends
from cogs.core.service import GameService
from cogs.drawing.renderer import NotDrawn
from cogs.text.language import tr
from cogs.text.log import GameLogText
from rules.refusal import Refusal
from storage.games.games import Committed
from storage.settings.definitions import CHART

_log = logging.getLogger(__name__)

PROGRAM = "cogs.charts.plot"
FAREWELL = 3.0
"""Seconds that the bot waits at its end for pictures to be posted."""


class Charts:
    """Draws life charts, and posts those of games that end."""

    def __init__(self, bot: commands.Bot, service: GameService) -> None:
        self._bot = bot
        self._service = service
        self._posting: set[asyncio.Task[None]] = set()
        service.replies.on_result.append(self.follow)

    async def follow(self, interaction: discord.Interaction, committed: Committed) -> None:
        """Post the chart of a game that this has ended, where the settings want one."""
        if (await self._service.settings_for(interaction))[CHART]:
            task = asyncio.create_task(self._post_or_warn(committed))
            self._posting.add(task)
            task.add_done_callback(self._posting.discard)

    async def picture(self, game: int) -> discord.File:
        """The chart of a game as it stands, with the story it tells as its description.

        Raises Refusal "not_started" and NotDrawn.
        """
        curves = curves_of_log.curves(game, await self._service.games.history(game))
        if curves is None:
            raise Refusal("not_started")
        return await self._draw(curves)

    async def close(self) -> None:
        """Let charts that are on their way be posted, if that is soon, and stop."""
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
        """Post the chart of an ending, unless it was undone or the same chart was posted before."""
        games, number = self._service.games, committed.game
        then = await games.view(number)
        log = GameLogText(committed.after, await self._service.read_log(number))
        curves = curves_of_log.curves(number, log.line(committed.entry.number))
        earlier = (entry for entry in log.entries if ends(entry) and entry.number < committed.entry.number)
        if curves is None or any(
            curves_of_log.curves(number, log.line(one.number)) == curves for one in earlier
        ):
            return
        file = await self._draw(curves)
        now = await games.view(number)
        if then is None or now is None or not then.table == now.table == committed.after:
            return
        channel = self._bot.get_partial_messageable(now.location.channel)
        await channel.send("-# " + tr("Life chart for game {number}", number=number), file=file)

    async def _draw(self, curves: LifeCurves) -> discord.File:
        png = await self._service.renderer.draw(curves, PROGRAM)
        return discord.File(io.BytesIO(png), "life-totals.png", description=story.tell(curves))
