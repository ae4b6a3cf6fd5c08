"""Plays an evening as people do: with slips, corrected a little later in one of the ways that there are."""

from collections.abc import Awaitable, Sequence
from random import Random
from typing import Protocol

from msgspec import Struct

from tests.support.reference_model import generating as at_random
from tests.support.reference_model.generating import Script
from tests.support.reference_model.intended import Become, Happening, Lose, Pass, Standing

MAX_UNDONE = 8
"""Steps that people undo and enter again; beyond that they fix the one that was wrong."""


class Refused(Exception):
    """Raised if the table doesn't allow an entry; nothing has changed."""


class Door(Protocol):
    """The way to a table. Steps are counted from the first one after the start."""

    async def begin(self, script: Script, dice: Random) -> None:
        """Open a lobby, seat everyone and start."""

    async def enter(self, happening: Happening) -> None:
        """Enter it as one step; raises Refused."""

    async def at_once(self, happenings: Sequence[Happening]) -> None:
        """Enter several by different people, before the first one is answered."""

    async def undo(self, steps: int) -> None:
        """Undo the last steps."""

    async def redo(self, steps: int) -> None:
        """Carry them out again."""

    async def change(self, changes: dict[int, Happening | None]) -> None:
        """Correct earlier steps at once, None to undo them; raises Refused."""

    async def insert(self, before: int, happening: Happening) -> None:
        """Enter a forgotten event before a step; raises Refused."""

    async def standing(self) -> Standing:
        """Return all standings."""
        ...


class _Step(Struct):
    """A step of the log."""

    meant: int | None
    """The event that it is, or should be; None for a superfluous one."""
    wrong: bool = False


class Evening:
    """One evening. ``steps`` are those that count; ``_floor`` is how many of them a fix or a set total joins,
    so that people no longer undo them one by one."""

    def __init__(self, script: Script, door: Door, dice: Random) -> None:
        self._script = script
        self._door = door
        self._dice = dice
        self._steps: list[_Step] = []
        self._forgotten: dict[int, int] = {}
        """Happenings not entered yet, each with the place of the step before which it belongs."""
        self._floor = 0
        self._due: int | None = None
        """The happening at which people notice that something is wrong."""
        self.ways: list[str] = []

    async def play(self) -> list[str]:
        """Play to the end; return the differences from the intended game, empty if all is well."""
        await self._door.begin(self._script, self._dice)
        place = 0
        while place < len(self._script.happenings):
            if self._due is not None and self._due <= place:
                await self._correct(place)
            place += await self._enter(place)
        await self._correct(place)
        return self._script.game().standing().differs(await self._door.standing())

    async def _enter(self, place: int) -> int:
        """Enter the next event, perhaps wrong; return the number of events entered."""
        happening, dice = self._script.happenings[place], self._dice
        game, chance = self._script.game(place), dice.random()
        slips = (
            (at_random.WRONG_TARGET, lambda: at_random.slip_of_target(happening, game, dice)),
            (at_random.WRONG_AMOUNT, lambda: at_random.slip_of_amount(happening, dice)),
        )
        for share, make in slips:
            slip = make() if 0 <= chance < share else None
            if slip is not None and await self._try(slip, place, wrong=True):
                self.ways.append("slip")
                return 1
            chance -= share
        if 0 <= chance < at_random.FORGOTTEN and self._matters(happening):
            self._forgotten[place] = len(self._steps)
            self._notice_later(place)
            self.ways.append("forgotten")
            return 1
        chance -= at_random.FORGOTTEN
        if 0 <= chance < at_random.APART and len(happening) > 1:
            await self._apart(happening, place)
            return 1
        chance -= at_random.APART
        if 0 <= chance < at_random.AT_ONCE and await self._two_at_once(place):
            return 2
        await self._surely(place)
        chance -= at_random.AT_ONCE
        doubled = 0 <= chance < at_random.DOUBLED and self._matters(happening)
        if doubled and await self._try(happening, None, wrong=True):
            self.ways.append("doubled")
            self._notice_later(place)
        if dice.random() < at_random.DITHERING:
            await self._dither()
        return 1

    def _matters(self, happening: Happening) -> bool:
        """Return whether anyone notices a missing or doubled event: of several turns at once, no one can
        say afterwards which one was passed."""
        return self._script.variant != "grand_melee" or Pass() not in happening

    async def _try(self, happening: Happening, meant: int | None, *, wrong: bool) -> bool:
        """Enter something that may be refused; true unless it was."""
        if not await self._allowed(self._door.enter(happening)):
            return False
        self._steps.append(_Step(meant, wrong))
        if wrong and meant is not None:
            self._notice_later(meant)
        return True

    def _notice_later(self, place: int) -> None:
        if self._due is None:
            self._due = place + self._dice.randint(0, at_random.LATEST)

    async def _surely(self, place: int) -> None:
        """Enter an event correctly; after a refusal, people see that something earlier was wrong."""
        happening = self._script.happenings[place]
        if not await self._try(happening, place, wrong=False):
            await self._correct(place)
            await self._door.enter(happening)
            self._steps.append(_Step(place))

    async def _apart(self, happening: Happening, place: int) -> None:
        """Enter one event as several: each player enters their own part, with checks in between."""
        self.ways.append("apart")
        meant: int | None = place
        for part in happening:
            if await self._try((part,), meant, wrong=True):
                meant = None
        if meant is not None:
            await self._surely(place)
            return
        self._notice_later(place)

    async def _two_at_once(self, place: int) -> bool:
        """Two people press within the same moment, if nothing is wrong and the game continues in between."""
        if self._due is not None or place + 1 >= len(self._script.happenings):
            return False
        pair = self._script.happenings[place : place + 2]
        await self._door.at_once(pair)
        self._steps += [_Step(place), _Step(place + 1)]
        self.ways.append("at once")
        return True

    async def _dither(self) -> None:
        """Undo and redo for nothing."""
        count = min(self._dice.randint(1, 3), len(self._steps) - self._floor)
        if count > 0:
            await self._door.undo(count)
            await self._door.redo(count)
            self.ways.append("redone")

    async def _correct(self, place: int) -> None:
        """Put right whatever is wrong before a happening."""
        self._due = None
        wrong = [index for index, step in enumerate(self._steps) if step.wrong]
        first = min((*wrong, *self._forgotten.values()), default=None)
        if first is None:
            return
        if not await self._entered_late(place) and not await self._set(wrong, place):
            undone = len(self._steps) - first
            if self._floor <= first and undone <= MAX_UNDONE and self._dice.random() < 0.5:
                await self._enter_again(first, undone, place)
            else:
                await self._fix()

    async def _enter_again(self, first: int, undone: int, place: int) -> None:
        if undone:
            await self._door.undo(undone)
        del self._steps[first:]
        self._forgotten.clear()
        self.ways.append("entered again")
        there = {step.meant for step in self._steps}
        for meant in sorted({*range(place)} - there):
            await self._door.enter(self._script.happenings[meant])
            self._steps.append(_Step(meant))

    async def _entered_late(self, place: int) -> bool:
        """Enter a forgotten event late, if that makes no difference."""
        if len(self._forgotten) != 1 or any(step.wrong for step in self._steps) or self._dice.random() < 0.3:
            return False
        (late,) = self._forgotten
        game = self._script.game(late)
        if any(isinstance(part, Become) for part in self._script.happenings[late]):
            return False
        for happening in (*self._script.happenings[late + 1 : place], self._script.happenings[late]):
            people = {who for part in happening for who in part.people}
            if game.over or not people <= {*game.playing}:
                return False
            game.happen(happening)
        if game.standing() != self._script.game(place).standing():
            return False
        await self._door.enter(self._script.happenings[late])
        self._steps.append(_Step(late))
        self._floor = len(self._steps)
        self._forgotten.clear()
        self.ways.append("late")
        return True

    async def _set(self, wrong: Sequence[int], place: int) -> bool:
        """A wrong change of life may be mended by setting the totals, where no one has left by it."""
        meant = self._script.game(place)
        if len(wrong) != 1 or self._forgotten or meant.over or self._dice.random() < 0.5:
            return False
        step = self._steps[wrong[0]]
        happening = () if step.meant is None else self._script.happenings[step.meant]
        now = await self._door.standing()
        aim = meant.standing()
        same = (now.poison, now.commander, now.result) == (aim.poison, aim.commander, aim.result)
        if not same or not all(isinstance(part, Lose) for part in happening):
            return False
        others = {who for who in aim.life if now.life[who] != aim.life[who]}
        if not others <= {*meant.playing}:
            return False
        for who in {meant.holder(one): one for one in others}.values():
            await self._door.enter((Become((who,), aim.life[who]),))
            self._steps.append(_Step(step.meant))
        step.wrong, self._floor = False, len(self._steps)
        self.ways.append("set")
        return True

    async def _fix(self) -> None:
        """Correct steps in place; a correction that isn't allowed yet becomes possible after another one."""
        self.ways.append("fixed")
        for _ in range(2 + len(self._forgotten)):
            changes = {
                index: None if step.meant is None else self._script.happenings[step.meant]
                for index, step in enumerate(self._steps)
                if step.wrong
            }
            if changes and await self._allowed(self._door.change(changes)):
                for step in self._steps:
                    step.wrong = False
            for meant in sorted(self._forgotten):
                await self._insert(meant)
        if self._forgotten or any(step.wrong for step in self._steps):
            raise AssertionError("the steps can't be fixed")
        self._floor = len(self._steps)

    async def _insert(self, meant: int) -> None:
        place, happening = self._forgotten[meant], self._script.happenings[meant]
        last = place == len(self._steps)
        if await self._allowed(self._door.enter(happening) if last else self._door.insert(place, happening)):
            del self._forgotten[meant]
            self._steps.insert(place, _Step(meant))
            for other in self._forgotten:
                self._forgotten[other] += self._forgotten[other] >= place and other > meant

    @staticmethod
    async def _allowed(asked: Awaitable[None]) -> bool:
        try:
            await asked
        except Refused:
            return False
        return True
