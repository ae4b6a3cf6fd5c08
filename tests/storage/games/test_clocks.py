"""Clocks in the database: entries beside the actions, times of turns, deadlines in the same transaction."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rules.actions.turns import EndTurn
from rules.game.game import Game
from rules.refusal import Refusal
from rules.turns.clock import ClockChange, Pause, Resume, StartRound, StartTurnTimer, Stop
from storage.engine.database import Database
from storage.engine.opening import open_database
from storage.engine.sqlite.migrating import newest
from storage.engine.timestamps import SteadyClock, milliseconds
from storage.games.commits import SNAPSHOT_EVERY
from storage.games.games import Committed, EntryKind, Games, GameView, NotCommitted
from storage.scheduler import Deadline, DeadlineKind
from tests.storage.table import PLACE, assert_sound, choose, deal, end, life, lose, request, whole_log
from tests.support.games import view_of

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
PASS = choose(EndTurn())
ROUND = StartRound(seconds=50 * 60, turns=5)
THREE = StartTurnTimer(seconds=3 * 60)


class Hall:
    """Games by a clock that shows so many minutes after noon."""

    def __init__(self, database: Database) -> None:
        self.minutes = 0.0
        self.database = database
        self.games = Games(database, self.now)

    def now(self) -> datetime:
        return NOON + self.minutes * MINUTE

    async def sets(self, change: ClockChange, minutes: float | None = None) -> Committed:
        self.minutes = self.minutes if minutes is None else minutes
        return await self.games.set_clock(PLACE, request(), lambda _: change)

    async def passes(self, minutes: float) -> Committed:
        self.minutes = minutes
        return await self.games.act(PLACE, request(), PASS)

    async def view(self) -> GameView:
        view = await view_of(self.games, PLACE)
        return view

    async def due(self) -> dict[str, float]:
        """Return the deadlines in the database, in minutes after noon."""
        rows = await self.database.fetch("SELECT key, due FROM deadline WHERE kind = ?", DeadlineKind.CLOCK)
        return {row["key"]: (row["due"] - milliseconds(NOON)) / 60_000 for row in rows}

    async def loaded(self) -> GameView:
        """Return the table as someone else would read it from the file."""
        view = await view_of(Games(self.database, self.now), PLACE)
        return view


@pytest.fixture
async def hall(database: Database) -> Hall:
    return Hall(database)


async def test_a_change_is_an_entry_that_undo_passes_over(hall: Hall) -> None:
    game = await deal(hall.games)
    await hall.games.act(PLACE, request(), lose(7))
    started = await hall.sets(ROUND, 1)
    assert (started.entry.number, started.entry.kind, started.entry.change) == (4, EntryKind.CLOCK, ROUND)
    assert (started.entry.parent, started.entry.at) == (3, 3)
    undone = await hall.games.undo(game, request())
    assert life(undone.after) == 5000
    await hall.sets(Pause(), 2)
    assert (await hall.view()).can_redo
    redone = await hall.games.redo(game, request())
    assert life(redone.after) == 4993
    assert [entry.kind for entry in await whole_log(hall.games, game)] == [
        *(
            EntryKind.ACT,
            EntryKind.ACT,
            EntryKind.ACT,
            EntryKind.CLOCK,
            EntryKind.UNDO,
            EntryKind.CLOCK,
            EntryKind.REDO,
        )
    ]
    await assert_sound(hall.games, game)
    view = await hall.view()
    assert await hall.loaded() == view
    assert view.clock.paused_at == milliseconds(NOON + 2 * MINUTE)


async def test_deadlines_come_and_go_with_what_they_follow_from(hall: Hall) -> None:
    await deal(hall.games)
    await hall.sets(ROUND, 0)
    await hall.sets(THREE, 0)
    round_ends = {"1:round:300": 45, "1:round:60": 49, "1:round:0": 50}
    assert await hall.due() == {**round_ends, "1:turn:0": 3}
    await hall.passes(2)
    assert await hall.due() == {**round_ends, "1:turn:0": 5}
    await hall.sets(Pause(), 3)
    assert await hall.due() == {}
    await hall.sets(Resume(), 13)
    later = {key: minutes + 10 for key, minutes in round_ends.items()}
    assert await hall.due() == {**later, "1:turn:0": 15}
    await hall.sets(Stop(what="turn"), 14)
    assert await hall.due() == later
    await hall.games.act(PLACE, request(), end())
    assert await hall.due() == {}


async def test_an_undone_ending_lets_the_clocks_go_on_but_tells_nothing_twice(hall: Hall) -> None:
    game = await deal(hall.games)
    await hall.sets(ROUND, 0)
    hall.minutes = 20
    await hall.games.act(PLACE, request(), end())
    hall.minutes = 46
    await hall.games.undo(game, request())
    assert await hall.due() == {"1:round:60": 49, "1:round:0": 50}


async def test_an_undone_pass_gives_the_turn_back_as_if_it_had_not_been_passed(hall: Hall) -> None:
    game = await deal(hall.games)
    await hall.sets(THREE, 0)
    before = (await hall.view()).turn_times
    await hall.passes(1)
    hall.minutes = 2
    await hall.games.undo(game, request())
    assert (await hall.view()).turn_times == before
    assert await hall.due() == {"1:turn:0": 3}
    await hall.passes(2.5)
    hall.minutes = 4
    await hall.games.undo(game, request())
    assert await hall.due() == {}


async def test_the_time_of_turns_leaves_pauses_out_and_is_the_fold_of_the_log(hall: Hall) -> None:
    await deal(hall.games)
    await hall.passes(4)
    await hall.sets(Pause(), 5)
    await hall.sets(Resume(), 25)
    await hall.passes(26)
    await hall.passes(30)
    pace = (await hall.view()).turn_times
    minutes = {taker: spent.total / 60_000 for taker, spent in pace.spent.items()}
    assert minutes == {"ana": 4, "ben": 2, "cy": 4}
    assert (await hall.loaded()).turn_times == pace
    for number in range(SNAPSHOT_EVERY):
        await hall.passes(31 + number)
    view = await hall.view()
    assert await hall.loaded() == view
    assert [row[0] for row in await hall.database.fetch("SELECT count(*) FROM snapshot")] == [1]
    assert view.turn_times.spent["ana"].turns + view.turn_times.spent["ben"].turns + view.turn_times.spent[
        "cy"
    ].turns == (SNAPSHOT_EVERY + 3)


async def test_one_interaction_changes_the_clock_once(hall: Hall) -> None:
    game = await deal(hall.games)
    asked = request()
    first = await hall.games.set_clock(PLACE, asked, lambda _: ROUND)
    again = await hall.games.set_clock(PLACE, asked, lambda _: ROUND)
    assert again.repeated
    assert again.entry == first.entry
    assert len(await whole_log(hall.games, game)) == 3


async def test_of_two_at_once_one_is_refused(hall: Hall) -> None:
    game = await deal(hall.games)
    one, two = await asyncio.gather(hall.sets(Pause()), hall.sets(Pause()), return_exceptions=True)
    assert isinstance(one, Committed)
    assert isinstance(two, Refusal)
    assert two.reason == "clock_paused"
    await assert_sound(hall.games, game)


async def test_nothing_of_a_change_remains_that_was_not_committed(hall: Hall) -> None:
    await deal(hall.games)
    before = await hall.view()
    with pytest.raises(NotCommitted):
        await hall.games.set_clock(
            PLACE, request(), lambda _: ROUND, ("INSERT INTO game (id) VALUES (?)", (1,))
        )
    assert await hall.view() == before == await hall.loaded()
    assert await hall.due() == {}


async def test_clocks_are_for_games_in_progress(hall: Hall) -> None:
    async def reason() -> str:
        with pytest.raises(Refusal) as caught:
            await hall.sets(ROUND)
        return caught.value.reason

    assert await reason() == "no_table"
    await deal(hall.games)
    await hall.games.act(PLACE, request(), end())
    assert await reason() == "game_over"
    view = await hall.view()
    assert isinstance(view.table, Game)
    assert view.turn_times.running == ()


def old(file: Path) -> None:
    """A database as it was before there were clocks, with a game of 3 entries and a snapshot."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for migration in newest()[:4]:
            connection.executescript(migration.sql)
        connection.execute("PRAGMA user_version = 4")


async def test_a_log_from_before_there_were_clocks_is_kept(file: Path, tmp_path: Path) -> None:
    async with open_database(tmp_path / "new.db") as database:
        games = Games(database)
        game = await deal(games)
        await games.act(PLACE, request(), lose(7))
        log = await whole_log(games, game)
        view = await games.view(game)
    old(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("ATTACH ? AS new", (str(tmp_path / "new.db"),))
        connection.execute("BEGIN")
        text = "strftime('%Y-%m-%dT%H:%M:%f', {0} / 1000.0, 'unixepoch') || '000+00:00'"
        copied = f"id, channel, guild, {text.format('opened')}, over, board_channel, board_message"
        connection.execute(f"INSERT INTO main.game SELECT {copied} FROM new.game")
        copied = "game, number, kind, parent, at, user, name, interaction, {0}, action, events"
        copied = copied.format(text.format("made"))
        connection.execute(f"INSERT INTO main.entry SELECT {copied} FROM new.entry")
        connection.execute("INSERT INTO main.snapshot VALUES (?, 3, 'anything')", (game,))
        connection.execute("COMMIT")
    async with open_database(file) as database:
        games = Games(database)
        assert await whole_log(games, game) == log
        assert await games.view(game) == view
        assert (await games.act(PLACE, request(), lose(1))).entry.number == 4
        assert [row[0] for row in await database.fetch("PRAGMA foreign_key_check")] == []
        await games.set_clock(PLACE, request(), lambda _: ROUND)
        await assert_sound(games, game)


async def test_a_machine_whose_clock_is_set_back_keeps_timers_and_turns(database: Database) -> None:
    day, passed = NOON, 0.0
    games = Games(database, SteadyClock(lambda: day, lambda: passed))
    game = await deal(games)
    await games.set_clock(PLACE, request(), lambda _: StartTurnTimer(seconds=120))
    told = asyncio.Event()

    async def tell(_deadline: Deadline) -> None:
        told.set()

    games.deadlines.start({DeadlineKind.CLOCK: tell})
    passed, day = 119.0, NOON - timedelta(hours=1) + timedelta(seconds=119)
    games.deadlines.wake()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(told.wait(), 0.2)
    passed, day = 121.0, day + timedelta(seconds=2)
    games.deadlines.wake()
    await asyncio.wait_for(told.wait(), 60)
    await games.act(game, request(), PASS)
    view = await view_of(games, game)
    (used,) = view.turn_times.spent.values()
    assert used.total == pytest.approx(121_000, abs=300)
    await games.deadlines.close()
