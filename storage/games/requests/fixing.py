"""Calculates a game after a correction of its earlier steps; nothing is written here."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.actions.action import Action
from rules.events.event import Event
from rules.events.table import GameFixed
from rules.fixing import Correction, replay_step
from rules.game.game import Game
from rules.game.parts import GameId
from rules.game.turn_times import TurnTimes
from rules.players import roles
from rules.refusal import Refusal
from rules.setup.lobby_actions import LobbyAction
from rules.table import AnyAction, Table, act
from rules.turns import turn_times
from storage.engine.timestamps import milliseconds
from storage.events import codec
from storage.games.cache import Revision
from storage.games.replay import ClockHistory, fold, revisions_up_to
from storage.games.sql import GameLog
from storage.games.steps import raw_json
from storage.games.values import AS_ENTERED, EntryKind, Fix, FixedStep, LogEntry, Step
from storage.workers.slices import sliced

AllowFix: TypeAlias = Callable[[Table, Collection[int], Sequence[tuple[Table, AnyAction]]], None]
"""A check of a fix, given the table as it is, the users whose steps are corrected, and the actions entered
instead or inserted, each with the table at that point; raises Refusal."""


class Affected(Struct, frozen=True):
    """A later step that is no longer allowed; ``partly``: whether the allowed part was carried out."""

    step: Step
    refusal: Refusal
    partly: bool


class FixedGame(Struct, frozen=True, kw_only=True):
    """A game after a possible correction.

    ``number`` is that of the correction's entry, ``at`` the entry for which it was computed. ``base`` is
    the entry up to which nothing changes, ``steps`` are all later ones; ``entered`` has the replaced and
    inserted steps, with the table right before each.
    """

    number: int
    at: int
    base: int
    table: Table
    turn_times: TurnTimes
    steps: tuple[Step, ...]
    corrected: tuple[Step, ...]
    """The steps that the correction is about, as they stood."""
    affected: tuple[Affected, ...]
    redone: int
    """The undone step that this redoes; 0 for none."""
    authors: frozenset[int]
    entered: tuple[tuple[Table, AnyAction], ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that are recorded. Raises Refusal for a game that is back in its lobby."""
        if not isinstance(self.table, Game):
            raise Refusal("not_started")
        return (GameFixed(game=self.table, turn_times=self.turn_times),)

    def fix(self, correction: Correction) -> Fix:
        """Return the record of the correction: its steps, and the earlier results of each changed step."""
        was = {step.entry.number: step.entry.events for step in self.corrected}
        inserted = {self.number: ()} if correction.inserted is not None else {}
        again = {one.fixed.number: () for one in self.steps if one.counts and one.fixed.number == self.redone}
        changed = {one: was[one] for one in correction.changes} | again
        changes = {**{one: changed[one] for one in sorted(changed)}, **inserted}
        return Fix(
            base=self.base,
            corrected=tuple(changes),
            was=tuple(raw_json(codec.encode_events(events)) for events in changes.values()),
            steps=tuple(step.fixed for step in self.steps),
        )


async def work_out(
    log: GameLog,
    game: GameId,
    at: int,
    number: int,
    correction: Correction,
    redone: int = 0,
    *,
    hides: bool = False,
) -> FixedGame:
    """Return a game with the current entry ``at`` after a correction with this number in the log.

    ``redone`` is the step undone last, if it is redone before the correction. ``hides``: secret roles
    decide nothing. Raises Refusal "no_such_step" for an unknown number, "fix_lobby" for one of the lobby,
    "fix_nothing" if nothing would change, "fix_outdated" if ``redone`` doesn't follow ``at``, and if the
    replacement isn't allowed.
    """
    if redone:
        again = await log.entry(game, redone)
        if again is None or again.kind is not EntryKind.ACT or again.parent != at:
            raise Refusal("fix_outdated")
    found = [step async for step in log.steps(game, redone or at)]
    first = _first(found, correction)
    start, before = await _start(log, game, found, first)
    clocks = ClockHistory(await log.clock_changes(game))
    work = _Work(correction, number, redone, before.table, before.turn_times, clocks, hides=hides)
    async for step in sliced(found[start:first]):
        work.carry(step, step.fixed, step.entry.events)
    async for step in sliced(found[first:]):
        work.take(step)
    if not work.different:
        raise Refusal("fix_nothing")
    return FixedGame(
        number=number,
        at=at,
        base=before.number,
        table=work.table,
        turn_times=work.turn_times,
        steps=tuple(work.steps),
        corrected=tuple(step for step in found if step.entry.number in correction.numbers),
        affected=tuple(work.affected),
        redone=redone,
        authors=frozenset(
            one.entry.user for one in found if one.entry.number in {*correction.changes, redone}
        ),
        entered=tuple(work.entered),
    )


async def table_before(log: GameLog, game: GameId, at: int, number: int) -> Table:
    """Return the table right before a step of a game with the current entry ``at``.

    Raises Refusal "no_such_step" for an unknown number.
    """
    found = [step async for step in log.steps(game, at)]
    last = next((place for place, step in enumerate(found) if step.entry.number == number), None)
    if last is None:
        raise Refusal("no_such_step", number=number)
    start, before = await _start(log, game, found, last)
    table = before.table
    async for step in sliced(found[start:last]):
        table = fold(table, step.entry.events)
    return table


async def _start(log: GameLog, game: GameId, found: Sequence[Step], place: int) -> tuple[int, Revision]:
    """Return the last step up to a place whose table before it is known, and the revision with that."""
    start = next(one for one in range(place, -1, -1) if found[one].base is not None)
    return start, (await revisions_up_to(log, game, found[start].base or 0))[-1]


def _first(found: Sequence[Step], correction: Correction) -> int:
    """Return the place of the first step that a correction is about."""
    places = {step.entry.number: place for place, step in enumerate(found)}
    wanted: list[int] = []
    for number in correction.numbers:
        if number not in places:
            raise Refusal("no_such_step", number=number)
        if isinstance(found[places[number]].entry.action, LobbyAction):
            raise Refusal("fix_lobby", number=number)
        wanted.append(places[number])
    if not wanted:
        raise Refusal("fix_nothing")
    return min(wanted)


class _Work:
    """Carries out the steps of a game from a table on."""

    def __init__(
        self,
        correction: Correction,
        number: int,
        redone: int,
        table: Table,
        times: TurnTimes,
        clocks: ClockHistory,
        *,
        hides: bool,
    ) -> None:
        self._correction = correction
        self._number = number
        self._redone = redone
        self._clocks = clocks
        self._hides = hides
        self.table = self._known(table)
        self.turn_times = times
        self.steps: list[Step] = []
        self.affected: list[Affected] = []
        self.entered: list[tuple[Table, AnyAction]] = []
        self.different = False

    def take(self, step: Step) -> None:
        """Carry out a step, after the steps inserted before it."""
        correction, number = self._correction, step.entry.number
        if correction.inserted is not None and correction.before == number:
            self._insert(step, correction.inserted)
        if number in correction.changes:
            self._change(step, correction.changes[number])
        elif step.fixed.out == "taken_back":
            self.steps.append(step)
        else:
            self._repeat(step)

    def carry(self, step: Step, fixed: FixedStep, events: Iterable[Event]) -> None:
        """Add a step with these events."""
        events = tuple(events)
        self.table = self._known(fold(self.table, events))
        if turn_times.affects_turns(events):
            made = milliseconds(step.entry.when)
            moment = self._clocks.moment(fixed.at or fixed.number, made)
            self.turn_times = turn_times.advance(self.turn_times, events, moment)
        self.steps.append(Step(replace(step.entry, events=events), fixed, None))

    def _known(self, table: Table) -> Table:
        return roles.without_secrets(table) if self._hides else table

    def _insert(self, before: Step, action: Action) -> None:
        entry, number = before.entry, self._number
        at = before.fixed.at or before.fixed.number
        new = LogEntry(*(number, entry.kind, number, number, 0, "", 0, entry.when), action=action, events=())
        self._enter(Step(new, FixedStep(number=number, at=at), None), action)

    def _change(self, step: Step, action: Action | None) -> None:
        fixed = step.fixed
        if action is None:
            if fixed.out != "taken_back":
                self.different = True
            taken = replace(fixed, out="taken_back", events=AS_ENTERED)
            self.steps.append(Step(replace(step.entry, events=()), taken, None))
        elif action == step.entry.action and not fixed.out:
            self._repeat(step)
        else:
            at = fixed.at or fixed.number
            changed = FixedStep(number=fixed.number, by=self._number, at=at)
            self._enter(Step(replace(step.entry, action=action), changed, None), action)

    def _enter(self, step: Step, action: Action) -> None:
        """Carry out a newly entered step; raises Refusal if it isn't allowed."""
        self.different = True
        self.entered.append((self.table, action))
        events = act(self.table, action).events
        fixed = replace(
            step.fixed,
            action=raw_json(codec.encode_action(action)),
            events=raw_json(codec.encode_events(events)),
        )
        self.carry(step, fixed, events)

    def _repeat(self, step: Step) -> None:
        """Carry out a step, whose result earlier corrections may change."""
        if step.entry.action is None:
            raise Refusal("no_such_step", number=step.entry.number)
        replayed = replay_step(self.table, step.entry.action, keep=self._correction.keep)
        if replayed.refusal is not None:
            self.affected.append(Affected(step, replayed.refusal, partly=not replayed.out))
        if replayed.out:
            out = replace(step.fixed, out="refused", events=AS_ENTERED)
            self.steps.append(Step(replace(step.entry, events=()), out, None))
        elif (
            step.counts
            and replayed.transition.events == step.entry.events
            and step.fixed.number != self._redone
        ):
            self.carry(step, step.fixed, step.entry.events)
        else:
            events = raw_json(codec.encode_events(replayed.transition.events))
            self.carry(step, replace(step.fixed, out="", events=events), replayed.transition.events)
