"""Delivers announcements to channels exactly once, even if the reply to a command fails.

A post waits in the database from the commit of its cause on, usually until the reply to the interaction. If
that fails, or the bot was down, it is rendered in the channel's language and sent, unless it is already
there. After an undo or a fix of its cause it is rendered again: struck through and without buttons.
"""

import asyncio
import contextlib
import logging
from collections.abc import Generator, Mapping, Sequence
from datetime import timedelta
from functools import partial
from itertools import takewhile

from discord.ext import commands
from msgspec import Struct

from cogs.core import locale
from cogs.core.delivery.announcement import (
    Announcement,
    AnnouncementMessages,
    RenderPost,
    sent_as,
    with_mentions,
)
from cogs.core.delivery.places import is_outside
from cogs.core.delivery.refresher import Background, Refresher, take_all
from cogs.core.delivery.sender import Sender
from cogs.core.delivery.tokens import InteractionTokens
from cogs.core.delivery.visibility import HiddenChannel
from cogs.core.messaging import DISCORD_UNAVAILABLE
from cogs.text.language import speaking
from storage.engine.timestamps import time_of_day
from storage.games.games import Committed, Games, GameView
from storage.games.outbox import topic_of
from storage.posts import NOWHERE, PRIVATE, REPLY_KINDS, Delivered, Post, Topic
from storage.settings.settings import SettingsScope, SettingsStore

_log = logging.getLogger(__name__)

REPLY_WINDOW = 10.0
"""Seconds for an answer to deliver an announcement before it is sent separately."""
GIVEN_UP = timedelta(days=1)
"""Age at which an announcement is dropped instead of delivered."""
ANNOUNCEMENT_SPACING = 0.05
"""Seconds between announcements of different games: many wait after a start or while Discord is
unavailable."""

_NOTHING_TO_TELL = contextlib.nullcontext()


class _Answer(Struct):
    """The messages of a reply that deliver a post, and whether they are complete."""

    messages: Sequence[int] = ()
    complete: bool = False


class Announcer:
    """Sends posts that no reply has delivered, and edits changed ones.

    ``pause``: as for `BoardUpdater`; 0 sends at once.
    """

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        games: Games,
        settings: SettingsStore,
        sender: Sender,
        tokens: InteractionTokens,
        background: Background,
        pause: float,
    ) -> None:
        self._bot = bot
        self._sender = sender
        self._tokens = tokens
        self._messages = AnnouncementMessages(bot, sender)
        self._games = games
        self._outbox = games.outbox
        self._settings = settings
        self.renderers: Mapping[str, RenderPost] = {}
        """Renderers of posts, by kind."""
        self._answering: dict[Post, _Answer] = {}
        self._unanswered: dict[Post, float] = {}
        """The time until which posts wait for their answer to begin, by the event loop's clock."""
        self._announcements = Refresher(
            background, "announcements", self._refresh, gap=ANNOUNCEMENT_SPACING if pause else 0
        )
        self._began = games.now()
        self._recovery = Refresher(background, "all announcements", self._recover)

    def scope(self, view: GameView) -> SettingsScope:
        """Return a table's place, for settings without a user."""
        return locale.scope_at(self._bot, view.location)

    def recover(self, channel: int | None = None) -> None:
        """Send posts not delivered before the start, once the bot is connected.

        ``channel``: only in this channel and its threads.
        """
        self._recovery.stale(channel)

    def answering(self, committed: Committed) -> contextlib.AbstractContextManager[None]:
        """Deliver a post by the answer to its interaction inside the block.

        If that fails, it is sent soon, unless it is found in the channel.
        """
        return self.telling(topic_of(committed.game), committed.entry.number)

    def telling(self, topic: Topic, number: int) -> contextlib.AbstractContextManager[None]:
        """Deliver posts about an entry of any subject in the same way."""
        post = self._outbox.find(topic, number)
        return _NOTHING_TO_TELL if post is None else self._telling(post)

    @contextlib.contextmanager
    def _telling(self, post: Post) -> Generator[None]:
        answer = self._answering[post] = _Answer()
        self._unanswered.pop(post, None)
        try:
            yield
        except BaseException as error:
            del self._answering[post]
            if isinstance(error, DISCORD_UNAVAILABLE):
                self._outbox.doubt(post)
            self.send_soon(post.topic)
            raise
        del self._answering[post]
        if answer.messages:
            self._outbox.deliver(post, *answer.messages, complete=answer.complete)
        else:
            self._outbox.drop(post)
        if self._outbox.of(post.topic):
            self._announcements.stale(post.topic)

    def note_answer(self, topic: Topic, number: int, *messages: int, complete: bool) -> None:
        """Record the messages by which an answer delivers a post that may change later.

        ``complete``: whether they have all of it.
        """
        for post, answer in self._answering.items():
            if (post.topic, post.number) == (topic, number):
                answer.messages, answer.complete = messages, complete

    def send_soon(self, topic: Topic) -> None:
        """Send the waiting posts about a subject at once, since no answer delivers them."""
        for post in self._outbox.of(topic):
            self._unanswered.pop(post, None)
            self._announcements.stale(topic)

    def drop(self, topic: Topic) -> None:
        """Drop waiting posts about a subject whose place no one can read."""
        for post in self._outbox.of(topic):
            self._outbox.drop(post)

    def note(self, post: Post) -> None:
        """Send a committed post unless a reply delivers it in time."""
        if post.kind in REPLY_KINDS:
            self._unanswered[post] = asyncio.get_running_loop().time() + REPLY_WINDOW
        self._announcements.stale(post.topic)

    def note_change(self, topic: Topic) -> None:
        """Render posts about a subject again, after a commit that requires it."""
        self._announcements.stale(topic)

    async def _recover(self, channel: int | None) -> None:
        await self._bot.wait_until_ready()
        for topic in await self._outbox.load(channel):
            self._announcements.stale(topic)

    async def _refresh(self, topic: Topic) -> None:
        """Send the waiting posts about a subject, in order, and edit changed ones. Raises as `_send` does."""
        waiting, now = self._outbox.of(topic), asyncio.get_running_loop().time()
        for post in waiting:
            if self._unanswered.get(post, now) <= now:
                self._unanswered.pop(post, None)
        try:
            await take_all(partial(self._send, post) for post in takewhile(self._is_ready, waiting))
            if not all(map(self._is_ready, waiting)):
                self._announcements.stale(topic, REPLY_WINDOW)
        except Exception:  # what can't be sent, such as a chart, holds up no edits
            await self._edit_changed(topic)
            raise
        await self._edit_changed(topic)

    async def _edit_changed(self, topic: Topic) -> None:
        try:
            await take_all(partial(self._edit, one) for one in await self._outbox.changed(topic))
        except Exception:
            self._outbox.change_again(topic)
            raise

    def _is_ready(self, post: Post) -> bool:
        return post not in self._answering and post not in self._unanswered

    async def _send(self, post: Post) -> None:
        """Send a post, or drop it, unless its reply has delivered it meanwhile.

        Raises HiddenChannel, RetryLater, and discord.py's errors while Discord is unavailable.
        """
        if post not in self._outbox.of(post.topic) or post.kind not in self.renderers:
            return
        if not self._games.database.owns(post.place.guild):
            self._outbox.leave(post.topic)
            return
        if self._games.now() - time_of_day(post.made) > GIVEN_UP:
            _log.warning("No message about %s is posted any longer: it is too old", post)
            self._outbox.drop(post)
            return
        if self._is_outside(post):
            await self._send_outside(post)
            return
        if post.kind not in PRIVATE:
            self._sender.require_visible(post.place.channel, post.place.parent)
        messages = list[int | None]()
        try:
            for number, one in enumerate(await self._render(post)):
                message = await self._deliver(post, number, one)
                messages.append(message if one.stays or message == NOWHERE else None)
        except Exception:
            self._outbox.doubt(post)
            raise
        there = [one for one in messages if one is not None]
        if there and len(there) == len(messages):
            self._outbox.deliver(post, *there)
        else:
            self._outbox.drop(post)

    def _is_outside(self, post: Post) -> bool:
        return post.about == "game" and is_outside(self._bot, post.place.guild)

    async def _send_outside(self, post: Post) -> None:
        """Send a post after the last answer there, else after the next one; raises HiddenChannel then.

        The bot can't look for an existing message, so a post that may have been sent isn't sent again.
        """
        earlier = post.kind in REPLY_KINDS and time_of_day(post.made) < self._began
        if earlier or self._outbox.is_doubtful(post):
            self._outbox.drop(post)
            return
        for one in await self._render(post):
            if one.withdrawn or one.instead is not None:
                continue
            try:
                message = await self._tokens.follow_up(post.place.channel, sent_as(one))
            except DISCORD_UNAVAILABLE:
                self._outbox.doubt(post)
                raise
            if message is None:
                again = partial(self._announcements.stale, post.topic)
                self._tokens.after_next(post.place.channel, post, again)
                raise HiddenChannel(f"no token reaches channel {post.place.channel}")
            if one.stays:
                self._outbox.deliver(post, message)
                return
        self._outbox.drop(post)

    async def _render(self, post: Post, *, complete: bool = False) -> Sequence[Announcement]:
        """Return a post's messages in the channel's language, with their complete text."""
        with speaking(await locale.of_place(self._bot, self._settings, post.place)):
            return [with_mentions(one) for one in await self.renderers[post.kind](post, complete)]

    async def _deliver(self, post: Post, number: int, one: Announcement) -> int | None:
        """Send a message unless it exists; return its ID, or None if Discord has refused it.

        A withdrawn one isn't sent: an earlier run's message is struck through.
        """
        if one.instead is not None:
            edited = await self._messages.edit(post, one.instead.message, one)
            self._outbox.drop(one.instead.post)
            if edited:
                return one.instead.message
        there = await self._find(post, one) if self._may_be_delivered(post) else None
        if one.withdrawn:
            if there is not None:
                await self._messages.edit(post, there, one)
            return there
        sent = there or await self._messages.post(post, number, one)
        if one.then is not None:
            await one.then()
        return sent

    async def _find(self, post: Post, one: Announcement) -> int | None:
        """Return the existing message of a post; not that of another one, such as of the same loss before an
        undo."""
        delivered = await self._outbox.delivered(post.topic, post.kind)
        others = {each.message for each in delivered if each.post.number != post.number}
        return await self._messages.find(post, one, others)

    def _may_be_delivered(self, post: Post) -> bool:
        """Return whether a reply, an earlier attempt or run, or another process may have delivered a post."""
        earlier = time_of_day(post.made) < self._began
        return earlier or post.kind in REPLY_KINDS or self._outbox.is_doubtful(post)

    async def _edit(self, delivered: Delivered) -> None:
        """Update the message of a post to the current state. Raises as `_send` does."""
        post, place = delivered.post, delivered.post.place
        if not self._games.database.owns(place.guild) or post.kind not in self.renderers:
            return
        if self._is_outside(post):
            for one in await self._render(post, complete=delivered.complete):
                text = {} if one.view is not None else {"content": one.text}
                await self._tokens.edit(delivered.message, **text, view=sent_as(one).get("view"))
            await self._outbox.settle(delivered)
            return
        self._sender.require_visible(place.channel, place.parent)
        for one in (await self._render(post, complete=delivered.complete))[:1]:
            if one.stays:
                await self._messages.edit(post, delivered.message, one)
        await self._outbox.settle(delivered)
