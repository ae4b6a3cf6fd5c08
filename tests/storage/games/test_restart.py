"""After a restart everything is as it was; the table is the fold of the log; undo and redo mean one thing."""

import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.refusal import Refusal
from storage.engine.opening import open_database
from storage.games.games import BoardMessage, Games
from tests.storage.table import (
    DAY,
    LIFE,
    PLACE,
    ana_has,
    assert_sound,
    deal,
    end,
    life,
    lose,
    open_games,
    request,
    whole_log,
)
from tests.support.postgresql.fixtures import Server

steps = st.integers(min_value=1, max_value=4)
act = st.tuples(st.just("act"), st.integers(min_value=1, max_value=9))
undo = st.tuples(st.just("undo"), steps)
redo = st.tuples(st.just("redo"), steps)
restart = st.tuples(st.just("restart"), st.just(0))

ASKED = st.lists(st.one_of(act, act, act, undo, redo, restart), max_size=40)


class Amounts:
    """What undo and redo mean: the amounts lost so far, and those taken back, the last one on top."""

    def __init__(self) -> None:
        self.lost: list[int] = []
        self.undone: list[int] = []

    async def carry_out(self, games: Games, kind: str, n: int) -> None:
        """Ask for it, and find it refused where it means nothing."""
        if kind == "act":
            await games.act(PLACE, request(), lose(n))
            self.lost.append(n)
            self.undone.clear()
        elif kind == "undo":
            # Undoing the start of the game too is another test's subject.
            for _ in range(n := min(n, len(self.lost))):
                self.undone.append(self.lost.pop())
            if n:
                await games.undo(PLACE, request(), n)
        elif n > len(self.undone):
            with pytest.raises(Refusal, match="nothing_to_redo"):
                await games.redo(PLACE, request(), n)
        else:
            await games.redo(PLACE, request(), n)
            for _ in range(n):
                self.lost.append(self.undone.pop())


async def play(address: str | Path, asked: list[tuple[str, int]]) -> None:
    amounts, left = Amounts(), list(asked)
    async with open_database(address) as database:
        game = await deal(Games(database))
    while left:
        async with open_database(address) as database:
            games = Games(database)
            while left:
                kind, n = left.pop(0)
                if kind == "restart":
                    break
                await amounts.carry_out(games, kind, n)
                assert await ana_has(games) == LIFE - sum(amounts.lost)
                view = await games.view(PLACE)
                assert view is not None
                assert view.can_redo == bool(amounts.undone)
            await assert_sound(games, game)


@settings(max_examples=60)
@given(asked=ASKED)
def test_undo_and_redo_are_two_stacks(asked: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder) / "arbiter.db", asked))


@settings(max_examples=8)
@given(asked=ASKED)
def test_they_are_two_stacks_on_a_server(postgresql: Server, asked: list[tuple[str, int]]) -> None:
    async def run() -> None:
        await play(await postgresql.blank(), asked)

    asyncio.run(run())


async def test_a_restart_changes_nothing(file: Path) -> None:
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)
        for amount in range(1, 5):
            await games.act(PLACE, request(), lose(amount))
        await games.set_board(game, BoardMessage(channel=PLACE.channel, message=9))
        await games.undo(PLACE, request(), 2)
        before = await games.view(PLACE), await games.history(game), await whole_log(games, game)
    async with open_database(file) as database:
        games = Games(database)
        assert (await games.view(PLACE), await games.history(game), await whole_log(games, game)) == before
        assert life((await games.redo(game, request())).after) == LIFE - 6


async def test_an_end_is_undone_after_a_restart(file: Path) -> None:
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)
        await games.act(PLACE, request(), end())
    async with open_database(file) as database:
        games = Games(database)
        await games.undo(PLACE, request())
        assert await open_games(games, DAY) == {game}
        await games.act(PLACE, request(), lose())


async def test_numbers_of_games_go_on(file: Path) -> None:
    seen: set[int] = set()
    for _ in range(3):
        async with open_database(file) as database:
            games = Games(database)
            for _ in range(2):
                seen.add(await deal(games))
                await games.act(PLACE, request(), end())
    assert len(seen) == 6


async def test_a_long_log_has_snapshots_that_are_its_fold(file: Path) -> None:
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)
        for _ in range(3):
            for _ in range(100):
                await games.act(PLACE, request(), lose())
            await games.undo(PLACE, request(), 70)
        snapshots = await database.fetch("SELECT number FROM snapshot WHERE game = ?", game)
        assert 3 <= len(snapshots) <= 6
        before = await games.view(game)
        assert await ana_has(games) == LIFE - 90
    async with open_database(file) as database:
        games = Games(database)
        assert await games.view(game) == before
        await assert_sound(games, game)
    async with open_database(file) as database:
        await database.write(("DELETE FROM snapshot", ()))
        games = Games(database)
        assert await games.view(game) == before
        assert life((await games.undo(game, request(), 50)).after) == LIFE - 40


async def test_loading_reads_few_entries_however_long_the_log_is(file: Path) -> None:
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)
        for _ in range(300):
            await games.act(PLACE, request(), lose())
    async with open_database(file) as database:
        # Everything before the last 64 acts could be unreadable and the table would still load.
        await database.write(("UPDATE entry SET events = '[]' WHERE game = ? AND number < 230", (game,)))
        assert await ana_has(Games(database)) == LIFE - 300


async def test_steps_are_redone_one_by_one_across_a_snapshot(file: Path) -> None:
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)
        for _ in range(80):
            await games.act(PLACE, request(), lose())
        assert await database.fetch("SELECT 1 FROM snapshot WHERE number BETWEEN 60 AND 70")
        await games.undo(game, request(), 40)
        for redone in range(1, 41):
            assert life((await games.redo(game, request())).after) == LIFE - 40 - redone
        for undone in range(1, 41):
            assert life((await games.undo(game, request())).after) == LIFE - 80 + undone
        await assert_sound(games, game)
