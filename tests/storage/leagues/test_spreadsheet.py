"""Results as CSV, out and in."""

import csv
import io
from datetime import datetime

import pytest

from rules.leagues.result import Draw, Elimination, Ending, Entrant, PlayerResult, Result
from rules.leagues.result import PlayerNumber as P
from rules.leagues.review import ResultState
from rules.leagues.state import Person
from rules.refusal import Refusal
from storage.engine.database import Database
from storage.leagues import spreadsheet
from storage.leagues.leagues import Leagues
from storage.leagues.queries import ResultFilter
from storage.leagues.results import ReportedResult
from storage.workbooks import workbook_rows
from tests.storage.leagues.ledger import assert_sound
from tests.storage.leagues.people import (
    ANA,
    BEN,
    CY,
    DEE,
    JUDGE,
    NOON_SECONDS,
    T0,
    by,
    drawn,
    found,
    points,
    won,
)
from tests.storage.tournaments.test_roster_files import workbook

TWO_TEAMS = """\
result,played,side,place,name,user,seat,commanders,life
a,2026-11-20T20:30:00+01:00,Red,1,Ana,101,1,Tymna the Weaver / Thrasios,21
a,,Red,1,Zoe,,3,,21
a,,Blue,2,Ben,102,2,,0
a,,Blue,2,Cy,103,4,,0
"""


def make_odd(numbers: tuple[int, ...]) -> Result:
    """Every field is filled in, some with what spreadsheets take for formulas."""
    ana, ben = numbers
    return Result(
        played=T0 + 1000,
        entrants=(
            Entrant(
                lines=(PlayerResult(player=P(ana), seat=2, deck="+1/+1", life=-3),),
                place=1,
                ending=Ending.WON,
            ),
            Entrant(
                lines=(
                    PlayerResult(
                        player=P(ben),
                        seat=1,
                        commanders=("-X", "Borborygmos, Enraged"),
                        out=Elimination(order=1, cause="lose_life", turn=7, by=P(ana)),
                        life=0,
                    ),
                ),
                place=2,
                ending=Ending.LOST,
            ),
        ),
        variant="duel",
        turns=7,
        seconds=61,
        match="=1+1",
        ends_match=True,
        note='he said "no",\nthen left',
    )


async def test_what_goes_out_comes_in_again(leagues: Leagues, database: Database) -> None:
    league = await found(leagues)
    odd = ReportedResult((ANA, Person("=HYPERLINK()")), make_odd)
    for told in (
        odd,
        won(BEN, CY, DEE, played=T0 + 2000),
        drawn(ANA, CY, played=T0 + 3000, kind=Draw.TIME),
    ):
        await leagues.results.report(league, by(JUDGE), told, judge=True)
    data = await leagues.exchange.spreadsheet(league)
    rows = list(csv.DictReader(io.StringIO(data.decode(), newline="")))
    assert [row["name"] for row in rows] == ["Ana", "'=HYPERLINK()", "Ben", "Cy", "Dee", "Ana", "Cy"]
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row.values())
    other = (await leagues.create(2, by(JUDGE), (await leagues.state(league)).rules)).state.league
    await leagues.results.bring_in(other, by(JUDGE), spreadsheet.read(data, NOON_SECONDS))
    assert await leagues.exchange.spreadsheet(other) == data.replace(b",report,", b",import,")
    assert await points(leagues, other) == await points(leagues, league)
    await assert_sound(database, other)


@pytest.mark.parametrize("text", [TWO_TEAMS, "\ufeff" + TWO_TEAMS.replace(",", ";")])
async def test_teams_with_a_time_zone_and_a_guest(leagues: Leagues, text: str) -> None:
    league = await found(leagues)
    told = spreadsheet.read(text.encode(), NOON_SECONDS)
    result = (await leagues.results.bring_in(league, by(JUDGE), told)).record.result
    # Half past eight in the evening an hour east of Greenwich; NOON is noon of the next day in Greenwich.
    assert result.played == NOON_SECONDS - (16 * 60 + 30) * 60
    assert [entrant.players for entrant in result.entrants] == [(1, 2), (3, 4)]
    assert next(result.lines).commanders == ("Tymna the Weaver", "Thrasios")
    assert await points(leagues, league) == {"Ana": "3", "Zoe": "3", "Ben": "0", "Cy": "0"}
    state = await leagues.state(league)
    assert [player.user for player in state.players.values()] == [101, None, 102, 103]


@pytest.mark.parametrize(
    ("text", "why", "where"),
    [
        ("", "csv_columns", {"name": "result"}),
        ("result,name\na,Ana\n", "csv_columns", {"name": "place"}),
        ("result,name,place\na,Ana,one\n", "csv_value", {"line": 2, "column": "place", "text": "one"}),
        ("result,name,place\na,Ana,1\na,,2\n", "csv_value", {"line": 3, "column": "name", "text": ""}),
        (
            "result,name,place,draw\na,Ana,1,maybe\n",
            "csv_value",
            {"line": 2, "column": "draw", "text": "maybe"},
        ),
        (
            "result,name,place,played\na,Ana,1,soon\n",
            "csv_value",
            {"line": 2, "column": "played", "text": "soon"},
        ),
        (
            "result,name,place,user\na,Ana,1,1.0E+17\n",
            "csv_value",
            {"line": 2, "column": "user", "text": "1.0E+17"},
        ),
        (
            "result,name,place\n" + "".join(f"{n},Ana,1\n" for n in range(2001)),
            "csv_too_long",
            {"limit": 2000},
        ),
    ],
)
def test_what_can_not_be_read_is_refused_with_its_line(text: str, why: str, where: dict[str, object]) -> None:
    with pytest.raises(Refusal, match=why) as refused:
        spreadsheet.read(text.encode(), NOON_SECONDS)
    assert refused.value.values == where


async def test_names_in_a_file_are_for_those_who_are_not_known_yet(leagues: Leagues) -> None:
    league = await found(leagues)
    text = "result,name,user,place\na,{},101,1\na,Ben,102,2\n"
    for name in ("Ana", "Anna Old-Name"):
        told = spreadsheet.read(text.format(name).encode(), NOON_SECONDS)
        await leagues.results.bring_in(league, by(JUDGE), told)
    assert await points(leagues, league) == {"Ana": "6", "Ben": "0"}
    await leagues.results.report(league, by(BEN), won(Person("Benjamin", 102), ANA))
    assert await points(leagues, league) == {"Ana": "6", "Benjamin": "3"}


@pytest.mark.parametrize(
    ("played", "expected"),
    [("13.11.2026 19:30", "2026-11-13T19:30+00:00"), ("1. 2. 2026", "2026-02-01T12:00+00:00")],
)
def test_a_workbook_with_days_as_people_write_them(played: str, expected: str) -> None:
    data = workbook(("result", "played", "name", "place"), ("a", played, "Ana", 1), ("a", played, "Ben", 2))
    (reported,) = spreadsheet.read(workbook_rows(data), NOON_SECONDS)
    assert [one.name for one in reported.people] == ["Ana", "Ben"]
    assert reported.make((P(1), P(2))).played == datetime.fromisoformat(expected).timestamp()


async def test_a_name_may_begin_with_quotes_that_somebody_wrote_by_hand(leagues: Leagues) -> None:
    league = await found(leagues)
    text = b'result,name,place\na,"Doc" Lee,1\na,Ben,2\n'
    await leagues.results.bring_in(league, by(JUDGE), spreadsheet.read(text, NOON_SECONDS))
    assert await points(leagues, league) == {"Doc Lee": "3", "Ben": "0"}


async def test_a_file_with_one_bad_result_brings_in_none(leagues: Leagues) -> None:
    league = await found(leagues)
    text = "result,name,place\na,Ana,1\na,Ben,2\nb,Ana,1\nb,Ben,1\n"
    with pytest.raises(Refusal, match="import_doesnt_fit") as refused:
        await leagues.results.bring_in(league, by(JUDGE), spreadsheet.read(text.encode(), NOON_SECONDS))
    assert refused.value.values == {"number": 2}
    assert await leagues.results.count(league, ResultFilter(states=[ResultState.CONFIRMED])) == 0


async def test_a_win_of_several_sides_comes_in_and_goes_out(leagues: Leagues, database: Database) -> None:
    """Ana and Cy beat Ben together: each has half of the three points of a win."""
    together = b"result,place,name\r\na,1,Ana\r\na,3,Ben\r\na,1,Cy\r\n"
    league = await found(leagues)
    await leagues.results.bring_in(league, by(JUDGE), spreadsheet.read(together, NOON_SECONDS))
    assert await points(leagues, league) == {"Ana": "3/2", "Ben": "0", "Cy": "3/2"}
    out = csv.DictReader(io.StringIO((await leagues.exchange.spreadsheet(league)).decode()))
    assert [(row["name"], row["place"], row["ending"]) for row in out] == [
        ("Ana", "1", "won"),
        ("Ben", "3", "lost"),
        ("Cy", "1", "won"),
    ]
    await assert_sound(database, league)
