"""The acts about absent players: called, arrived after all, or replaced by an empty seat."""

from msgspec.structs import replace

from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, require_round
from rules.tournaments.acts import not_at_table
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


def is_last_at(round: TournamentRound, table: int, player: Participant) -> bool:
    """Return whether this is the only player of a table whose seat isn't empty."""
    return [one for one in round.tables[table] if one not in round.absent] == [player]


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
