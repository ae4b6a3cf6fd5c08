"""The acts about absent players: called, arrived after all, or replaced by an empty seat or a substitute."""

from collections.abc import Sequence

from msgspec.structs import replace

from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, require_not_drawn, require_open, require_round
from rules.tournaments.acts import not_at_table, require_table
from rules.tournaments.penalties import decides
from rules.tournaments.state import SignUpStage, TournamentRound, TournamentState


class CallMissing(TournamentAct, frozen=True, kw_only=True):
    """Players of a table in the last round, or members of its teams, haven't shown up, and are called."""

    table: int
    players: tuple[Participant, ...]

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "no_event_round", "not_at_event_table", "event_table_ended"."""
        last = require_round(state)
        there = [one.number for number in last.tables.get(self.table, ()) for one in state.people(number)]
        if not {*self.players} <= {*there}:
            raise not_at_table(state, len(state.rounds), self.table, self.players)
        if self.table in last.outcomes:
            raise Refusal("event_table_ended", table=self.table)
        return _with(state, replace(last, missing={**last.missing, self.table: self.players}))


class ShowUp(TournamentAct, frozen=True, kw_only=True):
    """A called player has arrived."""

    player: Participant

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "no_event_round", "checked_in_already"."""
        last = require_round(state)
        if not any(self.player in there for there in last.missing.values()):
            raise Refusal("checked_in_already")
        return _with(state, _found(last, self.player))


class MarkNoShow(TournamentAct, frozen=True, kw_only=True):
    """A judge records a player or team as absent: their seats stay empty in this round, and they drop."""

    player: Participant

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "no_event_round", "not_in_round", "event_table_ended", "no_show_already".

        At a table that has ended because all others were absent, the last player can be absent, too.
        """
        last = require_round(state)
        table = last.table_of(self.player)
        if table is None:
            raise Refusal("not_in_round")
        if table in last.outcomes and not is_last_at(last, table, self.player):
            raise Refusal("event_table_ended", table=table)
        if self.player in last.absent:
            raise Refusal("no_show_already")
        found = _found(last, self.player, *state.players[self.player].members)
        last = replace(found, absent=(*last.absent, self.player))
        gone = replace(state.players[self.player], stage=SignUpStage.OUT, here=False)
        return _with(state, last).having(gone).promoted()


class Substitute(TournamentAct, frozen=True, kw_only=True):
    """A judge gives an absent player's or team's seat in the last round to one who waits.

    The table starts again, and its result is the substitute's. The absent one isn't part of the round, and
    drops; from a queue's table they are only gone.
    """

    announced = True

    table: int
    player: Participant
    by: Participant

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_over", "no_event_round", "cut_begun", "pairings_drawn", "no_event_table",
        "not_at_event_table", "event_table_ended", "seat_of_penalized", "not_waiting".
        """
        last = _require_seat(state, self.table, self.player)
        if self.by not in substitutes(state):
            raise Refusal("not_waiting")
        tables = tuple(
            tuple(self.by if one == self.player else one for one in there) for there in last.pairings.tables
        )
        byes = tuple(one for one in last.pairings.byes if one != self.by)
        changed = replace(
            last,
            pairings=Pairings(tables=tables, byes=byes),
            redrawn={**last.redrawn, self.table: last.redrawn.get(self.table, 0) + 1},
            missing={table: there for table, there in last.missing.items() if table != self.table},
            absent=tuple(one for one in last.absent if one != self.player),
        )
        state = replace(state, rounds=(*state.rounds[:-1], changed))
        if state.rules.queue:
            return replace(state, queue={one: wait for one, wait in state.queue.items() if one != self.by})
        state = state.having(replace(state.players[self.by], stage=SignUpStage.IN, here=True))
        gone = replace(state.players[self.player], stage=SignUpStage.OUT, here=False)
        return state.having(gone).promoted()


def is_last_at(round: TournamentRound, table: int, player: Participant) -> bool:
    """Return whether this is the only player of a table whose seat isn't empty."""
    return [one for one in round.tables[table] if one not in round.absent] == [player]


def takes_substitutes(state: TournamentState, table: int) -> bool:
    """Return whether seats at a table of the last round can be given to others: not in a top cut, nor where
    places were drawn."""
    fixed = state.over or bool(state.seeds) or state.rules.is_drawn or not state.rounds
    return not fixed and table in state.rounds[-1].unfinished


def substitutes(state: TournamentState) -> Sequence[Participant]:
    """Return who can take a seat of the last round, the longest wait first: the queue; or who has a bye or
    has come late, then the waiting list."""
    if state.rules.queue:
        return [*state.queue]
    last = state.rounds[-1] if state.rounds else None
    free = [one.number for one in state.at(SignUpStage.IN) if last and last.table_of(one.number) is None]
    return [*free, *(one.number for one in state.at(SignUpStage.WAITING))]


def replaceable(state: TournamentState, table: int) -> Sequence[Participant]:
    """Return whose seats at a table of the last round can be given to others, absent ones first."""
    last = state.rounds[-1]
    missing = last.missing.get(table, ())
    absent = [
        one
        for one in last.tables.get(table, ())
        if one in last.absent or any(person.number in missing for person in state.people(one))
    ]
    there = dict.fromkeys([*absent, *last.tables.get(table, ())])
    return [one for one in there if not _is_penalized(state, one)]


def is_missing(state: TournamentState, player: Participant) -> bool:
    """Return whether a player of the last round is missing after a call, or is a no-show."""
    last = state.rounds[-1]
    missing = {one for there in last.missing.values() for one in there}
    return player in last.absent or any(one.number in missing for one in state.people(player))


def _found(round: TournamentRound, *players: Participant) -> TournamentRound:
    """Return the round with these players no longer counted as missing."""
    missing = {
        table: left
        for table, there in round.missing.items()
        if (left := tuple(one for one in there if one not in players))
    }
    return replace(round, missing=missing)


def _with(state: TournamentState, last: TournamentRound) -> TournamentState:
    return replace(state, rounds=(*state.rounds[:-1], last))


def _require_seat(state: TournamentState, table: int, player: Participant) -> TournamentRound:
    """Return the last round if a player's seat there can be given to another one; raises Refusal."""
    require_open(state)
    if not state.rounds:
        raise Refusal("no_event_round")
    if state.seeds:
        raise Refusal("cut_begun")
    require_not_drawn(state)
    number = len(state.rounds)
    if player not in require_table(state, number, table):
        raise not_at_table(state, number, table, (player,))
    if table in state.rounds[-1].outcomes:
        raise Refusal("event_table_ended", table=table)
    if _is_penalized(state, player):
        raise Refusal("seat_of_penalized")
    return state.rounds[-1]


def _is_penalized(state: TournamentState, player: Participant) -> bool:
    """Return whether a penalty has lost a player their table of the last round, which stays theirs."""
    now = len(state.rounds)
    return any(
        one.player == player and one.round == now and decides(state, one.kind) for one in state.penalties
    )
