"""The automatic actions of clocks when time is up.

A clock's action or warning is written in one transaction with the end of the deadline and the announcement.
"""

from collections.abc import Sequence
from datetime import datetime

from discord.ext import commands

from cogs.core.context import own_request
from cogs.core.delivery.announcement import Announcement
from cogs.core.messaging import passing_refusals
from cogs.core.service import GameService
from cogs.text import results, timers
from cogs.text.language import tr
from cogs.text.withdrawn import withdrawn
from rules.actions.turns import EndTurn
from rules.events.turns import TurnEnded
from rules.game.game import Game
from rules.game.parts import GameId
from rules.game.turn_times import RunningTurn
from rules.refusal import Refusal
from rules.table import Table
from rules.turns.clock import (
    SECOND,
    WARNINGS,
    CallTime,
    CallTurn,
    Clock,
    ClockChange,
    Pause,
    due_moments,
)
from storage.engine.timestamps import milliseconds, time_of_day
from storage.games.deadlines import parse_clock_key
from storage.games.games import Committed, EntryKind, GameView
from storage.posts import Post, PostKind
from storage.scheduler import Deadline, mark_fired


class Timekeeper:
    """Announces at tables that time is up, and passes turns if requested."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service

    async def tell_time(self, deadline: Deadline) -> None:
        """Carry out the action of a clock that has run out."""
        number, what = parse_clock_key(deadline.key)
        view = await self._service.games.view(number)
        if view is None or not isinstance(view.table, Game) or not _is_due(view, what, deadline.due):
            return
        kind, _, value = what.partition(":")
        if kind == "turn":
            await self._end_turn(deadline, view, view.table, int(value))
        elif int(value):
            await self._warn(deadline, view, what)
        else:
            await self._note(deadline, view, CallTime(turn=view.table.turn.number))

    async def _warn(self, deadline: Deadline, view: GameView, what: str) -> None:
        """Announce at the table that the round ends soon."""
        post = Post(
            *("game", view.game, view.entries[-1].number, PostKind.WARNING, view.location),
            made=milliseconds(deadline.due),
            detail=f"{what}:{milliseconds(deadline.due)}",
        )
        await self._service.games.outbox.send(post, also=[mark_fired(deadline)])

    async def warning(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the remaining time of the round; empty if the next warning covers it or it has changed."""
        what, _, due = post.detail.rpartition(":")
        view = await self._service.games.view(GameId(post.subject))
        if view is None or not isinstance(view.table, Game) or not _is_due(view, what, time_of_day(int(due))):
            return ()
        before = int(what.partition(":")[2]) * SECOND
        end = int(due) + before
        left = end - milliseconds(self._service.games.now())
        if left <= max((one for one in WARNINGS if one < before), default=0):
            return ()
        return (Announcement(timers.warning(left, end), mark=timers.stamp(end)),)

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
        """Return whether the clock alone has passed every turn of a whole round."""
        takers = {game.taker_of(player.id) for player in game.remaining}
        last = await self._service.games.log(view.game, limit=len(takers))
        me = self._bot.user
        return me is not None and all(one.user == me.id and one.kind is EntryKind.ACT for one in last)

    async def _pass(self, deadline: Deadline, view: GameView, game: Game, turn: RunningTurn) -> None:
        """Pass the turn, which moves the deadline to the next turn."""

        def decide(table: Table) -> EndTurn:
            if not isinstance(table, Game) or (table.turn, table.markers) != (game.turn, game.markers):
                raise Refusal("nothing_happens")
            return EndTurn(marker=turn.marker)

        with passing_refusals():  # someone was quicker
            await self._service.games.act(
                view.game, own_request(self._bot, _cause(deadline)), decide, announce=PostKind.CLOCK
            )
            self._service.boards.refresh(view.game)

    async def announcement(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the announcement of a clock's event for the table."""
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
                    "Nothing was entered for a full turn cycle, so the timers are paused. Resume them "
                    "with `/clock resume`."
                )
            case _:
                return (await self._passed(committed, view, game, clock),)
        return (Announcement(text),)

    async def _passed(self, committed: Committed, view: GameView, game: Game, clock: Clock) -> Announcement:
        """Return the announcement that a turn was passed because its time was up."""
        events = committed.entry.events
        taker = next(event.taker for event in events if isinstance(event, TurnEnded))
        text = timers.turn_over(game, clock, taker)
        summary = results.tell(game, committed.after, events)
        steps = self._service.step_announcements
        withdrawal = self._service.games.withdrawal(committed.game, committed.entry.number)
        if (by := await withdrawal) is not None:
            said = "\n".join(filter(None, (text, summary.text)))
            return Announcement(withdrawn(said, by), text, stays=True, withdrawn=True)
        lines = (
            text,
            summary.text,
            await steps.after_time(committed),
            *await steps.extra_lines(committed),
        )
        scope = self._service.announcer.scope(view)
        called = await steps.called(scope, committed)
        return Announcement("\n".join(filter(None, lines)), text, called, stays=True)

    async def _note(self, deadline: Deadline, view: GameView, change: ClockChange) -> None:
        """Record a clock's action in the log, and in the same transaction that the deadline has fired."""

        def decide(now: GameView) -> ClockChange:
            if not _is_due(now, parse_clock_key(deadline.key)[1], deadline.due):
                raise Refusal("nothing_happens")
            return change

        with passing_refusals():  # the clock was changed meanwhile
            await self._service.games.set_clock(
                view.game,
                own_request(self._bot, _cause(deadline)),
                decide,
                mark_fired(deadline),
                announce=PostKind.CLOCK,
            )
            self._service.boards.refresh(view.game)


def _is_due(view: GameView, what: str, due: datetime) -> bool:
    """Return whether a deadline still applies to a table's clocks."""
    return due_moments(view.clock, view.turn_times).get(what) == milliseconds(due)


def _cause(deadline: Deadline) -> str:
    return f"{deadline.kind} {deadline.key} {milliseconds(deadline.due)}"
