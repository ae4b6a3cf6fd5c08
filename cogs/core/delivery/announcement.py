"""The message of a post: looked for, sent and edited in the post's channel."""

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any

import discord
from discord.ext import commands
from msgspec import Struct
from msgspec.structs import replace

from cogs.core.components import ComponentRow, below
from cogs.core.delivery.sender import MARGIN, Sender
from cogs.core.messaging import (
    LOOK_AHEAD,
    calling,
    carried_texts,
    exc_info_if_ours,
    is_refused,
    own_messages,
    pinging,
    texts_in,
)
from storage.engine.timestamps import time_of_day
from storage.posts import NOWHERE, Delivered, Post

_log = logging.getLogger(__name__)


class Announcement(Struct, frozen=True):
    """A message of a post."""

    text: str = ""
    mark: str = ""
    """A text in every message of the same post (default: all of it, or its first text)."""
    called: Sequence[int] = ()
    """The users called to their turn."""
    allowed: discord.AllowedMentions | None = None
    """Other users that it pings."""
    rows: Sequence[ComponentRow] = ()
    """The buttons below it."""
    view: discord.ui.LayoutView | None = None
    """A view sent in place of the text."""
    file: discord.File | None = None
    stays: bool = False
    """Whether later entries may change it."""
    instead: Delivered | None = None
    """Another post whose message becomes this one's, so that none is sent."""
    withdrawn: bool = False
    """Whether an undo or a fix has withdrawn its cause, which the text says."""
    unlike: int = 0
    """A message that has the same text but isn't this one."""
    user: int | None = None
    """The user who gets it in private instead."""
    then: Callable[[], Awaitable[None]] | None = None
    """A callback after delivery, or after Discord has refused it; it may be called again."""


RenderPost = Callable[[Post, bool], Awaitable[Sequence[Announcement]]]
"""Renders the messages of a post, complete or only the important ones; none if there is nothing to
announce. Either all of them stay or none. Raises Refusal, and RetryLater to be called again."""


class AnnouncementMessages:
    """The messages of announcements in Discord."""

    def __init__(self, bot: commands.AutoShardedBot, sender: Sender) -> None:
        self._bot = bot
        self._sender = sender

    async def find(self, post: Post, one: Announcement, others: Collection[int]) -> int | None:
        """Return the existing message of a post, as far as the bot may read.

        ``others``: the messages of other posts. Raises discord.py's errors while Discord is unavailable.
        """
        since = post.after or discord.utils.time_snowflake(time_of_day(post.made) - MARGIN)
        try:
            channel = await self._channel(post, one)
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            return None  # a user whom no message can reach
        for message in await own_messages(self._bot, channel, limit=LOOK_AHEAD, after=since):
            texts = (message.content,) if one.view is None else carried_texts(message)
            if message.id not in (one.unlike, *others) and any(one.mark in text for text in texts):
                return message.id
        return None

    async def post(self, post: Post, number: int, one: Announcement) -> int | None:
        """Send a message and return its ID; None if Discord refuses it, and in private `NOWHERE`.

        Raises HiddenChannel, and discord.py's errors while Discord is unavailable.
        """
        place, view = post.place, one.view or (below(one.rows) if one.rows else None)
        try:
            return await self._sender.send(
                *(await self._channel(post, one), f"{post} {post.detail} {number}"),
                one.text if one.view is None else "",
                parent=place.parent if one.user is None else None,
                view=view,
                file=one.file,
                allowed=one.allowed or pinging(one.called),
            )
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            if one.user is not None:
                return NOWHERE
            _log.warning(
                "A message about %s could not be posted: %s", post, error, exc_info=exc_info_if_ours(error)
            )
            return None

    async def _channel(self, post: Post, one: Announcement) -> int:
        """Return a message's channel; raises discord.py's errors."""
        if one.user is None:
            return post.place.channel
        return (await self._bot.create_dm(discord.Object(one.user))).id

    async def edit(self, post: Post, message: int, one: Announcement) -> bool:
        """Edit a message; log if Discord refuses that.

        Return whether the message is there.

        Raises HiddenChannel, and discord.py's errors while Discord is unavailable.
        """
        place, view = post.place, one.view or (below(one.rows) if one.rows else None)
        text = one.text if one.view is None else discord.utils.MISSING
        try:
            await self._sender.edit(
                place.channel, message, parent=place.parent, content=text, view=view, file=one.file
            )
        except discord.NotFound:
            if one.file is not None:
                one.file.reset()  # it goes into a new message
            return False
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            _log.warning(
                "The message about %s could not be edited: %s", post, error, exc_info=exc_info_if_ours(error)
            )
        return True


def sent_as(one: Announcement) -> dict[str, Any]:
    """Return the arguments for sending a message after the answer to an interaction."""
    view = one.view or (below(one.rows) if one.rows else None)
    given = {"content": one.text if one.view is None else None, "view": view, "file": one.file}
    sent: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    return {**sent, "allowed_mentions": one.allowed or pinging(one.called)}


def with_mentions(one: Announcement) -> Announcement:
    """Return a message with the line that pings users, and the text by which it is found."""
    first = next(texts_in(one.view.to_components()), "") if one.view is not None else one.text
    return replace(one, text=calling(one.text, one.called), mark=(one.mark or first).strip())
