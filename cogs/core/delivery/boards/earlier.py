"""Earlier boards of games: each links to the current one, or is deleted if that has moved."""

from collections.abc import Awaitable, Callable

import discord
from discord.ext import commands

from cogs.core import locale
from cogs.core.components import message
from cogs.core.delivery.boards.writes import BoardWrites
from cogs.core.delivery.places import is_outside
from cogs.core.delivery.refresher import Background, Refresher
from cogs.core.delivery.sender import Sender
from cogs.core.delivery.tokens import InteractionTokens
from cogs.core.messaging import is_refused, url_of
from cogs.text.language import speaking, tr
from rules.game.parts import GameId
from storage.games.games import BoardMessage, Games, GameView
from storage.settings.settings import SettingsStore

MOVED_BOARD = 0
"""The marker that an earlier board shows in place of an entry: a link to the current board."""


class EarlierBoards:
    """Retires replaced boards; waiting ones are in the database, too."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        games: Games,
        settings: SettingsStore,
        sender: Sender,
        tokens: InteractionTokens,
        background: Background,
        writes: BoardWrites,
    ) -> None:
        self._bot = bot
        self._games = games
        self._settings = settings
        self._sender = sender
        self._tokens = tokens
        self._writes = writes
        self._waiting = Refresher(background, "earlier boards", self._retire)
        self._leaving: dict[BoardMessage, Callable[[], Awaitable[None]]] = {}
        """Boards to be removed because a replaced one is back, and the callback for each."""

    def retire(
        self, game: GameId, earlier: BoardMessage, then: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """Make an earlier board link to its game's current one; with ``then``, delete it instead, and then
        call that."""
        if then is not None:
            self._leaving[earlier] = then
        self._waiting.stale((game, earlier))

    async def _retire(self, key: tuple[GameId, BoardMessage]) -> None:
        game, earlier = key
        view = await self._games.view(game)
        if view is not None and not self._games.database.owns(view.location.guild):
            return
        if view is not None and view.board is not None and view.board.message != earlier.message:
            if is_outside(self._bot, view.location.guild):
                # a press on one that no token reaches makes it the current one
                await self._tokens.edit(earlier.message, view=await self._moved(view, view.board.message))
            else:
                await self._edit_or_delete(view, view.board.message, earlier)
        self._retired(earlier)

    async def _edit_or_delete(self, view: GameView, board: int, earlier: BoardMessage) -> None:
        parent = view.location.parent
        try:
            if earlier in self._leaving:
                await self._sender.delete(earlier.channel, earlier.message, parent)
                await self._leaving[earlier]()
            else:
                moved = await self._moved(view, board)
                with self._writes.write(view.game, earlier.message, MOVED_BOARD, own=True):
                    await self._sender.edit(earlier.channel, earlier.message, parent=parent, view=moved)
        except discord.NotFound:
            pass
        except discord.HTTPException as error:
            if is_refused(error):
                self._retired(earlier)
            raise

    def _retired(self, earlier: BoardMessage) -> None:
        self._leaving.pop(earlier, None)
        self._games.boards.retired(earlier)

    async def _moved(self, view: GameView, board: int) -> discord.ui.LayoutView:
        """Return the text of an earlier board in its channel's language."""
        with speaking(await locale.of_place(self._bot, self._settings, view.location)):
            return message(tr("This game's board is now here: {url}", url=url_of(view.location, board)))
