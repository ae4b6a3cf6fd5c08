"""Rosters and pairings as CSV, the latter in TopDeck's format: ``table,player 1,player 2,…``."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal
from rules.tournaments.state import SignUpStage, TournamentRound, TournamentState
from storage import spreadsheets
from storage.spreadsheets import NotCsv, safe, written

TABLE = "table"
NAMES = ("name", "player", "player name")
"""What the column of a roster is called, ignoring case; else it is the first one, without a heading."""


class RoundFile(Struct, frozen=True):
    """The pairings of a round as names, table by table."""

    tables: tuple[tuple[str, ...], ...]


class RosterFile(Struct, frozen=True):
    """Who is to be signed up, by name."""

    names: tuple[str, ...]


def pairings_file(state: TournamentState, round: TournamentRound) -> bytes:
    """The pairings of a round; byes are in no table."""
    seats = max(map(len, round.pairings.tables), default=0)
    rows = [[TABLE, *(f"player {seat}" for seat in range(1, seats + 1))]]
    for table, players in round.tables.items():
        rows.append([str(table), *(_name(state, one) for one in players)])
    return written(rows).encode()


def results_file(state: TournamentState) -> bytes:
    """Every outcome so far: round, table, player, and won, lost, drew or bye; of matches the games too."""
    matches = state.rules.best_of > 1
    rows = [["round", TABLE, "player", "result", *(["games"] if matches else ())]]
    for number, round in enumerate(state.rounds, start=1):
        for table, players in round.tables.items():
            outcome = round.outcomes.get(table)
            for seat, one in enumerate(players if outcome is not None else ()):
                assert outcome is not None
                lost = "lost" if outcome.winners else "drew"
                result = "won" if one in outcome.winners else lost
                games = [str(outcome.games[seat]) if outcome.games else ""] if matches else []
                rows.append([str(number), str(table), _name(state, one), result, *games])
        empty = [""] if matches else []
        rows += [[str(number), "", _name(state, one), "bye", *empty] for one in round.pairings.byes]
    return written(rows).encode()


def read_file(data: bytes) -> RoundFile | RosterFile:
    """What a CSV file says; raises Refusal "event_file_broken"."""
    try:
        rows = [row.cells for row in spreadsheets.read(data)]
    except NotCsv:
        raise Refusal("event_file_broken") from None
    if not rows:
        raise Refusal("event_file_broken")
    heading = [cell.casefold() for cell in rows[0]]
    if heading[0] == TABLE:
        return RoundFile(tuple(tuple(filter(None, row[1:])) for row in rows[1:]))
    column = next((heading.index(name) for name in NAMES if name in heading), None)
    below = rows if column is None else rows[1:]
    names = [row[column or 0] for row in below if len(row) > (column or 0)]
    return RosterFile(tuple(dict.fromkeys(filter(None, names))))


def pairings_of(state: TournamentState, file: RoundFile) -> Pairings:
    """The pairings that a file says; who is in and at no table has a bye.

    Raises Refusal "no_event_player" for a name that isn't signed up, "event_file_broken" for one at two
    tables or a table with fewer than two.
    """
    there = state.at(SignUpStage.IN)
    numbers: Mapping[str, Participant] = {(one.name or "").casefold(): one.number for one in there}
    for name in (name for table in file.tables for name in table):
        if name.casefold() not in numbers:
            raise Refusal("no_event_player", name=name, hint="")
    tables: Sequence[tuple[Participant, ...]] = [
        tuple(numbers[name.casefold()] for name in table) for table in file.tables
    ]
    seated = [one for table in tables for one in table]
    if not tables or len(set(seated)) < len(seated) or min(map(len, tables)) < 2:
        raise Refusal("event_file_broken")
    return Pairings(tables=tuple(tables), byes=tuple(one.number for one in there if one.number not in seated))


def _name(state: TournamentState, number: Participant) -> str:
    return safe(state.players[number].name or f"Player {number}")
