"""Keeps boards current without hurrying Discord: edits of one board are gathered and spaced out.

An edit of a channel's message is limited to five in five seconds, and discord.py waits inside the edit when
that is used up. All requests together are limited to fifty in a second, answers to commands and presses not
counted. So nobody waits for these edits: commands answer first, and the board follows.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import timedelta

import discord
from discord.ext import commands

from cogs.core import locale
from cogs.core.components import message
from cogs.core.messaging import LOST, UNREACHED, nonce, trace
from cogs.text.language import speaking, tr
from storage.games.games import BoardMessage, Games, GameView, NotCommitted
from storage.settings.settings import SettingsStore

_log = logging.getLogger(__name__)

PAUSE = 1.2
"""Seconds between two edits of one board: safely fewer than five in five seconds in a channel."""
GAP = 0.03
"""Seconds between two edits of any boards: few enough that other requests find room among the fifty."""
RETRY = 10.0
"""Seconds after which a board is edited again when Discord was not there."""
RECENT = timedelta(days=7)
"""Boards of tables at which nothing has happened for longer are left alone at the start."""
SPREAD = 0.1
"""Seconds between the boards of different tables at the start."""

Render = Callable[[GameView], discord.ui.LayoutView]
"""Makes the message of a table as it stands: its lobby or its board."""


class BoardUpdater:
    """The boards' editor: `refresh` says that one is out of date."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        games: Games,
        settings: SettingsStore,
        render: Render,
        pause: float,
    ) -> None:
        self.render = render
        self._bot = bot
        self._settings = settings
        self._pause = pause
        self._gap = GAP if pause else 0
        self._games = games
        self._stale: dict[int, None] = {}
        """The games whose boards are out of date, in the order in which they will be edited."""
        self._edits: dict[int, asyncio.Task[None]] = {}
        """Of each board that is being edited, or may not be edited again yet."""
        self._turns: asyncio.Task[None] | None = None
        self._recovery: asyncio.Task[None] | None = None

    def refresh(self, game: int) -> None:
        """The board of this game is out of date; it will be edited soon, once for many changes."""
        self._stale[game] = None
        if game not in self._edits and (self._turns is None or self._turns.done()):
            self._turns = asyncio.create_task(self._take_turns())

    def recover(self) -> None:
        """Brings every open table's board up to date, one after the other, once the bot is connected."""
        self._recovery = asyncio.create_task(self._recover())

    async def _recover(self) -> None:
        await self._bot.wait_until_ready()
        for table in await self._games.open_tables(RECENT):
            if table.board is not None:
                self.refresh(table.game)
                await asyncio.sleep(SPREAD)

    async def retire(self, earlier: BoardMessage, url: str) -> None:
        """An earlier board says where the current one is, if the bot can reach it; one that is gone already
        needs nothing."""
        channel = self._bot.get_partial_messageable(earlier.channel)
        moved = message(tr("This game's board is now here: {url}", url=url))
        try:
            with contextlib.suppress(discord.NotFound):
                await channel.get_partial_message(earlier.message).edit(view=moved)
        except (discord.HTTPException, *LOST) as error:
            _log.warning("The board before %s could not be edited: %s", url, error, exc_info=trace(error))

    async def close(self) -> None:
        """Shows every board that is out of date as it is now, without pauses, and stops."""
        tasks = [task for task in (*self._edits.values(), self._turns, self._recovery) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        last = (self._show(game, place * self._gap) for place, game in enumerate(self._stale))
        await asyncio.gather(*last, return_exceptions=True)

    async def _take_turns(self) -> None:
        """Edits board after board. One that waits has no task of its own, because thousands may wait."""
        while (game := next((one for one in self._stale if one not in self._edits), None)) is not None:
            self._edits[game] = asyncio.create_task(self._keep(game))
            await asyncio.sleep(self._gap)

    async def _keep(self, game: int) -> None:
        """Edits a board, which may be edited again at the end of this."""
        try:
            shown = await self._shown(game)
            await asyncio.sleep(self._pause if shown else RETRY)
        finally:
            del self._edits[game]
        if game in self._stale:
            self.refresh(game)

    async def _shown(self, game: int) -> bool:
        """Edits a board; False if Discord was not there and the board stays out of date."""
        try:
            await self._show(game)
        except asyncio.CancelledError:
            self._stale[game] = None
            raise
        except UNREACHED as error:
            self._stale[game] = None
            _log.warning("The board of game %s will be edited later: %s", game, error)
            return False
        except (discord.HTTPException, NotCommitted) as error:
            _log.warning("The board of game %s could not be edited: %s", game, error, exc_info=trace(error))
        return True

    async def _show(self, game: int, delay: float = 0) -> None:
        await asyncio.sleep(delay)
        self._stale.pop(game, None)
        await self._edit(game)

    async def _edit(self, game: int) -> None:
        view = await self._games.view(game)
        if view is None or view.board is None:
            return
        channel = self._bot.get_partial_messageable(view.board.channel)
        with speaking(await locale.of_place(self._bot, self._settings, view.location)):
            shown = self.render(view)
        try:
            await channel.get_partial_message(view.board.message).edit(view=shown)
        except discord.NotFound:
            known = nonce(f"board {game} {view.board.message}")
            posted = await channel.send(view=shown, nonce=known)
            await self._games.set_board(game, BoardMessage(channel=posted.channel.id, message=posted.id))
