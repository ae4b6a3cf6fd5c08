"""Sign-up lists in the shapes in which people have them: read as meant, and what is at fault named by row."""

import io
import random
import zipfile

import pytest

from rules.refusal import Refusal
from storage.tournaments.spreadsheet import RosterFile, RoundFile, RowFault, read_file

NAMES = ("Ana Lopez", "Ben", "Zoé Groß")
TIMES = ("2026-11-01 18:02", "2026-11-02 09:15", "2026-11-02 21:40")
MAILS = ("ana@example.org", "ben@example.org", "zoe@example.org")


def sheet(*rows: tuple[object, ...], between: str = ",", end: str = "\n") -> bytes:
    """Rows as the bytes of a file."""
    return "".join(between.join(map(str, row)) + end for row in rows).encode()


def below(*columns: tuple[object, ...]) -> list[tuple[object, ...]]:
    """Columns as rows."""
    return [*zip(*columns, strict=True)]


def workbook(*rows: tuple[object, ...]) -> bytes:
    """Rows as the smallest file that Excel opens."""
    cells = "".join(
        "<row>" + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in row) + "</row>"
        for row in rows
    )
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
        f'<Relationship Id="rId1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>',
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{text}')
    return packed.getvalue()


ELVES = ("Elves",) * 3
FORM = (
    ("Timestamp", "Email Address", "What is your name?", "Deck"),
    *below(TIMES, MAILS, NAMES, ELVES),
)
PLAIN = [(name,) for name in NAMES]
FILES = {
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
    "Excel": workbook(("Name", "Deck"), *below(NAMES, ELVES)),
    "answers in Excel": workbook(*FORM),
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


@pytest.mark.parametrize(
    "kind", ["nothing", "noise", "a cut workbook", "a quote without an end", "addresses"]
)
def test_what_is_no_list_is_refused(kind: str) -> None:
    data = {
        "nothing": b"",
        "noise": bytes(range(256)) * 4,
        "a cut workbook": FILES["Excel"][:400],
        "a quote without an end": b'Name\n"Ana\n',
        "addresses": sheet(*((one,) for one in MAILS)),
    }[kind]
    with pytest.raises(Refusal, match=r"event_file_(broken|emails)"):
        read_file(data)


def test_a_workbook_that_unpacks_to_very_much_is_refused() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("xl/worksheets/sheet1.xml", b"\0" * (64 << 20))
    with pytest.raises(Refusal, match="event_file_broken"):
        read_file(packed.getvalue())


def test_accounts_are_meant_by_their_ids() -> None:
    file = read_file(b"Discord ID\n112233445566778899\n")
    assert isinstance(file, RosterFile)
    assert file.roster(file.columns).names == ("<@112233445566778899>",)


def test_pairings_with_a_seat_in_each_row() -> None:
    file = read_file(b"Pod;Seat;Player\n1;2;Ben\n1;1;Ana\n2;1;Cy\n2;2;Dee\n")
    assert file == RoundFile((("Ana", "Ben"), ("Cy", "Dee")))
