"""The board follows the chat: after a number of messages it comes back to the end.

Replies that say nothing but what the board shows are taken away then. So a table that types everything still
sees the board and a few lines, and what everybody must read.
"""

import asyncio
from datetime import timedelta

import discord
from msgspec import Struct, field

from cogs.core import locale
from cogs.core.service import GameService
from storage.games.games import GameView, is_over
from storage.settings.definitions import FOLLOW

CALM = 2.0
"""Seconds without a message or a step before the board moves, so that it isn't pulled away from a thumb."""
PATIENCE = 10
"""How often it waits for a calm moment."""
RECENT = timedelta(hours=1)
"""Nobody needs the board of a table at which nothing has happened for longer."""
KEPT = 100
"""Messages behind a board that are remembered."""


class _Chat(Struct):
    """What has been said in a channel since its board was posted."""

    board: int
    limit: int | None = None
    """After how many messages the board moves; None before that is known, 0 for never."""
    count: int = 0
    replies: dict[int, int] = field(default_factory=dict[int, int])
    """The bot's replies by their interactions."""
    passing: set[int] = field(default_factory=set[int])
    """The interactions whose replies may be taken away."""
    task: asyncio.Task[None] | None = None


class BoardFollower:
    """Counts messages, and moves boards. ``pause``: as for the board updater; none, so that nobody waits."""

    def __init__(self, service: GameService, pause: float) -> None:
        self._service = service
        self._calm = CALM if pause else 0
        self._chats: dict[int, _Chat] = {}

    def hear(self, message: discord.Message) -> None:
        """Count a message in a table's channel, and move its board back to the end after enough of them."""
        view = self._service.games.current_in_memory(message.channel.id)
        chat = None if view is None else self._chat(view)
        if view is None or chat is None:
            self._chats.pop(message.channel.id, None)
            return
        if message.flags.ephemeral or message.id <= chat.board:
            return
        chat.count += 1
        if message.interaction_metadata is not None and len(chat.replies) < KEPT:
            chat.replies[message.interaction_metadata.id] = message.id
        if chat.task is None and (chat.limit is None or 0 < chat.limit <= chat.count):
            chat.task = locale.in_background(self._follow(view, chat), "follow the chat")

    def passing(self, interaction: discord.Interaction) -> None:
        """Note that the answer to an interaction may be taken away when the board moves."""
        chat = self._chats.get(interaction.channel_id or 0)
        if chat is None:
            view = self._service.games.current_in_memory(interaction.channel_id or 0)
            chat = None if view is None else self._chat(view)
        if chat is not None and len(chat.passing) < KEPT:
            chat.passing.add(interaction.id)

    def _chat(self, view: GameView) -> _Chat | None:
        """What has been said since the table's board was posted; None where no board is to be followed."""
        if view.board is None or is_over(view.table):
            return None
        chat = self._chats.get(view.location.channel)
        if chat is None or chat.board != view.board.message:
            chat = self._chats[view.location.channel] = _Chat(view.board.message)
        return chat

    async def _follow(self, view: GameView, chat: _Chat) -> None:
        try:
            if chat.limit is None:
                scope = self._service.announcer.scope(view)
                chat.limit = 0 if scope is None else (await self._service.settings.effective(scope))[FOLLOW]
            if not 0 < chat.limit <= chat.count:
                return
            await self._calm_moment(view, chat)
            now = self._service.games.in_memory(view.game)
            if now is None or now.board is None or self._chat(now) is not chat or not self._is_recent(now):
                return
            chat.count = 0  # if this fails, it is tried again after as many messages
            channel = now.board.channel
            self._service.boards.come_back(now.game, now.board, lambda: self._tidy(chat, channel))
        finally:
            chat.task = None

    async def _calm_moment(self, view: GameView, chat: _Chat) -> None:
        for _ in range(PATIENCE):
            before = chat.count, self._last(view)
            await asyncio.sleep(self._calm)
            if before == (chat.count, self._last(view)):
                break

    def _last(self, view: GameView) -> int:
        now = self._service.games.in_memory(view.game)
        return 0 if now is None else now.entries[-1].number

    def _is_recent(self, view: GameView) -> bool:
        return self._service.games.now() - view.entries[-1].when < RECENT

    async def _tidy(self, chat: _Chat, channel: int) -> None:
        """Take away the replies that say nothing but what the board shows."""
        for interaction in chat.passing & chat.replies.keys():
            await self._service.sender.delete(channel, chat.replies[interaction])
