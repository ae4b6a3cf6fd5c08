"""Steps that others can join as one event, and the correction that joins them."""

from collections.abc import Callable, Collection, Sequence
from datetime import timedelta

import discord
from msgspec import Struct

from cogs.core.permissions import Requester, seat_of
from cogs.core.service import DecideAction, GameService
from cogs.text import results
from cogs.text.language import tr
from rules.actions.action import Action
from rules.actions.table import Simultaneous
from rules.events.counters import CountersAdded
from rules.events.endings import GameEnded, PlayersLeft
from rules.events.library import DrewFromEmptyLibrary
from rules.events.life import DamageDealt, LifeLost
from rules.fixing import Correction
from rules.game.game import Game
from rules.game.parts import GameId, PlayerOutcome
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from storage.events import codec
from storage.games.games import Committed, EntryKind, FixedGame, GameView, LogEntry, Request, Step
from storage.games.steps import steps_of_fix
from storage.scheduler import Deadline, DeadlineKind
from storage.settings.definitions import SAME_TIME

MAX_ENTRIES_BACK = 40
"""Entries of a log among which an event is searched."""
FORM = timedelta(minutes=2)
"""Time to fill in a panel that was opened before its deadline."""
HARMFUL_EVENTS = (LifeLost, DamageDealt, CountersAdded, DrewFromEmptyLibrary, PlayersLeft, GameEnded)
"""Events that can make players lose: their steps may have been part of an earlier event."""
TOO_LATE = ("game_over", "left_game")
"""Reasons for refusing something that came too late."""
MAX_EVENT_CHOICES = 3
"""Maximum events to which a late entry may belong."""
TRIES = 3
"""Attempts at joining when others enter something at the same moment."""

Build = Callable[[Sequence[Step]], Correction]
"""Returns the correction, given the current steps."""


class LatePress(Struct, frozen=True):
    """A press that came too late for an event of a game, according to the log."""

    game: GameId
    event: int
    action: str


_encode, _decode = codec.plain_codec(LatePress)


async def event_of(service: GameService, committed: Committed) -> int | None:
    """Return the step with a loss or an ending that an entry has caused or added to."""
    entry = committed.entry
    if _is_plain(entry):
        return _own(entry)
    return _joined_to(entry) or await _brought_about(service, committed)


def _is_plain(entry: LogEntry) -> bool:
    """Return whether an entry is a complete step that doesn't depend on others."""
    return entry.kind is EntryKind.ACT and entry.fix is None


def _own(entry: LogEntry) -> int | None:
    return entry.number if any(map(_decides, entry.events)) else None


def _joined_to(entry: LogEntry) -> int | None:
    fixed = steps_of_fix(entry.number, entry.fix) if entry.fix is not None else ()
    return next((one.number for one in fixed if one.joined), None)


async def _brought_about(service: GameService, committed: Committed) -> int | None:
    """Return the last step with a loss or an ending that a fix, an undo or a redo has caused."""
    out = {*results.newly_out(committed.before, committed.after)}
    over = results.newly_over(committed.before, committed.after)
    if not out and not over:
        return None
    steps = [one.entry for one in await service.games.steps(committed.game) if one.counts]
    return next(
        (
            step.number
            for step in reversed(steps)
            for event in step.events
            if (over and isinstance(event, GameEnded))
            or (isinstance(event, PlayersLeft) and not out.isdisjoint(one.who for one in event.leaving))
        ),
        None,
    )


def _decides(event: object) -> bool:
    if isinstance(event, GameEnded):
        return event.outcome.result is not PlayerOutcome.NONE
    return isinstance(event, PlayersLeft)


async def window(service: GameService, interaction: discord.Interaction) -> timedelta:
    """Return the time for entering simultaneous events at an interaction's place."""
    return timedelta(seconds=(await service.settings_for(interaction))[SAME_TIME])


async def recent(service: GameService, game: GameId, window: timedelta) -> list[int]:
    """Return the recent steps with a loss or an ending, newest first."""
    since = service.games.now() - window
    entries = await service.games.log(game, limit=MAX_ENTRIES_BACK)
    numbers = [await _event_of_entry(service, game, entry) for entry in entries if entry.when >= since]
    return list(dict.fromkeys(number for number in numbers if number is not None))


async def _event_of_entry(service: GameService, game: GameId, entry: LogEntry) -> int | None:
    if _is_plain(entry) or entry.kind is EntryKind.CLOCK:
        return _own(entry)
    recalled = await service.games.recall(game, entry.number)
    return None if recalled is None else await event_of(service, recalled[0])


async def require_recent(service: GameService, game: GameId, event: int, window: timedelta) -> None:
    """Raise Refusal if it is too late to add something to an event."""
    if not window or event not in await recent(service, game, window):
        raise Refusal("same_time_over")


def since(steps: Sequence[Step], event: int) -> list[Step]:
    """Return the entries after an event that may have been part of it."""
    numbers = [step.entry.number for step in steps]
    later = steps[numbers.index(event) + 1 :] if event in numbers else ()
    return [
        step
        for step in later
        if step.counts and any(isinstance(e, HARMFUL_EVENTS) for e in step.entry.events)
    ]


def adding(steps: Sequence[Step], event: int, action: AnyAction) -> Correction:
    """Return the correction that makes an action part of an event."""
    return Correction(changes={event: _joined(steps, event, action)})


def step_move(steps: Sequence[Step], event: int, step: int) -> Correction:
    """Return the correction that moves a later step into an event."""
    return Correction(changes={event: _joined(steps, event, _action(steps, step)), step: None})


def _joined(steps: Sequence[Step], event: int, action: AnyAction) -> Action:
    first = _action(steps, event)
    parts = first.actions if isinstance(first, Simultaneous) else (first,)
    if not isinstance(action, Action):
        raise Refusal("no_such_step", number=event)
    return Simultaneous(actions=(*parts, action))


def _action(steps: Sequence[Step], number: int) -> Action:
    """Return the requested action of a step; raises Refusal for a step that doesn't count or isn't part of
    the game."""
    found = next((step.entry.action for step in steps if step.entry.number == number and step.counts), None)
    if not isinstance(found, Action):
        raise Refusal("no_such_step", number=number)
    return found


async def decided(
    service: GameService, game: GameId, event: int, decide: DecideAction, user: int
) -> AnyAction:
    """Return the action that someone would have taken right before an event; raises Refusal if it wasn't
    allowed."""
    table = await service.games.before_step(game, event)
    if not isinstance(table, Game):
        raise Refusal("not_started")
    return decide(table, seat_of(table, user))


def decides_otherwise(view: GameView, table: Table) -> bool:
    """Return whether players' outcomes differ between two tables."""
    return _results(view.table) != _results(table)


def _results(table: Table) -> Collection[object]:
    if not isinstance(table, Game):
        return ()
    return [table.outcome, *((one.id, one.in_game, one.result) for one in table.players)]


async def late_action(
    service: GameService, requester: Requester, view: GameView, decide: DecideAction, window: timedelta
) -> tuple[int, AnyAction, FixedGame] | None:
    """Return the recent event that a late action belongs to, the action, and the game with both as one
    event.

    Return None if the action can't join an event, or if nothing would change.
    """
    for event in (await recent(service, view.game, window))[:MAX_EVENT_CHOICES] if window else ():
        try:
            requester.require_part(view.table)
            action = await decided(service, view.game, event, decide, requester.user)
            requester.require(await service.games.before_step(view.game, event), action)
            steps = await service.games.steps(view.game)
            fixed = await service.games.preview_fix(view.game, adding(steps, event, action))
        except Refusal:
            continue
        if decides_otherwise(view, fixed.table):
            return event, action, fixed
    return None


async def keep(
    service: GameService, key: str, game: GameId, event: int, action: AnyAction, window: timedelta
) -> None:
    """Keep a late press under a key, as long as it may join an event."""
    late = LatePress(game, event, codec.encode_action(action))
    await service.games.deadlines.set(
        Deadline(DeadlineKind.LATE_PRESS, key, service.games.now() + window, _encode(late))
    )


async def find_kept(service: GameService, key: str) -> tuple[GameId, int, AnyAction]:
    """Return the game, the event and the action kept under a key; raises Refusal "same_time_over" once it
    is too late."""
    kept = await service.games.deadlines.find(DeadlineKind.LATE_PRESS, key)
    if kept is None or kept.due < service.games.now():
        raise Refusal("same_time_over")
    late = _decode(kept.note)
    return late.game, late.event, codec.decode_action(late.action)


async def join_event(
    service: GameService,
    requester: Requester,
    request: Request,
    game: GameId,
    build: Build,
    *,
    mine: Action | None,
) -> Committed:
    """Join something to an event, and check all of it again. Raises Refusal and NotCommitted.

    ``mine``: the newly entered action, which the settings have to allow.
    """

    def allow(table: Table, _: Collection[int], entered: Sequence[tuple[Table, AnyAction]]) -> None:
        requester.require_part(table)
        for before, action in entered:
            requester.require(before, action if mine is None else mine)

    tried = 0
    while True:
        tried += 1
        view = await service.view(game)
        correction = build(await service.games.steps(game))
        try:
            return await service.games.fix(
                *(game, request, correction, allow),
                at=view.entries[-1].at,
                wait=timedelta(seconds=requester.same_time),
            )
        except Refusal as refusal:
            if refusal.reason != "fix_outdated" or tried == TRIES:
                raise


async def add_to_event(
    service: GameService, requester: Requester, request: Request, game: GameId, event: int, action: AnyAction
) -> Committed:
    """Join an action to an event, as `join_event` does."""
    mine = action if isinstance(action, Action) else None
    return await join_event(
        service, requester, request, game, lambda steps: adding(steps, event, action), mine=mine
    )


def same_time_question(event: int) -> str:
    """Return the question whether a late entry is part of an event."""
    return tr(
        "Did it happen at the same time as step {number}? Press the button to count both as one event.",
        number=event,
    )
