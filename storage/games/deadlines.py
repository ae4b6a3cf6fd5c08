"""Deadlines of tables: the clocks of games, and idle lobbies."""

from datetime import datetime, timedelta

from rules.game.lobby import Lobby
from rules.game.parts import GameId
from rules.game.turn_times import TurnTimes
from rules.table import Table
from rules.turns.clock import ROUND_END, Clock, due_moments
from storage.engine.group_commit import Statement
from storage.engine.timestamps import time_of_day
from storage.games.values import GameView
from storage.scheduler import Deadline, DeadlineKind, cancel_deadline, set_deadline

LOBBY_LIFETIME = timedelta(hours=24)
"""How long nothing has to happen in a lobby for it to be forgotten."""


def forget_notes(game: GameId) -> tuple[Statement, ...]:
    """Return the statements that remove names and IDs from a table's short-lived notes.

    Late presses can then no longer join an event.
    """
    like = f'%"game":{game},%'
    return (("DELETE FROM deadline WHERE kind = ? AND note LIKE ?", (DeadlineKind.LATE_PRESS, like)),)


def same_time_key(game: GameId, entry: int) -> str:
    """Return the key of the deadline for an entry's result."""
    return f"{game}:{entry}"


def parse_same_time_key(key: str) -> tuple[GameId, int]:
    """Return the game and the entry, from a key of ``same_time_key``."""
    game, entry = key.split(":", 1)
    return GameId(int(game)), int(entry)


def clock_key(game: GameId, what: str) -> str:
    """Return the key of a deadline of a game's clocks."""
    return f"{game}:{what}"


def parse_clock_key(key: str) -> tuple[GameId, str]:
    """Return the game and the due key, from a key of ``clock_key``."""
    game, what = key.split(":", 1)
    return GameId(int(game)), what


def clock_deadlines(view: GameView, clock: Clock, turn_times: TurnTimes, now: datetime) -> list[Statement]:
    """Return the statements for the deadlines of a game with these clocks and turns.

    Deadlines before ``now`` are not announced, except for the end of a round, which has not been called yet.
    """
    if clock is view.clock and (turn_times is view.turn_times or clock.round is clock.timer is None):
        return []
    before, after = due_moments(view.clock, view.turn_times), due_moments(clock, turn_times)
    statements: list[Statement] = []
    for what in sorted(before.keys() | after.keys()):
        due, key = after.get(what), clock_key(view.game, what)
        if due == before.get(what):
            continue
        if due is not None and (time_of_day(due) > now or what == ROUND_END):
            statements.append(set_deadline(Deadline(DeadlineKind.CLOCK, key, time_of_day(due))))
        else:
            statements.append(cancel_deadline(DeadlineKind.CLOCK, key))
    return statements


def lobby_deadlines(game: GameId, before: Table, after: Table, now: datetime) -> list[Statement]:
    """Return the statements for the deadline of the table ``after`` an action."""
    if isinstance(after, Lobby) and not after.closed:
        return [set_deadline(Deadline(DeadlineKind.LOBBY, str(game), now + LOBBY_LIFETIME))]
    return [cancel_deadline(DeadlineKind.LOBBY, str(game))] if isinstance(before, Lobby) else []
