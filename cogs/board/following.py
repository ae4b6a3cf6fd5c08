"""The board follows the chat: no more than a few messages stay after it.

Answers that only repeat the board are deleted, the oldest first, so that a table that types everything sees
the board and the last entries. After other messages, the board is posted again at the end.
"""

import asyncio
from collections.abc import Iterable
from datetime import timedelta

import discord
from msgspec import Struct, field

from cogs.core import locale
from cogs.core.delivery.refresher import Refresher
from cogs.core.delivery.tokens import LASTS
from cogs.core.hooks import HeardMessage
from cogs.core.messaging import is_refused
from cogs.core.service import GameService
from rules.game.parts import GameId
from storage.games.games import GameView, is_over
from storage.settings.definitions import FOLLOW

QUIET_SECONDS = 2.0
"""Seconds without a message or a step before the board moves, so that it doesn't move away under a thumb."""
MAX_WAITS = 10
"""Maximum times that the move is postponed while the channel is busy."""
IMPATIENT = 5
"""Messages beyond the limit with which the board doesn't wait for a calm moment."""
MAX_QUIET = timedelta(hours=1)
"""The time after which a board that doesn't change no longer follows the chat."""
MAX_MESSAGES = 100
"""Remembered messages after a board."""


class _Answer(Struct, frozen=True):
    """A deletable answer: its interaction's token, and when that expires, by the event loop's clock."""

    webhook: discord.Webhook
    until: float


class _Chat(Struct):
    """The messages in a channel since its board was posted."""

    board: int
    limit: int | None = None
    """The number of messages after which the board moves; None before it is known, 0 for never."""
    behind: set[int] = field(default_factory=set[int])
    """The messages after the board."""
    passing: dict[int, _Answer] = field(default_factory=dict[int, _Answer])
    """The deletable answers, by message."""
    task: asyncio.Task[None] | None = None


class BoardFollower:
    """Counts messages, deletes answers, and moves boards.

    ``pause``: as for the board updater; without one, no delays.
    """

    def __init__(self, service: GameService, pause: float) -> None:
        self._service = service
        self._calm = QUIET_SECONDS if pause else 0
        self._chats: dict[int, _Chat] = {}
        self._answers: dict[tuple[int, int], _Answer] = {}
        """Answers to be removed, by channel and message."""
        self._leaving = Refresher(
            service.background, "answers taken back", self._take_back, lane=lambda key: key[0]
        )

    def hear(self, message: HeardMessage) -> None:
        """Count a message in a table's channel, and move the board after enough of them."""
        view = self._service.games.current_in_memory(message.channel)
        chat = None if view is None else self._chat(view)
        if view is None or chat is None:
            self._chats.pop(message.channel, None)
            return
        if message.private or message.id <= chat.board:
            return
        if len(chat.behind) < MAX_MESSAGES:
            chat.behind.add(message.id)
        if chat.task is None and (chat.limit is None or 0 < chat.limit <= len(chat.behind)):
            chat.task = locale.in_background(self._follow(view, chat), "follow the chat")

    def passing(self, interaction: discord.Interaction, answer: int) -> None:
        """Record that an interaction's answer, the message with this ID, may be deleted."""
        view = self._service.games.current_in_memory(interaction.channel_id or 0)
        chat = None if view is None else self._chat(view)
        if chat is not None and len(chat.passing) < MAX_MESSAGES:
            until = asyncio.get_running_loop().time() + LASTS
            chat.passing[answer] = _Answer(interaction.followup, until)

    def _chat(self, view: GameView) -> _Chat | None:
        """Return the messages since the table's board was posted; None if no board has to follow."""
        if view.board is None or is_over(view.table):
            return None
        chat = self._chats.get(view.location.channel)
        if chat is None or chat.board != view.board.message:
            chat = self._chats[view.location.channel] = _Chat(view.board.message)
        return chat

    async def _follow(self, view: GameView, chat: _Chat) -> None:
        try:
            scope = self._service.announcer.scope(view)
            chat.limit = (await self._service.settings.effective(scope))[FOLLOW]
            if not 0 < chat.limit <= len(chat.behind):
                return
            await self._calm_moment(view, chat, chat.limit + IMPATIENT)
            now = self._service.games.in_memory(view.game)
            if now is None or now.board is None or self._chat(now) is not chat or not self._is_recent(now):
                return
            channel, staying = now.board.channel, len(chat.behind - chat.passing.keys())
            if staying < chat.limit:
                oldest = sorted(chat.passing)[: len(chat.behind) - chat.limit + 1]
                self._leave(channel, chat, oldest)
                return
            chat.behind.clear()  # if this fails, it is tried again after as many messages
            self._service.boards.come_back(now.game, now.board, lambda: self._tidy(channel, chat))
        finally:
            chat.task = None

    async def _calm_moment(self, view: GameView, chat: _Chat, most: int) -> None:
        """Wait until nothing happens for a moment, or until there are so many messages after the board."""
        for _ in range(MAX_WAITS):
            if len(chat.behind) >= most:
                break
            before = len(chat.behind), self._last(view.game)
            await asyncio.sleep(self._calm)
            if before == (len(chat.behind), self._last(view.game)):
                break

    def _last(self, game: GameId) -> int:
        now = self._service.games.in_memory(game)
        return 0 if now is None else now.entries[-1].number

    def _is_recent(self, view: GameView) -> bool:
        return self._service.games.now() - view.entries[-1].when < MAX_QUIET

    async def _tidy(self, channel: int, chat: _Chat) -> None:
        """Delete every answer that only repeats the board."""
        self._leave(channel, chat, [*chat.passing])

    def _leave(self, channel: int, chat: _Chat, answers: Iterable[int]) -> None:
        for answer in answers:
            self._answers[channel, answer] = chat.passing.pop(answer)
            chat.behind.discard(answer)
            self._leaving.stale((channel, answer))

    async def _take_back(self, key: tuple[int, int]) -> None:
        """Delete an answer by its interaction's token, if that hasn't expired.

        Discord limits requests per interaction token, and all requests by the bot's token together.
        """
        channel, message = key
        answer = self._answers[key]
        try:
            if asyncio.get_running_loop().time() < answer.until:
                await answer.webhook.delete_message(message)
            else:
                await self._service.sender.delete(channel, message)
        except discord.NotFound:
            pass
        except discord.HTTPException as error:
            if is_refused(error):
                del self._answers[key]
            raise
        del self._answers[key]
