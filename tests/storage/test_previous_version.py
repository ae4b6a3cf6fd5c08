"""A database that an earlier version has written is opened, read, undone and carried on.

`previous_version.sql` was dumped from a file of schema 6. Its clock stood at noon on 21 November 2026 (UTC)
when Ana opened game 1; the minutes below were counted while it was made.
"""

import json
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rules.actions.life import LoseLife
from rules.actions.turns import EndTurn
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import GameId
from rules.leagues.result import LeagueId, SeasonNumber
from rules.leagues.result import ResultNumber as R
from rules.leagues.review import ResultState
from rules.turns.clock import Resume
from storage.engine.database import Database
from storage.engine.metadata import Metadata
from storage.engine.moving import copy_database
from storage.engine.opening import open_beside, open_database
from storage.engine.timestamps import milliseconds
from storage.games.games import BoardMessage, EntryKind, Games, Location, Request
from storage.privacy import Privacy
from storage.settings.definitions import CALL, VARIANT, Level
from storage.settings.settings import SettingsScope, SettingsStore
from tests.storage.leagues import ledger
from tests.storage.table import assert_sound, choose, open_games, request, whole_log
from tests.support.games import game_of, view_of
from tests.support.postgresql.fixtures import Server

DUMP = Path(__file__).with_name("previous_version.sql")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
STOPPED = NOON + timedelta(minutes=74.64)
"""When the last thing was written."""
ANA, BEN, CY, DEE = (str(1111222233334444551 + number) for number in range(4))
BEN_NAME = "B\u00e9n \U0001f40d"


def clock() -> datetime:
    return STOPPED + timedelta(minutes=1)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The database as the earlier version has left it."""
    file = tmp_path / "arbiter.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(DUMP.read_text(encoding="utf-8"))
    return file


@pytest.fixture
async def address(file: Path, request: pytest.FixtureRequest) -> str:
    """The address of the database once it is migrated, and perhaps moved to a server."""
    if request.param == "sqlite":
        return str(file)
    async with open_database(file):
        pass
    server: Server = request.getfixturevalue("postgresql")
    there = await server.blank()
    await copy_database(str(file), there, print)
    return there


@pytest.fixture
async def games(database: Database) -> AsyncGenerator[Games]:
    games = Games(database, clock)
    yield games
    for game in map(GameId, (1, 2, 3, 4)):
        await assert_sound(Games(database, clock), game)
    for league in (1, 2):
        await ledger.assert_sound(database, LeagueId(league))


async def lives(games: Games, game: GameId) -> dict[str, int]:
    table = await game_of(games, game)
    return dict(table.life)


async def test_a_long_game_with_clocks_is_as_it_was_left(games: Games) -> None:
    view = await view_of(games, GameId(1))
    assert isinstance(view.table, Game)
    assert view.table.life == {ANA: 37, BEN: 40, CY: 40}
    assert view.table.counters_of(CY) == {"energy": 64}
    assert (view.table.turn.taker, view.table.player(BEN).name) == (BEN, BEN_NAME)
    assert (view.can_undo, view.can_redo) == (True, True)
    assert (view.board, view.location) == (BoardMessage(100, 777), Location(100, 1))
    # The round began 3.64 minutes after noon, Ben's turn 2 minutes later; 3 minutes after that it was paused.
    assert view.opened == NOON
    assert view.clock.round is not None
    assert view.clock.round.ends == milliseconds(NOON + timedelta(minutes=53.64))
    assert view.clock.paused_at == milliseconds(NOON + timedelta(minutes=8.64))
    assert view.turn_times.running[0].since == milliseconds(NOON + timedelta(minutes=5.64))
    assert view.entries[-1].when == NOON + timedelta(minutes=8.64)
    assert [entry.kind for entry in view.entries] == [
        *(EntryKind.ACT, EntryKind.CLOCK, EntryKind.ACT, EntryKind.ACT, EntryKind.UNDO, EntryKind.CLOCK)
    ]


async def test_a_long_game_is_undone_redone_and_carried_on(games: Games) -> None:
    redone = await games.redo(GameId(1), request())
    assert isinstance(redone.after, Game)
    assert redone.after.life[ANA] == 33
    await games.undo(GameId(1), request(), 2)  # both the loss of 4 life and the end of Ana's turn
    undone = await games.undo(GameId(1), request(), 10)  # the loss of 3 life and nine counters
    assert isinstance(undone.after, Game)
    assert (undone.after.life[ANA], undone.after.counters_of(CY)) == (40, {"energy": 55})
    await games.redo(GameId(1), request(), 10)
    await games.set_clock(GameId(1), request(), lambda _: Resume())
    await games.act(GameId(1), request(), choose(EndTurn()))
    await games.act(GameId(1), request(), choose(LoseLife(who=(BEN,), amount=1)))
    assert await lives(games, GameId(1)) == {ANA: 37, BEN: 39, CY: 40}
    view = await view_of(games, GameId(1))
    # Time stood still for 67 minutes: from 12:08:38.4 to a minute after 13:14:38.4.
    assert view.clock.paused == 67 * 60_000
    numbers = [entry.number for entry in await whole_log(games, GameId(1))]
    assert numbers == list(range(1, 81))


async def test_a_request_of_then_that_comes_again_is_known(games: Games) -> None:
    """Interaction 9002 was Ana's start of game 1."""
    again = await games.act(GameId(1), Request(int(ANA), "Ana", 9002), choose(EndTurn()))
    assert (again.repeated, again.entry.number, again.entry.when) == (True, 2, NOON + timedelta(minutes=1))


async def test_a_game_of_teams_in_a_thread(games: Games) -> None:
    view = await view_of(games, Location(200, 1))
    assert (view.game, view.location.parent) == (2, 250)
    assert await lives(games, GameId(2)) == {"Red": 25, "Blue": 30}
    await games.undo(GameId(2), request())
    assert await lives(games, GameId(2)) == {"Red": 30, "Blue": 30}


async def test_an_ended_game_its_result_and_the_standings(games: Games) -> None:
    async def state() -> ResultState:
        return (await games.leagues.results.record(LeagueId(1), R(1))).state

    async def points() -> dict[str | None, str]:
        rows = (await games.leagues.projections.standings(LeagueId(1), SeasonNumber(1))).rows()
        return {league.players[row.player].name: str(row.points) for row in rows}

    league = await games.leagues.state(LeagueId(1))
    assert (league.rules.name, league.seasons[0].name) == ("Open", "\u00dcbung")
    assert await points() == {BEN_NAME: "3", "Ana": "0", "Cy": "0"}
    assert (
        await games.leagues.results.record(LeagueId(1), R(1))
    ).result.seconds == 3660  # an hour and a minute
    await games.undo(GameId(3), request())
    assert (await state(), await points()) == (ResultState.WITHDRAWN, {})
    await games.redo(GameId(3), request())
    assert (await state(), await points()) == (ResultState.CONFIRMED, {BEN_NAME: "3", "Ana": "0", "Cy": "0"})


async def test_what_waits_for_its_time(games: Games, database: Database) -> None:
    view = await view_of(games, GameId(4))
    assert isinstance(view.table, Lobby)
    pending = await games.leagues.results.record(LeagueId(2), R(1))
    assert pending.state is ResultState.PENDING
    due = {kind: await games.deadlines.find(kind, key) for kind, key in (("lobby", "4"), ("league", "2:1"))}
    # A lobby has a day, this league's results have two, in whole seconds.
    assert {kind: deadline and deadline.due for kind, deadline in due.items()} == {
        "lobby": STOPPED + timedelta(days=1),
        "league": (STOPPED + timedelta(days=2)).replace(microsecond=0),
    }
    assert await open_games(games, timedelta(hours=2)) == {1, 2, 4}
    assert await open_games(games, timedelta(hours=1)) == {4}


async def test_choices_and_facts(games: Games, database: Database) -> None:
    settings = SettingsStore(database)
    assert (await settings.effective(SettingsScope(1, (100,), int(ANA))))[VARIANT] == "brawl"
    assert (await settings.effective(SettingsScope(1, (100,), int(BEN)))).own(CALL, Level.OWN) is not None
    assert await Metadata(database).get("commands") == "abc"
    assert await games.needs_hints(100) is False


async def test_someone_of_then_gets_the_same_from_both_engines(database: Database, tmp_path: Path) -> None:
    async def exported(database: Database) -> str:
        privacy = Privacy(Games(database, clock), SettingsStore(database), clock)
        return "".join([part async for part in privacy.export(int(BEN))])

    told = await exported(database)
    async with open_beside(tmp_path / "arbiter.db") as beside:
        assert await exported(beside) == told
    known = json.loads(told)
    assert {one["game"]: BEN_NAME in one["names"] for one in known["games"]}[1]
    assert not any(one["unreadable"] for one in known["games"])
    assert "Open" in {one["league"] for one in known["leagues"]}
    assert (known["unreadable_leagues"], known["unreadable_events"]) == ([], [])
    assert [*known["settings"]] == [CALL.name]


async def test_someone_of_then_is_forgotten(games: Games, database: Database, file: Path) -> None:
    """Their name was escaped then; what is written now has it as it is."""
    await games.act(GameId(1), Request(int(BEN), BEN_NAME, 1), choose(LoseLife(who=(BEN,), amount=1)))
    await Privacy(games, SettingsStore(database), clock).forget(int(BEN))
    assert await database.rebuild()
    contents = b"".join(one.read_bytes() for one in file.parent.glob(f"{file.name}*"))
    for text in (BEN, BEN_NAME, "B\u00e9n", "B\\u00e9n", "\\ud83d\\udc0d"):
        assert text.encode() not in contents
    assert int(BEN).to_bytes(8, "big") not in contents
    assert (await lives(games, GameId(1)))["guest:player 1"] == 39
