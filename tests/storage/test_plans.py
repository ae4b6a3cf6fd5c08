"""No statement looks through a whole table, apart from the few that have to; as both engines plan them."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
from msgspec.structs import replace

import storage
from rules.game.parts import GameId
from rules.leagues.result import LeagueId, PlayerNumber
from rules.leagues.review import ResultState
from rules.tournaments.state import TournamentId
from storage.deadlines import FIRST_PLACE, Deadline, DeadlineQueries
from storage.engine.opening import open_database
from storage.engine.postgresql.dialect import translated
from storage.engine.sqlite.connection import ThreadConnection
from storage.engine.sqlite.database import SqliteDatabase
from storage.games.games import Games
from storage.games.sql import GameLog
from storage.leagues.queries import ACT_KIND, ResultFilter
from storage.links import Links
from storage.privacy import Privacy
from storage.settings.settings import SettingsScope, SettingsStore
from tests.storage.everything import fill
from tests.storage.sql_texts import sql_texts
from tests.storage.table import DAY
from tests.support.postgresql.fixtures import Server

STORAGE = Path(storage.__file__).parent
OTHERS = ("engine", "salvage.py")
"""What asks an engine about itself, and what reads all of a damaged file."""
ALLOWED: Mapping[str, str] = {
    "FROM outbox WHERE (message IS NULL OR changes > 0)": "by a partial index, once after a start",
    "FROM earlier_board JOIN game": "all of what waits, once after a start",
    "WHERE id IN (SELECT id FROM game WHERE over = 0": "by partial indexes, once after a start",
    "SELECT id, guild FROM league ORDER BY id": "every league, once after a start",
    "FROM tournament WHERE over = 0 ORDER BY id": "by a partial index",
    "FROM tournament WHERE channel IN (1, 2) AND over = 0": "by a partial index, or by one of channels",
    "FROM tournament WHERE scheduled IS NOT NULL": "by a partial index",
    "FROM game WHERE guild = ": "once for each invitation to a server",
    "FROM tournament_room JOIN tournament": "the voice channels that there are now, once after a start",
    "FROM commit_counter": "it has one row",
}
"""Statements that go through a table or an index from end to end, and why that is right."""


async def traced(connection: ThreadConnection, trace: Callable[[str], None] | None) -> None:
    await connection.run(lambda plain: plain.set_trace_callback(trace))


async def use(database: SqliteDatabase) -> None:
    """Ask for what is rarely asked for, too."""
    games, settings = Games(database), SettingsStore(database)
    await games.outbox.load()
    await games.boards.earlier_boards()
    await games.unshown_games(DAY, everything=True)
    links, tournaments, leagues = Links(database), games.tournaments.queries, games.leagues
    await links.of_league(LeagueId(1))
    await links.of_channel(1)
    for league in await leagues.queries.leagues():
        state = await leagues.queries.state(league)
        assert state is not None
        await leagues.queries.count(state, ResultFilter(states=[ResultState.PENDING], player=PlayerNumber(1)))
        await leagues.queries.judges(league)
        await leagues.queries.rules_before(league, 5)
        await leagues.projections.standings(league)
        await tournaments.of_league(league, 5)
        await tournaments.is_entered(league, 101)
    await tournaments.going_on()
    await tournaments.announced()
    await games.voice_rooms.tournaments()
    await games.voice_rooms.tournament_of(78)
    await games.voice_rooms.of(TournamentId(1))
    await games.voice_rooms.at(TournamentId(1), 1, 1)
    await tournaments.is_scheduled(5)
    await tournaments.over_before(1, TournamentId(5), 5)
    await tournaments.in_channels([1, 2])
    await games.deadlines.set(due := Deadline("meal", "supper", datetime(2020, 1, 1, tzinfo=UTC)))
    await DeadlineQueries(database).due(due.due, FIRST_PLACE, 64)
    await DeadlineQueries(database).next_due(due.due)
    await DeadlineQueries(database).guilds({replace(due, key="1:2"): "league"})
    await GameLog(database).undone_by(GameId(2), 1)
    await settings.effective(SettingsScope(guild=1, channels=(1,), user=101))
    privacy = Privacy(games, settings)
    assert await privacy.known(101)
    assert [part async for part in privacy.export(101)]
    await privacy.forget(101)


async def statements(file: Path) -> list[str]:
    """The statements that the project sends to a database, each once, with values in it.

    What nothing here asks for is as the source has it.
    """
    said = set[str]()
    async with open_database(str(file)) as database:
        assert isinstance(database, SqliteDatabase)
        for connection in (database._reader, database._writer._connection):  # pyright: ignore[reportPrivateUsage]
            await traced(connection, said.add)
        await fill(database, evenings=4)
        await use(database)
    texts = {re.sub(r"'(?:[^']|'')*'|\b\d+\b", "1", one): one for one in said}
    unsaid = [one for one in sql_texts(STORAGE, but=OTHERS) if not any(map(one.is_said, said))]
    assert [one.where for one in unsaid if one.example is None] == [], "only known once it is made: use it"
    every = [*texts.values(), *(one.example for one in unsaid if one.example)]
    return [one for one in every if one.lstrip().startswith(("SELECT", "INSERT", "UPDATE", "DELETE", "WITH"))]


def unexpected(plans: Mapping[str, str]) -> dict[str, str]:
    """The statements that go through something from end to end and aren't allowed to."""
    return {text: step for text, step in plans.items() if not any(one in text for one in ALLOWED)}


async def test_no_statement_looks_through_a_table(file: Path) -> None:
    plans, kinds = dict[str, str](), dict[str, str]()
    texts = await statements(file)
    with closing(sqlite3.connect(file)) as connection:
        for text in texts:
            for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {text}"):
                if re.match(r"SCAN (?!CONSTANT|path|known|shown|\()", step):
                    plans[text] = step
                if ACT_KIND in text and "league_entry" in step:
                    kinds[text] = step
    assert unexpected(plans) == {}
    assert kinds
    assert not [text for text, step in kinds.items() if "autoindex" in step], "the whole ledger"


FEW = 2_000
ROWS: Mapping[str, int] = {"game": 20_000, "entry": 100_000, "league_part": 40_000}
"""How many rows there are of what there is most of; of everything else there are `FEW`."""
VALUES: Mapping[str, Mapping[str, str]] = {
    "": {
        "over": "1",
        "archived": "i % 2",
        "paused": "i % 2",
        "guest": "0",
        "complete": "1",
        "changes": "0",
        "message": "i",
        "expires": "4000000000000 + i",
    },
    "compact_game": {"game": "i + 30000"},
    "compact_person": {"game": "i + 30000"},
    "game_person": {"user": "i / 5", "game": "i"},
    "entry": {"game": "i / 10", "number": "i % 10 + 1", "kind": "'act'"},
    "game": {
        "channel": "i / 4",
        "over": "(i % 100 <> 0)::int",
        "shown": "nullif(i % 1000, 0)",
        "indexed": "10",
    },
    "league_entry": {
        **{"league": "i / 200", "number": "i % 200 + 1", "result": "nullif(i % 10, 0)"},
        "act": "'[\"' || (ARRAY['Confirm', 'Dispute', 'Rule', 'Settle'])[i % 4 + 1] || '\",{}]'",
    },
    "league_part": {"league": "i / 4000", "player": "i % 40", "result": "i % 4000 / 4"},
    "league_player": {"league": "i / 40", "number": "i % 40 + 1"},
    "league_result": {"league": "i / 200", "number": "i % 200 + 1", "state": "'confirmed'"},
    "setting": {"level": "'own'"},
    "tournament": {"over": "(i % 100 <> 0)::int", "scheduled": "nullif(i, i / 100 * 100)"},
    "tournament_entry": {"tournament": "i / 50", "number": "i % 50 + 1"},
    "tournament_player": {"tournament": "i / 20", "number": "i % 20 + 1"},
    "tournament_table": {"tournament": "i / 8", "round": "i % 8 / 4 + 1", "number": "i % 4 + 1"},
}
"""What stands in a column in row i, where that isn't i, by table; of all tables under ''."""
DEFAULTS: Mapping[str, str] = {"bigint": "i", "text": "'text ' || i", "bytea": "decode(md5(i::text), 'hex')"}
OWN = {"migration", "process", "shard", "counter", "identify", "installation", "handed_over"}
"""Tables of which no installation has many rows."""


async def make_large(connection: asyncpg.Connection) -> None:
    """Fill every table as a large installation would, as far as a planner is concerned."""
    columns = await connection.fetch(
        "SELECT table_name, json_object_agg(column_name, data_type) FROM information_schema.columns "
        "WHERE table_schema = 'public' GROUP BY table_name"
    )
    await connection.execute("SET session_replication_role = replica")
    for table, types in columns:
        if table not in OWN:
            values = {column: DEFAULTS.get(type, "NULL") for column, type in json.loads(types).items()}
            for given in (VALUES[""], VALUES.get(table, {})):
                values |= {column: value for column, value in given.items() if column in values}
            names = ", ".join(f'"{one}"' for one in values)
            await connection.execute(
                f"INSERT INTO {table} ({names}) SELECT {', '.join(values.values())} "
                f"FROM generate_series(1, {ROWS.get(table, FEW)}) AS i"
            )
    await connection.execute("ANALYZE")


def scans(node: Mapping[str, Any]) -> Iterator[str]:
    """The tables and indexes that a plan goes through from end to end."""
    table = node.get("Relation Name", "")
    indexed = any(key in node for key in ("Index Cond", "Recheck Cond", "TID Cond"))
    if table not in {"", *OWN} and node["Node Type"] != "ModifyTable" and not indexed:
        yield f"{node['Node Type']} {table} {node.get('Index Name', '')}".strip()
    for one in node.get("Plans", ()):
        yield from scans(one)


async def test_none_does_in_postgresql(file: Path, postgresql: Server) -> None:
    plans = dict[str, str]()
    texts = await statements(file)
    connection = await asyncpg.connect(await postgresql.blank())
    try:
        await make_large(connection)
        for text in texts:
            said = re.sub(r"\bx'([0-9A-Fa-f]*)'", r"'\\x\1'", translated(text))
            if "commit_counter" not in said and "sqlite" not in said:
                [[plan]] = await connection.fetch(f"EXPLAIN (FORMAT JSON) {said}")
                for step in scans(json.loads(plan)[0]["Plan"]):
                    plans[text] = step
    finally:
        await connection.close()
    assert unexpected(plans) == {}
