"""Links to pages. Anyone who has one may use it for its purpose, without an account.

A token has 160 random bits and is only given to the user who makes the link. The database stores only its
hash, so a copy of the database opens no page.
"""

import asyncio
import contextlib
import re
import secrets
import time
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from hashlib import sha256
from operator import eq
from typing import TypeAlias

from msgspec import Struct

from rules.game.parts import GameId, PlayerId
from rules.leagues.result import LeagueId
from storage.engine.database import Database, DatabaseError, SqlRow
from storage.engine.group_commit import AttachedWrite, SqlValue, Statement
from storage.engine.timestamps import milliseconds, time_of_day, utc_now
from storage.events.cache import LruCache
from storage.events.codec import Json
from storage.events.publisher import Publisher

TOKEN = re.compile(r"[A-Za-z0-9_-]{27}")
"""The form of a token: 20 random bytes."""
GAME_LIFETIME, CHANNEL_LIFETIME = timedelta(days=30), timedelta(days=365)
"""How long a link to one game works, and one to whatever is played in a channel."""
MAX_LINKS = 25
"""Maximum links of one person in a channel or to a league; the oldest one is replaced."""
BELIEVED = 1.0
"""Seconds for which a link that was read counts as valid unless it is revoked, so that repeated presses query
the database once. If no other process serves the database, it counts as long as its page is open."""
MAX_BELIEVED = 10_000
RANDOM_BITS = 16
"""The random bits of a link's number, below its milliseconds: several processes may make links at once."""
NO_CHANNEL = 0
REVOKED = "link_revoked"
"""The notice that a link no longer works."""

LinkId: TypeAlias = int


class LinkPurpose(StrEnum):
    """The purpose of a link."""

    WATCH = "watch"
    OVERLAY = "overlay"
    SEAT = "seat"
    """To play from one seat of a game."""
    JOIN = "join"
    """To take a seat in the lobby of a game, as a guest."""
    LATE = "late"
    """To take a new seat at a game in progress, as a guest."""
    GUEST = "guest"
    """To play from the seat that was taken so, without a Discord account."""
    LEAGUE = "league"
    """To read a league's public page."""
    EVENT = "event"
    """To read of the events in a channel that no league counts."""


SEATS = frozenset({LinkPurpose.SEAT, LinkPurpose.GUEST})
"""The purposes of links from which a seat is played."""
JOINING = frozenset({LinkPurpose.JOIN, LinkPurpose.LATE})
"""The purposes of links by which guests take a seat."""
PURPOSES = frozenset(one.value for one in LinkPurpose)
"""Links of a newer version may have others: they lead nowhere here."""


class Link(Struct, frozen=True, gc=False):
    """The rights of a token's holder, and from when until when, in UTC.

    ``game`` is None for a link to the channel's current game. ``channel`` is `NO_CHANNEL` if there is a
    ``league``.
    """

    id: LinkId
    purpose: LinkPurpose
    guild: int
    channel: int
    game: GameId | None
    user: int
    made: datetime
    expires: datetime
    seat: PlayerId | None = None
    """The seat that may be played through the link, in its owner's name; a guest's in the guest's own."""
    league: LeagueId | None = None

    @property
    def author(self) -> int:
        """Who enters what is entered by the link: its owner, or below zero a guest without an account."""
        return -self.id if self.purpose in (*JOINING, LinkPurpose.GUEST) else self.user

    def plays(self, user: int | None) -> bool:
        """Return whether the link may play a seat that belongs to this user, or to None: a guest."""
        return user is None or (user == self.user and self.purpose is LinkPurpose.SEAT)


class Links:
    """Every link in a database. ``clock`` gives the time in UTC."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        self._database = database
        self._clock = clock
        self.revoked = Publisher[Link]()
        """Publishes links that no longer work, whichever process has revoked them; open pages follow
        it."""
        self._believed = LruCache[bytes, tuple[Link, float]](MAX_BELIEVED)
        """Links by their hash, and until when they are believed, by `time.monotonic`."""
        self._known = LruCache[LinkId, tuple[Link, float]](MAX_BELIEVED)
        """Known links by their numbers."""
        self._newest: LinkId = 0
        """The number of the last link that was made here."""
        self._revocations = 0
        """The number of notices about revoked links."""
        self._looking: asyncio.Task[None] | None = None

    async def make(
        self,
        purpose: LinkPurpose,
        guild: int,
        channel: int,
        user: int,
        game: GameId | None = None,
        seat: PlayerId | None = None,
        token: str | None = None,
    ) -> str:
        """Make a link and return its token, which can't be looked up later.

        Raises NotCommitted. ``token``: one that was generated before, such as by a guest's phone.
        """
        now, token = self._clock(), token or new_token()
        expires = now + (CHANNEL_LIFETIME if game is None else GAME_LIFETIME)
        values = (guild, channel, game, seat, None, user)
        earlier = [] if purpose is LinkPurpose.GUEST else await self.of_channel(channel, user)
        own = [one for one in earlier if one.purpose is not LinkPurpose.GUEST]
        await self._keep(purpose, token, values, (now, expires), own)
        return token

    async def make_of_league(self, guild: int, league: LeagueId, user: int) -> str:
        """Make a link to a league's public page and give its token. Raises NotCommitted."""
        now, token = self._clock(), new_token()
        values, lifetime = (guild, None, None, None, league, user), (now, now + CHANNEL_LIFETIME)
        await self._keep(LinkPurpose.LEAGUE, token, values, lifetime, await self.of_league(league, user))
        return token

    async def _keep(
        self,
        purpose: LinkPurpose,
        token: str,
        values: tuple[SqlValue, ...],
        lifetime: tuple[datetime, datetime],
        earlier: list[Link],
    ) -> None:
        made, expires = map(milliseconds, lifetime)
        going = [one.id for one in earlier[MAX_LINKS - 1 :]]
        await self._database.write(
            ("DELETE FROM link WHERE expires <= ?", (milliseconds(self._clock()),)),
            *self._deleting(going),
            (
                "INSERT INTO link "
                "(id, hash, purpose, guild, channel, game, seat, league, user, made, expires) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (self._number(made), digest(token), purpose.value, *values, made, expires),
            ),
            then=lambda: self._publish(lambda link: link.id in going),
        )

    def _number(self, made: int) -> LinkId:
        """Return the number of a link made at this time, in milliseconds; later links have higher ones.

        None is given twice, even after its link is gone: logs know guests by the numbers of their links, and
        lists and pages that are still open know links by them.
        """
        random = secrets.randbits(RANDOM_BITS)
        self._newest = max((made << RANDOM_BITS) + random, self._newest + 1)
        return self._newest

    async def find(self, token: str) -> Link | None:
        """Return the link of a token; None if it is wrong, expired or revoked."""
        if not TOKEN.fullmatch(token):
            return None
        hash, revocations = digest(token), self._revocations
        believed, until = self._believed.get(hash) or (None, 0.0)
        if believed is not None and self.works(believed):
            # Only this process revokes links of a database that it has for itself, and tells what is open.
            heard = believed in self.revoked and not self._database.shared
            if heard or time.monotonic() < until:
                return believed
        for link in await self._select("hash = ?", hash):
            if revocations == self._revocations:
                self._believed.put(hash, (link, time.monotonic() + BELIEVED))
            return link
        return None

    def is_known(self, token: str) -> bool:
        """Return whether a token belongs to a known link that hasn't been revoked.

        The link may have expired, and the least recently used links are forgotten. Doesn't read the
        database.
        """
        return self._believed.peek(digest(token)) is not None

    async def get(self, id: LinkId) -> Link | None:
        """Return the link with a number; None if it has expired or was revoked."""
        known, until = self._known.get(id) or (None, 0.0)
        # Only this process revokes links of a database that it has for itself.
        if (
            known is not None
            and self.works(known)
            and (not self._database.shared or time.monotonic() < until)
        ):
            return known
        revocations = self._revocations
        for link in await self._select("id = ?", id):
            if revocations == self._revocations:
                self._known.put(id, (link, time.monotonic() + BELIEVED))
            return link
        return None

    async def of_channel(self, channel: int, user: int | None = None) -> list[Link]:
        """Return the links to a channel and its games, or those that a user has made; the newest first."""
        if user is None:
            return await self._select("channel = ?", channel)
        return await self._select("channel = ? AND user = ?", channel, user)

    async def of_game(self, game: GameId, channel: int, purpose: LinkPurpose) -> list[Link]:
        """Return the links of one purpose to a game in a channel, newest first."""
        return [one for one in await self.of_channel(channel) if (one.game, one.purpose) == (game, purpose)]

    async def of_league(self, league: LeagueId, user: int | None = None) -> list[Link]:
        """Return the links to a league's page, or those that a user has made; the newest first."""
        if user is None:
            return await self._select("league = ?", league)
        return await self._select("league = ? AND user = ?", league, user)

    async def revoke(self, ids: Collection[LinkId]) -> None:
        """Revoke links, including those in use. Raises NotCommitted."""
        await self._database.write(
            *self._deleting(ids), then=lambda: self._publish(lambda link: link.id in ids)
        )

    def works(self, link: Link) -> bool:
        """Return whether a link that is open hasn't expired."""
        return self._clock() < link.expires

    async def of_person(self, user: int) -> list[Json]:
        """Return a user's links for their data export."""
        return [
            {
                "purpose": link.purpose.value,
                "server": str(link.guild),
                "channel": None if link.league is not None else str(link.channel),
                "game": link.game,
                "league": link.league,
                "made": link.made.isoformat(),
                "expires": link.expires.isoformat(),
            }
            for link in await self._select("user = ?", user)
        ]

    def forgetting(self, user: int) -> AttachedWrite:
        """Return the writes that revoke a user's links and delete who made them."""
        statement: Statement = ("DELETE FROM link WHERE user = ?", (user,))
        return AttachedWrite((statement,), lambda: self._publish(lambda link: link.user == user))

    def _deleting(self, ids: Iterable[LinkId]) -> list[Statement]:
        """Return the statements that delete links and notify other processes."""
        notices = (one for id in ids for one in self._database.notice(REVOKED, str(id)))
        return [*map(_delete, ids), *notices]

    def hear(self, kind: str, text: str) -> None:
        """Forget a link that another process may have revoked."""
        if kind == REVOKED:
            self._publish(lambda link: link.id == int(text))
        elif not kind:
            self._revocations += 1
            self._known.clear(lambda _found: True)
            self._looking = asyncio.create_task(self._look(), name="links that are open")

    async def _look(self) -> None:
        """Check which open links no longer work."""
        with contextlib.suppress(DatabaseError):  # once it can be read again, there is another look
            for link in self.revoked:
                if await self.get(link.id) is None:
                    self._publish(partial(eq, link))

    def _publish(self, gone: Callable[[Link], bool]) -> None:
        self._revocations += 1
        for kept in (self._believed, self._known):
            kept.clear(lambda found: gone(found[0]))
        for link in self.revoked:
            if gone(link):
                self.revoked.publish(link)

    async def _select(self, condition: str, *values: SqlValue) -> list[Link]:
        rows = await self._database.fetch(
            f"SELECT * FROM link WHERE {condition} AND expires > ? ORDER BY id DESC",
            *(*values, milliseconds(self._clock())),
        )
        return [_link(row) for row in rows if row["purpose"] in PURPOSES]


def new_token() -> str:
    """Return a token that no one can guess."""
    return secrets.token_urlsafe(20)


def digest(token: str) -> bytes:
    """Return a token's SHA-256, which the database stores."""
    return sha256(token.encode()).digest()


def _delete(id: LinkId) -> Statement:
    return "DELETE FROM link WHERE id = ?", (id,)


def _link(row: SqlRow) -> Link:
    made, expires = time_of_day(row["made"]), time_of_day(row["expires"])
    return Link(
        *(row["id"], LinkPurpose(row["purpose"]), row["guild"], row["channel"] or NO_CHANNEL),
        *(row["game"], row["user"], made, expires, row["seat"], row["league"]),
    )
