"""The announcements for games' channels, and the entries that boards, including earlier ones, show."""

from rules.actions.endings import CreditKnockOut
from rules.game.game import Game
from rules.game.parts import GameId
from rules.table import Table
from storage.engine.database import Database
from storage.engine.deferred_writes import DeferredWrites
from storage.engine.group_commit import Statement
from storage.engine.timestamps import milliseconds
from storage.games.values import BoardMessage, EntryKind, GameView, LogEntry
from storage.posts import Post, PostKind, Topic, change_moves, change_posts, insert_post, render_kind_again


def needs_announcement(before: Table, after: Table) -> bool:
    """Return whether a step needs an announcement: starts, departures, endings, restarts, and their
    undoing; due reminders, the results of votes, and agreements to a draw."""
    if not isinstance(before, Game) or not isinstance(after, Game):
        return isinstance(before, Game) or isinstance(after, Game)
    if (before.outcome is None) is not (after.outcome is None) or before.restarts != after.restarts:
        return True
    if len(after.reminders) < len(before.reminders) and before.turn != after.turn:
        return True
    if before.vote is not None and after.vote is None:
        return True
    if len(before.agreed_to_draw) < len(after.agreed_to_draw):
        return True
    if before.players is after.players:
        return False
    return [one.left is None for one in before.players] != [one.left is None for one in after.players]


def topic_of(game: GameId) -> Topic:
    """Return the subject of a game's posts."""
    return "game", game


def post_of(view: GameView, entry: LogEntry, kind: PostKind, number: int | None = None) -> Post:
    """Return the post that announces an entry in a game's channel.

    ``number``: another entry of the game as its key (default: its own).
    """
    board = 0 if view.board is None else view.board.message
    return Post(
        *("game", view.game, entry.number if number is None else number, kind, view.location),
        made=milliseconds(entry.when),
        after=entry.interaction if entry.interaction > 0 else board,
    )


def statements_of(post: Post | None, game: GameId, entry: LogEntry) -> list[Statement]:
    """Return an entry's writes to the outbox: its post, if any, and changes of earlier ones."""
    if entry.fix is not None:
        base, changed = entry.fix.base, (entry.fix.base, entry.number - 1)
    else:
        further = {EntryKind.ACT: -1, EntryKind.UNDO: 1, EntryKind.REDO: 1}.get(entry.kind, 0)
        base, changed = entry.number + further, (entry.parent, entry.at)
    statements = list[Statement]()
    if changes_posts(entry) and not isinstance(entry.action, CreditKnockOut):
        topic = topic_of(game)
        statements += [change_posts(topic, min(changed), max(changed)), change_moves(topic, min(changed))]
    return statements if post is None else [*statements, insert_post(post, base)]


def changes_posts(entry: LogEntry) -> bool:
    """Return whether an entry undoes or restores earlier ones, or credits a knock-out."""
    moved = entry.fix is not None or entry.kind in (EntryKind.UNDO, EntryKind.REDO)
    return moved or isinstance(entry.action, CreditKnockOut)


def pictures_again(before: Table, after: Table, game: GameId) -> list[Statement]:
    """Return the statements that queue a finished game's picture to be redrawn after a change of its
    facts."""
    both = isinstance(before, Game) and isinstance(after, Game) and before.outcome and after.outcome
    return [render_kind_again(topic_of(game), PostKind.CHART)] if both else []


def insert_earlier_board(game: GameId, board: BoardMessage) -> Statement:
    """Return the statement that queues an earlier board's link to the current one."""
    return (
        "INSERT INTO earlier_board (message, channel, game) VALUES (?, ?, ?) "
        "ON CONFLICT (message) DO UPDATE SET channel = excluded.channel, game = excluded.game",
        (board.message, board.channel, game),
    )


def _delete_earlier_board(board: BoardMessage) -> Statement:
    return "DELETE FROM earlier_board WHERE message = ?", (board.message,)


def _shown(game: GameId, board: BoardMessage, entry: int) -> Statement:
    """Return the statement that records which entry a board shows; of a finished game, only the last."""
    return (
        "UPDATE game SET shown = ?1 WHERE id = ?2 AND board_message = ?3 "
        "AND (over = 0 OR ?1 = (SELECT max(number) FROM entry WHERE game = ?2))",
        (entry, game, board.message),
    )


class ShownBoards:
    """The entries that boards are known to show, and earlier boards that don't link to the
    current one yet."""

    def __init__(self, database: Database, writes: DeferredWrites) -> None:
        self._database = database
        self._writes = writes

    def shown(self, game: GameId, board: BoardMessage, entry: int) -> None:
        """Record that a board shows an entry, with no write to it under way."""
        self._writes.add(("board", game), _shown(game, board, entry))

    def retired(self, board: BoardMessage) -> None:
        """Record that an earlier board links to the current one, or can't."""
        self._writes.add(board, _delete_earlier_board(board))

    async def earlier_boards(self) -> list[tuple[GameId, BoardMessage]]:
        """Return the games of messages from before the start that don't link to their game's present
        board."""
        rows = await self._database.fetch(
            "SELECT game, earlier_board.channel, message, guild FROM earlier_board "
            "JOIN game ON game.id = game ORDER BY message"
        )
        return [
            (GameId(game), BoardMessage(channel, message))
            for game, channel, message, guild in rows
            if self._database.owns(guild)
        ]
