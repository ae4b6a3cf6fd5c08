"""What the channels of games must be told, and what their boards, earlier ones too, are known to show.

An announcement is written in the transaction of the entry that it is about, as a row without a text: the
text is made from the log again. That Discord has taken it, or a board, is noted a little later, for all games
in one transaction, so that nobody waits for that. What a crash keeps from being noted is looked at again
after the start.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from enum import StrEnum

from msgspec import Struct

from rules.game.game import Game
from rules.game.parts import GameId
from rules.table import Table
from storage.engine.database import Database
from storage.engine.group_commit import NotCommitted, Statement
from storage.games.values import BoardMessage

_log = logging.getLogger(__name__)

PAUSE = 3.0
"""Seconds in which what Discord has taken is gathered before it is noted."""


class AnnouncementKind(StrEnum):
    """What makes the text of an announcement; stable names in people's databases."""

    STEP = "step"
    """What came of a step."""
    CLOCK = "clock"
    """What a clock did by itself."""


class Announcement(Struct, frozen=True):
    """What a game's channel must be told about an entry of its log."""

    game: GameId
    entry: int
    kind: AnnouncementKind


def must_be_told(before: Table, after: Table) -> bool:
    """Whether a step has to reach its channel: starts, departures, endings, restarts, and their undoing;
    reminders whose turn has come, and what a vote has come to."""
    if not isinstance(before, Game) or not isinstance(after, Game):
        return isinstance(before, Game) or isinstance(after, Game)
    if (before.outcome is None) is not (after.outcome is None) or before.restarts != after.restarts:
        return True
    if len(after.reminders) < len(before.reminders) and before.turn != after.turn:
        return True
    if before.vote is not None and after.vote is None:
        return True
    if before.players is after.players:
        return False
    return [one.left is None for one in before.players] != [one.left is None for one in after.players]


def insert_announcement(one: Announcement) -> Statement:
    """The statement by which an announcement waits to be sent."""
    return "INSERT INTO announcement (game, entry, kind) VALUES (?, ?, ?)", (one.game, one.entry, one.kind)


def _delete(one: Announcement) -> Statement:
    return "DELETE FROM announcement WHERE game = ? AND entry = ?", (one.game, one.entry)


def insert_earlier_board(game: GameId, board: BoardMessage) -> Statement:
    """The statement by which a message waits to say that a game is shown elsewhere now."""
    return (
        "INSERT INTO earlier_board (message, channel, game) VALUES (?, ?, ?) "
        "ON CONFLICT (message) DO UPDATE SET channel = excluded.channel, game = excluded.game",
        (board.message, board.channel, game),
    )


def _delete_earlier_board(board: BoardMessage) -> Statement:
    return "DELETE FROM earlier_board WHERE message = ?", (board.message,)


def _shown(game: GameId, board: BoardMessage, entry: int) -> Statement:
    """A finished game's board counts as shown only with its last entry."""
    return (
        "UPDATE game SET shown = ?1 WHERE id = ?2 AND board_message = ?3 "
        "AND (over = 0 OR ?1 = (SELECT max(number) FROM entry WHERE game = ?2))",
        (entry, game, board.message),
    )


class Outbox:
    """The announcements that wait, and what has to be noted about those that Discord has taken."""

    def __init__(self, database: Database, *, pause: float = PAUSE) -> None:
        self._database = database
        self._pause = pause
        self._waiting: dict[GameId, list[Announcement]] = {}
        self._told: list[Announcement] = []
        self._boards: dict[GameId, tuple[BoardMessage, int]] = {}
        self._retired: list[BoardMessage] = []
        self._timer: asyncio.TimerHandle | None = None
        self._noting: asyncio.Task[None] | None = None
        self._closed = False
        self.followers: Sequence[Callable[[Announcement], None]] = ()
        """Called with each announcement that is committed."""

    def add(self, one: Announcement) -> None:
        """An announcement is committed."""
        self._waiting.setdefault(one.game, []).append(one)
        for follow in self.followers:
            follow(one)

    async def load(self, channel: int | None = None) -> list[GameId]:
        """The games with announcements from before the start, which wait from now on, the newest first.

        ``channel``: only games in it and its threads.
        """
        place = channel or 0
        rows = await self._database.fetch(
            "SELECT game, entry, kind, guild FROM announcement JOIN game ON game.id = game "
            "WHERE ? = 0 OR channel = ? OR parent = ? ORDER BY game, entry",
            *(place, place, place),
        )
        rows = [row for row in rows if self._database.owns(row["guild"])]
        for game, entry, kind, _ in rows:
            one = Announcement(game, entry, AnnouncementKind(kind))
            if one not in self._waiting.get(game, ()) and one not in self._told:
                self._waiting.setdefault(game, []).append(one)
        return list(dict.fromkeys(row["game"] for row in reversed(rows)))

    def of(self, game: GameId) -> Sequence[Announcement]:
        """What waits to be told to a game's channel, oldest first."""
        return tuple(self._waiting.get(game, ()))

    def find(self, game: GameId, entry: int) -> Announcement | None:
        """What waits to be told about an entry."""
        return next((one for one in self._waiting.get(game, ()) if one.entry == entry), None)

    def told(self, one: Announcement) -> None:
        """Discord has taken an announcement, or it is given up."""
        waiting = self._waiting.get(one.game, [])
        if one in waiting:
            waiting.remove(one)
            if not waiting:
                del self._waiting[one.game]
            self._told.append(one)
            self._note_soon()

    def leave(self, game: GameId) -> None:
        """Another process serves a game's server now, and sees to what waits."""
        self._waiting.pop(game, None)

    def shown(self, game: GameId, board: BoardMessage, entry: int) -> None:
        """A board shows an entry, and no write to it is on its way."""
        self._boards[game] = board, entry
        self._note_soon()

    async def earlier_boards(self) -> list[tuple[GameId, BoardMessage]]:
        """The games of messages from before the start that don't say yet where their game is shown now."""
        rows = await self._database.fetch(
            "SELECT game, earlier_board.channel, message, guild FROM earlier_board "
            "JOIN game ON game.id = game ORDER BY message"
        )
        return [
            (GameId(game), BoardMessage(channel, message))
            for game, channel, message, guild in rows
            if self._database.owns(guild)
        ]

    def retired(self, board: BoardMessage) -> None:
        """An earlier board says where its game is shown now, or it can't."""
        self._retired.append(board)
        self._note_soon()

    async def close(self) -> None:
        """Note everything that Discord has taken."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._noting is not None:
            await asyncio.wait([self._noting])
        await self._note()

    def _note_soon(self) -> None:
        if self._timer is None and not self._closed:
            self._timer = asyncio.get_running_loop().call_later(self._pause, self._begin)

    def _begin(self) -> None:
        self._noting = asyncio.create_task(self._note(), name="outbox")

    async def _note(self) -> None:
        """Write everything in one transaction, or try again later."""
        self._timer = None
        told, self._told = self._told, []
        boards, self._boards = self._boards, {}
        retired, self._retired = self._retired, []
        if not told and not boards and not retired:
            return
        try:
            await self._database.write(
                *map(_delete, told),
                *(_shown(game, *taken) for game, taken in boards.items()),
                *map(_delete_earlier_board, retired),
            )
        except NotCommitted as error:
            _log.warning("What Discord has taken will be noted later: %s", error)
            self._told = [*told, *self._told]
            self._boards = boards | self._boards
            self._retired = [*retired, *self._retired]
            self._note_soon()
