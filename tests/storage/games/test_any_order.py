"""Any play with fixes, undo, redo and restarts, in any order: the game is what the rules make of its steps.

The model knows nothing of a database: of each state to which undo and redo may lead it has the steps.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
)
from msgspec import Struct
from msgspec.structs import replace

from rules.actions.action import Action
from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede
from rules.actions.life import GainLife, LoseLife, SetLife
from rules.actions.table import Hold, Release, Together
from rules.actions.turns import EndTurn
from rules.fixing import Correction, replay_step
from rules.game.turn_times import TurnTimes
from rules.refusal import Refusal
from rules.table import Table, act
from storage.games.games import Committed, Games, GameView, Request
from storage.games.requests.continuing import replaced
from tests.crash.compactor import compact
from tests.storage.games.test_fix import PEOPLE, begun
from tests.storage.table import PLACE, assert_sound, choose, request, whole_log
from tests.support.games import view_of
from tests.support.machines import StoredMachine, awaited, examples, run_on_server
from tests.support.postgresql.fixtures import Server

people = st.sampled_from(PEOPLE)
several = st.lists(people, min_size=1, max_size=3, unique=True).map(tuple)
small = st.integers(1, 9)
simple = st.one_of(
    st.builds(LoseLife, who=several, amount=small),
    st.builds(GainLife, who=several, amount=small),
    st.builds(AddCounters, who=several, kind=st.just("poison"), n=st.integers(1, 5)),
    st.builds(DealDamage, to=several, amount=small, by=people, combat=st.booleans(), lifelink=st.booleans()),
    st.builds(SetLife, to=st.dictionaries(people, st.integers(0, 20), min_size=1)),
    st.builds(EndTurn),
)
actions = simple | st.lists(simple, min_size=2, max_size=3).map(lambda them: Together(actions=tuple(them)))


class Step(Struct, frozen=True):
    """A step by its number in the log, and the table after it; a fix may have taken it back, or the rules may
    not allow it since then."""

    number: int
    action: Action
    table: Table
    counts: bool = True
    taken_back: bool = False


class State(Struct, frozen=True):
    """What the steps so far have come to, the entry that led there, and how long turns have taken."""

    start: Table
    times: TurnTimes
    at: int
    steps: tuple[Step, ...] = ()

    @property
    def table(self) -> Table:
        return self.steps[-1].table if self.steps else self.start

    def add(self, step: Step) -> "State":
        return replace(self, steps=(*self.steps, step))

    def enter(self, number: int, action: Action) -> "State":
        return self.add(Step(number, action, act(self.table, action).table))

    def repeat(self, step: Step, *, keep: bool) -> "State":
        if step.taken_back:
            return self.add(replace(step, table=self.table))
        try:
            return self.enter(step.number, step.action)
        except Refusal:
            rest = replay_step(self.table, step.action, keep=True) if keep else None
        table = self.table if rest is None else rest.transition.table
        return self.add(replace(step, table=table, counts=rest is not None and not rest.out))

    def fix(self, correction: Correction, number: int) -> "State":
        """Return what a correction of one step, with this number in the log, makes of it."""
        numbers = [step.number for step in self.steps]
        (wrong,) = correction.numbers
        if wrong not in numbers:
            raise Refusal("no_such_step")
        place = numbers.index(wrong)
        state, step, later = (
            replace(self, steps=self.steps[:place]),
            self.steps[place],
            self.steps[place + 1 :],
        )
        if correction.inserted is not None:
            state = state.enter(number, correction.inserted).repeat(step, keep=correction.keep)
        elif (action := correction.changes[wrong]) is None:
            state = state.repeat(replace(step, counts=False, taken_back=True), keep=correction.keep)
        elif action == step.action and step.counts:
            raise Refusal("fix_nothing")
        else:
            state = state.enter(wrong, action)
        if [*state.steps] == [*self.steps[: place + 1]]:
            raise Refusal("fix_nothing")
        for step in later:
            state = state.repeat(step, keep=correction.keep)
        return state


class PlayedGame(StoredMachine):
    """A game beside its states, the newest ones last: those so far, and those that were undone."""

    steps = Bundle("steps")

    @initialize(keep=st.booleans())
    @awaited
    async def begin(self, *, keep: bool) -> None:
        """``keep``: fixes keep what can be kept of later steps that are no longer allowed."""
        # So that a short game has snapshots, too.
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr("storage.games.commits.SNAPSHOT_EVERY", 6)
        self.keep, self.now = keep, datetime(2020, 9, 25, 20, tzinfo=UTC)
        self.games = Games(self.database, lambda: self.now)
        self.game = await begun(self.games)
        view = await self.view()
        self.done, self.undone = [State(view.table, view.turn_times, view.entries[-1].at)], list[State]()
        self.pressed: tuple[object, ...] | None = None
        self.total, self.until, self.joined = 0, self.now, 0

    async def view(self) -> GameView:
        view = await view_of(self.games, PLACE)
        return view

    async def step(
        self,
        expect: Callable[[int], State],
        ask: Callable[[Request], Awaitable[Committed]],
    ) -> int | MultipleResults[int]:
        """Check that the game comes to the state expected of an entry with the next number, or refuses it."""
        self.now += timedelta(seconds=1)
        number = (await self.view()).entries[-1].number + 1
        try:
            state, reason = expect(number), ""
        except Refusal as refusal:
            state, reason = None, refusal.reason
        if state is None:
            with pytest.raises(Refusal, match=f"^{reason}$"):
                await ask(request())
            return multiple()
        done = await ask(request())
        assert (done.entry.number, done.after) == (number, state.table)
        self.done.append(replace(state, at=number, times=(await self.view()).turn_times))
        self.undone.clear()
        self.pressed = None
        return number

    async def enter(self, action: Action) -> int | MultipleResults[int]:
        return await self.step(
            lambda number: self.done[-1].enter(number, action),
            lambda asked: self.games.act(PLACE, asked, choose(action)),
        )

    @rule(target=steps, action=actions)
    @awaited
    async def play(self, action: Action) -> int | MultipleResults[int]:
        return await self.enter(action)

    @rule(target=steps)
    @awaited
    async def hold(self) -> int | MultipleResults[int]:
        return await self.enter(Hold())

    @rule(target=steps)
    @awaited
    async def release(self) -> int | MultipleResults[int]:
        return await self.enter(Release())

    @rule(target=steps, who=people)
    @awaited
    async def leave(self, who: str) -> int | MultipleResults[int]:
        return await self.enter(Concede(who=who))

    @rule(
        target=steps,
        kind=st.sampled_from((LoseLife, GainLife)),
        who=several,
        amount=small,
        user=st.integers(1, 2),
        pause=st.sampled_from((0, 6)),
    )
    @awaited
    async def press(
        self, kind: type[LoseLife | GainLife], who: tuple[str, ...], amount: int, user: int, pause: int
    ) -> int | MultipleResults[int]:
        """Let the same person ask for the same again within 5 seconds: one step, if it comes to the same."""
        self.now += timedelta(seconds=pause)
        pressed, action = (kind, who, user), kind(who=who, amount=amount)
        goes_on = pressed == self.pressed and self.now + timedelta(seconds=1) <= self.until
        total = amount + (self.total if goes_on else 0)

        def expect(number: int) -> State:
            state = self.done[-1].enter(number, action)
            if goes_on:
                with suppress(Refusal):
                    both = self.done[-2].enter(number, kind(who=who, amount=total))
                    return both if both.table == state.table else state
            return state

        number = await self.step(
            expect,
            lambda asked: self.games.act(PLACE, replace(asked, user=user), choose(action), continues=True),
        )
        if isinstance(number, int):
            if goes_on and len(self.done[-1].steps) == len(self.done[-2].steps):
                del self.done[-2]
                self.joined += 1
            else:
                total = amount
            self.pressed, self.total, self.until = pressed, total, self.now + timedelta(seconds=5)
        return number

    @precondition(lambda self: len(self.done) > 1)
    @rule(n=st.integers(1, 3))
    @awaited
    async def undo(self, n: int) -> None:
        """Undoing the start of the game too is another test's subject."""
        n = min(n, len(self.done) - 1)
        done = await self.games.undo(PLACE, request(), n)
        self.undone += reversed(self.done[-n:])
        del self.done[-n:]
        self.pressed = None
        assert done.after == self.done[-1].table

    @rule(n=st.integers(1, 3))
    @awaited
    async def redo(self, n: int) -> None:
        if n > len(self.undone):
            with pytest.raises(Refusal, match="nothing_to_redo"):
                await self.games.redo(PLACE, request(), n)
            return
        done = await self.games.redo(PLACE, request(), n)
        self.done += reversed(self.undone[-n:])
        del self.undone[-n:]
        self.pressed = None
        assert done.after == self.done[-1].table

    async def correct(self, correction: Correction) -> int | MultipleResults[int]:
        return await self.step(
            lambda number: self.done[-1].fix(correction, number),
            lambda asked: self.games.fix(PLACE, asked, correction),
        )

    @rule(step=steps, action=st.none() | actions, back=st.booleans())
    @awaited
    async def fix(self, step: int, action: Action | None, *, back: bool) -> None:
        """A step is taken back or changed, and then that is fixed back."""
        earlier, history = self.done[-1], await self.history() if back else []
        number = await self.correct(Correction(changes={step: action}, keep=self.keep))
        if isinstance(number, int) and back:
            (was,) = [one for one in earlier.steps if one.number == step]
            original = None if was.taken_back else was.action
            number = await self.correct(Correction(changes={step: original}, keep=self.keep))
            await self.is_as_before(number, earlier, history)

    @rule(target=steps, before=steps, action=actions, back=st.booleans())
    @awaited
    async def insert(self, before: int, action: Action, *, back: bool) -> int | MultipleResults[int]:
        """Insert a forgotten step, and take it back."""
        earlier, history = self.done[-1], await self.history() if back else []
        number = await self.correct(Correction(before=before, inserted=action, keep=self.keep))
        if isinstance(number, int) and back:
            again = await self.correct(Correction(changes={number: None}, keep=self.keep))
            await self.is_as_before(again, earlier, history)
        return number

    async def history(self) -> list[tuple[object, object]]:
        return [(one.action, one.events) for one in await self.games.history(self.game)]

    async def is_as_before(
        self, number: int | MultipleResults[int], earlier: State, history: list[tuple[object, object]]
    ) -> None:
        """Check that what was fixed back is as before, unless kept only in part or refused by now."""
        if isinstance(number, int) and not self.keep:
            now = self.done[-1]
            assert (now.table, now.times, await self.history()) == (earlier.table, earlier.times, history)

    @precondition(lambda self: self.undone)
    @rule(step=steps, action=st.none() | actions)
    @awaited
    async def fix_and_redo(self, step: int, action: Action | None) -> None:
        """The step undone last counts again, and another one is corrected: as after a redo."""
        correction, redone = Correction(changes={step: action}, keep=self.keep), self.undone[-1]
        if step != redone.at:
            await self.step(
                lambda number: redone.fix(correction, number),
                lambda asked: self.games.fix(PLACE, asked, correction, redone=redone.at),
            )

    @rule()
    @awaited
    async def restart(self) -> None:
        await assert_sound(self.games, self.game)
        before = await self.view(), await whole_log(self.games, self.game)
        await self.open()
        self.games, self.pressed = Games(self.database, lambda: self.now), None
        assert (await self.view(), await whole_log(self.games, self.game)) == before

    @rule()
    @awaited
    async def become_compact(self) -> None:
        log = await whole_log(self.games, self.game)
        await compact(self.games)
        for table in ("entry", "snapshot"):
            assert not await self.database.fetch(f"SELECT 1 FROM {table}")
        assert await whole_log(self.games, self.game) == log

    @invariant()
    @awaited
    async def is_in_its_state(self) -> None:
        view, state = await self.view(), self.done[-1]
        assert (view.table, view.turn_times, view.entries[-1].at) == (state.table, state.times, state.at)
        assert view.can_redo == bool(self.undone)

    def teardown(self) -> None:
        try:
            self.run(self.ends())
        finally:
            self.patch.undo()
            super().teardown()

    async def ends(self) -> None:
        await assert_sound(self.games, self.game)
        assert len(replaced(await whole_log(self.games, self.game))) == self.joined


TestPlayedGame = PlayedGame.TestCase
TestPlayedGame.settings = examples(25)


def test_it_is_the_same_on_a_server(postgresql: Server) -> None:
    run_on_server(PlayedGame, postgresql)
