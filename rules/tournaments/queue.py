"""The queue of a tournament without rounds: a table opens whenever enough players wait.

All of its tables are those of one round, numbered as they open. Times are whole seconds since 1970 in UTC.
"""

from collections.abc import Collection, Sequence
from itertools import combinations

from msgspec.structs import replace

from rules.leagues.result import MINUTE
from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, require_open
from rules.tournaments.state import (
    SignUpStage,
    TournamentPlayer,
    TournamentRound,
    TournamentState,
    WaitingInQueue,
)

MAX_TABLES = 2000
"""Tables of one queue, which is read from its beginning after a start."""
CHECK_IN_SECONDS = 10 * MINUTE
"""Seconds for a waiting player to answer whether they are still there."""

REPEAT = 3 * MINUTE
"""Seconds for which the players of one table wait for others before they are seated together again."""


class JoinQueue(TournamentAct, frozen=True, kw_only=True):
    """A player joins the queue at this time, or while waiting wants other brackets."""

    player: Participant
    when: int
    brackets: tuple[int, int] | None = None

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "no_queue", "queued_already", "queue_full"."""
        require_queue(state)
        waiting = state.queue.get(self.player)
        if waiting is not None:
            if waiting.brackets == self.brackets:
                raise Refusal("queued_already")
            changed = replace(waiting, brackets=self.brackets)
            return replace(state, queue={**state.queue, self.player: changed})
        if len(state.rounds) and len(state.rounds[0].pairings.tables) >= MAX_TABLES:
            raise Refusal("queue_full", limit=MAX_TABLES)
        known = state.players.get(self.player) or TournamentPlayer(number=self.player)
        state = state.having(replace(known, stage=SignUpStage.IN, here=True))
        waiting = WaitingInQueue(since=self.when, brackets=self.brackets)
        return replace(state, queue={**state.queue, self.player: waiting})


class StayInQueue(TournamentAct, frozen=True, kw_only=True):
    """A waiting player confirms that they are there, and keeps their place."""

    player: Participant
    when: int

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "no_queue", "not_queued"."""
        require_queued(state, self.player)
        still = replace(state.queue[self.player], since=self.when, asked=None)
        return replace(state, queue={**state.queue, self.player: still})


class AskWaiting(TournamentAct, frozen=True, kw_only=True):
    """These players were asked whether they are still there."""

    players: tuple[Participant, ...]
    when: int

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "no_queue", "not_queued"."""
        for player in self.players:
            require_queued(state, player)
        asked = {player: replace(state.queue[player], asked=self.when) for player in self.players}
        return replace(state, queue={**state.queue, **asked})


class LeaveQueue(TournamentAct, frozen=True, kw_only=True):
    """A player leaves the queue. ``away``: they were asked and didn't answer."""

    player: Participant
    away: bool = False

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "no_queue", "not_queued"."""
        require_queued(state, self.player)
        return replace(state, queue=_without(state, self.player))


class SeatFromQueue(TournamentAct, frozen=True, kw_only=True):
    """These players, in turn order, sit down at the next table."""

    table: tuple[Participant, ...]

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "no_queue", "not_queued"."""
        for player in self.table:
            require_queued(state, player)
        first = TournamentRound(pairings=Pairings(tables=()), minutes=state.rules.minutes)
        (round,) = state.rounds or (first,)
        tables, common = (*round.pairings.tables, self.table), self._common(state)
        brackets = round.brackets if common is None else {**round.brackets, len(tables): common}
        round = replace(round, pairings=Pairings(tables=tables), brackets=brackets)
        return replace(state, rounds=(round,), queue=_without(state, *self.table))

    def _common(self, state: TournamentState) -> tuple[int, int] | None:
        """Return the lowest and the highest bracket that all of them want; None for any."""
        wanted = [one for player in self.table if (one := state.queue[player].brackets) is not None]
        return (max(least for least, _ in wanted), min(most for _, most in wanted)) if wanted else None


def require_queue(state: TournamentState) -> None:
    """Raise Refusal "event_over", "no_queue"."""
    require_open(state)
    if not state.rules.queue:
        raise Refusal("no_queue")


def require_queued(state: TournamentState, player: Participant) -> None:
    """Raise Refusal "event_over", "no_queue", "not_queued"."""
    require_queue(state)
    if player not in state.queue:
        raise Refusal("not_queued")


def to_be_asked(state: TournamentState, now: int) -> Sequence[Participant]:
    """Return the players who have waited so long that they are asked whether they are still there; never
    guests."""
    return [
        player
        for player, one in state.queue.items()
        if one.asked is None and (due := _asked_at(state, player)) is not None and due <= now
    ]


def unresponsive(state: TournamentState, now: int) -> Sequence[Participant]:
    """Return the players who were asked and haven't answered in time."""
    return [
        player
        for player, one in state.queue.items()
        if one.asked is not None and one.asked + CHECK_IN_SECONDS <= now
    ]


def next_look(state: TournamentState) -> int | None:
    """Return when the next player has to be asked or removed; None if never."""
    moments = [
        _asked_at(state, player) if one.asked is None else one.asked + CHECK_IN_SECONDS
        for player, one in state.queue.items()
    ]
    return min((moment for moment in moments if moment is not None), default=None)


def apart_by_bracket(state: TournamentState) -> Collection[frozenset[Participant]]:
    """Return the pairs of waiting players who want no bracket in common.

    Brackets are ranges, so players of whom each two have one in common all have one in common.
    """
    wanted = [(player, one.brackets) for player, one in state.queue.items() if one.brackets is not None]
    return {
        frozenset((one, other))
        for (one, mine), (other, theirs) in combinations(wanted, 2)
        if mine[1] < theirs[0] or theirs[1] < mine[0]
    }


def repeated_at(state: TournamentState, table: Sequence[Participant]) -> int | None:
    """Return when these players may be seated together again after a shared table; None if they may at
    once."""
    wanted = {*table}
    for one in reversed(state.rounds[0].pairings.tables) if state.rounds else ():
        if wanted & {*one}:
            return max(state.queue[player].since for player in wanted) + REPEAT if wanted == {*one} else None
    return None


def _asked_at(state: TournamentState, player: Participant) -> int | None:
    if not state.rules.patience or state.players[player].user is None:
        return None
    return state.queue[player].since + state.rules.patience * MINUTE


def _without(state: TournamentState, *players: Participant) -> dict[Participant, WaitingInQueue]:
    return {player: one for player, one in state.queue.items() if player not in players}
