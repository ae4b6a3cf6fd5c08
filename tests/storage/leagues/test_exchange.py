"""A league moves to another server or installation without loss."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from rules.game.parts import GameId
from rules.leagues.acts.results import Verdict
from rules.leagues.result import LeagueId
from rules.leagues.result import ResultNumber as R
from rules.refusal import Refusal
from storage.engine.database import Database
from storage.engine.opening import open_database
from storage.games.games import Games
from storage.leagues.leagues import Leagues
from storage.leagues.queries import ResultFilter
from tests.storage.leagues.ledger import assert_sound
from tests.storage.leagues.people import (
    ANA,
    BEN,
    CY,
    DEE,
    GUILD,
    JUDGE,
    STRICT,
    T0,
    ZOE,
    Watch,
    by,
    drawn,
    found,
    points,
    won,
)
from tests.storage.table import PLACE, deal, end, request


@asynccontextmanager
async def elsewhere(folder: Path) -> AsyncGenerator[tuple[Database, Games]]:
    """Another installation, in which games have been played as well."""
    async with open_database(folder / "elsewhere.db") as database:
        games = Games(database, Watch())
        await deal(games)
        await games.act(PLACE, request(), end())
        yield database, games


async def eventful(games: Games) -> LeagueId:
    """Return a league in which every kind of thing has happened."""
    leagues = games.leagues
    league = await found(leagues, STRICT, PLACE.channel)
    await deal(games)
    await games.act(PLACE, request(), end())
    await leagues.seasons.open(league, by(JUDGE), "Winter", starts=0)
    for told in (won(ANA, BEN), won(BEN, CY, DEE), drawn(ANA, CY), won(DEE, ANA), won(CY, BEN)):
        await leagues.results.report(league, by(JUDGE), told, judge=True)
    await leagues.results.confirm(league, by(ANA), R(2))
    await leagues.results.confirm(league, by(BEN), R(2))
    await leagues.results.dispute(league, by(CY), R(3), "no; I ✊ had “won”\n")
    await leagues.results.rule(league, by(JUDGE), R(3), Verdict.REPLACE, "right", won(CY, BEN, DEE))
    await leagues.results.dispute(league, by(CY), R(4), "still open")
    await leagues.results.void(league, by(JUDGE), R(5), "void")
    await leagues.results.bring_in(
        league, by(JUDGE), [won(ZOE, BEN, played=T0 + 100), won(CY, ZOE, played=T0 + 200)]
    )
    await leagues.seasons.close(league, by(JUDGE))
    await leagues.seasons.open(league, by(JUDGE), "Spring")
    return league


async def everything(database: Database, leagues: Leagues, league: LeagueId) -> list[Any]:
    """Return all that can be seen of a league, but for its own number and where it comes from."""
    state = await leagues.state(league)
    return [
        state.rules,
        state.champion,
        state.archived,
        state.channels,
        state.players,
        state.seasons,
        state.results,
        await leagues.results.newest(league, ResultFilter(), limit=1000),
        await points(leagues, league),
        [await points(leagues, league, season.number) for season in state.seasons],
        [
            (entry.number, entry.when, entry.user, entry.act)
            for entry in (await leagues.audit(league, limit=1000))[::-1]
        ],
    ]


async def test_a_league_moves_to_another_installation_and_back(
    games: Games, database: Database, tmp_path: Path
) -> None:
    league = await eventful(games)
    await games.leagues.set_champion(league, 77)
    before = await everything(database, games.leagues, league)
    data = await games.leagues.exchange.export(league)
    async with elsewhere(tmp_path) as (other, others):
        there = (await others.leagues.exchange.bring(GUILD, by(JUDGE), data)).state.league
        now = await everything(other, others.leagues, there)
        # The import itself is one more entry of the ledger.
        assert (now[:-1], now[-1][:-1]) == (before[:-1], before[-1])
        await assert_sound(other, there)
        # The result that is still pending is settled there when it is due.
        due = await other.fetch("SELECT key FROM deadline WHERE kind = 'league'")
        assert [row["key"] for row in due] == [f"{there}:6"]
        # It goes on there: numbers go on, and the tables there feed it.
        await deal(others)
        await others.act(PLACE, request(), end())
        back = await others.leagues.exchange.export(there)
        now = await everything(other, others.leagues, there)
    returned = await games.leagues.exchange.bring(GUILD, by(JUDGE), back, channels=[], name="Back")
    again = await everything(database, games.leagues, returned.state.league)
    assert again[4:-1] == now[4:-1]
    assert [entry[3].__class__.__name__ for entry in again[-1][-2:]] == ["RemoveChannel", "EditLeague"]


async def test_games_of_this_installation_are_not_taken_for_those_of_another(
    games: Games, database: Database, tmp_path: Path
) -> None:
    league = await eventful(games)
    data = await games.leagues.exchange.export(league)
    async with elsewhere(tmp_path) as (_, others):
        there = (await others.leagues.exchange.bring(GUILD, by(JUDGE), data)).state.league
        before = await points(others.leagues, there)
        # Game 1 there is another game than game 1 here.
        await others.undo(GameId(1), request())
        assert await points(others.leagues, there) == before


async def test_another_server_may_have_other_channels(games: Games, database: Database) -> None:
    league = await found(games.leagues, STRICT, 5, 6)
    data = await games.leagues.exchange.export(league)
    with pytest.raises(Refusal, match="league_name_taken"):
        await games.leagues.exchange.bring(GUILD, by(JUDGE), data)
    done = await games.leagues.exchange.bring(2, by(JUDGE), data, channels=[6, 7], name="Moved")
    assert (done.state.channels, done.state.rules.name) == ({6, 7}, "Moved")
    assert [one.name for one in await games.leagues.queries.of_guild(2)] == ["Moved"]
    await assert_sound(database, done.state.league)


async def test_importing_acts_once(games: Games) -> None:
    data = await games.leagues.exchange.export(await found(games.leagues, STRICT))
    importing = by(JUDGE)
    first = await games.leagues.exchange.bring(2, importing, data)
    again = await games.leagues.exchange.bring(2, importing, data)
    assert (again.repeated, again.state) == (True, first.state)


def spoilt(document: dict[str, Any]) -> list[object]:
    """Return the document with one thing wrong in each."""

    def with_entry(index: int, **changes: object) -> dict[str, Any]:
        ledger = [*document["ledger"]]
        ledger[index] = {**ledger[index], **changes}
        return {**document, "ledger": ledger}

    names = [entry["act"][0] for entry in document["ledger"]]
    at = names.index("ReportResult")
    name, fields = document["ledger"][at]["act"]
    result = fields["result"]
    return [
        [],
        None,
        {**document, "format": "another"},
        {**document, "version": 2},
        {**document, "ledger": []},
        {**document, "ledger": document["ledger"][1:]},
        {**document, "ledger": [*document["ledger"], document["ledger"][-1]]},
        {**document, "players": document["players"][1:]},
        {**document, "players": [{**one, "name": "x" * 101} for one in document["players"]]},
        {**document, "players": [{**one, "user": 5} for one in document["players"]]},
        {**document, "guild": "1"},
        with_entry(3, when="yesterday"),
        with_entry(3, when=2**70),
        with_entry(3, act=["Unheard", fields]),
        with_entry(3, act=["Confirm", {"number": 99, "player": 1}]),
        with_entry(at, act=[name, {**fields, "number": True}]),
        with_entry(at, act=[name, {**fields, "number": 1}]),
        with_entry(at, act=[name, {**fields, "result": {**result, "played": "x"}}]),
        with_entry(at, act=[name, {**fields, "result": {**result, "entrants": 5}}]),
        with_entry(at, act=[name, {**fields, "result": {**result, "source": "elsewhere"}}]),
        with_entry(at, act=[name, {**fields, "result": None}]),
        with_entry(at, act=[name, {**fields, "result": {**result, "note": "x" * 5000}}]),
    ]


async def test_damaged_files_are_refused_and_write_nothing(games: Games, database: Database) -> None:
    league = await eventful(games)
    data = await games.leagues.exchange.export(league)
    document = json.loads(data)
    texts = [json.dumps(one).encode() for one in spoilt(document)]
    for text in [
        *texts,
        b"",
        b"\xff\xfe",
        data[:-10],
        b"[" * 100_000,
        data.replace(b'"3"', b'"3e999999999"'),
    ]:
        with pytest.raises(Refusal, match="league_file_broken"):
            await games.leagues.exchange.bring(2, by(JUDGE), text)
    assert await games.leagues.queries.of_guild(2, archived=True) == []
    rows = await database.fetch("SELECT DISTINCT league FROM league_result")
    assert [row["league"] for row in rows] == [league]
