"""Owns the messages that show games: whatever writes to one does so through here.

An edit of a channel's message is limited to five in five seconds, and discord.py waits inside the edit when
that is used up. All requests together are limited to fifty in a second, answers to commands and presses not
counted. So nobody waits for these edits: commands answer first, and the board follows.

Nobody waits for a write that is on its way either. Two at once may reach Discord in either order, so once
both are over a further edit shows how the table stands then.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Generator
from datetime import timedelta

import discord
from discord.ext import commands
from msgspec import Struct, field

from cogs.core import locale
from cogs.core.components import message
from cogs.core.context import read
from cogs.core.delivery.recovery import Recovery
from cogs.core.delivery.sender import Sender
from cogs.core.messaging import (
    ARCHIVED,
    AWAY,
    RETRY,
    UNREACHED,
    carried_by,
    own_messages,
    trace,
    unarchived,
)
from cogs.core.visibility import HiddenChannel
from cogs.text.language import speaking, tr
from rules.game.parts import GameId
from storage.games.games import BoardMessage, Games, GameView, is_over
from storage.settings.settings import SettingsStore

_log = logging.getLogger(__name__)

PAUSE = 1.2
"""Seconds between two edits of one board: safely fewer than five in five seconds in a channel."""
GAP = 0.03
"""Seconds between two edits of any boards: few enough that other requests find room among the fifty."""
RECENT = timedelta(days=7)
"""Boards of tables at which nothing has happened for longer are left alone at the start."""
SPREAD = 0.05
"""Seconds between the boards of different tables at the start."""
LOOK_BACK = 50
"""Messages of a channel among which a board is looked for that was posted right before a crash."""

Render = Callable[[GameView], discord.ui.LayoutView]
"""Makes the message of a table as it stands: its lobby or its board."""


class _Writes(Struct):
    """What is on its way to one message."""

    number: int = 0
    """How many of them."""
    entries: set[int | None] = field(default_factory=set[int | None])
    """The entries that the message shows after one of them; None where nobody knows."""
    wanted: bool = False
    """An edit was put off until they are over."""


class BoardUpdater:
    """The boards' editor: `refresh` says that one is out of date."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        games: Games,
        settings: SettingsStore,
        sender: Sender,
        render: Render,
        pause: float,
    ) -> None:
        self.render = render
        self._bot = bot
        self._settings = settings
        self._sender = sender
        self._pause = pause
        self._gap = GAP if pause else 0
        self._games = games
        games.on_recount(self.refresh)
        self._stale: dict[GameId, float] = {}
        """The games whose boards are out of date, in the order in which they will be edited."""
        self._edits: dict[GameId, asyncio.Task[None]] = {}
        """Of each board that is being edited, or may not be edited again yet."""
        self._turns: asyncio.Task[None] | None = None
        self._writes: dict[int, _Writes] = {}
        """What is on its way, by message."""
        self._missing: set[GameId] = set()
        """The games that need a board of their own accord: nobody has got to see one."""
        self._moving: dict[GameId, tuple[BoardMessage, Callable[[], Awaitable[None]]]] = {}
        """The games whose boards are to come back to the end of the chat, from where, and what follows."""
        self._unsure: dict[GameId, str] = {}
        """The causes of boards that may have arrived."""
        self._retiring: set[asyncio.Task[None]] = set()
        self._recovery = Recovery("boards", self._recover)
        self._everything = False
        """Whether all boards may be out of date at a recovery."""
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many boards are out of date."""
        return len(self._stale)

    @property
    def lag(self) -> float:
        """For how many seconds the board that waits longest has been out of date."""
        return time.monotonic() - min(self._stale.values()) if self._stale else 0.0

    def refresh(self, game: GameId) -> None:
        """The board of this game is out of date; it will be edited soon, once for many changes."""
        self._stale.setdefault(game, time.monotonic())
        if self._closed or game in self._edits:
            return
        if self._turns is None or self._turns.done():
            self._turns = locale.in_background(self._take_turns(), "boards")

    def come_back(self, game: GameId, board: BoardMessage, then: Callable[[], Awaitable[None]]) -> None:
        """This board of a game is to be posted again at the end of the chat, unless another one has taken
        its place by then; ``then`` follows."""
        self._moving[game] = board, then
        self.refresh(game)

    def post_soon(self, game: GameId) -> None:
        """Nobody knows whether this game's first board has arrived: one is looked for, or else posted."""
        self._missing.add(game)
        self.refresh(game)

    def recover(self, channel: int | None = None, *, everything: bool = False) -> None:
        """Brings every board that may differ up to date, one after the other, once the bot is connected.

        ``channel``: only those in it and its threads, however long ago they changed. ``everything``: all of
        them may differ, since Discord has forgotten its messages.
        """
        self._everything |= everything
        self._recovery.begin(channel)

    async def _recover(self, channel: int | None) -> None:
        await self._bot.wait_until_ready()
        within = RECENT if channel is None else None
        for one in await self._games.unshown_games(within, everything=self._everything, channel=channel):
            if one.board is not None:
                self.refresh(one.game)
            elif not one.over:
                self.post_soon(one.game)
            else:
                continue
            await asyncio.sleep(SPREAD)
        for game, earlier in await self._games.outbox.earlier_boards():
            view = await self._games.view(game)
            if view is None or view.board is None or view.board.message == earlier.message:
                self._games.outbox.retired(earlier)
            else:
                await self.retire(earlier, view)
                await asyncio.sleep(SPREAD)

    def writing(self, view: GameView, message: int) -> contextlib.AbstractContextManager[None]:
        """Write to a message inside of the block, so that it shows a table.

        Afterwards the message is edited if somebody else has written at the same time, if the write has
        failed, or if the table has changed.
        """
        return self._write(view.game, message, view.entries[-1].number)

    @contextlib.contextmanager
    def _write(self, game: GameId, message: int, entry: int, *, own: bool = False) -> Generator[None]:
        """``own``: a failure is seen to by the caller."""
        writes = self._writes.setdefault(message, _Writes())
        writes.number += 1
        try:
            yield
        except BaseException:
            if not own:
                writes.entries.add(None)
            raise
        else:
            writes.entries.add(entry)
        finally:
            writes.number -= 1
            if not writes.number:
                del self._writes[message]
                self._settle(game, message, writes)

    def _settle(self, game: GameId, message: int, writes: _Writes) -> None:
        """Nothing is on its way to a message any more: see to it if it may differ."""
        view = self._games.in_memory(game)
        last = None if view is None else view.entries[-1].number
        if view is not None and view.board is not None and view.board.message != message:
            if len(writes.entries) > 1:
                earlier = BoardMessage(view.board.channel, message)
                task = locale.in_background(self.retire(earlier, view), "edit of an earlier board")
                self._retiring.add(task)
                task.add_done_callback(self._retiring.discard)
        elif writes.wanted or writes.entries - {last}:
            self.refresh(game)
        elif writes.entries and view is not None and view.board is not None and last is not None:
            self._games.outbox.shown(game, view.board, last)

    async def retire(self, earlier: BoardMessage, view: GameView) -> None:
        """An earlier board says where the current one is, if the bot can reach it; one that is gone already
        needs nothing. Until then it waits in the database for the next recovery."""
        if view.board is None:
            return
        url = url_of(view, view.board.message)
        with speaking(await locale.of_place(self._bot, self._settings, view.location)):
            moved = message(tr("This game's board is now here: {url}", url=url))
        try:
            shown = self._sender.message(earlier.channel, earlier.message, view.location.parent)
            with (
                contextlib.suppress(discord.NotFound),
                self._write(view.game, earlier.message, MOVED, own=True),
            ):
                await shown.edit(view=moved)
        except HiddenChannel:
            return
        except UNREACHED as error:
            _log.warning("The board before %s will be edited at the next start: %s", url, error)
            return
        except discord.HTTPException as error:
            _log.warning("The board before %s could not be edited: %s", url, error, exc_info=trace(error))
        self._games.outbox.retired(earlier)

    async def close(self) -> None:
        """Shows every board that is out of date as it is now, without pauses, and stops."""
        self._closed = True
        await self._recovery.close()
        tasks = [*self._edits.values(), *self._retiring, self._turns]
        tasks = [task for task in tasks if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        last = (self._show(game, place * self._gap) for place, game in enumerate(self._stale))
        await asyncio.gather(*last, return_exceptions=True)

    async def _take_turns(self) -> None:
        """Edits board after board. One that waits has no task of its own, because thousands may wait."""
        while (game := next((one for one in self._stale if one not in self._edits), None)) is not None:
            self._edits[game] = locale.in_background(self._keep(game), "edit of a board")
            await asyncio.sleep(self._gap)

    async def _keep(self, game: GameId) -> None:
        """Edits a board, which may be edited again at the end of this."""
        try:
            shown = await self._shown(game)
            await asyncio.sleep(self._pause if shown else RETRY)
        finally:
            del self._edits[game]
        if game in self._stale:
            self.refresh(game)

    async def _shown(self, game: GameId) -> bool:
        """Edits a board; False if Discord or the database was away and the board stays out of date."""
        try:
            await self._show(game)
        except HiddenChannel:
            pass  # it is brought up to date once the bot may view the channel
        except asyncio.CancelledError:
            self._stale.setdefault(game, time.monotonic())
            raise
        except AWAY as error:
            self._stale.setdefault(game, time.monotonic())
            _log.warning("The board of game %s will be edited later: %s", game, error)
            return False
        except discord.HTTPException as error:
            _log.warning("The board of game %s could not be edited: %s", game, error, exc_info=trace(error))
        return True

    async def _show(self, game: GameId, delay: float = 0) -> None:
        await asyncio.sleep(delay)
        self._stale.pop(game, None)
        await self._edit(game)

    async def _edit(self, game: GameId) -> None:
        view = await self._games.view(game)
        if view is None or not self._games.database.owns(view.location.guild):
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
        writes = self._writes.get(view.board.message)
        if writes is not None:
            writes.wanted = True
            return
        board, then = self._moving.pop(game, (None, _nothing))
        if board == view.board:
            await self._move(view, view.board, then)
            return
        with speaking(await locale.of_place(self._bot, self._settings, view.location)):
            shown = self.render(view)
        try:
            with self._write(game, view.board.message, view.entries[-1].number, own=True):
                await self._sender.message(channel, view.board.message, parent).edit(view=shown)
        except discord.NotFound:
            await self.posted(view, await self._send(view, shown), instead=True)
        except discord.HTTPException as error:
            closed = error.code != ARCHIVED or is_over(view.table)
            if closed or not await unarchived(self._bot, view.board.channel):
                raise
            self.refresh(game)

    async def _move(self, view: GameView, earlier: BoardMessage, then: Callable[[], Awaitable[None]]) -> None:
        """Post a board anew and delete the earlier one, so that there is one only."""
        with speaking(await locale.of_place(self._bot, self._settings, view.location)):
            shown = self.render(view)
        try:
            posted = await self._send(view, shown)
        except (HiddenChannel, *UNREACHED):
            self._moving.setdefault(view.game, (earlier, then))  # or two boards would stand there
            raise
        await self.posted(view, posted)
        with contextlib.suppress(discord.NotFound):
            await self._sender.message(earlier.channel, earlier.message, view.location.parent).delete()
        await then()

    async def _post(self, view: GameView) -> None:
        """Post a game's first board, unless it is there and was not noted."""
        found = [
            one.id
            for one in await own_messages(self._bot, view.location.channel, limit=LOOK_BACK)
            if any(id.game == view.game for id in filter(None, map(read, carried_by(one))))
        ]
        if found:
            await self._games.set_board(view.game, BoardMessage(view.location.channel, max(found)))
            self.refresh(view.game)
        else:
            with speaking(await locale.of_place(self._bot, self._settings, view.location)):
                shown = self.render(view)
            await self.posted(view, await self._send(view, shown))
        self._missing.discard(view.game)

    async def _send(self, view: GameView, shown: discord.ui.LayoutView) -> int:
        """Post a board in place of the current one; return the message's ID. Raises as the sender does."""
        channel, parent, cause = view.location.channel, view.location.parent, _cause(view)
        try:
            posted = await self._sender.send(channel, cause, parent=parent, view=shown)
        except UNREACHED:
            self._unsure[view.game] = cause
            raise
        self._unsure.pop(view.game, None)
        return posted

    async def posted(self, view: GameView, message: int, *, instead: bool = False) -> None:
        """A message shows a table, and is its board from now on; ``instead`` of one that is gone."""
        shown = view.entries[-1].number
        await self._games.set_board(
            view.game, BoardMessage(view.location.channel, message), shown, instead=instead
        )
        now = self._games.in_memory(view.game)
        if now is None or now.entries[-1].number != shown:
            self.refresh(view.game)


async def _nothing() -> None:
    pass


def _cause(view: GameView) -> str:
    """The cause of the board that is posted next, in place of the current one if there is one."""
    return f"board {view.game}" if view.board is None else f"board {view.game} {view.board.message}"


MOVED = 0
"""What an earlier board shows in place of an entry: where the board is now."""


def url_of(view: GameView, message: int) -> str:
    """The address in Discord of a message that is a table's board."""
    return f"https://discord.com/channels/{view.location.guild}/{view.location.channel}/{message}"
