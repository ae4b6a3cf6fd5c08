"""Results as CSV, out and in."""

import csv
import io
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from rules.game.deck_info import DeckInfo
from rules.leagues.result import Draw, Elimination, Ending, Entrant, PlayerResult, Result, ResultNumber
from rules.leagues.result import PlayerNumber as P
from rules.leagues.review import ResultState
from rules.leagues.state import Person
from rules.refusal import Refusal
from storage.engine.database import Database
from storage.leagues.files.result_files import Known, parse_results
from storage.leagues.leagues import Leagues
from storage.leagues.queries import ResultFilter
from storage.leagues.results import ReportedResult
from storage.sheet_times import DayOrder
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
    results_in,
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
                lines=(PlayerResult(player=P(ana), seat=2, deck="+1/+1", life=-3, mulligans=2),),
                place=1,
                ending=Ending.WON,
            ),
            Entrant(
                lines=(
                    PlayerResult(
                        player=P(ben),
                        seat=1,
                        commanders=("-X", "Borborygmos, Enraged"),
                        deck_info=DeckInfo(bracket=4),
                        mulligans=0,
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
    await leagues.results.bring_in(other, by(JUDGE), results_in(data))
    assert await leagues.exchange.spreadsheet(other) == data.replace(b",report,", b",import,")
    assert await points(leagues, other) == await points(leagues, league)
    await assert_sound(database, other)
    ana, guest = (await leagues.results.record(other, ResultNumber(1))).result.lines
    assert (ana.mulligans, ana.deck_info) == (2, None)
    assert (guest.mulligans, guest.deck_info) == (0, DeckInfo(bracket=4))


@pytest.mark.parametrize("text", [TWO_TEAMS, "\ufeff" + TWO_TEAMS.replace(",", ";")])
async def test_teams_with_a_time_zone_and_a_guest(leagues: Leagues, text: str) -> None:
    league = await found(leagues)
    told = results_in(text.encode())
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
            "result,name,place,bracket\na,Ana,1,6\n",
            "csv_value",
            {"line": 2, "column": "bracket", "text": "6"},
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
        results_in(text.encode())
    assert refused.value.values == where


async def test_names_in_a_file_are_for_those_who_are_not_known_yet(leagues: Leagues) -> None:
    league = await found(leagues)
    text = "result,name,user,place\na,{},101,1\na,Ben,102,2\n"
    for name in ("Ana", "Anna Old-Name"):
        told = results_in(text.format(name).encode())
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
    (reported,) = results_in(workbook_rows(data))
    assert [one.name for one in reported.people] == ["Ana", "Ben"]
    assert reported.make((P(1), P(2))).played == datetime.fromisoformat(expected).timestamp()


async def test_a_name_may_begin_with_quotes_that_someone_wrote_by_hand(leagues: Leagues) -> None:
    league = await found(leagues)
    text = b'result,name,place\na,"Doc" Lee,1\na,Ben,2\n'
    await leagues.results.bring_in(league, by(JUDGE), results_in(text))
    assert await points(leagues, league) == {"Doc Lee": "3", "Ben": "0"}


async def test_a_file_with_one_bad_result_brings_in_none(leagues: Leagues) -> None:
    league = await found(leagues)
    text = "result,name,place\na,Ana,1\na,Ben,2\nb,Ana,1\nb,Ben,1\n"
    with pytest.raises(Refusal, match="import_doesnt_fit") as refused:
        await leagues.results.bring_in(league, by(JUDGE), results_in(text.encode()))
    assert refused.value.values == {"number": 2}
    assert await leagues.results.count(league, ResultFilter(states=[ResultState.CONFIRMED])) == 0


async def test_a_win_of_several_sides_comes_in_and_goes_out(leagues: Leagues, database: Database) -> None:
    """Ana and Cy beat Ben together: each has half of the three points of a win."""
    together = b"result,place,name\r\na,1,Ana\r\na,3,Ben\r\na,1,Cy\r\n"
    league = await found(leagues)
    await leagues.results.bring_in(league, by(JUDGE), results_in(together))
    assert await points(leagues, league) == {"Ana": "3/2", "Ben": "0", "Cy": "3/2"}
    out = csv.DictReader(io.StringIO((await leagues.exchange.spreadsheet(league)).decode()))
    assert [(row["name"], row["place"], row["ending"]) for row in out] == [
        ("Ana", "1", "won"),
        ("Ben", "3", "lost"),
        ("Cy", "1", "won"),
    ]
    await assert_sound(database, league)


def test_all_that_is_wrong_in_a_file_is_said_by_row() -> None:
    rows = ("a,Ana,1,,40", "a,Ben,2,,0", "b,Ana,first,soon,1", "b,,2,,x", ",Cy,1,,", "c,Cy,1,,")
    text = "\n".join(("result,name,place,played,life", *rows))
    file = parse_results(text.encode(), Known(NOON_SECONDS))
    assert {(one.values["line"], one.values["column"]) for one in file.faults} == {
        (4, "played"),
        (5, "name"),
        (6, "result"),
    }
    assert file.rows == (2, 7)


NOV_13 = datetime(2026, 11, 13, 19, 30, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.mark.parametrize(
    "day",
    [
        "13.11.2026 19:30",
        "13.11.26, 19:30",
        "11/13/2026 7:30 PM",
        "13/11/2026 19.30",
        "2026-11-13T19:30",
        "2026-11-13 18:30+00:00",
        "46339,8125",
    ],
)
def test_days_are_read_as_people_and_spreadsheets_write_them(day: str) -> None:
    """Excel counts days from 30 December 1899; 19:30 is 0.8125 of a day."""
    assert (NOV_13.date() - date(1899, 12, 30)).days == 46339
    text = f"result;name;place;played;turns\na;Ana;1,0;{day};7,00\na;Ben;2,0;;\n"
    file = parse_results(text.encode(), Known(NOON_SECONDS, zone="Europe/Berlin"))
    (result,) = (one.make((P(1), P(2))) for one in file.results)
    assert (result.played, result.turns) == (NOV_13.timestamp(), 7)
    assert [side.place for side in result.entrants] == [1, 2]


@pytest.mark.parametrize(
    ("days", "ambiguous", "order", "month"),
    [
        (["3/4/2026"], "3/4/2026", None, 4),
        (["3/4/2026"], "", DayOrder.MONTH_FIRST, 3),
        (["3/4/2026"], "", DayOrder.DAY_FIRST, 4),
        (["3/4/2026", "3/14/2026"], "", None, 3),
        (["3/4/2026", "14/3/2026"], "", None, 4),
        (["3/4/2026", "14/3/2026", "3/14/2026"], "3/4/2026", None, 4),
        (["3.4.2026"], "", None, 4),
        (["4/4/2026"], "", None, 4),
    ],
)
def test_the_order_of_days_is_asked_where_no_other_day_says_it(
    days: list[str], ambiguous: str, order: DayOrder | None, month: int
) -> None:
    rows = "".join(f"{n},{day},Ana,1\n{n},,Ben,2\n" for n, day in enumerate(days))
    file = parse_results(f"result,played,name,place\n{rows}".encode(), Known(NOON_SECONDS, order=order))
    assert file.ambiguous == ambiguous
    played = file.results[0].make((P(1), P(2))).played
    assert datetime.fromtimestamp(played, UTC).month == month


def test_a_file_with_a_column_for_each_place_has_a_result_in_each_row() -> None:
    text = "Date,1st,2nd,3rd\n2026-11-01,Ana,Ben / Cy,Dee\n2026-11-08,Ben,Ana,\n"
    first, second = results_in(text.encode())
    assert [one.name for one in first.people] == ["Ana", "Ben", "Cy", "Dee"]
    made = first.make((P(1), P(2), P(3), P(4)))
    assert [(side.place, side.players) for side in made.entrants] == [(1, (1,)), (2, (2, 3)), (3, (4,))]
    assert [one.name for one in second.people] == ["Ben", "Ana"]


async def test_results_of_an_event_come_into_a_league(leagues: Leagues) -> None:
    """A win, a draw that Cy had lost before, a double loss, a bye, and a penalty, which isn't a result."""
    text = (
        "round,table,player,result,reason,played\n1,1,Ana,won,,2026-11-20T19:00:00+00:00\n1,1,Ben,lost,,\n"
        "1,2,Cy,lost,,\n1,2,Dee,drew,,\n1,2,Zoe,drew,,\n2,1,Ana,lost,double_loss,\n2,1,Ben,lost,double_loss,\n"
        "2,,Cy,bye,,\n2,,Ana,game_loss,tardiness,\n"
    )
    league = await found(leagues)
    results = results_in(text.encode())
    endings = [
        [
            (side.place, side.ending)
            for side in one.make(tuple(map(P, range(1, 4)))[: len(one.people)]).entrants
        ]
        for one in results
    ]
    won_, lost, drew = (1, Ending.WON), (2, Ending.LOST), (1, Ending.DREW)
    assert endings == [[won_, lost], [(3, Ending.LOST), drew, drew], [(1, Ending.LOST)] * 2, [won_]]
    done = await leagues.results.bring_in(league, by(JUDGE), [results[0], results[3]])
    assert [one.result.is_bye for one in done.records] == [False, True]


async def test_what_the_league_has_is_found_in_a_file(leagues: Leagues) -> None:
    """A spreadsheet that has grown by an evening; and a game reported some minutes off, once."""
    league = await found(leagues)
    before = "result,played,name,place\n1,2026-11-01,Ana,1\n1,,Ben,2\n2,2026-11-02,Ana,1\n2,,Ben,2\n"
    assert JUDGE.user is not None
    await leagues.results.bring_in(league, by(JUDGE), results_in(before.encode()))
    await leagues.results.report(league, by(JUDGE), won(Person("Cy"), Person("Dee")), judge=True)
    after = before + "3,2026-11-03,Ana,1\n3,,Ben,2\n4,2026-11-02,Ben,1\n4,,Ana,2\n"
    after += "".join(f"{n},2026-11-21T11:5{n},Cy,1\n{n},,Dee,2\n" for n in (5, 6))
    examined = await leagues.results.examine(league, JUDGE.user, results_in(after.encode()))
    assert [one.there for one in examined] == [1, 2, None, None, 3, None]
    assert not any(one.refusal for one in examined)
