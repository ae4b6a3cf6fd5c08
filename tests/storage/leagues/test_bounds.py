"""What is out of bounds is refused whichever way it comes in; what is there from before is read."""

import csv
import io
import json
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.leagues.acts.bounds import EARLIEST, TOMORROW
from rules.leagues.result import LeagueId, PlayerNumber, Result, ResultNumber
from rules.leagues.review import ResultRecord
from rules.refusal import Refusal
from storage.engine.database import Database
from storage.engine.timestamps import is_time, write_time
from storage.leagues import codec, exchange
from storage.leagues.leagues import Leagues
from storage.leagues.results import ReportedResult
from tests.storage.leagues.people import (
    ANA,
    BEN,
    CY,
    JUDGE,
    NOON_SECONDS,
    by,
    found,
    places,
    results_in,
    won,
)

POISON = -62_135_683_140
"""The time 0001-01-01T00:00+23:59, which is before any year that Python knows."""
CROWD = [replace(ANA, name=f"P{n}", user=1000 + n) for n in range(41)]
CSV = "result,name,place,{column}\na,Ana,1,{value}\na,Ben,2,\n"


@pytest.mark.parametrize("played", [POISON, EARLIEST - 1, 0, NOON_SECONDS + TOMORROW + 1, 2**62])
async def test_times_when_no_one_played(leagues: Leagues, played: int) -> None:
    league = await found(leagues)
    with pytest.raises(Refusal, match="time_out_of_bounds"):
        await leagues.results.report(league, by(ANA), won(ANA, BEN, played=played))
    with pytest.raises(Refusal, match="import_doesnt_fit"):
        await leagues.results.bring_in(league, by(JUDGE), [won(ANA, BEN, played=played)])


async def test_forty_players_are_the_most(leagues: Leagues) -> None:
    league = await found(leagues)
    await leagues.results.report(league, by(JUDGE), won(*CROWD[:40]), judge=True)
    with pytest.raises(Refusal, match="result_too_large"):
        await leagues.results.report(league, by(JUDGE), won(*CROWD), judge=True)


def test_a_file_with_a_crowd_in_a_result_is_refused_at_its_first_line_too_many() -> None:
    lines = "".join(f"a,P{n},{n}\n" for n in range(1, 8001))
    with pytest.raises(Refusal, match="result_too_large") as refused:
        results_in(f"result,name,place\n{lines}".encode())
    assert refused.value.values == {"limit": 40}


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("played", "0001-01-01T00:00+23:59"),
        ("played", "9999-12-31T23:59-23:59"),
        ("played", "1992-12-31T23:59:59"),
        ("played", "2026-11-23T00:00"),
        *(("turns", one) for one in ("\u00b2", "\u0663", "1.5", "1_0", "9" * 5000, "-1")),
        ("user", "9223372036854775808"),
        ("life", f"-{10**15 + 1}"),
        ("awards", "first draw=\u00b2"),
    ],
)
def test_what_a_cell_can_not_be(column: str, value: str) -> None:
    with pytest.raises(Refusal, match="csv_value") as refused:
        results_in(CSV.format(column=column, value=value).encode())
    assert refused.value.values == {"line": 2, "column": column, "text": value[:100]}


@pytest.mark.parametrize(
    "change",
    [
        {"turns": 10**6},
        {"seconds": -1},
        {"drawn_games": 100},
        {"note": "n" * 4001},
        {"match": "m" * 4001},
    ],
)
async def test_numbers_and_texts_of_a_result(leagues: Leagues, change: dict[str, object]) -> None:
    league = await found(leagues)

    def make(numbers: tuple[PlayerNumber, ...]) -> Result:
        return replace(places(1, 2)(numbers), **change)

    with pytest.raises(Refusal, match=r"number_out_of_bounds|text_too_long"):
        await leagues.results.report(league, by(ANA), ReportedResult((ANA, BEN), make))


@given(st.integers(-(2**70), 2**70))
def test_every_time_is_written_and_those_of_a_calendar_are_read_again(seconds: int) -> None:
    written = write_time(seconds)
    read = datetime.fromisoformat(written).timestamp() if is_time(seconds) else int(written)
    assert read == seconds


async def poisoned(leagues: Leagues, database: Database) -> LeagueId:
    """Return a league whose second result was played at a time that is none, as earlier versions took it, and
    whose third can't be read."""
    league = await found(leagues)
    for other in (BEN, CY, BEN):
        await leagues.results.report(league, by(ANA), won(ANA, other))
    (row,) = await database.fetch("SELECT value FROM league_result WHERE number = 2")
    record: ResultRecord = codec.decode_record(row["value"])
    bad = codec.encode_record(replace(record, result=replace(record.result, played=POISON)))
    await database.write(
        ("UPDATE league_result SET played = ?, value = ? WHERE number = 2", (POISON * 1000, bad)),
        ("UPDATE league_result SET value = ? WHERE number = 3", ('{"nothing": 1}',)),
        ("UPDATE league_entry SET act = replace(act, ?, ?)", (f"{NOON_SECONDS}", f"{POISON}")),
    )
    return league


async def test_one_bad_row_never_stops_an_export(leagues: Leagues, database: Database) -> None:
    league, incomplete = await poisoned(leagues, database), list[ResultNumber]()
    data = await leagues.exchange.spreadsheet(league, incomplete.append)
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    assert [(row["result"], row["name"], row["played"]) for row in rows] == [
        *(("2", name, str(POISON)) for name in ("Ana", "Cy")),
        *(("1", name, "2026-11-21T12:00:00+00:00") for name in ("Ana", "Ben")),
    ]
    assert sorted(incomplete) == [2, 3]
    file = json.loads(await leagues.exchange.export(league))
    assert len(file["ledger"]) == (await leagues.state(league)).entries


async def test_such_a_file_is_refused_as_a_whole(leagues: Leagues, database: Database) -> None:
    data = await leagues.exchange.export(await poisoned(leagues, database))
    with pytest.raises(Refusal, match="league_file_broken") as refused:
        exchange.parse_export(data, NOON_SECONDS)
    assert str(refused.value.__cause__) == "time_out_of_bounds"


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('"win":"3"', '"win":"1000001"'),
        ('"win":"3"', f'"win":"1/{"9" * 2000}"'),
        ('"best_of":1', '"best_of":100000'),
        (f'"when":{NOON_SECONDS}', '"when":-99999999999'),
        (f'"when":{NOON_SECONDS}', f'"when":{2**60}'),
        (f'"played":{NOON_SECONDS}', f'"played":{POISON}'),
        (f'"played":{NOON_SECONDS}', '"played":0'),
    ],
)
async def test_files_of_leagues_are_held_to_the_same_bounds(leagues: Leagues, was: str, now: str) -> None:
    league = await found(leagues)
    await leagues.results.report(league, by(ANA), won(ANA, BEN))
    text = (await leagues.exchange.export(league)).decode()
    assert exchange.parse_export(text.encode(), NOON_SECONDS).ledger
    with pytest.raises(Refusal, match="league_file_broken"):
        exchange.parse_export(changed(text, was, now).encode(), NOON_SECONDS)


def changed(text: str, was: str, now: str) -> str:
    assert was in text, text
    return text.replace(was, now)


async def test_a_file_with_a_crowd_is_refused(leagues: Leagues) -> None:
    league = await found(leagues)
    await leagues.results.report(league, by(JUDGE), won(*CROWD[:40]), judge=True)
    file = json.loads(await leagues.exchange.export(league))
    (result,) = [one["act"][1]["result"] for one in file["ledger"] if "result" in one["act"][1]]
    result["entrants"].append(result["entrants"][-1])
    with pytest.raises(Refusal, match="league_file_broken") as refused:
        exchange.parse_export(json.dumps(file).encode(), NOON_SECONDS)
    assert str(refused.value.__cause__) == "result_too_large"
