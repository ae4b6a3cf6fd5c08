"""Owns the messages that show games: every write to one goes through here.

Discord allows five edits of a channel's messages in five seconds, for which discord.py waits inside the
edit, and fifty requests per second, not counting replies to interactions. So these edits run in the
background, after the reply.

Two concurrent writes may reach Discord in either order, so a further edit with the present table follows
them.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial

import discord
from discord.ext import commands

from cogs.core import locale
from cogs.core.custom_ids import TableCustomId
from cogs.core.delivery.boards.earlier import EarlierBoards
from cogs.core.delivery.boards.style import OF_SETTINGS, BoardStyle
from cogs.core.delivery.boards.writes import BoardWrites, Writes
from cogs.core.delivery.places import is_outside
from cogs.core.delivery.refresher import Background, Refresher
from cogs.core.delivery.sender import Sender
from cogs.core.delivery.tokens import InteractionTokens
from cogs.core.delivery.visibility import HiddenChannel
from cogs.core.messaging import carried_by, is_refused, own_messages
from rules.game.parts import GameId
from storage.games.games import BoardMessage, Games, GameView, is_over
from storage.settings.definitions import Level, Setting
from storage.settings.settings import SettingsStore

EDIT_INTERVAL = 1.2
"""Seconds between two edits of one board: fewer than five in five seconds per channel."""
ANY_EDIT_INTERVAL = 0.03
"""Seconds between two edits of any boards, which leave room for other requests."""
MAX_BOARD_AGE = timedelta(days=7)
"""The age from which unchanged boards are ignored at the start."""
BOARD_SPACING = 0.05
"""Seconds between the boards of different tables at the start."""
BOARD_SEARCH_LIMIT = 50
"""Messages of a channel among which a board posted right before a crash is searched."""

RenderBoard = Callable[[GameView, BoardStyle], discord.ui.LayoutView]
"""Renders the message of a table in its current state and its channel's style: the lobby or the board."""


class BoardUpdater:
    """The only writer of boards; `refresh` marks one as stale."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        games: Games,
        settings: SettingsStore,
        sender: Sender,
        tokens: InteractionTokens,
        background: Background,
        render: RenderBoard,
        pause: float,
        *,
        page: bool,
    ) -> None:
        """Create the updater. ``pause``: seconds between two edits of a board. ``page``: whether tables have
        pages."""
        self._render = render
        self._page = page
        self._bot = bot
        self._settings = settings
        self._sender = sender
        self._tokens = tokens
        self._games = games
        self._boards = Refresher(
            background, "boards", self._edit, pause=pause, gap=ANY_EDIT_INTERVAL if pause else 0
        )
        self._writes = BoardWrites(self._settle)
        self._earlier = EarlierBoards(bot, games, settings, sender, tokens, background, self._writes)
        self._missing: set[GameId] = set()
        """The games that need a board although nothing has requested one: no one has seen one."""
        self._moving: dict[GameId, tuple[BoardMessage, Callable[[], Awaitable[None]]]] = {}
        """The games whose boards are to move to the end of the chat, with the old board and the callback."""
        self._unsure: dict[GameId, str] = {}
        """The causes of boards that may have arrived."""
        self._recovery = Refresher(background, "all boards", self._recover)
        self._styles = Refresher(background, "boards whose settings were changed", self._restyle)
        self._everything = False
        """Whether all boards may be stale at a recovery."""

    def refresh(self, game: GameId) -> None:
        """Mark a game's board as stale; it is edited soon, once for many changes."""
        self._boards.stale(game)

    def come_back(self, game: GameId, board: BoardMessage, then: Callable[[], Awaitable[None]]) -> None:
        """Move a game's board to the end of the chat, unless another one has replaced it by then; then call
        ``then``."""
        self._moving[game] = board, then
        self.refresh(game)

    def post_soon(self, game: GameId) -> None:
        """Find a game's first board, whose delivery is unknown, or else post it."""
        self._missing.add(game)
        self.refresh(game)

    def recover(self, channel: int | None = None, *, everything: bool = False) -> None:
        """Update every board that may differ, one after the other, once the bot is connected.

        ``channel``: only boards in it and its threads, of any age. ``everything``: all of them may differ,
        since Discord has forgotten its messages.
        """
        self._everything |= everything
        self._recovery.stale(channel)

    def restyle(self, level: Level, owner: int, setting: Setting[object]) -> None:
        """Mark boards as stale that may show a changed setting of a server or channel."""
        if setting in OF_SETTINGS and level is not Level.OWN:
            self._styles.stale((level, owner))

    async def _restyle(self, key: tuple[Level, int]) -> None:
        level, owner = key
        channel, guild = (owner, None) if level is Level.CHANNEL else (None, owner)
        for one in await self._games.unshown_games(
            MAX_BOARD_AGE, everything=True, channel=channel, guild=guild
        ):
            if one.board is not None:
                self.refresh(one.game)

    async def render(self, view: GameView) -> discord.ui.LayoutView:
        """Return the message of a table in its current state and its channel's style."""
        language = await locale.of_place(self._bot, self._settings, view.location)
        outside = is_outside(self._bot, view.location.guild)
        return self._render(view, BoardStyle(language, self._page and not outside, outside=outside))

    async def _recover(self, channel: int | None) -> None:
        await self._bot.wait_until_ready()
        within = MAX_BOARD_AGE if channel is None else None
        for one in await self._games.unshown_games(within, everything=self._everything, channel=channel):
            if one.board is not None:
                self.refresh(one.game)
            elif not one.over:
                self.post_soon(one.game)
            else:
                continue
            await asyncio.sleep(BOARD_SPACING)
        for game, earlier in await self._games.boards.earlier_boards():
            self._earlier.retire(game, earlier)
            await asyncio.sleep(BOARD_SPACING)

    def writing(self, view: GameView, message: int) -> contextlib.AbstractContextManager[None]:
        """Allow the block to write to a message, so that it shows a table.

        Afterwards the message is edited if there was another write at the same time, if the write has
        failed, or if the table has changed.
        """
        return self._writes.write(view.game, message, view.entries[-1].number)

    def _settle(self, game: GameId, message: int, writes: Writes) -> None:
        """Handle the end of all writes to a message: edit it again if it may be stale."""
        view = self._games.in_memory(game)
        last = None if view is None else view.entries[-1].number
        if view is not None and view.board is not None and view.board.message != message:
            if len(writes.entries) > 1:
                self._earlier.retire(game, BoardMessage(view.board.channel, message))
        elif writes.wanted or writes.entries - {last}:
            self.refresh(game)
        elif writes.entries and view is not None and view.board is not None and last is not None:
            self._games.boards.shown(game, view.board, last)

    async def close(self) -> None:
        """Update every stale board at once, without pauses, and stop."""
        await self._boards.close(flush=True)

    async def _edit(self, game: GameId) -> None:
        view = await self._games.view(game)
        if view is None or not self._games.database.owns(view.location.guild):
            return
        if is_outside(self._bot, view.location.guild):
            await self._edit_outside(view)
            return
        channel, parent = view.location.channel, view.location.parent
        self._sender.require_visible(channel, parent)
        if (unsure := self._unsure.get(game, _cause(view))) != _cause(view):
            await self._sender.take_back(channel, unsure, parent)  # another board was posted meanwhile
            del self._unsure[game]
        if view.board is None:
            if game in self._missing and not is_over(view.table):
                await self._post(view)
            return
        if self._writes.put_off(view.board.message):
            return
        board, then = self._moving.pop(game, (None, _nothing))
        if board == view.board:
            await self._move(view, view.board, then)
            return
        shown = await self.render(view)
        try:
            with self._writes.write(game, view.board.message, view.entries[-1].number, own=True):
                await self._sender.edit(channel, view.board.message, parent=parent, view=shown)
        except discord.NotFound:
            await self.posted(view, await self._send(view, shown), gone=view.board)

    async def _edit_outside(self, view: GameView) -> None:
        """Edit a board by an interaction's token; without one, after the next interaction."""
        if view.board is None:
            return
        if self._writes.put_off(view.board.message):
            return
        shown = await self.render(view)
        with self._writes.write(view.game, view.board.message, view.entries[-1].number, own=True):
            if not await self._tokens.edit(view.board.message, view=shown):
                self._tokens.after_next(view.location.channel, view.game, partial(self.refresh, view.game))
                raise HiddenChannel(f"no token reaches the board of game {view.game}")

    def is_behind(self, view: GameView) -> bool:
        """Return whether a board can't be updated until the next interaction in its channel."""
        outside = view.board is not None and is_outside(self._bot, view.location.guild)
        return outside and view.board is not None and not self._tokens.reaches(view.board.message)

    async def _move(self, view: GameView, earlier: BoardMessage, then: Callable[[], Awaitable[None]]) -> None:
        """Post a new board and delete the previous one, so that there is only one."""
        try:
            posted = await self._send(view, await self.render(view))
        except Exception as error:
            if not is_refused(error):
                self._moving.setdefault(view.game, (earlier, then))  # or two boards would stand there
            raise
        await self.posted(view, posted, then=then)

    async def _post(self, view: GameView) -> None:
        """Post a game's first board, unless it exists but wasn't recorded."""
        found = [
            one.id
            for one in await own_messages(self._bot, view.location.channel, limit=BOARD_SEARCH_LIMIT)
            if any(id.game == view.game for id in filter(None, map(TableCustomId.read, carried_by(one))))
        ]
        if found:
            if len(found) == 1:
                self._unsure.pop(view.game, None)  # it is the one that may have arrived
            await self._games.set_board(view.game, BoardMessage(view.location.channel, max(found)))
            self.refresh(view.game)
        else:
            await self.posted(view, await self._send(view, await self.render(view)))
        self._missing.discard(view.game)

    async def _send(self, view: GameView, shown: discord.ui.LayoutView) -> int:
        """Post a board in place of the current one; return the message's ID. Raises as the sender does."""
        channel, parent, cause = view.location.channel, view.location.parent, _cause(view)
        try:
            after = 0 if view.board is None else view.board.message
            posted = await self._sender.send(channel, cause, parent=parent, view=shown, after=after)
        except Exception as error:
            if not is_refused(error):
                self._unsure[view.game] = cause
            raise
        self._unsure.pop(view.game, None)
        return posted

    async def posted(
        self,
        view: GameView,
        message: int,
        *,
        gone: BoardMessage | None = None,
        then: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Record a message as the table's board; the replaced one links to it.

        A board posted at the same time, other than the view's, may be replaced, too. ``gone``: a deleted
        board. ``then``: delete the previous board, and then call this.
        """
        shown, board = view.entries[-1].number, BoardMessage(view.location.channel, message)
        earlier = await self._games.set_board(view.game, board, shown, gone=gone)
        if earlier is not None:
            self._earlier.retire(view.game, earlier, then)
        now = self._games.in_memory(view.game)
        if now is None or now.entries[-1].number != shown:
            self.refresh(view.game)


async def _nothing() -> None:
    pass


def _cause(view: GameView) -> str:
    """Return the cause of the next board, which replaces the current one, if any."""
    return f"board {view.game}" if view.board is None else f"board {view.game} {view.board.message}"


def is_board(shown: discord.Message) -> bool:
    """Return whether a public message is a table's board, or was once."""
    return shown.flags.components_v2 and not shown.flags.ephemeral
