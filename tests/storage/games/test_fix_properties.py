"""Any play, any fix: as if it had been entered so at once; fixed back, what it was; the log stays sound."""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.actions.action import Action
from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede
from rules.actions.life import GainLife, LoseLife, SetLife
from rules.actions.table import Hold, Release, Together
from rules.actions.turns import EndTurn
from rules.fixing import Correction
from rules.game.parts import GameId
from rules.refusal import Refusal
from rules.table import Table, act
from storage.engine.opening import open_database
from storage.games.games import Games
from tests.storage.games.test_fix import FIRST, PEOPLE, begun, enter, table
from tests.storage.table import PLACE, assert_sound, choose, request
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
    st.builds(Hold),
    st.builds(Release),
    st.builds(Concede, who=people),
)
actions = st.one_of(
    *[simple] * 5, st.lists(simple, min_size=2, max_size=3).map(lambda them: Together(actions=tuple(them)))
)


async def entered(games: Games, wanted: Sequence[Action]) -> list[Action]:
    """Enter what is allowed of these; gives that."""
    found: list[Action] = []
    for action in wanted:
        try:
            await enter(games, action)
        except Refusal:
            continue
        found.append(action)
    return found


def at_once(start: Table, wanted: Sequence[Action]) -> Table:
    """The table where the allowed ones of these have been entered."""
    for action in wanted:
        try:
            start = act(start, action).table
        except Refusal:
            continue
    return start


async def _as_if_entered_so(
    file: Path, wanted: list[Action], place: int, other: Action | None, kind: str
) -> None:
    async with open_database(file) as database:
        games = Games(database)
        game = await begun(games)
        start = await table(games)
        line = await entered(games, wanted)
        if not line:
            return
        place %= len(line)
        right = [*line]
        if kind == "insert":
            assert other is not None
            correction = Correction(before=FIRST + place, inserted=other, keep=False)
            right.insert(place, other)
        else:
            correction = Correction(changes={FIRST + place: other}, keep=False)
            right[place : place + 1] = [] if other is None else [other]
        before = await games.view(game), [(one.action, one.events) for one in await games.history(game)]
        try:
            done = await games.fix(PLACE, request(), correction)
        except Refusal:  # what is entered instead isn't allowed either, or is the same
            return
        assert done.after == at_once(start, right)
        await assert_sound(games, game)
        # Fixing back is identity.
        number = done.entry.number if kind == "insert" else FIRST + place
        back = Correction(changes={number: None if kind == "insert" else line[place]}, keep=False)
        await games.fix(PLACE, request(), back)
        after = await games.view(game), [(one.action, one.events) for one in await games.history(game)]
        assert before[0] is not None
        assert after[0] is not None
        assert (after[0].table, after[0].turn_times, after[1]) == (
            before[0].table,
            before[0].turn_times,
            before[1],
        )
        await assert_sound(games, game)


@settings(max_examples=50)
@given(
    wanted=st.lists(actions, min_size=1, max_size=12),
    place=st.integers(0, 11),
    kind_and_other=st.one_of(
        st.just(("take back", None)), st.tuples(st.sampled_from(("change", "insert")), actions)
    ),
)
def test_a_fix_equals_the_game_in_which_it_was_entered_so_at_once(
    wanted: list[Action], place: int, kind_and_other: tuple[str, Action | None]
) -> None:
    kind, other = kind_and_other
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_as_if_entered_so(Path(folder) / "arbiter.db", wanted, place, other, kind))


moves = st.one_of(
    st.tuples(st.sampled_from(("act", "act", "change", "insert")), st.integers(0, 20), actions),
    st.tuples(st.sampled_from(("undo", "redo")), st.integers(1, 3), st.none()),
    st.tuples(st.just("change"), st.integers(0, 20), st.none()),
    st.tuples(st.just("instead"), st.integers(0, 20), st.one_of(st.none(), actions)),
    st.tuples(st.just("restart"), st.just(0), st.none()),
)


class _Tables:
    """What undo and redo mean: the tables so far, and those taken back, the last one on top."""

    def __init__(self, first: Table) -> None:
        self.done, self.undone = [first], list[Table]()

    async def move(self, games: Games, game: GameId, kind: str, n: int, action: Action | None) -> None:
        if kind in ("undo", "redo"):
            source, target = (self.done, self.undone) if kind == "undo" else (self.undone, self.done)
            n = min(n, len(source) - (kind == "undo"))
            if n:
                await (games.undo if kind == "undo" else games.redo)(PLACE, request(), n)
                for _ in range(n):
                    target.append(source.pop())
            return
        if kind == "instead":
            await self._instead(games, game, n, action)
            return
        try:
            if kind == "act" and action is not None:
                done = await games.act(PLACE, request(), choose(action))
            else:
                steps = [step.entry.number for step in await games.steps(game)]
                number = steps[n % len(steps)]
                correction = (
                    Correction(before=number, inserted=action)
                    if kind == "insert"
                    else Correction(changes={number: action})
                )
                done = await games.fix(PLACE, request(), correction)
        except Refusal:
            return
        self.done.append(done.after)
        self.undone.clear()

    async def _instead(self, games: Games, game: GameId, n: int, action: Action | None) -> None:
        """The step that is undone counts again, and another one is corrected: as after a redo."""
        if not self.undone:
            return
        redone = (await games.redo(PLACE, request())).entry.at
        steps = [step.entry.number for step in await games.steps(game)]
        correction = Correction(changes={steps[n % len(steps)]: action})
        try:
            expected = (await games.preview_fix(PLACE, correction)).table
        except Refusal:
            expected = None
        await games.undo(PLACE, request())
        if expected is None or redone in correction.changes:
            return
        done = await games.fix(PLACE, request(), correction, redone=redone)
        assert done.after == expected
        self.done.append(done.after)
        self.undone.clear()


async def _anything(address: str | Path, asked: list[tuple[str, int, Action | None]]) -> None:
    async with open_database(address) as database:
        game = await begun(Games(database))
        tables = _Tables(await table(Games(database)))
    left = [*asked]
    while True:
        async with open_database(address) as database:
            games = Games(database)
            assert await table(games) == tables.done[-1]
            while left:
                kind, n, action = left.pop(0)
                if kind == "restart":
                    break
                await tables.move(games, game, kind, n, action)
                assert await table(games) == tables.done[-1]
            await assert_sound(games, game)
            if not left:
                return


INSTEAD = [
    ("act", 0, LoseLife(who=("ben",), amount=3)),
    ("act", 0, LoseLife(who=("cy",), amount=20)),
    ("act", 0, EndTurn()),
    ("undo", 1, None),
    ("instead", 3, None),
]
"""Cy is back, and the turn that was passed without him counts again."""


@settings(max_examples=40)
@given(asked=st.lists(moves, max_size=25))
@example(asked=[*INSTEAD, ("restart", 0, None), ("undo", 1, None), ("redo", 1, None)])
def test_any_play_fixes_undo_and_redo_keep_the_log_sound(asked: list[tuple[str, int, Action | None]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_anything(Path(folder) / "arbiter.db", asked))


@settings(max_examples=8)
@given(asked=st.lists(moves, max_size=25))
async def test_they_keep_it_sound_on_a_server(
    postgresql: Server, asked: list[tuple[str, int, Action | None]]
) -> None:
    await _anything(await postgresql.blank(), asked)
