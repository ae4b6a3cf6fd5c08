"""What is pressed on the page of a seat: carried out as its player's, as a command would be.

No interaction of Discord's is behind a press. Its number is made of the link and of the key that the page has
given it, so that a press is carried out once, however often and in whatever order it arrives.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta

import discord
from discord.ext import commands
from msgspec import Struct
from msgspec.structs import replace

from cogs.core import locale
from cogs.core.context import number_of
from cogs.core.permissions import Asker, person, seat_of
from cogs.core.service import GameService
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import GameId, PlayerId
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from storage.events.cache import LruCache
from storage.games.games import Committed, Location, Request
from storage.games.outbox import AnnouncementKind
from storage.links import Link
from storage.settings.settings import SettingsScope

KNOWN = 60.0
"""Seconds for which it is remembered what somebody may do in a server."""
MOST_KNOWN = 1_000
ANSWERS = 10_000
"""Presses whose answer is remembered; the log knows the others."""
SeatAction = Callable[[Game, PlayerId], AnyAction]
"""What to do at a game, given the player from whose seat it is asked for; may raise Refusal."""
_Attempt = Callable[[Asker, Request], Awaitable[Committed]]


class _Known(Struct, frozen=True):
    """A member of a server with their permissions in a channel, and until when that is believed."""

    member: discord.Member
    permissions: discord.Permissions
    until: float


class SeatDoor:
    """Carries out what is pressed on pages of seats."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service
        self._known = LruCache[tuple[int, int], _Known](MOST_KNOWN)
        self._answers = LruCache[tuple[int, str], asyncio.Task[int]](ANSWERS)

    async def enter(
        self, link: Link, key: str, decide: SeatAction, *, continues: bool = False, told: bool = False
    ) -> int:
        """Carry out at a game in progress what ``decide`` asks for, once for each key; gives the step on
        which the game stands then.

        ``continues``: several presses in a row are one step. ``told``: the channel hears of it, if there is
        something to hear. Raises Refusal and NotCommitted.
        """

        async def attempt(asker: Asker, request: Request) -> Committed:
            def deciding(table: Table) -> AnyAction:
                if isinstance(table, Lobby):
                    raise Refusal("not_started")
                if table.outcome is not None:
                    raise Refusal("game_over")
                seat = require_seat(table, link)
                asker.require_part(table)
                action = decide(table, seat)
                asker.require(table, action)
                return action

            return await self._service.games.act(
                *(_game(link), request, deciding),
                told=AnnouncementKind.STEP if told else None,
                continues=continues,
                wait=timedelta(seconds=asker.same_time),
            )

        return await self._once(link, key, attempt)

    async def undo(self, link: Link, key: str, last: int | None) -> int:
        """Take the last step back, if it is ``last`` still; the same otherwise."""

        async def attempt(asker: Asker, request: Request) -> Committed:
            def allow(table: Table, authors: Collection[int]) -> None:
                require_seat(table, link)
                asker.require_step(table, authors)

            return await self._service.games.undo(
                *(_game(link), request, 1, allow),
                last=last,
                judge=asker.judge,
                wait=timedelta(seconds=asker.same_time),
            )

        return await self._once(link, key, attempt)

    async def _once(self, link: Link, key: str, attempt: _Attempt) -> int:
        """What comes of a press, for each time that it arrives; what was refused stays refused."""
        self._service.fair_use.take(link.user, link.guild)
        name = (link.id, key)
        task = self._answers.get(name)
        if task is None:
            task = asyncio.create_task(self._press(link, key, attempt), name="press on a page")
            self._answers.put(name, task)
        try:
            return await asyncio.shield(task)
        except Refusal:
            raise
        except BaseException:
            if task.done():
                self._answers.pop(name)
            raise

    async def _press(self, link: Link, key: str, attempt: _Attempt) -> int:
        committed = await self._permitted(link, await self._request(link, key), attempt)
        self._service.announcer.send_soon(committed.game)
        self._service.boards.refresh(committed.game)
        await self._service.replies.follow_up_at(self._scope(link), committed)
        return committed.entry.at

    async def _permitted(self, link: Link, request: Request, attempt: _Attempt) -> Committed:
        known = await self._look_up(link)
        settings = await self._service.settings.effective(replace(self._scope(link), user=link.user))
        asker = person(known.member, known.member.guild, known.permissions, settings, _in_time)
        if not await self._is_own(link):
            asker = replace(asker, in_charge=False)  # a guest's seat is given away more easily
        return await attempt(asker, request)

    def _scope(self, link: Link) -> SettingsScope:
        scope = locale.scope_at(self._bot, Location(link.channel, link.guild))
        assert scope is not None, "there are tables in servers only"
        return scope

    async def _is_own(self, link: Link) -> bool:
        view = await self._service.view(_game(link))
        return seat_of(view.table, link.user) == link.seat

    async def _request(self, link: Link, key: str) -> Request:
        table = (await self._service.view(_game(link))).table
        people = table.seated if isinstance(table, Lobby) else table.players
        name = next((one.name for one in people if one.user == link.user), "")
        return Request(link.user, name, number_of(f"seat {link.id} {key}"))

    async def _look_up(self, link: Link) -> _Known:
        """The member who made a link; raises Refusal "remote_not_yours" for who can't see its channel."""
        name, now = (link.channel, link.user), asyncio.get_running_loop().time()
        known = self._known.get(name)
        if known is None or known.until < now:
            known = await self._fetch(link, known, now + KNOWN)
            self._known.put(name, known)
        if not known.permissions.view_channel or known.member.is_timed_out():
            raise Refusal("remote_not_yours")
        return known

    async def _fetch(self, link: Link, known: _Known | None, until: float) -> _Known:
        guild = self._bot.get_guild(link.guild)
        channel = guild.get_channel_or_thread(link.channel) if guild is not None else None
        if guild is None or channel is None:
            raise Refusal("remote_not_yours")
        try:
            member = await guild.fetch_member(link.user)
        except discord.NotFound:
            raise Refusal("remote_not_yours") from None
        except discord.HTTPException:
            if known is None:
                raise Refusal("remote_later") from None
            return known
        return _Known(member, channel.permissions_for(member), until)


def require_seat(table: Table, link: Link) -> PlayerId:
    """The player from whose seat a link lets play; raises Refusal once that is somebody else's."""
    people = table.seated if isinstance(table, Lobby) else table.players
    for one in people:
        if one.id == link.seat and one.user in (None, link.user):
            return one.id
    raise Refusal("remote_not_yours")


def _game(link: Link) -> GameId:
    assert link.game is not None, "a seat is one of a game"
    return link.game


def _in_time() -> None:
    """Nobody waits for an answer of Discord's."""
