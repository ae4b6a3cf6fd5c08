"""Sign-up lists in the shapes in which people have them: read as meant, and what is at fault named by row."""

import io
import random
import zipfile
from collections.abc import Mapping

import pytest

from rules.refusal import Refusal
from storage.spreadsheets import MAX_CELLS, CsvRow, Sheet
from storage.tournaments.spreadsheet import RosterFile, RoundFile, RowFault, read_file
from storage.workbooks import sheet_of, workbook_rows
from storage.workers.pool import Workers

NAMES = ("Ana Lopez", "Ben", "Zoé Groß")
TIMES = ("2026-11-01 18:02", "2026-11-02 09:15", "2026-11-02 21:40")
MAILS = ("ana@example.org", "ben@example.org", "zoe@example.org")


def sheet(*rows: tuple[object, ...], between: str = ",", end: str = "\n") -> bytes:
    """Return rows as the bytes of a file."""
    return "".join(between.join(map(str, row)) + end for row in rows).encode()


def below(*columns: tuple[object, ...]) -> list[tuple[object, ...]]:
    """Return columns as rows."""
    return [*zip(*columns, strict=True)]


def workbook(*rows: tuple[object, ...]) -> bytes:
    """Return rows as the smallest file that Excel opens."""
    return packed(
        *("".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in row) for row in rows),
    )


def packed(*rows: str, text: str = "") -> bytes:
    """Return rows of cells in the XML of a workbook, to whose ``text`` they may refer by number 0."""
    cells = "".join(f"<row>{row}</row>" for row in rows)
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    package = "http://schemas.openxmlformats.org/package/2006"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kind}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
        f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
        '<sheet name="Form" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="rId1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="rId2" Type="{office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
        "xl/sharedStrings.xml": f'<sst xmlns="{main}"><si><t>{text}</t></si></sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>',
    }
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        for name, part in parts.items():
            file.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{part}')
    return data.getvalue()


ELVES = ("Elves",) * 3
FORM = (
    ("Timestamp", "Email Address", "What is your name?", "Deck"),
    *below(TIMES, MAILS, NAMES, ELVES),
)
PLAIN = [(name,) for name in NAMES]
FILES: Mapping[str, Sheet] = {
    "names alone": sheet(*PLAIN),
    "lines of Windows": sheet(*PLAIN, end="\r\n"),
    "blank lines between": sheet(*PLAIN, end="\n\n"),
    "a heading": sheet(("Name",), *PLAIN),
    "a heading in capitals": sheet(("PLAYER NAME",), *PLAIN),
    "a heading with a star": sheet(("Name*",), *PLAIN),
    "numbered": sheet(("#", "Player"), *below((1, 2, 3), NAMES)),
    "numbered without headings": sheet(*below((1, 2, 3), NAMES)),
    "trailing commas": sheet(("Name", "", ""), *((one, "", "") for one in NAMES)),
    "first and last name": sheet(("First Name", "Last Name"), ("Ana", "Lopez"), ("Ben", ""), ("Zoé", "Groß")),
    "last name first": sheet(("Last name", "First name"), ("Lopez", "Ana"), ("", "Ben"), ("Groß", "Zoé")),
    "German": sheet(
        ("Nr.", "Vorname", "Nachname"), (1, "Ana", "Lopez"), (2, "Ben", ""), (3, "Zoé", "Groß"), between=";"
    ),
    "German players": sheet(("Platz", "Spieler"), *below((1, 2, 3), NAMES), between=";"),
    "French": sheet(("Prénom", "Nom"), ("Ana", "Lopez"), ("Ben", ""), ("Zoé", "Groß"), between=";"),
    "Spanish": sheet(("Jugador", "Mazo"), *below(NAMES, ("Elfos",) * 3), between=";"),
    "Italian": sheet(("Giocatore", "Mazzo"), *below(NAMES, ("Elfi",) * 3), between=";"),
    "Portuguese": sheet(("Jogador", "Deck"), *below(NAMES, ("Elfos",) * 3), between=";"),
    "Japanese": sheet(("番号", "プレイヤー名"), *below((1, 2, 3), NAMES)),
    "tabs": sheet(("Name", "Deck"), *below(NAMES, ("Elves, mostly",) * 3), between="\t"),
    "UTF-16 of Excel": sheet(("Name", "Deck"), *below(NAMES, ELVES), between="\t").decode().encode("utf-16"),
    "Windows-1252": sheet(("Name", "Deck"), *below(NAMES, ELVES), between=";").decode().encode("cp1252"),
    "a mark at the beginning": b"\xef\xbb\xbf" + sheet(("Name",), *PLAIN),
    "quotes": b'Name,Deck\n"Ana Lopez","Elves, mostly"\n"Ben",\n"Zo\xc3\xa9 Gro\xc3\x9f",\n',
    "answers of a form": sheet(*FORM),
    "answers with semicolons": sheet(*FORM, between=";"),
    "addresses before names": sheet(*below(MAILS, NAMES)),
    "time stamps and a name": sheet(("Zeitstempel", "Wie heißt du?"), *below(TIMES, NAMES), between=";"),
    "marks against formulas": sheet(("Name",), *((f"'{one}",) for one in NAMES)),
    "Excel": workbook_rows(workbook(("Name", "Deck"), *below(NAMES, ELVES))),
    "answers in Excel": workbook_rows(workbook(*FORM)),
}


@pytest.mark.parametrize("shape", FILES)
def test_a_file_as_people_have_it_is_read_as_meant(shape: str) -> None:
    file = read_file(FILES[shape])
    assert isinstance(file, RosterFile)
    assert file.roster(file.columns).names == NAMES
    assert file.roster(file.columns).faults == ()


def test_there_are_thirty() -> None:
    assert len(FILES) == 30


def test_of_five_hundred_damaged_files_each_fault_is_named_by_its_row_and_no_address_is_read() -> None:
    """A name is missing, doubled or an address in one to three of twenty rows, counted with the heading."""
    chance = random.Random(7)
    for _ in range(500):
        rows = [[f"Player {number}", str(number)] for number in range(1, 21)]
        expected = dict[int, RowFault]()
        for row in chance.sample(range(1, 20), chance.randint(1, 3)):
            fault = chance.choice([*RowFault])
            rows[row][0] = {
                RowFault.EMPTY: "",
                RowFault.EMAIL: f"someone{row}@example.org",
                RowFault.TWICE: "player 1",
            }[fault]
            expected[row + 2] = fault
        between = chance.choice(",;\t")
        file = read_file(sheet(("Name", "Number"), *map(tuple, rows), between=between))
        assert isinstance(file, RosterFile)
        roster = file.roster(file.columns)
        assert dict(roster.faults) == expected
        assert len(roster.names) == 20 - len(expected)
        assert "@" not in "".join(roster.names)


@pytest.mark.parametrize("kind", ["nothing", "noise", "a quote without an end", "addresses"])
def test_what_is_not_a_list_is_refused(kind: str) -> None:
    data = {
        "nothing": b"",
        "noise": bytes(range(256)) * 4,
        "a quote without an end": b'Name\n"Ana\n',
        "addresses": sheet(*((one,) for one in MAILS)),
    }[kind]
    with pytest.raises(Refusal, match=r"event_file_(broken|emails)"):
        read_file(data)


def test_a_workbook_that_unpacks_to_very_much_is_refused() -> None:
    with pytest.raises(Refusal, match="workbook_unreadable"):
        workbook_rows(packed("\0" * (64 << 20)))


NAME = workbook(("Name",))
ENTRY, HEADER = NAME.index(b"PK\1\2"), NAME.index(b"PK\3\4")
TEXT = '<c t="s"><v>0</v></c>'


def changed(data: bytes, changes: Mapping[int, int]) -> bytes:
    """Return the bytes with others at some places."""
    return bytes(changes.get(place, byte) for place, byte in enumerate(data))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(NAME[:-200], id="cut"),
        pytest.param(changed(NAME, {ENTRY + 8: 1, HEADER + 6: 1}), id="encrypted"),
        pytest.param(changed(NAME, dict.fromkeys(range(HEADER + 49, HEADER + 60), 255)), id="damaged"),
        pytest.param(packed(TEXT * 6, text="A" * 1_000_000), id="a text of a megabyte six times"),
        pytest.param(packed(*[TEXT * 1000] * 301, text="A"), id="301,000 cells"),
    ],
)
def test_a_workbook_that_is_damaged_encrypted_or_too_large_is_refused(data: bytes) -> None:
    with pytest.raises(Refusal, match="workbook_unreadable"):
        workbook_rows(data)


async def test_a_workbook_that_takes_all_memory_is_refused_and_the_next_is_read() -> None:
    """The first has a cell in the last row and column of Excel, the second 200,000 times a megabyte."""
    async with Workers() as workers:
        for data in (
            packed('<c r="XFD1048576"><v>1</v></c>'),
            packed(*[TEXT * 1000] * 200, text="A" * 1_000_000),
        ):
            with pytest.raises(Refusal, match="workbook_unreadable"):
                await sheet_of(workers, 1, data)
        assert await sheet_of(workers, 1, NAME) == [CsvRow(1, ["Name"])]


@pytest.mark.parametrize("number", ["1.45607444398080E+17", "-1E15", "1E999"])
def test_a_number_that_the_spreadsheet_has_rounded_is_named_by_row_and_column(number: str) -> None:
    with pytest.raises(Refusal) as refused:
        workbook_rows(packed("<c/>", f'<c r="AB2"><v>{number}</v></c>'))
    assert (refused.value.reason, refused.value.values) == ("workbook_number", {"row": 2, "column": "AB"})


def test_a_number_that_spreadsheets_keep_is_read() -> None:
    assert workbook_rows(packed("<c><v>999999999999999</v></c>")) == [CsvRow(1, ["999999999999999"])]


def test_accounts_are_meant_by_their_ids() -> None:
    file = read_file(b"Discord ID\n112233445566778899\n")
    assert isinstance(file, RosterFile)
    assert file.roster(file.columns).names == ("<@112233445566778899>",)


def test_pairings_with_a_seat_in_each_row() -> None:
    file = read_file(b"Pod;Seat;Player\n1;2;Ben\n1;1;Ana\n2;1;Cy\n2;2;Dee\n")
    assert file == RoundFile((("Ana", "Ben"), ("Cy", "Dee")))


def test_a_file_with_more_cells_than_anyone_has_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        read_file(b"Name" + b"," * MAX_CELLS + b"\nBen\n")
    assert refused.value.reason == "event_file_broken"
