"""The owners of links, and their current permissions in Discord."""

import asyncio
import time
from collections.abc import Callable

import discord
from discord.ext import commands
from msgspec import Struct
from msgspec.structs import replace

from cogs.core import locale
from cogs.core.delivery.visibility import is_hidden
from cogs.core.messaging import CONNECTION_LOST
from cogs.core.permissions import Requester, person
from cogs.core.service import GameService
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from storage.events.cache import LockOrder, LruCache, StreamLocks
from storage.games.games import Location
from storage.links import Link, LinkPurpose
from storage.settings.settings import SettingsScope

MEMBER_LIFETIME = 60.0
"""Seconds for which a membership and its roles are cached.

The permissions of roles and channels are always the last ones that Discord reported.
"""
MAX_CACHED_MEMBERS = 1_000
LOOKUP_TIMEOUT = 2.5
"""Seconds for which a page waits for Discord; then its link stays valid for `MEMBER_LIFETIME` seconds."""
OF_SERVERS = frozenset({LinkPurpose.LEAGUE, LinkPurpose.EVENT})
"""The purposes of links that belong to a server, not to the member who made them."""


class _Known(Struct, frozen=True):
    """A member of a server, or None for someone else, and when the cached answer expires."""

    member: discord.Member | None
    until: float


class _Archived(Struct, frozen=True):
    """An archived thread, or None if there is no such channel, and when the cached answer expires."""

    thread: discord.Thread | None
    until: float
    hidden: bool = False
    """Whether the bot may not view the thread's channel."""


class LinkOwners:
    """The people who made links.

    ``knows_of`` returns whether Discord has reported if the bot is in a server; ``monotonic`` returns
    seconds from any starting point.
    """

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        service: GameService,
        knows_of: Callable[[int], bool],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._service = service
        self._knows_of = knows_of
        self._monotonic = monotonic
        self._known = LruCache[tuple[int, int], _Known](MAX_CACHED_MEMBERS)
        self._asking = StreamLocks[tuple[int, int]](LockOrder.READING)
        """A lock per person while Discord is asked, so that concurrent callers share one request."""
        self._unanswered = LruCache[tuple[int, int], float](MAX_CACHED_MEMBERS)
        """The time until which pages don't ask about a person, because Discord hasn't answered."""
        self._archived = LruCache[int, _Archived](MAX_CACHED_MEMBERS)
        """The threads that discord.py has forgotten, as it does once no one has written there for a while."""

    def scope(self, link: Link) -> SettingsScope:
        """Return a link's place, for its settings."""
        return locale.scope_at(self._bot, Location(link.channel, link.guild))

    async def requester(self, link: Link, *, own: bool) -> Requester:
        """Return the owner of a link and their permissions; ``own``: it is for their own seat.

        Raises Refusal "remote_not_yours" if they can't see its channel, "remote_hidden" if the bot can't see
        it and so doesn't know who can, and "remote_later".
        """
        member, permissions = await self._look_up(link)
        if member.is_timed_out():
            raise Refusal("remote_not_yours")
        settings = await self._service.settings.effective(replace(self.scope(link), user=link.user))
        requester = person(member, member.guild, permissions, settings, _in_time)
        return (
            requester if own else replace(requester, is_judge=False)
        )  # a guest's seat is given away more easily

    async def guest(self, link: Link, seat: PlayerId) -> Requester:
        """Return the guest who plays a seat by their own link, as long as the member who let them in can see
        the channel. Raises Refusal as `requester` does."""
        member, _ = await self._look_up(link)
        settings = await self._service.settings.effective(self.scope(link))
        requester = person(member, member.guild, discord.Permissions.none(), settings, _in_time)
        return replace(requester, user=link.author, is_judge=False, seat=seat)

    async def lasts(self, link: Link) -> bool:
        """Return whether a link still works; true while that is unknown.

        It works while the bot is in the server and, except for `OF_SERVERS`, its maker can see the channel.
        """
        if link.purpose in OF_SERVERS:
            return self._bot.get_guild(link.guild) is not None or not self._knows_of(link.guild)
        name = link.guild, link.user
        if (self._unanswered.get(name) or 0.0) > self._monotonic():
            return True
        try:
            async with asyncio.timeout(LOOKUP_TIMEOUT):
                await self._look_up(link)
        except Refusal as refusal:
            if refusal.reason != "remote_later":
                return refusal.reason != "remote_not_yours"
        except (TimeoutError, *CONNECTION_LOST):
            pass
        else:
            return True
        self._unanswered.put(name, self._monotonic() + MEMBER_LIFETIME)
        return True

    async def _look_up(self, link: Link) -> tuple[discord.Member, discord.Permissions]:
        guild, now = self._bot.get_guild(link.guild), self._monotonic()
        channel = guild.get_channel_or_thread(link.channel) if guild is not None else None
        if channel is None and guild is not None and not guild.unavailable:
            channel = await self._find(guild, link.channel, now)
        if guild is None or channel is None:
            raise Refusal("remote_later") if self._is_coming(link, guild) else Refusal("remote_not_yours")
        parent = channel.parent_id if isinstance(channel, discord.Thread) else None
        if is_hidden(self._bot, channel.id, parent):
            raise Refusal("remote_hidden")
        member = await self._member(guild, link.user, now)
        permissions = None if member is None else channel.permissions_for(member)
        if member is None or permissions is None or not permissions.view_channel:
            raise Refusal("remote_not_yours")
        return member, permissions

    async def _member(self, guild: discord.Guild, user: int, now: float) -> discord.Member | None:
        name = guild.id, user
        known = self._known.get(name)
        if known is None or known.until <= now:
            async with self._asking.hold(name):
                known = self._known.get(name)
                if known is None or known.until <= now:
                    known = await self._fetch(guild, user, known, now + MEMBER_LIFETIME)
                    self._known.put(name, known)
        return known.member

    async def _find(self, guild: discord.Guild, thread: int, now: float) -> discord.Thread | None:
        found = self._archived.get(thread)
        if found is None or found.until <= now:
            channel, hidden = None, False
            try:
                channel = await guild.fetch_channel(thread)
            except discord.Forbidden:
                hidden = True
            except (discord.NotFound, discord.InvalidData):
                pass
            except discord.HTTPException:
                raise Refusal("remote_later") from None
            known = channel if isinstance(channel, discord.Thread) else None
            found = _Archived(known, now + MEMBER_LIFETIME, hidden)
            self._archived.put(thread, found)
        if found.hidden:
            raise Refusal("remote_hidden")
        return found.thread

    async def _fetch(self, guild: discord.Guild, user: int, known: _Known | None, until: float) -> _Known:
        try:
            return _Known(await guild.fetch_member(user), until)
        except (discord.NotFound, discord.Forbidden):
            return _Known(None, until)
        except discord.HTTPException:
            if known is None:
                raise Refusal("remote_later") from None
            return _Known(known.member, until)

    def _is_coming(self, link: Link, guild: discord.Guild | None) -> bool:
        """Return whether Discord may still send a server and its channels, such as after a shard's
        hand-over."""
        return not self._knows_of(link.guild) if guild is None else guild.unavailable


def _in_time() -> None:
    """Do nothing: links have no time limit."""
