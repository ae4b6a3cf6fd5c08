"""Damaged files with pairings and results: each fault is named by its row, no address is shown, and cells of
any length are read."""

import random
import time
from collections.abc import Callable, Mapping, Sequence

import pytest

from rules.refusal import Refusal
from storage.leagues.files.result_files import Known, parse_results
from storage.tournaments.result_files import ResultsFile
from storage.tournaments.spreadsheet import RosterFile, read_file
from tests.storage.tournaments.test_roster_files import sheet

NOW = 1_800_000_000
TABLES = 10
Rows = list[list[str]]


def by_table() -> Rows:
    """Return pairings with a table in each row."""
    tables = range(1, TABLES + 1)
    return [["Table", "Player 1", "Player 2"], *([str(one), f"A{one}", f"B{one}"] for one in tables)]


def by_seat() -> Rows:
    """Return pairings with a seat in each row."""
    seats = [[str(one), seat, f"{who}{one}"] for one in range(1, TABLES + 1) for seat, who in ("1A", "2B")]
    return [["Pod", "Seat", "Player"], *seats]


def winners() -> Rows:
    """Return the winner of each table."""
    return [["Table", "Winner"], *([str(one), f"A{one}"] for one in range(1, TABLES + 1))]


def endings() -> Rows:
    """Return how each player's table ended."""
    ends = ("A", "won"), ("B", "lost")
    return [
        ["Round", "Table", "Player", "Result"],
        *(["1", str(one), f"{who}{one}", how] for one in range(1, TABLES + 1) for who, how in ends),
    ]


def places() -> Rows:
    """Return who came in at which place in each game."""
    games = range(1, TABLES + 1)
    return [["Date", "1st", "2nd"], *(["2026-11-20", f"A{one}", f"B{one}"] for one in games)]


SHAPES: Mapping[str, tuple[Callable[[], Rows], Mapping[str, Sequence[int]]]] = {
    "pairings by table": (by_table, {"": (0, 1, 2), "twice": (1, 2)}),
    "pairings by seat": (by_seat, {"": (0, 2), "twice": (2,)}),
    "winners": (winners, {"": (0, 1), "a table": (0,)}),
    "endings": (endings, {"": (2, 3), "a table": (1,), "won it": (3,), "x@example.org": (1, 3)}),
    "results of a league": (endings, {"won it": (3,), "x@example.org": (2, 3)}),
    "places of a league": (places, {"x@example.org": (0, 1, 2), "no day": (0,)}),
}
"""By shape: a file, and what is put into which of its columns."""


def faults(shape: str, data: bytes) -> tuple[Sequence[tuple[int, object]], str]:
    """Return the rows at fault in a file, each with its column's heading if it is one cell, and all that may
    be shown of them."""
    try:
        if "league" in shape:
            refusals = parse_results(data, Known(NOW)).faults
            found = [(int(str(one.values["line"])), one.values.get("column")) for one in refusals]
            return found, str([one.values for one in refusals])
        file = read_file(data)
    except Refusal as refusal:
        rows = refusal.values.get("rows") or (refusal.values["row"],)
        assert isinstance(rows, tuple)
        return [(int(str(one)), None) for one in rows], str(refusal.values)
    assert isinstance(file, ResultsFile)
    return [(one.line, one.column) for one in file.faults], str(file.faults)


@pytest.mark.parametrize("shape", SHAPES)
def test_of_500_damaged_files_in_all_each_fault_is_named_by_its_place_and_no_address_is_shown(
    shape: str,
) -> None:
    """In one row a cell is damaged, or all from there on are missing; the row may have other faults then.

    Pairings are at fault as rows, results as cells.
    """
    make, damages = SHAPES[shape]
    chance = random.Random(shape)
    for _ in range(84):
        rows = make()
        row, damage = chance.randrange(1, len(rows)), chance.choice([*damages])
        column = chance.choice(damages[damage])
        if damage == "twice":
            other = chance.choice([one for one in range(1, len(rows)) if one != row])
            rows[row][column] = rows[other][column].lower()
            expected = max(row, other) + 1
        else:
            cut = damage == "" and chance.random() < 0.5
            rows[row][column:] = [] if cut else [damage, *rows[row][column + 1 :]]
            expected = row + 1
        if not any(rows[row]):
            continue  # an empty line
        found, shown = faults(shape, sheet(*map(tuple, rows), between=chance.choice(",;\t")))
        place = expected, None if "pairings" in shape else rows[0][column].casefold()
        assert place in found, (rows, found)
        assert "example.org" not in shown


@pytest.mark.parametrize(
    ("shape", "column", "cell"),
    [
        ("winners", 1, f"A{':' * 4_000}1"),
        ("results of a league", 2, "a" * 131_000),
        ("places of a league", 1, f"A{' ' * 131_000}a"),
    ],
    ids=["a winner with games", "a name in a league", "teammates in a league"],
)
def test_a_cell_as_long_as_a_file_takes_holds_no_one_up(shape: str, column: int, cell: str) -> None:
    """Each of these once took minutes, in which the bot answered no one; it takes milliseconds."""
    rows = SHAPES[shape][0]()
    rows[1][column] = cell
    data = sheet(*map(tuple, rows))
    before = time.process_time()
    if "league" in shape:
        parse_results(data, Known(NOW))
    else:
        read_file(data)
    assert time.process_time() - before < 60


@pytest.mark.parametrize(
    "rows",
    [[("Nick",), ("Gil",), ("a" * 131_000,)], [(f"Night{' ' * 131_000}a",), *map(tuple, by_table())]],
    ids=["a name in a roster", "a title"],
)
def test_a_roster_with_such_a_cell_holds_no_one_up(rows: Sequence[Sequence[str]]) -> None:
    """Nor does a title above pairings."""
    before = time.process_time()
    file = read_file(sheet(*map(tuple, rows)))
    if isinstance(file, RosterFile):
        assert file.roster(file.columns).names[:2] == ("Nick", "Gil")
    assert time.process_time() - before < 60
