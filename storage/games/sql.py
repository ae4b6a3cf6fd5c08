"""The SQL of the log: rows in and out, and the fold that loads a table."""

from collections.abc import AsyncIterator, Iterable
from datetime import datetime
from sqlite3 import Row

from rules.events.event import Event
from rules.game import undo_tree
from rules.table import Table, evolve
from rules.turns import turn_times
from storage.engine.database import Database
from storage.engine.writer import Statement
from storage.events import codec
from storage.games.clocks import ClockHistory
from storage.games.loaded_game import ENTRIES_SHOWN, START, LoadedGame, Revision
from storage.games.values import BoardMessage, EntryKind, GameView, Location, LogEntry, OpenGame

PAGE = 200

_ENTRY = "number, kind, parent, at, user, name, interaction, made, action, events"

_WAY = """
    WITH RECURSIVE way (number, parent, made, events, value) AS (
        SELECT number, parent, made, events,
            (SELECT value FROM snapshot WHERE snapshot.game = entry.game AND snapshot.number = entry.number)
        FROM entry WHERE game = ?1 AND number = ?2
        UNION ALL
        SELECT entry.number, entry.parent, entry.made, entry.events,
            (SELECT value FROM snapshot WHERE snapshot.game = entry.game AND snapshot.number = entry.number)
        FROM way JOIN entry ON entry.game = ?1 AND entry.number = way.parent
        WHERE way.value IS NULL
    )
    SELECT number, parent, made, events, value,
        (SELECT pace FROM snapshot WHERE snapshot.game = ?1 AND snapshot.number = way.number) AS pace
    FROM way ORDER BY number
"""
"""The actions from the nearest snapshot, or the first action, to one action, oldest first."""


class GameLog:
    """The log of every game in a database, to read; the statements to append to it are functions beside."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def newest_game(self) -> int:
        """The highest number of a game; 0 before the first."""
        rows = await self._database.fetch("SELECT coalesce(max(id), 0) FROM game")
        return rows[0][0]

    async def current_game(self, channel: int) -> int | None:
        """The channel's game in progress, or else its newest one."""
        rows = await self._database.fetch(
            "SELECT id FROM game WHERE channel = ? ORDER BY over, id DESC LIMIT 1", channel
        )
        return rows[0][0] if rows else None

    async def previous_game(self, game: int) -> int | None:
        """The game before this one in the same channel."""
        rows = await self._database.fetch(
            "SELECT max(id) FROM game WHERE id < ?1 AND channel = (SELECT channel FROM game WHERE id = ?1)",
            game,
        )
        return rows[0][0]

    async def channel_of(self, game: int) -> int | None:
        """The channel of a game; None when there is no such game."""
        rows = await self._database.fetch("SELECT channel FROM game WHERE id = ?", game)
        return rows[0][0] if rows else None

    async def open_tables(self, since: datetime) -> list[OpenGame]:
        """Every game that is not over and has an entry since then, oldest first."""
        rows = await self._database.fetch(
            "SELECT id, channel, guild, board_channel, board_message FROM game WHERE over = 0 AND "
            "(SELECT made FROM entry WHERE game = game.id ORDER BY number DESC LIMIT 1) >= ? ORDER BY id",
            since.isoformat(),
        )
        return [OpenGame(row[0], Location(row[1], row[2]), _board(row[3], row[4])) for row in rows]

    async def load(self, game: int) -> LoadedGame:
        """The game as it stands after its last entry."""
        found = await self._database.fetch(
            "SELECT channel, guild, parent, opened, board_channel, board_message FROM game WHERE id = ?", game
        )
        channel, guild, parent, opened, board_channel, board_message = found[0]
        entries = (await self.entries(game, before=None, limit=ENTRIES_SHOWN))[::-1]
        at = entries[-1].at
        outcome, clocks = await self._outcome(game, at)
        followed = await self._database.fetch(
            "SELECT 1 FROM entry WHERE game = ?1 AND number > ?2 AND parent = ?2 AND kind = 'act' LIMIT 1",
            *(game, at),
        )
        view = GameView(
            game=game,
            location=Location(channel, guild, parent),
            opened=datetime.fromisoformat(opened),
            board=_board(board_channel, board_message),
            table=outcome.table,
            entries=tuple(entries),
            can_undo=outcome.parent != 0,
            can_redo=bool(followed),
            clock=clocks.last,
            turn_times=outcome.pace,
        )
        return LoadedGame(view, outcome, {outcome.number: outcome})

    async def outcome(self, game: int, number: int) -> Revision:
        """The table after an action: the nearest snapshot on the way to it and the fold of what came then."""
        return (await self._outcome(game, number))[0]

    async def _outcome(self, game: int, number: int) -> tuple[Revision, ClockHistory]:
        clocks = await self._clocks(game)
        if number == 0:
            return START, clocks
        rows = await self._database.fetch(_WAY, game, number)
        value: str | None = rows[0]["value"]
        table = START.table if value is None else codec.decode_table(value)
        turns = START.pace if value is None else codec.decode_pace(rows[0]["pace"])
        folded = rows if value is None else rows[1:]
        for row in folded:
            events = codec.decode_events(row["events"])
            table = fold(table, events)
            if turn_times.concerned(events):
                turns = turn_times.go_on(turns, events, clocks.moment(row["number"], row["made"]))
        return Revision(number, rows[-1]["parent"], table, len(folded), turns), clocks

    async def _clocks(self, game: int) -> ClockHistory:
        """The clocks of a game as they stood after every change."""
        rows = await self._database.fetch(
            "SELECT number, made, action FROM entry WHERE game = ? AND kind = 'clock' ORDER BY number", game
        )
        return ClockHistory((row["number"], row["made"], codec.decode_change(row["action"])) for row in rows)

    async def parents(self, game: int) -> dict[int, int]:
        """For every action of a game the one on whose outcome it was taken."""
        rows = await self._database.fetch(
            "SELECT number, parent FROM entry WHERE game = ? AND kind = 'act'", game
        )
        return {number: parent for number, parent in rows}

    async def authors(self, game: int) -> dict[int, int]:
        """For every action of a game the user who asked for it."""
        rows = await self._database.fetch(
            "SELECT number, user FROM entry WHERE game = ? AND kind = 'act'", game
        )
        return {number: user for number, user in rows}

    async def entries(self, game: int, *, before: int | None, limit: int) -> list[LogEntry]:
        """The last entries of a game before a number, newest first."""
        rows = await self._database.fetch(
            f"SELECT {_ENTRY} FROM entry WHERE game = ? AND number < ? ORDER BY number DESC LIMIT ?",
            *(game, 2**63 - 1 if before is None else before, limit),
        )
        return [_entry(row) for row in rows]

    async def entry_of(self, interaction: int) -> tuple[int, LogEntry] | None:
        """The game and the entry that an interaction has made."""
        rows = await self._database.fetch(
            f"SELECT {_ENTRY}, game FROM entry WHERE interaction = ?", interaction
        )
        return (rows[0]["game"], _entry(rows[0])) if rows else None

    async def line(self, game: int, at: int | None = None) -> AsyncIterator[LogEntry]:
        """The actions that lead to the outcome of one, oldest first; of the one on which the table stands."""
        last = await self._database.fetch(
            "SELECT at FROM entry WHERE game = ? ORDER BY number DESC LIMIT 1", game
        )
        if not last:
            return
        path = undo_tree.path(await self.parents(game), last[0]["at"] if at is None else at)
        # Page by page, so that a long game does not keep the process from everybody else.
        for start in range(0, len(path), PAGE):
            page = path[start : start + PAGE]
            wanted = set(page)
            rows = await self._database.fetch(
                f"SELECT {_ENTRY} FROM entry WHERE game = ? AND number BETWEEN ? AND ? ORDER BY number",
                *(game, page[0], page[-1]),
            )
            for row in rows:
                if row["number"] in wanted:
                    yield _entry(row)


def fold(table: Table, events: Iterable[Event]) -> Table:
    """The table after these events."""
    for event in events:
        table = evolve(table, event)
    return table


def insert_game(game: int, place: Location, opened: datetime) -> Statement:
    """The statement that opens a game."""
    return (
        "INSERT INTO game (id, channel, guild, parent, opened) VALUES (?, ?, ?, ?, ?)",
        (game, place.channel, place.guild, place.parent, opened.isoformat()),
    )


def insert_entry(game: int, entry: LogEntry) -> Statement:
    """The statement that appends an entry."""
    action = None if entry.action is None else codec.encode_action(entry.action)
    change = None if entry.change is None else codec.encode_change(entry.change)
    return (
        f"INSERT INTO entry (game, {_ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            game,
            entry.number,
            entry.kind.value,
            entry.parent,
            entry.at,
            entry.user,
            entry.name,
            entry.interaction,
            entry.when.isoformat(),
            change if action is None else action,
            None if action is None else codec.encode_events(entry.events),
        ),
    )


def insert_snapshot(game: int, outcome: Revision) -> Statement:
    """The statement that keeps a table as it is after an action."""
    return (
        "INSERT INTO snapshot (game, number, value, pace) VALUES (?, ?, ?, ?)",
        (game, outcome.number, codec.encode_table(outcome.table), codec.encode_pace(outcome.pace)),
    )


def set_over(game: int, *, over: bool) -> Statement:
    """The statement that marks a game as over, or as in progress again."""
    return "UPDATE game SET over = ? WHERE id = ?", (int(over), game)


def set_board(game: int, board: BoardMessage | None) -> Statement:
    """The statement that keeps where a game's board is."""
    return (
        "UPDATE game SET board_channel = ?, board_message = ? WHERE id = ?",
        (board and board.channel, board and board.message, game),
    )


def _board(channel: int | None, message: int | None) -> BoardMessage | None:
    return None if channel is None or message is None else BoardMessage(channel, message)


def _entry(row: Row) -> LogEntry:
    action: str | None = row["action"]
    kind = EntryKind(row["kind"])
    return LogEntry(
        number=row["number"],
        kind=kind,
        parent=row["parent"],
        at=row["at"],
        user=row["user"],
        name=row["name"],
        interaction=row["interaction"],
        when=datetime.fromisoformat(row["made"]),
        action=codec.decode_action(action) if action is not None and kind is EntryKind.ACT else None,
        events=codec.decode_events(row["events"]) if kind is EntryKind.ACT else (),
        change=codec.decode_change(action) if action is not None and kind is EntryKind.CLOCK else None,
    )
