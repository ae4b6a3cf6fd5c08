"""The acts of judges about seats: other pairings, and players who always sit at one table."""

from collections.abc import Mapping

from msgspec.structs import replace

from rules.pairings.pairings import Pairings, Participant, numbered
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, not_in, require_not_drawn, require_round, require_rounds
from rules.tournaments.state import SignUpStage, TournamentPlay, TournamentRound, TournamentState

MAX_TABLE = 256
"""The highest number of a table."""


class ChangePairings(TournamentAct, frozen=True, kw_only=True):
    """The last round's pairings change: drawn again, or with players moved. Tables that have ended stay.

    ``seed``, ``last`` and ``method``: as when a round begins.
    """

    announced = True

    pairings: Pairings
    seed: int = 0
    last: bool = False
    method: int = 1

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "no_event_round", "cut_begun", "pairings_drawn", "event_table_ended"."""
        last = _require_before_cut(state)
        now = dict(enumerate(self.pairings.tables, start=1))
        for table in last.outcomes:
            if now.get(table) != last.tables[table]:
                raise Refusal("event_table_ended", table=table)
        redrawn = {
            table: times
            for table in {*now, *last.tables}
            if (times := last.redrawn.get(table, 0) + (now.get(table) != last.tables.get(table)))
        }
        missing = {
            table: there for table, there in last.missing.items() if now.get(table) == last.tables[table]
        }
        changed = replace(last, pairings=self.pairings, redrawn=redrawn, missing=missing)
        return replace(state, rounds=(*state.rounds[:-1], changed))


class FixTable(TournamentAct, frozen=True, kw_only=True):
    """From the next pairings on, a player or team always sits at this table; 0 for any."""

    player: Participant
    table: int

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_over", "event_is_queue" and that of `not_in`."""
        require_rounds(state)
        player = state.players.get(self.player)
        if player is None or player.stage is SignUpStage.MEMBER:
            raise not_in(state)
        return state.having(replace(player, table=self.table))


def require_redrawable(state: TournamentState) -> None:
    """Raise Refusal "event_over", "no_event_round", "cut_begun", "pairings_drawn", "event_table_ended"."""
    for table in _require_before_cut(state).outcomes:
        raise Refusal("event_table_ended", table=table)


def moved(state: TournamentState, player: Participant, table: int) -> Pairings:
    """Return the pairings of the last round with this player in the last seat of another table; 0 is a bye.

    Players with a fixed table stay there, and the others move. Raises Refusal "event_over",
    "no_event_round", "no_event_table", "event_table_size".
    """
    last = require_round(state)
    tables = {number: tuple(one for one in there if one != player) for number, there in last.tables.items()}
    byes = tuple(one for one in last.pairings.byes if one != player)
    if table == 0:
        return _sized(state, tables, (*byes, player))
    if table not in tables:
        raise Refusal("no_event_table", table=table)
    return _sized(state, {**tables, table: (*tables[table], player)}, byes)


def swapped(state: TournamentState, one: Participant, other: Participant) -> Pairings:
    """Return the pairings of the last round with these two in each other's places.

    Players with a fixed table stay there, and the others move. Raises Refusal "event_over", "no_event_round".
    """
    last = require_round(state)
    instead = {one: other, other: one}
    tables = (tuple(instead.get(each, each) for each in table) for table in last.pairings.tables)
    byes = tuple(instead.get(each, each) for each in last.pairings.byes)
    return _numbered(state, Pairings(tables=tuple(tables), byes=byes))


def _require_before_cut(state: TournamentState) -> TournamentRound:
    last = require_round(state)
    if state.seeds:
        raise Refusal("cut_begun")
    require_not_drawn(state)
    return last


def _sized(
    state: TournamentState, tables: Mapping[int, tuple[Participant, ...]], byes: tuple[Participant, ...]
) -> Pairings:
    """Return the pairings of these tables; raises Refusal "event_table_size"."""
    least, most = (2, 2) if state.rules.play is TournamentPlay.DUELS else (3, 5)
    for number, there in tables.items():
        if not least <= len(there) <= most:
            raise Refusal("event_table_size", table=number, least=least, most=most)
    return _numbered(state, Pairings(tables=tuple(tables.values()), byes=byes))


def _numbered(state: TournamentState, pairings: Pairings) -> Pairings:
    """Return changed pairings of the last round with players at their fixed tables. Tables that the change
    doesn't concern, and those that have ended, keep their numbers."""
    last, now = state.rounds[-1], dict(enumerate(pairings.tables, start=1))
    kept = {table for table, there in now.items() if there == last.tables.get(table)} | last.outcomes.keys()
    return numbered(pairings, state.fixed_tables, kept & now.keys())
