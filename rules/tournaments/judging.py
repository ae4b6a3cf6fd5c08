"""The acts of judges during a round: other pairings."""

from collections.abc import Mapping

from msgspec.structs import replace

from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, require_not_drawn, require_round
from rules.tournaments.state import TournamentPlay, TournamentRound, TournamentState


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


def require_redrawable(state: TournamentState) -> None:
    """Raise Refusal "event_over", "no_event_round", "cut_begun", "pairings_drawn", "event_table_ended"."""
    for table in _require_before_cut(state).outcomes:
        raise Refusal("event_table_ended", table=table)


def moved(state: TournamentState, player: Participant, table: int) -> Pairings:
    """Return the pairings of the last round with this player in the last seat of another table; 0 is a bye.

    Raises Refusal "event_over", "no_event_round", "no_event_table", "event_table_size".
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

    Raises Refusal "event_over", "no_event_round".
    """
    last = require_round(state)
    instead = {one: other, other: one}
    tables = (tuple(instead.get(each, each) for each in table) for table in last.pairings.tables)
    byes = tuple(instead.get(each, each) for each in last.pairings.byes)
    return Pairings(tables=tuple(tables), byes=byes)


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
    return Pairings(tables=tuple(tables.values()), byes=byes)
