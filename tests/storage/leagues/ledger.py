"""What a league is, told anew from its ledger alone."""

from rules.leagues.acts import (
    Confirm,
    Dispute,
    EditResult,
    ImportResults,
    RecordResult,
    ReportResult,
    RestoreResult,
    RestoreVoided,
    Rule,
    Settle,
    VoidResult,
    WithdrawResult,
)
from rules.leagues.league import League
from rules.leagues.record import Record
from rules.leagues.result import ResultNumber
from storage.database import Database
from storage.leagues import codec, fold
from storage.leagues.leagues import Leagues
from storage.leagues.values import Head, LeagueId
from tests.storage.leagues.people import Watch

ON_RESULTS = (
    Confirm
    | Dispute
    | Rule
    | Settle
    | EditResult
    | VoidResult
    | RestoreVoided
    | WithdrawResult
    | RestoreResult
)


async def assert_sound(database: Database, league: LeagueId) -> None:
    """The ledger has no hole, and what is in memory and in the rows is what it tells."""
    # Leagues of their own, which know the rows only.
    leagues = Leagues(database, Watch(), lambda: None)
    entries = (await leagues.audit(league, limit=1_000_000))[::-1]
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    head, records = Head(league=league, guild=0, rules=League(name="")), dict[ResultNumber, Record]()
    for entry in entries:
        act = entry.act
        head = fold.evolve(head, act)
        if isinstance(act, RecordResult | ReportResult | ImportResults):
            records |= {one.number: one for one in fold.entered(head, act, entry.when)}
        elif isinstance(act, ON_RESULTS):
            records[act.number] = fold.changed(head, records[act.number], act, entry.when)
    now = await leagues.head(league)
    assert (head.rules, head.archived, head.channels) == (now.rules, now.archived, now.channels)
    assert (head.seasons, len(entries), head.results) == (now.seasons, now.entries, now.results)
    told = {number: (player.guest, player.merged_into) for number, player in head.players.items()}
    assert told == {number: (player.guest, player.merged_into) for number, player in now.players.items()}
    rows = await database.fetch("SELECT number, value FROM league_result WHERE league = ?", league)
    assert {row["number"]: codec.decode_record(row["value"]) for row in rows} == records
    await _assert_columns(database, league, records)


async def _assert_columns(database: Database, league: LeagueId, records: dict[ResultNumber, Record]) -> None:
    rows = await database.fetch("SELECT number, played, state FROM league_result WHERE league = ?", league)
    assert {tuple(row) for row in rows} == {
        (one.number, one.result.played, one.state.value) for one in records.values()
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
