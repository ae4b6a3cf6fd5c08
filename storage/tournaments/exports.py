"""Files of an event: pairings, results, and the format of TopDeck's tournaments."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.formats.variants import variant_named
from rules.leagues.league import Tiebreaker
from rules.leagues.result import Ending
from rules.leagues.standings import StandingsLine
from rules.pairings.pairings import Participant
from rules.tournaments.log import TournamentEntry, ended_at
from rules.tournaments.standings import ending_of, final_places
from rules.tournaments.state import SignUpStage, TableOutcome, TournamentRound, TournamentState
from storage.engine.timestamps import write_time
from storage.spreadsheets import csv_file, safe
from storage.tournaments.result_files import TABLE_COLUMN

_RESULTS = {Ending.WON: "won", Ending.LOST: "lost", Ending.DREW: "drew"}
EVENTLINK_FORMATS: Mapping[str, str] = {"commander": "EDH", "oathbreaker": "Oathbreaker"}
"""What TopDeck calls formats; others have their English name."""
DRAW_CELL = "Draw"


def pairings_file(state: TournamentState, round: TournamentRound) -> bytes:
    """Return the pairings of a round; byes are in no table."""
    seats = max(map(len, round.pairings.tables), default=0)
    rows = [[TABLE_COLUMN, *(f"player {seat}" for seat in range(1, seats + 1))]]
    for table, players in round.tables.items():
        rows.append([str(table), *(safe(_name(state, one)) for one in players)])
    return csv_file(rows).encode()


def results_file(state: TournamentState, entries: Sequence[TournamentEntry]) -> bytes:
    """Return every outcome so far: round, table, player, won, lost, drew or bye, games of matches, and the
    time of entry.

    Reasons and penalties have a column if there are any, and each penalty is a row. ``entries``: the event's
    log.
    """
    matches, ended = state.rules.best_of > 1, ended_at(entries)
    rulings = bool(state.penalties) or any(
        outcome.ruling for round in state.rounds for outcome in round.outcomes.values()
    )
    games, reasons = ["games"] if matches else [], ["reason"] if rulings else []
    rows = [["round", TABLE_COLUMN, "player", "result", *games, *reasons, "played"]]

    def played(round: int, table: int) -> str:
        return write_time(ended[round, table]) if (round, table) in ended else ""

    for number, round in enumerate(state.rounds, start=1):
        for table, outcome in sorted(round.outcomes.items()):
            for seat, one in enumerate(round.tables[table]):
                won = [str(outcome.games[seat]) if outcome.games else ""] if matches else []
                reason = [outcome.ruling or ""] if rulings else []
                result = "void" if outcome.void else _RESULTS[ending_of(outcome, one)]
                about = [str(number), str(table), safe(_name(state, one)), result]
                rows.append([*about, *won, *reason, played(number, table)])
        empty = [""] * (matches + rulings)
        for one in round.pairings.byes:
            rows.append([str(number), "", safe(_name(state, one)), "bye", *empty, played(number, 0)])
    for one in state.penalties:
        taken = f"{-one.points:+}" if one.points else one.kind.value
        empty = [""] * matches
        rows.append([str(one.round), "", safe(_name(state, one.player)), taken, *empty, one.infraction, ""])
    return csv_file(rows).encode()


def event_file(state: TournamentState, entries: Sequence[TournamentEntry]) -> bytes:
    """Return an event as JSON with the fields of TopDeck's tournaments (topdeck.gg/docs/tournaments-v2), as
    edhtop16.com reads them.

    ``id`` is a player's number in the event. Fields of which nothing is known are empty. ``entries``: the
    event's log.
    """
    places = final_places(state)
    document = {
        "TID": f"arbiter-{state.tournament}",
        "tournamentName": state.rules.name,
        "game": "Magic: The Gathering",
        "format": EVENTLINK_FORMATS.get(state.rules.played, variant_named(state.rules.played).name),
        "startDate": min(ended_at(entries).values(), default=0),
        "swissNum": len(state.swiss),
        "swissRounds": len(state.swiss),
        "topCut": len(state.seeds),
        "players": len(places),
        "bracketUrl": "",
        "standings": [_standing(state, place, row) for place, row in places],
        "rounds": [_round(state, number) for number in range(1, len(state.rounds) + 1)],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def _standing(state: TournamentState, place: int, row: StandingsLine) -> dict[str, Any]:
    number = Participant(row.player)
    swiss = [*_endings(state.swiss, number)]
    cut = [*_endings(state.rounds[len(state.swiss) :], number)]
    wins, losses = ([part.count(ending) for part in (swiss, cut)] for ending in (Ending.WON, Ending.LOST))
    return {
        "standing": place,
        "name": _name(state, number),
        "id": str(number),
        "decklist": "\n\n".join(one.decklist for one in state.people(number) if one.decklist),
        "deckObj": None,
        "points": float(row.points),
        "wins": sum(wins),
        "winsSwiss": wins[0],
        "winsBracket": wins[1],
        "draws": [*swiss, *cut].count(Ending.DREW),
        "losses": sum(losses),
        "lossesSwiss": losses[0],
        "lossesBracket": losses[1],
        "byes": row.account.byes,
        "opponentWinRate": float(row.ties[Tiebreaker.OPPONENTS_MATCH_WINS]),
        "dropped": state.players[number].stage is SignUpStage.OUT,
    }


def _endings(rounds: Sequence[TournamentRound], player: Participant) -> Iterator[Ending]:
    """Yield a player's endings at the tables with a result that counts."""
    for one in rounds:
        table = one.table_of(player)
        outcome = None if table is None else one.outcomes.get(table)
        if outcome is not None and not outcome.void:
            yield ending_of(outcome, player)


def _round(state: TournamentState, number: int) -> dict[str, Any]:
    round = state.rounds[number - 1]
    there = sum(map(len, round.pairings.tables)) + len(round.pairings.byes)
    tables = [
        _table(state, table, players, round.outcomes.get(table)) for table, players in round.tables.items()
    ]
    if round.pairings.byes:
        byes = [_player(state, one) for one in round.pairings.byes]
        tables.append({"table": "Byes", "players": byes, "status": "Bye"})
    return {"round": number if number <= len(state.swiss) else f"Top {there}", "tables": tables}


def _table(
    state: TournamentState, table: int, players: Sequence[Participant], outcome: TableOutcome | None
) -> dict[str, Any]:
    """Return a table; without a winner if several have won or everyone has lost."""
    shown = {"table": table, "players": [_player(state, one) for one in players]}
    if outcome is None:
        return {**shown, "winner": None, "winner_id": None, "status": "Active"}
    endings = [ending_of(outcome, one) for one in players]
    winner, id = None, None
    if len(outcome.winners) == 1 and not outcome.void:
        winner, id = _name(state, outcome.winners[0]), str(outcome.winners[0])
    elif Ending.DREW in endings and not outcome.void:
        winner, id = DRAW_CELL, DRAW_CELL
    return {**shown, "winner": winner, "winner_id": id, "status": "Completed"}


def _player(state: TournamentState, number: Participant) -> dict[str, str]:
    return {"name": _name(state, number), "id": str(number)}


def _name(state: TournamentState, number: Participant) -> str:
    return state.players[number].name or f"Player {number}"
