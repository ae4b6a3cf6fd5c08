"""Text as it is pasted from EventLink's and Companion's pages: read as meant, or refused with its row."""

import pytest

from rules.refusal import Refusal
from storage.spreadsheets import CsvRow
from storage.tournaments.result_files import NoWinner, ResultsFile
from storage.tournaments.spreadsheet import RosterFile, RoundFile, read_file

TITLE = "Friday Night Magic, Nov 27, 2026\nRound 2 pairings\n\n"
BY_TABLE = "Table\tPlayer 1\tPoints\tPlayer 2\tPoints\n1\tLopez, Ana\t3\tBen\t3\n2\tCy\t3\tDee\t0\n"
BY_NAME = (
    "Table\tPlayer\tOpponent\tPoints\n"
    "1\tBen\tLopez, Ana\t3-3\n2\tCy\tDee\t3-0\n2\tDee\tCy\t0-3\n-\tEve\t*** Bye ***\t0\n"
    "1\tLopez, Ana\tBen\t3-3\n"
)
TABLES = (("Lopez, Ana", "Ben"), ("Cy", "Dee"))


def pairings(text: str) -> RoundFile:
    """The pairings of a text."""
    file = read_file(text.encode())
    assert isinstance(file, RoundFile)
    return file


def results(text: str) -> ResultsFile:
    """The results of a text."""
    file = read_file(text.encode())
    assert isinstance(file, ResultsFile)
    return file


@pytest.mark.parametrize("title", [TITLE, "", "Pairings\n"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_points_are_no_players_and_titles_no_tables(title: str, end: str) -> None:
    file = pairings((title + BY_TABLE).replace("\n", end))
    assert file.tables == TABLES
    assert file.round == (2 if title == TITLE else None)


def test_a_match_in_the_rows_of_both_players_is_one_table_and_a_bye_none() -> None:
    file = pairings(TITLE + BY_NAME)
    assert [{*table} for table in file.tables] == [{*table} for table in TABLES]


def test_columns_that_spaces_separate_are_read() -> None:
    text = TITLE + BY_TABLE.replace("\t", "   ")
    assert pairings(text).tables == TABLES


def test_commas_within_names_are_no_columns_and_a_sheet_may_have_a_title() -> None:
    quoted = 'Round 3\nTable,Player 1,Player 2,Points\n1,"Lopez, Ana",Ben,3-3\n2,Cy,Dee,3-0\n'
    assert pairings(quoted) == RoundFile(TABLES, 3)
    rows = [("Round 3",), ("Table", "Player 1", "Player 2"), ("1", "Lopez, Ana", "Ben"), ("2", "Cy", "Dee")]
    sheet = [CsvRow(number, cells) for number, cells in enumerate(rows, start=1)]
    assert read_file(sheet) == RoundFile(TABLES, 3)


@pytest.mark.parametrize(
    ("title", "round"),
    [("Runde 4 – Paarungen", 4), ("Ronde 2", 2), ("Turno 3", 3), ("第2回戦", 2), ("Table 7 first", None)],
)
def test_the_title_says_the_round_in_any_language(title: str, round: int | None) -> None:
    assert pairings(f"{title}\n{BY_TABLE}").round == round


def test_tables_are_in_the_order_of_their_numbers() -> None:
    assert pairings("Table\tPlayer 1\tPlayer 2\n10\tCy\tDee\n9\tAna\tBen\n").tables == (
        ("Ana", "Ben"),
        ("Cy", "Dee"),
    )
    assert pairings("Pod,Seat,Player\n10,1,Cy\n10,2,Dee\n9,2,Ben\n9,1,Ana\n").tables == (
        ("Ana", "Ben"),
        ("Cy", "Dee"),
    )


@pytest.mark.parametrize(
    ("text", "reason", "row"),
    [
        (TITLE + BY_TABLE + "3\tEve\t0\t\t\n", "event_file_rows", (7,)),
        (TITLE + BY_TABLE + "\tEve\t0\tFay\t0\n4\tGil\t0\n", "event_file_rows", (7, 8)),
        (TITLE + BY_TABLE + "3\tEve\t0\tben\t0\n", "event_file_twice", 7),
        ("Player 1,Player 2,Table\nAna,Ben\nCy,Dee,2\n", "event_file_rows", (2,)),
        ("Pod,Seat,Player\n1,1,Ana\n1,2,\n1,3,Ben\n,1,Cy\n2,1,Dee\n", "event_file_rows", (3, 5, 6)),
        ("Pod,Seat,Player\n1,1,Ana\n1,2,Ben\n2,1,Cy\n2,2,ana\n", "event_file_twice", 5),
    ],
)
def test_what_is_no_table_is_refused_with_its_row(text: str, reason: str, row: object) -> None:
    """The title's lines count: the row is that of the text as it was pasted."""
    with pytest.raises(Refusal) as refused:
        read_file(text.encode())
    assert refused.value.reason == reason
    assert refused.value.values.get("rows", refused.value.values.get("row")) == row


def test_results_with_the_games_of_both_players_say_who_won() -> None:
    text = (
        "Round 2 results\nTable\tPlayer 1\tPlayer 2\tResult\n"
        "1\tAna\tBen\t2-1-0\n2\tCy\tDee\t0-2\n3\tEve\tFay\t1-1-1\n4\tGil\tHal\tHal won 2-0\n"
        "5\tIda\tJo\tDraw\n"
        "6\tKim\tBye\t2-0\n"
    )
    found = {one.table: one for one in results(text).results}
    assert {table: one.won for table, one in found.items()} == {
        1: ("Ana",),
        2: ("Dee",),
        3: (),
        4: ("Hal",),
        5: (),
    }
    assert {table: one.games for table, one in found.items()} == {
        1: "2-1-0",
        2: "2-0",
        3: "1-1-1",
        4: "2-0",
        5: "",
    }
    assert found[3].no_winner is found[5].no_winner is NoWinner.DRAW
    assert found[1].players == ("Ana", "Ben")
    assert {one.round for one in found.values()} == {2}, "as the title says"


def test_results_in_the_rows_of_both_players_count_once() -> None:
    text = "Table\tPlayer\tOpponent\tResult\n1\tAna\tBen\t2-1\n1\tBen\tAna\t1-2\n2\tCy\tDee\t2-0\n"
    file = results(text)
    assert [(one.table, one.won) for one in file.results] == [(1, ("Ana",)), (2, ("Cy",))]
    assert file.faults == ()


def test_games_of_no_one_in_particular_are_a_fault_of_their_row() -> None:
    file = results("Results\nTable\tResult\n1\t2-1\n2\tAna\n")
    assert [one.won for one in file.results] == [("Ana",)]
    assert [(one.line, one.text) for one in file.faults] == [(3, "2-1")]


def test_standings_sign_up_their_players() -> None:
    text = "Standings after round 3\nRank\tPlayer\tPoints\tOMW%\n1\tAna\t9\t55,5\n2\tBen\t6\t50,0\n"
    file = read_file(text.encode())
    assert isinstance(file, RosterFile)
    assert file.roster(file.columns).names == ("Ana", "Ben")
    assert file.certain


def test_a_list_of_names_has_no_title() -> None:
    """Someone may be called like a column."""
    file = read_file(b"Ana\nTable\nBen\n")
    assert isinstance(file, RosterFile)
    assert file.roster(file.columns).names == ("Ana", "Table", "Ben")
