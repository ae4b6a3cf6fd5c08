"""Rosters and pairings as CSV, the latter in TopDeck's format: ``table,player 1,player 2,…``."""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.leagues.result import Ending
from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal
from rules.tournaments.standings import ending_of
from rules.tournaments.state import SignUpStage, TournamentRound, TournamentState
from storage import spreadsheets
from storage.spreadsheets import NotCsv, safe, written

TABLE = "table"
NAMES = ("name", "player", "player name")
"""What the column of a roster is called, ignoring case; else it is the first one, without a heading."""
FIRST_NAMES = ("first name", "firstname", "given name", "vorname", "prénom", "nombre", "nome", "名")
LAST_NAMES = ("last name", "lastname", "surname", "nachname", "nom", "apellidos", "cognome", "apelido", "姓")
"""What two columns are called that are a name together."""
_RESULTS = {Ending.WON: "won", Ending.LOST: "lost", Ending.DREW: "drew"}
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


class RoundFile(Struct, frozen=True):
    """The pairings of a round as names, table by table."""

    tables: tuple[tuple[str, ...], ...]


class RosterFile(Struct, frozen=True):
    """Who is to be signed up, by name."""

    names: tuple[str, ...]


def pairings_file(state: TournamentState, round: TournamentRound) -> bytes:
    """Return the pairings of a round; byes are in no table."""
    seats = max(map(len, round.pairings.tables), default=0)
    rows = [[TABLE, *(f"player {seat}" for seat in range(1, seats + 1))]]
    for table, players in round.tables.items():
        rows.append([str(table), *(_name(state, one) for one in players)])
    return written(rows).encode()


def results_file(state: TournamentState) -> bytes:
    """Return every outcome so far: round, table, player, and won, lost, drew or bye; of matches the games
    too.

    Where judges have given reasons or penalties, a column has them, and each penalty is a row.
    """
    matches = state.rules.best_of > 1
    rulings = bool(state.penalties) or any(
        outcome.ruling for round in state.rounds for outcome in round.outcomes.values()
    )
    games, reasons = ["games"] if matches else [], ["reason"] if rulings else []
    rows = [["round", TABLE, "player", "result", *games, *reasons]]
    for number, round in enumerate(state.rounds, start=1):
        for table, outcome in sorted(round.outcomes.items()):
            for seat, one in enumerate(round.tables[table]):
                won = [str(outcome.games[seat]) if outcome.games else ""] if matches else []
                reason = [outcome.ruling or ""] if rulings else []
                result = _RESULTS[ending_of(outcome, one)]
                rows.append([str(number), str(table), _name(state, one), result, *won, *reason])
        empty = [""] * (matches + rulings)
        rows += [[str(number), "", _name(state, one), "bye", *empty] for one in round.pairings.byes]
    for one in state.penalties:
        taken = f"{-one.points:+}" if one.points else one.kind.value
        empty = [""] * matches
        rows.append([str(one.round), "", _name(state, one.player), taken, *empty, one.infraction])
    return written(rows).encode()


def read_file(data: bytes) -> RoundFile | RosterFile:
    """Parse a CSV file with commas, semicolons or tabs; raises Refusal "event_file_broken" and
    "event_file_emails"."""
    try:
        rows = [row.cells for row in spreadsheets.read(data, strict=True)]
    except NotCsv:
        raise Refusal("event_file_broken") from None
    if not rows:
        raise Refusal("event_file_broken")
    if rows[0][0].casefold() == TABLE:
        return RoundFile(tuple(tuple(filter(None, row[1:])) for row in rows[1:]))
    columns = _name_columns([cell.casefold() for cell in rows[0]])
    below = rows[1:] if columns else rows
    names = [" ".join(row[column] for column in columns or (0,) if column < len(row)) for row in below]
    if any(map(_EMAIL.fullmatch, names)):
        raise Refusal("event_file_emails")
    return RosterFile(tuple(dict.fromkeys(filter(None, map(str.strip, names)))))


def _name_columns(heading: Sequence[str]) -> tuple[int, ...]:
    """Return the name's columns of a roster: one, first and last name, or none without a heading."""
    first, last, whole = (
        next((heading.index(name) for name in names if name in heading), None)
        for names in (FIRST_NAMES, LAST_NAMES, NAMES)
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


def _name(state: TournamentState, number: Participant) -> str:
    return safe(state.players[number].name or f"Player {number}")
