"""Keeps boards current without hurrying Discord: edits of one board are gathered and spaced out.

An edit of a channel's message is limited to five in five seconds, and discord.py waits inside the edit when
that is used up. So nobody waits for these edits: commands answer first, and the board follows.
"""

import asyncio
import contextlib
import logging
from datetime import timedelta

import discord
from discord.ext import commands

from cogs.ui import board, lobby, logbook
from rules.game import Game
from storage.games import Board, Games, View

_log = logging.getLogger(__name__)

PAUSE = 1.2
"""Seconds between two edits of one board: safely fewer than five in five seconds in a channel."""
RECENT = timedelta(days=7)
"""Boards of tables at which nothing has happened for longer are left alone at the start."""
SPREAD = 0.1
"""Seconds between the boards of different tables at the start."""


def render(view: View) -> discord.ui.LayoutView:
    """The message of a table: its lobby, or its board with the last few entries of the log."""
    if isinstance(view.table, Game):
        lines = logbook.lines(view.table, view.entries)
        return board.view(view.table, view.game, lines, undoable=view.can_undo)
    return lobby.view(view.table, view.game)


class Boards:
    """The boards' editor: `refresh` says that one is out of date."""

    def __init__(self, bot: commands.Bot, games: Games, pause: float) -> None:
        self._bot = bot
        self._pause = pause
        self._games = games
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._stale: set[int] = set()
        self._recovery: asyncio.Task[None] | None = None

    def refresh(self, game: int) -> None:
        """The board of this game is out of date; it will be edited soon, once for many changes."""
        self._stale.add(game)
        if game not in self._tasks:
            self._tasks[game] = asyncio.create_task(self._keep(game))

    def recover(self) -> None:
        """Brings every open table's board up to date, one after the other, once the bot is connected."""
        self._recovery = asyncio.create_task(self._recover())

    async def _recover(self) -> None:
        await self._bot.wait_until_ready()
        for table in await self._games.open_tables(RECENT):
            if table.board is not None:
                self.refresh(table.game)
                await asyncio.sleep(SPREAD)

    async def retire(self, earlier: Board, url: str) -> None:
        """An earlier board says where the current one is; one that is gone already needs nothing."""
        channel = self._bot.get_partial_messageable(earlier.channel)
        with contextlib.suppress(discord.NotFound):
            await channel.get_partial_message(earlier.message).edit(view=board.moved(url))

    async def close(self) -> None:
        """Shows every board that is out of date as it is now, at once, and stops."""
        tasks = [*self._tasks.values(), *([self._recovery] if self._recovery is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(self._edit(game) for game in self._stale), return_exceptions=True)

    async def _keep(self, game: int) -> None:
        try:
            while game in self._stale:
                self._stale.discard(game)
                await self._edit_or_stay_stale(game)
                await asyncio.sleep(self._pause)
        except discord.HTTPException:
            _log.warning("The board of game %s could not be edited", game, exc_info=True)
        finally:
            del self._tasks[game]

    async def _edit_or_stay_stale(self, game: int) -> None:
        try:
            await self._edit(game)
        except asyncio.CancelledError:
            self._stale.add(game)
            raise

    async def _edit(self, game: int) -> None:
        view = await self._games.view(game)
        if view is None or view.board is None:
            return
        channel = self._bot.get_partial_messageable(view.board.channel)
        try:
            await channel.get_partial_message(view.board.message).edit(view=render(view))
        except discord.NotFound:
            message = await channel.send(view=render(view))
            await self._games.set_board(game, Board(channel=message.channel.id, message=message.id))
