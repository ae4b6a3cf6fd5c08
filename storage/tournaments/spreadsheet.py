"""Rosters, pairings and results in files; pairings as TopDeck has them: ``table,player 1,player 2,…``."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal
from rules.tournaments.state import SignUpStage, TournamentState
from storage import spreadsheets
from storage.spreadsheets import CsvRow, NotCsv, Sheet, has_address, without_addresses
from storage.tournaments.result_files import (
    RESULT_WORDS,
    ROUNDS,
    TABLE_WORDS,
    WINNERS,
    ResultsFile,
    is_bye,
    player_columns,
    read_results,
)

RANKS = ("rank", "place", "standing", "rang", "platz", "puesto", "posizione", "posição", "順位")
"""Column names of places in standings, ignoring case and signs."""
NO_PLAYERS = (
    *("points", "point", "pts", "match points", "record", "w-l-d", "status", "result", "punkte", "bilanz"),
    *("score", "puntos", "punti", "pontos", "勝点", "ポイント"),
)
"""Column names beside the players of a table in pairings, ignoring case and signs."""
_ROUND = re.compile(
    rf"\b(?:{'|'.join(ROUNDS)}) *(?P<after>\d{{1,3}})\b|(?P<before>\d{{1,3}}) *(?:回戦|ラウンド)",
    re.IGNORECASE,
)
"""The number of a round in a title."""
SEAT_WORDS = ("seat", "sitz", "platz", "place", "asiento", "posto", "assento", "席")
NAME_HEADERS = (
    *("name", "player", "player name", "full name", "your name", "display name", "players", "names"),
    *("participant", "discord name", "discord username", "discord user", "nickname", "discord", "discord id"),
    *("spieler", "spielername", "teilnehmer", "joueur", "nom du joueur", "pseudo", "participant(e)"),
    *(
        "jugador",
        "nombre completo",
        "giocatore",
        "nome completo",
        "jogador",
        "プレイヤー",
        "プレイヤー名",
        "名前",
        "氏名",
    ),
)
"""Column names of player names in a roster, ignoring case and signs; else the column is guessed, and shown
first."""
FIRST_NAMES = ("first name", "firstname", "given name", "vorname", "prénom", "nombre", "nome", "名")
LAST_NAMES = ("last name", "lastname", "surname", "nachname", "nom", "apellidos", "cognome", "apelido", "姓")
"""Column names of pairs of columns that make up a name together."""
_ACCOUNT = re.compile(r"\d{17,20}")
"""A bare ID of Discord's."""
_HEADING = re.compile(r"[*:?!\[\]]+")
"""Signs that forms put into headings."""


class RoundFile(Struct, frozen=True):
    """The pairings of a round as names, table by table; ``round``: its number, if the title says it."""

    tables: tuple[tuple[str, ...], ...]
    round: int | None = None


class RowFault(StrEnum):
    """The reason why a row of a roster has no name."""

    EMPTY = "empty"
    EMAIL = "email"
    TWICE = "twice"


class RosterNames(Struct, frozen=True):
    """The names in some columns of a file, and the rows without one."""

    names: tuple[str, ...]
    faults: tuple[tuple[int, RowFault], ...] = ()


class RosterFile(Struct, frozen=True):
    """A file with people: its rows, without headings.

    ``columns``: those that form the name; a guess unless ``certain``.
    """

    rows: tuple[CsvRow, ...]
    headings: tuple[str, ...]
    columns: tuple[int, ...]
    certain: bool

    def roster(self, columns: Sequence[int]) -> RosterNames:
        """Return the names in these columns; for e-mail addresses only their rows."""
        names, faults, known = list[str](), list[tuple[int, RowFault]](), set[str]()
        for row in self.rows:
            name = row.texts(columns)
            if not name or has_address(name):
                faults.append((row.line, RowFault.EMAIL if name else RowFault.EMPTY))
            elif name.casefold() in known:
                faults.append((row.line, RowFault.TWICE))
            else:
                known.add(name.casefold())
                names.append(f"<@{name}>" if _ACCOUNT.fullmatch(name) else name)
        return RosterNames(tuple(names), tuple(faults))

    @property
    def choices(self) -> Sequence[int]:
        """The columns that may have names, without those of e-mail addresses or numbers."""
        width = max((len(row.cells) for row in self.rows), default=0)
        return [column for column in range(width) if _wordy(self.rows, column)]


def read_file(sheet: Sheet) -> RoundFile | RosterFile | ResultsFile:
    """Parse a sheet, also as pasted from EventLink or Companion, with a title before the headings.

    Raises Refusal "event_file_broken", "event_file_rows", "event_file_twice" and "event_file_emails".
    """
    try:
        below, titles = spreadsheets.below_titles(sheet, _is_heading)
        rows = [*spreadsheets.rows_of(below)]
    except NotCsv:
        raise Refusal("event_file_broken") from None
    if not rows:
        raise Refusal("event_file_broken")
    headings = _headings(rows[0].cells)
    results = read_results(headings, rows[1:], _name_columns(headings))
    if results is not None:
        return _titled(results, _round(titles))
    if any(name in headings for name in TABLE_WORDS):
        return RoundFile(_tables(headings, rows[1:]), _round(titles))
    columns = _name_columns(headings)
    titled = bool(columns) or _has_headings(rows)
    people, certain = tuple(rows[titled:]), bool(columns) or max(len(row.cells) for row in rows) == 1
    file = RosterFile(people, tuple(rows[0].cells) if titled else (), columns, certain)
    if not columns:
        file = replace(file, columns=tuple(file.choices[:1]))
    if not file.columns:
        raise Refusal("event_file_emails")
    return file


def _headings(cells: Sequence[str]) -> Sequence[str]:
    """Return what columns are called, in small letters and without signs."""
    return [_HEADING.sub("", cell.casefold()).strip() for cell in cells]


def _is_heading(cells: Sequence[str]) -> bool:
    """Return whether a line has the headings of pairings, results or standings."""
    headings = _headings(cells)
    names = _name_columns(headings)
    if any(one in RANKS for one in headings):
        return bool(names)
    people = (
        names or player_columns(headings, names) or any(one in (*WINNERS, *RESULT_WORDS) for one in headings)
    )
    return bool(people) and any(one in TABLE_WORDS for one in headings)


def _round(titles: Sequence[str]) -> int | None:
    """Return the number of the round that a title names, such as "Round 2 pairings"."""
    found = filter(None, map(_ROUND.search, titles))
    return next((int(one["after"] or one["before"]) for one in found), None)


def _titled(file: ResultsFile, round: int | None) -> ResultsFile:
    """Return results with the round of their title, unless their rows say it."""
    return replace(file, results=tuple(replace(one, round=one.round or round) for one in file.results))


class _Seats(NamedTuple):
    """A table of a file: its number there, and its players, each with their row."""

    table: str
    players: Sequence[tuple[int, str]]


def _tables(headings: Sequence[str], rows: Sequence[CsvRow]) -> tuple[tuple[str, ...], ...]:
    """Return the tables of pairings: a table in each row, or a seat in each row.

    Who has a bye is at no table. Raises Refusal "event_file_rows", "event_file_twice".
    """
    table = next(headings.index(name) for name in TABLE_WORDS if name in headings)
    names = _name_columns(headings)
    seat = next((headings.index(one) for one in SEAT_WORDS if one in headings), None)
    if names and seat is not None:
        seated, wrong = _by_seat(rows, table, seat, names)
    else:
        seated, wrong = _by_table(headings, rows, table, player_columns(headings, names))
    if wrong:
        raise Refusal("event_file_rows", rows=tuple(sorted(wrong)))
    known = set[str]()
    for line, name in (player for one in seated for player in one.players):
        if name.casefold() in known:
            raise Refusal("event_file_twice", row=line, name=without_addresses(name))
        known.add(name.casefold())
    if all(one.table.isdecimal() for one in seated):
        seated.sort(key=lambda one: int(one.table))
    return tuple(tuple(name for _, name in one.players) for one in seated)


def _by_table(
    headings: Sequence[str], rows: Sequence[CsvRow], table: int, players: Sequence[int]
) -> tuple[list[_Seats], list[int]]:
    """Return the tables of pairings with a table in each row, and the rows that are none."""
    seated, wrong = list[_Seats](), list[int]()
    for row in rows:
        columns = players
        if len(players) < 2:
            columns = [one for one in range(table + 1, len(row.cells)) if not _is_about(headings, one)]
        there = [name for one in columns if (name := row.text(one))]
        if any(map(is_bye, there)):
            continue
        if len(there) < 2 or not row.text(table):
            wrong.append(row.line)
        elif not any({*there} == {name for _, name in one.players} for one in seated):  # each player's row
            seated.append(_Seats(row.text(table), [(row.line, name) for name in there]))
    return seated, wrong


def _is_about(headings: Sequence[str], column: int) -> bool:
    """Return whether a column of pairings has no players, but their points or the like."""
    return column < len(headings) and headings[column] in NO_PLAYERS


def _by_seat(
    rows: Sequence[CsvRow], table: int, seat: int, names: Sequence[int]
) -> tuple[list[_Seats], list[int]]:
    """Return the tables of pairings with a seat in each row, and the rows that are none, or alone at one."""
    seated, wrong = dict[str, list[tuple[str, int, str]]](), list[int]()
    for row in rows:
        name, number = row.texts(names), row.text(table)
        if is_bye(number) or is_bye(row.text(seat)):
            continue
        if name and number:
            seated.setdefault(number, []).append((row.text(seat).zfill(3), row.line, name))
        else:
            wrong.append(row.line)
    wrong += [there[0][1] for there in seated.values() if len(there) == 1]
    return [_Seats(one, [place[1:] for place in sorted(there)]) for one, there in seated.items()], wrong


def _has_headings(rows: Sequence[CsvRow]) -> bool:
    """Return whether the first row names columns: one of its cells is a word that doesn't occur below."""
    first, *others = rows
    return any(
        cell and not _wordy(others, column) and _wordy([first], column)
        for column, cell in enumerate(first.cells)
        if others
    )


def _wordy(rows: Sequence[CsvRow], column: int) -> bool:
    """Return whether a column may have names: half of its cells have letters, and are no e-mail addresses."""
    cells = [row.cells[column] for row in rows if column < len(row.cells) and row.cells[column]]
    words = sum(any(map(str.isalpha, cell)) or bool(_ACCOUNT.fullmatch(cell)) for cell in cells)
    return bool(cells) and 2 * (words - sum(map(has_address, cells))) >= len(cells)


def _name_columns(heading: Sequence[str]) -> tuple[int, ...]:
    """Return the name's columns of a roster: one, first and last name, or none without a heading."""
    first, last, whole = (
        next((heading.index(name) for name in names if name in heading), None)
        for names in (FIRST_NAMES, LAST_NAMES, NAME_HEADERS)
    )
    if first is not None and last is not None:
        return first, last
    found = whole if whole is not None else first if first is not None else last
    return () if found is None else (found,)


def pairings_of(state: TournamentState, file: RoundFile, numbers: Mapping[str, Participant]) -> Pairings:
    """Parse the pairings of a file, in which each name has a number; players at no table have a bye.

    Raises Refusal "event_file_broken" for a player at two tables or a table with fewer than two.
    """
    tables: Sequence[tuple[Participant, ...]] = [
        tuple(numbers[name] for name in table) for table in file.tables
    ]
    seated = [one for table in tables for one in table]
    if not tables or len(set(seated)) < len(seated) or min(map(len, tables)) < 2:
        raise Refusal("event_file_broken")
    byes = (one.number for one in state.at(SignUpStage.IN) if one.number not in seated)
    return Pairings(tables=tuple(tables), byes=tuple(byes))
