"""Presses on the page of a seat, carried out as the player's, as a command would be.

A press has no Discord interaction. Its number is derived from the link and the page's key, so that a press
is carried out once, however often and in whatever order it arrives.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import timedelta

from discord.ext import commands
from msgspec import Struct

from cogs.core import locale
from cogs.core.context import consequence_id
from cogs.core.corrections import fixing, form, joining, step_edit, words
from cogs.core.permissions import Requester, seat_of
from cogs.core.service import GameService, in_progress
from cogs.entry.form_field import FormField
from cogs.pages import guests
from cogs.pages.holders import LinkOwners
from cogs.summary.fix_preview import FixPreview, LateOffer
from cogs.text.language import speaking
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import GameId, PlayerId
from rules.refusal import Refusal
from rules.setup import lobby_actions
from rules.table import AnyAction, Table
from storage.events.cache import LruCache
from storage.games.games import Committed, GameView, Location, Request
from storage.games.outbox import topic_of
from storage.links import Link, LinkPurpose
from storage.posts import PostKind

PASSING = frozenset({"remote_later", "being_forgotten"})
"""Refusals that say nothing of the press, which may be done when it is sent again."""
MAX_PRESSES = 10_000
"""Presses whose answer is remembered; the log knows the others."""
MAX_FIXABLE_STEPS = 24
"""Steps that are listed at once, of those that can be fixed."""
SeatAction = Callable[[Game, PlayerId], AnyAction]
"""Returns an action for a game, given the player whose seat it is; may raise Refusal."""


class _Seat(Struct, frozen=True):
    """The current game, the player whose seat it is, and the link's owner."""

    view: GameView
    player: PlayerId
    requester: Requester

    @property
    def game(self) -> GameId:
        """The game's number."""
        return self.view.game


_Attempt = Callable[[_Seat, Request], Awaitable[Committed]]


class RemoteSeat:
    """Carries out presses on pages of seats, and checks whether links still work.

    ``game`` is the one that the page shows: the link's, or a later one in its channel.
    """

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, holders: LinkOwners) -> None:
        self._bot = bot
        self._service = service
        self._holders = holders
        self.lasts = self._holders.lasts
        self._answers = LruCache[tuple[int, str], asyncio.Task[int]](MAX_PRESSES)

    async def enter(
        self,
        link: Link,
        key: str,
        decide: SeatAction,
        *,
        game: GameId | None = None,
        continues: bool = False,
        announce: bool = False,
    ) -> int:
        """Carry out the action of ``decide`` at a game in progress, once per key; return the game's then
        current step.

        ``continues``: consecutive presses are one step. ``announce``: whether to announce it in the
        channel. Raises Refusal and NotCommitted.
        """

        async def attempt(seat: _Seat, request: Request) -> Committed:
            def deciding(table: Table) -> AnyAction:
                game = in_progress(table)
                require_seat(game, link, seat.player)
                seat.requester.require_part(game)
                action = decide(game, seat.player)
                seat.requester.require(game, action)
                return action

            return await self._service.games.act(
                *(seat.game, request, deciding),
                announce=PostKind.STEP if announce else None,
                continues=continues,
                wait=timedelta(seconds=seat.requester.same_time),
            )

        return await self._once(link, key, game, attempt)

    async def late(
        self, link: Link, key: str, decide: SeatAction, refusal: Refusal, *, game: GameId | None = None
    ) -> LateOffer | None:
        """Return the event that a late action belongs to, and the changes of adding it; None if it can't be
        added. It is kept under its key, for `join`."""
        if refusal.reason not in joining.TOO_LATE:
            return None
        seat = await self._seat(link, game)
        window = timedelta(seconds=seat.requester.same_time)
        found = await joining.late_action(
            *(self._service, seat.requester, seat.view),
            lambda then, _: decide(then, seat.player),
            window,
        )
        if found is None:
            return None
        event, action, fixed = found
        await joining.keep(self._service, _name(link, key), seat.game, event, action, window)
        return LateOffer(
            joining.same_time_question(event), tuple(words.differences_of(seat.view.table, fixed.table))
        )

    async def join(self, link: Link, key: str, refused: str, *, game: GameId | None = None) -> int:
        """Add a late action, kept under the key ``refused``, to its event."""

        async def attempt(seat: _Seat, request: Request) -> Committed:
            number, event, action = await joining.find_kept(self._service, _name(link, refused))
            return await joining.add_to_event(self._service, seat.requester, request, number, event, action)

        return await self._once(link, key, game, attempt)

    async def undo(self, link: Link, key: str, last: int | None, *, game: GameId | None = None) -> int:
        """Undo the last step if it is still ``last``; raises Refusal and NotCommitted."""

        async def attempt(seat: _Seat, request: Request) -> Committed:
            def allow(table: Table, authors: Collection[int]) -> None:
                require_seat(table, link, seat.player)
                seat.requester.require_step(table, authors)

            return await self._service.games.undo(
                *(seat.game, request, 1, allow),
                last=last,
                judge=seat.requester.judge,
                wait=timedelta(seconds=seat.requester.same_time),
            )

        return await self._once(link, key, game, attempt)

    async def fix(self, link: Link, key: str, edit: str, *, game: GameId | None = None) -> int:
        """Carry out a previewed fix, if the game hasn't changed since."""

        async def attempt(seat: _Seat, request: Request) -> Committed:
            asked = step_edit.decode_edit(edit)
            return await fixing.fix(
                self._service.games, seat.game, seat.requester, request, asked, seat.player
            )

        return await self._once(link, key, game, attempt)

    async def leave(self, link: Link, key: str, *, game: GameId | None = None) -> int:
        """Give a guest's seat in a lobby up; otherwise as above."""

        async def attempt(seat: _Seat, request: Request) -> Committed:
            def leaving(table: Table) -> AnyAction:
                lobby_actions.require_guests_open(table)
                require_seat(table, link, seat.player)
                return lobby_actions.Leave(who=seat.player)

            return await self._service.games.act(seat.game, request, leaving)

        return await self._once(link, key, game, attempt)

    async def seat_guest(self, link: Link, name: str, token: str) -> None:
        """Seat a guest in a lobby by its link, once for each token; raises Refusal and NotCommitted."""
        self._service.fair_use.take(link.author, link.guild)
        await self._holders.requester(link, own=False)
        await guests.seat(self._service, link, name, token)

    async def steps(self, link: Link, before: int | None) -> tuple[Sequence[tuple[str, str]], int | None]:
        """Return the newest fixable steps, or those before a given one, as edits with texts; and the number
        before which there are more, if any. Raises Refusal."""
        seat = await self._looking(link)
        found = await fixing.fixable(self._service.games, seat.game)
        earlier = [one for one in found if before is None or one.entry.number < before]
        shown = earlier[-MAX_FIXABLE_STEPS:]
        more = shown[0].entry.number if len(shown) < len(earlier) else None
        game = await fixing.everyone(self._service.games, seat.game, fixing.require_started(seat.view.table))
        return words.listed_steps(game, shown), more

    async def preview(self, link: Link, edit: str, fields: Mapping[str, Sequence[str]]) -> FixPreview:
        """Return a preview of an edit with its values; raises Refusal."""
        seat = await self._looking(link)
        asked = step_edit.decode_edit(edit)
        if fields:
            asked = await fixing.edit_of_form(self._service.games, seat.view, seat.player, asked, fields)
        return await fixing.preview_edit(self._service.games, seat.view, seat.player, asked)

    async def fields(self, link: Link, edit: str, *, adds: bool) -> tuple[int, Sequence[FormField]]:
        """Return the step of an edit, and the fields for changing it, or for adding one before it. Raises
        Refusal."""
        seat = await self._looking(link)
        game, number = fixing.require_started(seat.view.table), step_edit.decode_edit(edit).step
        if adds:
            return number, form.adding_fields(game)
        return number, form.changing(game, await fixing.step(self._service.games, seat.game, number))

    async def _looking(self, link: Link) -> _Seat:
        """Return the seat of a link for a preview of a fix; raises Refusal."""
        self._service.fair_use.take(link.author, link.guild)
        seat = await self._seat(link, None)
        seat.requester.require_part(seat.view.table)
        return seat

    async def _once(self, link: Link, key: str, game: GameId | None, attempt: _Attempt) -> int:
        """Carry out a press once and return the same result each time it arrives, even a refusal."""
        self._service.fair_use.take(link.author, link.guild)
        name = (link.id, key)
        task = self._answers.get(name)
        if task is None:
            task = locale.in_background(self._press(link, key, game, attempt), "press on a page")
            self._answers.put(name, task)
        try:
            return await asyncio.shield(task)
        except Refusal as refusal:
            if refusal.reason in PASSING:
                self._answers.pop(name)
            raise
        except BaseException:
            if task.done():
                self._answers.pop(name)
            raise

    async def _press(self, link: Link, key: str, game: GameId | None, attempt: _Attempt) -> int:
        seat = await self._seat(link, game)
        people = seat.view.table.seated if isinstance(seat.view.table, Lobby) else seat.view.table.players
        called = next((one.name for one in people if one.id == seat.requester.own(seat.view.table)), "")
        place = Location(link.channel, link.guild)
        language = await locale.of_place(self._bot, self._service.settings, place)
        with speaking(language):  # what is drawn stands in the log in everyone's
            committed = await attempt(seat, Request(link.author, called, consequence_id(_name(link, key))))
        self._service.announcer.send_soon(topic_of(committed.game))
        self._service.boards.refresh(committed.game)
        await self._service.step_announcements.follow_up_at(self._holders.scope(link), committed)
        return committed.entry.at

    async def _seat(self, link: Link, game: GameId | None) -> _Seat:
        view, player = await self._service.games.linked_seat(link, game)
        if view is None:
            raise Refusal("no_table")
        if player is None:
            raise Refusal("remote_not_yours")
        if link.purpose is LinkPurpose.GUEST:
            return _Seat(view, player, await self._holders.guest(link, player))
        own = seat_of(view.table, link.user)
        requester = await self._holders.requester(link, own=own is not None and own == player)
        return _Seat(view, player, requester)


def require_seat(table: Table, link: Link, seat: PlayerId) -> None:
    """Raise Refusal once a link's seat belongs to someone else."""
    people = table.seated if isinstance(table, Lobby) else table.players
    if not any(one.id == seat and link.plays(one.user) for one in people):
        raise Refusal("remote_not_yours")


def _name(link: Link, key: str) -> str:
    """Return a press's unique key."""
    return f"seat {link.id} {key}"
