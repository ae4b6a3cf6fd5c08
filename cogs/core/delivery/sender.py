"""Sends what the bot posts in channels unasked: only where it may view them, once per cause."""

import contextlib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Any

import discord
from discord.ext import commands
from msgspec import Struct, field

from cogs.core.delivery.visibility import HiddenChannel, is_hidden
from cogs.core.messaging import LOOK_AHEAD, NO_PINGS, carried_texts, is_refused, nonce, own_messages, texts_of
from storage.events.cache import LruCache

MAX_CAUSES = 1_000
"""Causes whose message may have arrived that are remembered."""
MARGIN = timedelta(minutes=1)
"""By how much this machine's clock may be ahead of Discord's."""
THREAD_ARCHIVED = 50083
"""Discord's code for a change in an archived thread. A new message unarchives it."""


class _Attempts(Struct):
    """The attempts to send a message for a cause whose answers were lost."""

    since: int
    """An ID older than the messages that may have arrived."""
    texts: list[set[str]] = field(default_factory=list[set[str]])
    """The texts of each of them."""


class Sender:
    """Posts messages in channels, threads and direct channels, and finds them.

    Nothing is sent to a hidden channel. ``parent``: a thread's channel, if known, since Discord sends no
    threads of hidden channels. While Discord remembers a message's nonce, it answers a repetition with the
    message. Later, a message whose answer was lost is searched in the channel before it is sent again.
    """

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        self._bot = bot
        self._doubtful = LruCache[int, _Attempts](MAX_CAUSES)
        """Messages that may have arrived, by their nonces."""

    def require_visible(self, channel: int, parent: int | None = None) -> None:
        """Raise HiddenChannel if the bot may not view a channel, so that Discord would refuse its
        requests."""
        if is_hidden(self._bot, channel, parent):
            raise HiddenChannel(f"the bot may not view channel {channel}")

    async def content(self, channel: int, message: int, parent: int | None = None) -> str:
        """Return a message's text; raises HiddenChannel, and discord.py's errors."""
        return (await self._message(channel, message, parent).fetch()).content

    async def edit(
        self,
        channel: int,
        message: int,
        *,
        parent: int | None = None,
        content: str = discord.utils.MISSING,
        view: discord.ui.View | discord.ui.LayoutView | None,
        file: discord.File | None = None,
    ) -> None:
        """Edit a message, whose text and files stay unless given; unarchive its thread if necessary.

        Raises HiddenChannel, and discord.py's errors.
        """
        edited = self._message(channel, message, parent)

        async def change() -> None:
            if file is None:
                await edited.edit(content=content, view=view)
            else:
                file.reset()  # an earlier attempt may have read it
                await edited.edit(content=content, view=view, attachments=[file])

        await self._unarchiving(channel, change)

    async def delete(self, channel: int, message: int, parent: int | None = None) -> None:
        """Delete a message if it exists; unarchive its thread if necessary.

        Raises HiddenChannel and discord.py's errors.
        """
        deleted = self._message(channel, message, parent)
        with contextlib.suppress(discord.NotFound):
            await self._unarchiving(channel, deleted.delete)

    def _message(self, channel: int, message: int, parent: int | None) -> discord.PartialMessage:
        self.require_visible(channel, parent)
        return self._bot.get_partial_messageable(channel).get_partial_message(message)

    async def _unarchiving(self, channel: int, change: Callable[[], Awaitable[object]]) -> None:
        """Carry out a change; if the thread is archived, unarchive it and retry, unless a moderator has
        locked it."""
        try:
            await change()
        except discord.HTTPException as error:
            thread = await self._bot.fetch_channel(channel) if error.code == THREAD_ARCHIVED else None
            if not isinstance(thread, discord.Thread) or thread.locked:
                raise
            await thread.edit(archived=False)
            await change()

    async def send(
        self,
        channel: int,
        cause: str,
        content: str = "",
        *,
        parent: int | None = None,
        view: discord.ui.View | discord.ui.LayoutView | None = None,
        file: discord.File | None = None,
        allowed: discord.AllowedMentions = NO_PINGS,
        after: int = 0,
    ) -> int:
        """Post a message once per cause, which stays the same for all attempts; return the message's ID.

        A message of components that an earlier attempt has posted is edited if it differs. ``after``: the
        ID of an older message, which may look the same. Raises HiddenChannel and discord.py's errors; after
        `DISCORD_UNAVAILABLE`, call it again later.
        """
        self.require_visible(channel, parent)
        known, texts = nonce(cause), texts_of(content, view)
        given = {"content": content, "view": view}
        shown: dict[str, Any] = {name: value for name, value in given.items() if value}
        earlier = self._doubtful.peek(known)
        message = None if earlier is None else await self._find(channel, earlier)
        attempts = earlier or _Attempts(max(after, _snowflake_now()))
        attempts.texts.append(texts)
        if message is None:
            attached: dict[str, Any] = {} if file is None else {"file": file}
            place = self._bot.get_partial_messageable(channel)
            try:
                message = await place.send(**shown, **attached, allowed_mentions=allowed, nonce=known)
            except Exception as error:
                if not is_refused(error):
                    self._doubtful.put(known, attempts)
                raise
        if earlier is not None:
            if not content and carried_texts(message) != texts:
                await self._unarchiving(channel, partial(message.edit, **shown))
            self._doubtful.pop(known)
        return message.id

    async def take_back(self, channel: int, cause: str, parent: int | None = None) -> None:
        """Delete the message that an attempt may have posted for a cause although its answer was lost.

        Raises HiddenChannel, and discord.py's errors while Discord is unavailable.
        """
        known = nonce(cause)
        attempts = self._doubtful.peek(known)
        if attempts is None:
            return
        self.require_visible(channel, parent)
        message = await self._find(channel, attempts)
        if message is not None:
            await self.delete(channel, message.id, parent)
        self._doubtful.pop(known)

    async def _find(self, channel: int, attempts: _Attempts) -> discord.Message | None:
        """Return the message of an earlier attempt, if the bot may read it."""
        for one in await own_messages(self._bot, channel, limit=LOOK_AHEAD, after=attempts.since):
            if one.interaction_metadata is None and carried_texts(one) in attempts.texts:
                return one  # and no answer to a command, which may look the same
        return None


def _snowflake_now() -> int:
    return discord.utils.time_snowflake(discord.utils.utcnow() - MARGIN)
