"""Sees to it that a channel is told once what everybody must know, whatever happens to the answer.

An announcement waits in the database from the commit of its entry on. Mostly the answer to the interaction
tells it. Where that has failed, or the bot was not there any more, the text is made from the log again and
sent, unless it is found in the channel.
"""

import contextlib
import logging
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from datetime import timedelta
from functools import partial
from itertools import takewhile

import discord
from discord.ext import commands
from msgspec import Struct

from cogs.core import locale
from cogs.core.components import Row, below
from cogs.core.delivery.refresher import Background, Refresher, take_all
from cogs.core.delivery.sender import Sender
from cogs.core.messaging import LOOK_AHEAD, calling, is_refused, own_messages, pinging, trace
from cogs.text.language import speaking
from rules.game.parts import GameId
from rules.turns.clock import Clock
from storage.games.games import Committed, Games, GameView
from storage.games.outbox import Announcement, AnnouncementKind
from storage.settings.settings import SettingsScope, SettingsStore

_log = logging.getLogger(__name__)

ANSWER = 10.0
"""Seconds that an answer has before the announcement is sent without it."""
GIVEN_UP = timedelta(days=1)
"""After this time nobody waits for an announcement any more."""
SPREAD = 0.05
"""Seconds between the announcements of different games: many wait after a start or while Discord is away."""
LOOK_BACK = 20
"""Entries among which an interaction is looked for, whose ID says when it was at Discord."""

_NOTHING_TO_TELL = contextlib.nullcontext()


class AnnouncementText(Struct, frozen=True):
    """An announcement in words."""

    text: str
    mark: str
    """A text whose first line is found in every message that tells the same."""
    called: Sequence[int] = ()
    """The users it calls to their turn."""
    rows: Sequence[Row] = ()
    """The buttons below it."""


Render = Callable[[Committed, GameView, Clock], Awaitable[AnnouncementText | None]]
"""Makes the text of what came of an entry, given the table as it stands and the clocks before the entry; None
where there is nothing to tell."""


class Announcer:
    """Sends announcements that no answer has told."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        games: Games,
        settings: SettingsStore,
        sender: Sender,
        background: Background,
    ) -> None:
        self._bot = bot
        self._sender = sender
        self._games = games
        self._settings = settings
        self.renderers: Mapping[AnnouncementKind, Render] = {}
        """What makes the texts of announcements."""
        self._answering: set[Announcement] = set()
        self._announcements = Refresher(background, "announcements", self._send_all, gap=SPREAD)
        self.on_told: Callable[[Committed, int, int, str], Awaitable[None]] | None = None
        """Called with the message that has told a channel of a step, and what it says."""
        self._recovery = Refresher(background, "all announcements", self._recover)

    def scope(self, view: GameView) -> SettingsScope | None:
        """Where a table is, for settings that are nobody's own; None outside a server."""
        return locale.scope_at(self._bot, view.location)

    def recover(self, channel: int | None = None) -> None:
        """Send what was not told before the start, once the bot is connected.

        ``channel``: only there and in its threads.
        """
        self._recovery.stale(channel)

    def answering(self, committed: Committed) -> contextlib.AbstractContextManager[None]:
        """Tell an announcement inside of the block, by the answer to its interaction.

        Where that fails it is sent soon, unless it is found in the channel.
        """
        one = self._games.outbox.find(committed.game, committed.entry.number)
        return _NOTHING_TO_TELL if one is None else self._telling(one)

    @contextlib.contextmanager
    def _telling(self, one: Announcement) -> Generator[None]:
        self._answering.add(one)
        try:
            yield
        except BaseException:
            self._answering.discard(one)
            self._announcements.stale(one.game)
            raise
        self._answering.discard(one)
        self._games.outbox.told(one)

    def send_soon(self, game: GameId) -> None:
        """Send at once what waits for a game, since no answer tells it."""
        if self._games.outbox.of(game):
            self._announcements.stale(game)

    def note(self, one: Announcement) -> None:
        """An announcement is committed: send it unless an answer tells it in time."""
        self._announcements.stale(one.game, 0 if one.kind is AnnouncementKind.CLOCK else ANSWER)

    async def _recover(self, channel: int | None) -> None:
        await self._bot.wait_until_ready()
        for game in await self._games.outbox.load(channel):
            self._announcements.stale(game)

    async def _send_all(self, game: GameId) -> None:
        """Send what waits for a game, in order. Raises as `_send` does."""
        waiting = self._games.outbox.of(game)
        ready = takewhile(lambda one: one not in self._answering, waiting)
        await take_all(partial(self._send, one) for one in ready)
        if not self._answering.isdisjoint(waiting):
            self._announcements.stale(game, ANSWER)

    async def _send(self, one: Announcement) -> None:
        """Send an announcement, or give it up, unless its answer has told it meanwhile.

        Raises HiddenChannel, and what Discord does when it is away.
        """
        if one not in self._games.outbox.of(one.game):
            return
        view, recalled = await self._games.view(one.game), await self._games.recall(one.game, one.entry)
        if view is None or recalled is None:
            self._games.outbox.told(one)
            return
        if not self._games.database.owns(view.location.guild):
            self._games.outbox.leave(one.game)
            return
        committed, clock = recalled
        if self._games.now() - committed.entry.when > GIVEN_UP:
            _log.warning("Game %s is not told of entry %s any more: it is too old", one.game, one.entry)
            self._games.outbox.told(one)
            return
        self._sender.require_visible(view.location.channel, view.location.parent)
        with speaking(await locale.of_place(self._bot, self._settings, view.location)):
            told = await self.renderers[one.kind](committed, view, clock)
            content = calling(told.text, told.called) if told is not None else ""
        if told is not None and not await self._is_there(committed, view, told.mark):
            cause, channel = f"announcement {one.game} {one.entry}", view.location.channel
            rows, allowed = below(told.rows) if told.rows else None, pinging(told.called)
            try:
                sent = await self._sender.send(
                    channel, cause, content, parent=view.location.parent, view=rows, allowed=allowed
                )
                if rows is not None and self.on_told is not None:
                    await self.on_told(committed, channel, sent, content)
            except discord.HTTPException as error:
                if not is_refused(error):
                    raise
                what = "Game %s could not be told of entry %s: %s"
                _log.warning(what, one.game, one.entry, error, exc_info=trace(error))
        self._games.outbox.told(one)

    async def _is_there(self, committed: Committed, view: GameView, mark: str) -> bool:
        """Whether the channel has been told already, as far as the bot may read."""
        earlier = await self._games.log(view.game, before=committed.entry.number + 1, limit=LOOK_BACK)
        since = next((one.interaction for one in earlier if one.interaction > 0), None)
        found = await own_messages(self._bot, view.location.channel, limit=LOOK_AHEAD, after=since)
        line = mark.partition("\n")[0]
        return any(line in one.content for one in found)
