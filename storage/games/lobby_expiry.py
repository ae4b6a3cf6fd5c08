"""Lobbies that are forgotten: each has a deadline, which every change of it moves on."""

from datetime import datetime, timedelta

from rules.game.lobby import Lobby
from rules.table import Table
from storage.engine.writer import Statement
from storage.scheduler import Deadline, cancel_deadline, set_deadline

KIND = "lobby"
"""The kind of the deadlines of lobbies; a key is a game's number."""
PATIENCE = timedelta(hours=24)
"""How long nothing has to happen in a lobby for it to be forgotten."""


def deadlines_after(game: int, before: Table, after: Table, now: datetime) -> list[Statement]:
    """The statements for the deadline of a table that has become this."""
    if isinstance(after, Lobby) and not after.closed:
        return [set_deadline(Deadline(KIND, str(game), now + PATIENCE))]
    return [cancel_deadline(KIND, str(game))] if isinstance(before, Lobby) else []
