"""What clocks do by themselves when a time is up.

What a clock does is written in one transaction with the deadline's end and the announcement that tells the
table. A warning changes nothing: killed in between, its deadline is due again at the next start. Then the
warning is looked for in the channel, and else sent with a nonce by which Discord knows it again.
"""

import logging
from collections.abc import Container, Sequence

import discord
from discord.ext import commands

from cogs.core import locale
from cogs.core.context import own_request
from cogs.core.delivery.announcer import Announcement
from cogs.core.messaging import LOOK_AHEAD, LOST, own_messages, trace
from cogs.core.service import GameService
from cogs.text import results, timers
from cogs.text.language import speaking, tr
from rules.actions.turns import EndTurn
from rules.events.turns import TurnEnded
from rules.game.game import Game
from rules.game.parts import GameId
from rules.game.turn_times import RunningTurn
from rules.refusal import Refusal
from rules.table import Table
from rules.turns.clock import (
    MINUTE,
    SECOND,
    WARNINGS,
    CallTime,
    CallTurn,
    Clock,
    ClockChange,
    Pause,
    due_moments,
)
from storage.engine.timestamps import milliseconds
from storage.games.deadlines import parse_clock_key
from storage.games.games import Committed, EntryKind, GameView
from storage.outbox import Post, PostKind
from storage.scheduler import Deadline, RetryLater, mark_fired

_log = logging.getLogger(__name__)

LOOK_BACK = 20
"""Entries among which an interaction before a warning is looked for, whose ID says when it was."""


class Timekeeper:
    """Tells tables when a time is up, and passes turns where that was asked for."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service
        self._began = service.games.now()

    async def tell_time(self, deadline: Deadline) -> None:
        """Do what a clock does whose time is up; raises RetryLater."""
        number, what = parse_clock_key(deadline.key)
        view = await self._service.games.view(number)
        if view is None or not isinstance(view.table, Game) or not _is_due(view, deadline):
            return
        with speaking(await locale.of_place(self._bot, self._service.settings, view.location)):
            kind, _, value = what.partition(":")
            if kind == "turn":
                await self._end_turn(deadline, view, view.table, int(value))
            elif int(value):
                await self._warn(deadline, view, int(value) * SECOND)
            else:
                await self._note(deadline, view, CallTime(turn=view.table.turn.number))

    async def _warn(self, deadline: Deadline, view: GameView, before: int) -> None:
        """The round is over soon. Where that is late and the next warning is due too, that one is enough."""
        end = milliseconds(deadline.due) + before
        left = end - milliseconds(self._service.games.now())
        if left > max((one for one in WARNINGS if one < before), default=0):
            alike = {timers.warning(minutes * MINUTE, end) for minutes in range(1, before // MINUTE + 1)}
            await self._tell(deadline, view, timers.warning(left, end), alike)

    async def _end_turn(self, deadline: Deadline, view: GameView, game: Game, marker: int) -> None:
        turn = next(one for one in view.turn_times.running if (one.marker or 0) == marker)
        if view.clock.timer is not None and view.clock.timer.passes:
            if await self._deserted(view, game):
                await self._note(deadline, view, Pause())
            else:
                await self._pass(deadline, view, game, turn)
        else:
            await self._note(deadline, view, CallTurn(turn=turn))

    async def _deserted(self, view: GameView, game: Game) -> bool:
        """Whether a whole round of turns has been passed by the clock alone."""
        takers = {game.taker_of(player.id) for player in game.remaining}
        last = await self._service.games.log(view.game, limit=len(takers))
        me = self._bot.user
        return me is not None and all(one.user == me.id and one.kind is EntryKind.ACT for one in last)

    async def _pass(self, deadline: Deadline, view: GameView, game: Game, turn: RunningTurn) -> None:
        """The turn is passed, which moves the deadline to the next turn."""

        def decide(table: Table) -> EndTurn:
            if not isinstance(table, Game) or (table.turn, table.markers) != (game.turn, game.markers):
                raise Refusal("nothing_happens")
            return EndTurn(marker=turn.marker)

        try:
            await self._service.games.act(
                view.game, own_request(self._bot, _cause(deadline)), decide, told=PostKind.CLOCK
            )
        except Refusal:
            return  # somebody was quicker
        self._service.boards.refresh(view.game)

    async def announcement(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return what the table is told about what a clock has done."""
        games, number = self._service.games, GameId(post.subject)
        view, recalled = await games.view(number), await games.recall(number, post.number)
        if view is None or recalled is None:
            return ()
        committed, clock = recalled
        game, change = committed.before, committed.entry.change
        if not isinstance(game, Game):
            return ()
        match change:
            case CallTime():
                text = timers.time(game, clock.round.turns if clock.round is not None else 0)
            case CallTurn(turn=turn):
                text = timers.turn_over(game, clock, turn.taker)
            case Pause():
                text = tr(
                    "No one has entered anything for a full turn cycle, so the timers are paused. `/clock "
                    "resume` resumes them."
                )
            case _:
                return (await self._passed(committed, view, game, clock),)
        return (Announcement(text),)

    async def _passed(self, committed: Committed, view: GameView, game: Game, clock: Clock) -> Announcement:
        """The time of a turn was up, and it was passed."""
        events = committed.entry.events
        taker = next(event.taker for event in events if isinstance(event, TurnEnded))
        text = timers.turn_over(game, clock, taker)
        summary = results.tell(game, committed.after, events)
        answers = self._service.replies
        lines = (text, summary.text, await answers.after_time(committed), *await answers.aside(committed))
        scope = self._service.announcer.scope(view)
        called = await answers.called(scope, committed) if scope is not None else ()
        return Announcement("\n".join(filter(None, lines)), text, called)

    async def _tell(self, deadline: Deadline, view: GameView, text: str, alike: Container[str]) -> None:
        """Says something in the table's channel; where the bot may not, there is nobody to tell.

        What an earlier run was to say is looked for first, in this text or one that is ``alike``. Raises
        RetryLater while Discord is away, or the bot may not view the channel.
        """
        channel, parent = view.location.channel, view.location.parent
        self._service.sender.require_visible(channel, parent)
        try:
            if deadline.due <= self._began:
                log = await self._service.games.log(view.game, limit=LOOK_BACK)
                before = (one.interaction for one in log if one.interaction > 0 and one.when < deadline.due)
                since = next(before, None)
                earlier = await own_messages(self._bot, channel, limit=LOOK_AHEAD, after=since)
                if any(one.content in alike for one in earlier):
                    return
            await self._service.sender.send(channel, _cause(deadline), text, parent=parent)
        except LOST as error:
            raise RetryLater("the connection to Discord broke") from error
        except discord.HTTPException as error:
            if error.status >= 500:
                raise RetryLater("Discord is away") from error
            game = view.game
            _log.warning("Game %s could not be told of its clock: %s", game, error, exc_info=trace(error))

    async def _note(self, deadline: Deadline, view: GameView, change: ClockChange) -> None:
        """Notes in the log what a clock has done, and with it that the deadline has fired."""

        def decide(now: GameView) -> ClockChange:
            if not _is_due(now, deadline):
                raise Refusal("nothing_happens")
            return change

        try:
            await self._service.games.set_clock(
                view.game,
                own_request(self._bot, _cause(deadline)),
                decide,
                mark_fired(deadline),
                told=PostKind.CLOCK,
            )
        except Refusal:
            return  # the clock was changed meanwhile
        self._service.boards.refresh(view.game)


def _is_due(view: GameView, deadline: Deadline) -> bool:
    """Whether a table's clocks still want to fire what a deadline was set for."""
    _, what = parse_clock_key(deadline.key)
    return due_moments(view.clock, view.turn_times).get(what) == milliseconds(deadline.due)


def _cause(deadline: Deadline) -> str:
    return f"{deadline.kind} {deadline.key} {milliseconds(deadline.due)}"
