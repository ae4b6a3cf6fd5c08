"""Moving a database to the other engine and back: every row is there; what can't be moved is refused."""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from rules.game.parts import GameId
from rules.leagues.result import LeagueId
from storage.engine.database import Database, DatabaseUnusable
from storage.engine.metadata import Metadata
from storage.engine.moving import copy_database
from storage.engine.opening import is_postgresql, open_beside, open_database, public_name
from storage.engine.sqlite import schema
from storage.games.games import BoardMessage, Games
from storage.links import LinkPurpose, Links
from tests.storage.everything import LEAGUES, fill
from tests.storage.leagues import ledger
from tests.storage.table import PLACE, assert_sound
from tests.support.games import games_in, view_of
from tests.support.postgresql.fixtures import Server

Content = Mapping[str, list[tuple[object, ...]]]


async def content(address: str | Path) -> Content:
    """Return every row of every table by its columns' names, in an order that is the same everywhere."""
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript(schema.SCHEMA_FILE.read_text(encoding="utf-8"))
        columns = {
            name: [column for _, column, *_ in made.execute(f"PRAGMA table_info({name})")]
            for (name,) in made.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
            if name not in ("commit_counter", "migration")
        }
    async with open_beside(address) as database:
        return {
            name: sorted(
                (tuple(row) for row in await database.fetch(f"SELECT {', '.join(names)} FROM {name}")),
                key=repr,
            )
            for name, names in columns.items()
        }


def silent(_: str) -> None:
    """Say nothing about the progress."""


async def test_everything_moves_there_and_back(file: Path, postgresql: Server, tmp_path: Path) -> None:
    async with open_database(file) as database:
        await fill(database)
    before = await content(file)
    assert [name for name, rows in before.items() if not rows] == [], "see tests/storage/everything.py"
    server, back, told = await postgresql.blank(), tmp_path / "back.db", list[str]()
    rows = await copy_database(str(file), server, told.append)
    assert rows == sum(map(len, before.values()))
    assert f"entry: {len(before['entry']):,} rows" in told
    assert await content(server) == before
    assert await content(file) == before
    assert await copy_database(server, str(back), silent) == rows
    assert await content(back) == before
    for address in (server, back):
        async with open_database(address) as database:
            await _goes_on(database)


async def _goes_on(database: Database) -> None:
    games = Games(database)
    for (game,) in await database.fetch("SELECT id FROM game"):
        await assert_sound(games, GameId(game))
    for league in range(1, LEAGUES + 1):
        await ledger.assert_sound(database, LeagueId(league))
    assert await Links(database).find(await Links(database).make(LinkPurpose.WATCH, 1, 100, 7)) is not None


class Interrupted(Exception):
    """What ends a move in a test."""


def interrupting(line: str) -> Callable[[str], None]:
    """Ends the move at a line about the progress that begins so."""

    def tell(told: str) -> None:
        if told.startswith(line):
            raise Interrupted

    return tell


async def fills(address: str) -> None:
    async with open_database(address) as database:
        await fill(database, evenings=1)


async def refusal(source: str, target: str) -> str:
    """Return what a move is refused with."""
    with pytest.raises(DatabaseUnusable) as raised:
        await copy_database(source, target, silent)
    assert "\n" not in str(raised.value)
    return str(raised.value)


@pytest.fixture
async def there(address: str, postgresql: Server, tmp_path: Path) -> str:
    """The address of an empty database of the other engine."""
    if is_postgresql(address):
        return str(tmp_path / "there.db")
    return await postgresql.blank()


async def test_an_interrupted_move_goes_on_and_no_one_uses_half_of_it(address: str, there: str) -> None:
    await fills(address)
    before, rows = await content(address), list[str]()
    for line in ("game:", "entry:", "Comparing"):
        with pytest.raises(Interrupted):
            await copy_database(address, there, interrupting(line))
        for opened in (open_database, open_beside):
            with pytest.raises(DatabaseUnusable, match=r"isn't finished: run python -m bot move again"):
                async with opened(there):
                    pass
    assert "isn't finished" in await refusal(there, f"{address}2")
    await copy_database(address, there, rows.append)
    assert rows == ["Comparing both databases."]
    assert await content(there) == before


async def test_what_was_used_since_the_move_began_is_noticed(address: str, there: str) -> None:
    await fills(address)
    with pytest.raises(Interrupted):
        await copy_database(address, there, interrupting("entry:"))
    async with games_in(address) as games:
        view = await view_of(games, PLACE)
        await games.set_board(view.game, BoardMessage(PLACE.channel, 10))
    assert "The table game isn't the same" in await refusal(address, there)


async def test_only_an_empty_database_is_moved_into(address: str, there: str, tmp_path: Path) -> None:
    await fills(address)
    async with open_database(there) as database:
        await Metadata(database).put("commands", "known")
    assert "isn't empty" in await refusal(address, there)
    async with open_database(there) as database:
        assert await Metadata(database).get("commands") == "known"
        assert await database.fetch("SELECT 1 FROM game") == []
    assert "into itself" in await refusal(address, address)
    other = str(tmp_path / "other.db")
    with pytest.raises(Interrupted):
        await copy_database(address, other, interrupting("game:"))
    assert f"A move from {public_name(address)} into {other} isn't finished" in await refusal(there, other)


async def test_what_is_in_use_is_not_moved(address: str, there: str) -> None:
    for used in (address, there):
        async with open_database(used):
            assert "in use by another" in await refusal(address, there)


async def test_only_the_newest_version_is_moved(file: Path, postgresql: Server, tmp_path: Path) -> None:
    server = await postgresql.blank()
    assert "There is no database" in await refusal(str(tmp_path / "none.db"), server)
    with closing(sqlite3.connect(file)) as earlier:
        earlier.execute("PRAGMA application_id = 1095909971")
        earlier.execute("PRAGMA user_version = 1")
    assert "Start this version of the bot once" in await refusal(str(file), server)
    connection = await asyncpg.connect(server)
    await connection.execute("INSERT INTO migration (number) VALUES (999)")
    await connection.close()
    assert "another version" in await refusal(server, str(tmp_path / "there.db"))


@pytest.mark.parametrize(
    ("given", "name"),
    [
        (
            "postgresql://me:secret@host:5433/one?sslmode=require",
            "postgresql://me@host:5433/one?sslmode=require",
        ),
        ("postgres://me@/one?password=secret&host=/run/pg", "postgres://me@/one?password=***&host=/run/pg"),
        ("postgresql://me:se/cr@t@host/one", "postgresql://me@host/one"),
        ("postgresql:///one", "postgresql:///one"),
        ("/a/../b.db", "/b.db"),
    ],
)
def test_a_password_is_never_shown(given: str, name: str) -> None:
    assert public_name(given) == name
