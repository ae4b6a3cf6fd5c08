"""Whether a league's rows are what its ledger tells."""

from collections.abc import Mapping

from rules.leagues.acts.ledger import rebuild
from rules.leagues.result import LeagueId, ResultNumber
from rules.leagues.review import ResultRecord
from storage.engine.database import Database
from storage.leagues import codec
from storage.leagues.leagues import Leagues
from storage.leagues.repository import LeagueRepository
from tests.storage.leagues.people import Watch


async def assert_sound(database: Database, league: LeagueId) -> None:
    """The ledger has no hole, and everything that is in the rows is what it tells."""
    # New leagues, which are built from the rows only.
    leagues = Leagues(LeagueRepository(database, Watch(), lambda: None))
    entries = (await leagues.audit(league, limit=1_000_000))[::-1]
    now = await leagues.state(league)
    told = rebuild(league, now.guild, entries)
    state = told.state
    assert (state.rules, state.archived, state.channels) == (now.rules, now.archived, now.channels)
    assert (state.seasons, state.entries, state.results) == (now.seasons, now.entries, now.results)
    claims = {number: (player.guest, player.merged_into) for number, player in state.players.items()}
    assert claims == {number: (player.guest, player.merged_into) for number, player in now.players.items()}
    rows = await database.fetch("SELECT number, value FROM league_result WHERE league = ?", league)
    assert {row["number"]: codec.decode_record(row["value"]) for row in rows} == told.records
    await _assert_columns(database, league, told.records)


async def _assert_columns(
    database: Database, league: LeagueId, records: Mapping[ResultNumber, ResultRecord]
) -> None:
    rows = await database.fetch("SELECT number, played, state FROM league_result WHERE league = ?", league)
    assert {tuple(row) for row in rows} == {
        (one.number, one.result.played * 1000, one.state.value) for one in records.values()
    }
    parts = await database.fetch("SELECT result, player FROM league_part WHERE league = ?", league)
    assert {tuple(row) for row in parts} == {
        (one.number, player) for one in records.values() for player in one.result.players
    }
    due = await database.fetch("SELECT key, due FROM deadline WHERE kind = 'league'")
    assert {(row["key"], row["due"]) for row in due if row["key"].startswith(f"{league}:")} == {
        (f"{league}:{one.number}", one.deadline * 1000)
        for one in records.values()
        if one.deadline is not None
    }
