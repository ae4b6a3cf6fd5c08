"""The log of games in SQL: its rows in and out, compact games' too."""

from collections.abc import AsyncIterator, Collection, Iterator
from datetime import datetime

from rules.game.parts import GameId
from rules.game.undo_tree import UndoTree
from storage.engine.database import Database, SqlRow
from storage.engine.group_commit import SqlValue, Statement
from storage.engine.timestamps import milliseconds, time_of_day
from storage.events import codec
from storage.events.store import ENTRIES_PER_READ, EVERYTHING, EventStore, EventTable
from storage.games.cache import Revision
from storage.games.compact import ENTRY, CompactGames
from storage.games.queries import GameQueries
from storage.games.steps import FIX, decode_fix, encode_fix, entered, steps
from storage.games.values import EntryKind, LogEntry, Step
from storage.workers.slices import sliced

_PATH = """
    WITH RECURSIVE path (number, parent, made, events, value) AS (
        SELECT number, parent, made, events,
            (SELECT value FROM snapshot WHERE snapshot.game = entry.game AND snapshot.number = entry.number)
        FROM entry WHERE game = ?1 AND number = ?2
        UNION ALL
        SELECT entry.number, entry.parent, entry.made, entry.events,
            (SELECT value FROM snapshot WHERE snapshot.game = entry.game AND snapshot.number = entry.number)
        FROM path JOIN entry ON entry.game = ?1 AND entry.number = path.parent
        WHERE path.value IS NULL OR path.number > ?3
    )
    SELECT number, parent, made, events, value,
        (SELECT pace FROM snapshot WHERE snapshot.game = ?1 AND snapshot.number = path.number) AS pace
    FROM path ORDER BY number
"""
"""The actions from the nearest snapshot, or the first action, to one action, oldest first."""


def _values(entry: LogEntry) -> tuple[SqlValue, ...]:
    action = None if entry.action is None else codec.encode_action(entry.action)
    beside = None
    if entry.change is not None:
        beside = codec.encode_change(entry.change)
    elif entry.fix is not None:
        beside = encode_fix(entry.fix)
    return (
        entry.number,
        entry.kind.value,
        entry.parent,
        entry.at,
        entry.user,
        entry.name,
        entry.interaction,
        milliseconds(entry.when),
        beside if action is None else action,
        codec.encode_events(entry.events) if entry.kind is EntryKind.ACT else None,
    )


def _entry(row: SqlRow) -> LogEntry:
    action: str | None = row["action"]
    kind = EntryKind(row["kind"])
    acts, fixes = kind is EntryKind.ACT, action is not None and action.startswith(FIX)
    return LogEntry(
        number=row["number"],
        kind=kind,
        parent=row["parent"],
        at=row["at"],
        user=row["user"],
        name=row["name"],
        interaction=row["interaction"],
        when=time_of_day(row["made"]),
        action=codec.decode_action(action) if action is not None and acts and not fixes else None,
        events=codec.decode_events(row["events"]) if acts else (),
        change=codec.decode_change(action) if action is not None and kind is EntryKind.CLOCK else None,
        fix=decode_fix(action) if action is not None and fixes else None,
    )


GAME_LOG_TABLE = EventTable(
    name="entry",
    stream="game",
    columns=ENTRY,
    values=_values,
    entry=_entry,
)


class GameLog(EventStore[LogEntry]):
    """Reads the log of every game in a database, compact ones included.

    The statements that write are functions of this module.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database, GAME_LOG_TABLE)
        self.compact = CompactGames(database)
        self.queries = GameQueries(database, self.compact)

    async def fetch(self, stream: int, sql: str, *values: SqlValue) -> list[SqlRow]:
        """Return the rows of a SELECT about one game, which may be compact."""
        compact = await self.compact.open(GameId(stream))
        if compact is not None:
            return compact.fetch(sql, *values)
        rows = await self.database.fetch(sql, *values)
        if not rows and (compact := await self.compact.open(GameId(stream))) is not None:
            return compact.fetch(sql, *values)  # it became so meanwhile
        return rows

    async def first_after(self, game: GameId, moment: datetime) -> tuple[int, datetime] | None:
        """Return the number and moment of the first entry that was made after a moment."""
        rows = await self.fetch(
            game,
            "SELECT number, made FROM entry WHERE game = ? AND made > ? ORDER BY number LIMIT 1",
            *(game, milliseconds(moment)),
        )
        return (rows[0]["number"], time_of_day(rows[0]["made"])) if rows else None

    async def entry(self, game: GameId, number: int) -> LogEntry | None:
        """Return the entry of this number; None if there is none."""
        rows = await self.select(game, number - 1, number)
        return _entry(rows[0]) if rows else None

    async def path(self, game: GameId, number: int, since: int | None = None) -> list[SqlRow]:
        """Return the actions that lead to an action, oldest first, from the snapshot nearest to ``since`` on.

        ``since`` is one of them (default: the last). Columns: number, parent, made, events; of a snapshot
        also value and pace.
        """
        return await self.fetch(game, _PATH, game, number, number if since is None else since)

    async def clock_changes(self, game: GameId) -> list[SqlRow]:
        """Return the number, moment and JSON ("action") of every change of a game's clocks."""
        return await self.fetch(
            game,
            "SELECT number, made, action FROM entry WHERE game = ? AND kind = 'clock' ORDER BY number",
            game,
        )

    async def is_followed(self, game: GameId, number: int) -> bool:
        """Return whether another action follows this one."""
        rows = await self.fetch(
            game,
            "SELECT 1 FROM entry WHERE game = ?1 AND number > ?2 AND parent = ?2 AND kind = 'act' LIMIT 1",
            *(game, number),
        )
        return bool(rows)

    async def actions(self, game: GameId) -> Iterator[tuple[int, int, int]]:
        """Return every action of a game: its number, its predecessor, and its user."""
        rows = await self.fetch(
            *(game, "SELECT number, parent, user FROM entry WHERE game = ? AND kind = 'act' ORDER BY number"),
            game,
        )
        return ((number, parent, user) for number, parent, user in rows)

    async def line(self, game: GameId, at: int | None = None) -> AsyncIterator[LogEntry]:
        """Yield the actions that lead to an action (default: the current one), oldest first, as fixes have
        changed them."""
        async for step in self.steps(game, at):
            if step.counts:
                yield step.entry

    async def steps(
        self, game: GameId, at: int | None = None, most: int | None = None
    ) -> AsyncIterator[Step]:
        """Yield these actions, and steps that no longer count; only the last ``most`` if there are no
        fixes."""
        if at is None:
            last = await self.entries(game, limit=1)
            if not last:
                return
            at = last[0].at
        path = UndoTree((number, parent) for number, parent, _ in await self.actions(game)).path(at)
        if (await self._fixes(game)).isdisjoint(path):
            async for entry in self.numbered(game, path if most is None else path[-most:]):
                yield entered(entry)
            return
        entries = {row["number"]: _entry(row) async for row in sliced(await self.rows(game))}
        async for step in sliced(steps(entries, at)):
            yield step

    async def _fixes(self, game: GameId) -> set[int]:
        rows = await self.fetch(
            game,
            "SELECT number FROM entry WHERE game = ? AND kind = 'act' AND substr(action, 1, ?) = ?",
            *(game, len(FIX), FIX),
        )
        return {row["number"] for row in rows}

    async def fixes(self, game: GameId, path: Collection[int]) -> AsyncIterator[LogEntry]:
        """Yield the fixes among some actions, oldest first."""
        async for entry in self.numbered(game, tuple(sorted((await self._fixes(game)).intersection(path)))):
            yield entry

    async def undone_by(self, game: GameId, number: int) -> list[LogEntry]:
        """Return the undos that may have undone an action, the latest first."""
        rows = await self.fetch(
            game,
            f"SELECT {', '.join(GAME_LOG_TABLE.columns)} FROM entry WHERE game = ?1 AND number > ?2 "
            "AND kind = 'undo' AND at < ?2 AND parent >= ?2 ORDER BY number DESC",
            *(game, number),
        )
        return [*map(_entry, rows)]

    async def numbered(self, game: GameId, numbers: tuple[int, ...]) -> AsyncIterator[LogEntry]:
        """Yield the entries of these ascending numbers."""
        for start in range(0, len(numbers), ENTRIES_PER_READ):
            page = numbers[start : start + ENTRIES_PER_READ]
            asked_for = set(page)
            for row in await self.select(game, page[0] - 1, page[-1], limit=EVERYTHING):
                if row["number"] in asked_for:
                    yield _entry(row)

    async def snapshots(self, game: GameId) -> list[SqlRow]:
        """Return the number, value and pace of every snapshot of a game."""
        return await self.fetch(game, "SELECT number, value, pace FROM snapshot WHERE game = ?", game)


def insert_snapshot(game: GameId, revision: Revision) -> Statement:
    """Return the statement that stores a table after an action."""
    return (
        "INSERT INTO snapshot (game, number, value, pace) VALUES (?, ?, ?, ?)",
        (
            *(game, revision.number),
            codec.encode_table(revision.table),
            codec.encode_turn_times(revision.turn_times),
        ),
    )


def rewrite_snapshot(game: GameId, number: int, value: str | None, pace: str | None) -> Statement:
    """Return the statement that removes a person from a snapshot."""
    return (
        "UPDATE snapshot SET value = ?, pace = ? WHERE game = ? AND number = ?",
        (value, pace, game, number),
    )
