"""A game that is no longer played: its rows, compressed to about a tenth.

Everything is kept as it was, so nothing is lost when the game is unpacked. To read it, it is loaded into an
in-memory database with the same tables, which answers the same queries. The SQL of compact games is here.
"""

import asyncio
import re
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import msgspec

from rules.game.parts import GameId
from storage.engine.database import Database, SqlRow, placeholders
from storage.engine.group_commit import SqlValue, Statement
from storage.events import codec
from storage.events.anonymization import seat_ids

CompactRows: TypeAlias = Sequence[Sequence[Any]]
"""Rows of a table, each with its columns in order, without the game's number."""

ENTRY = ("number", "kind", "parent", "at", "user", "name", "interaction", "made", "action", "events")
SNAPSHOT = ("number", "value", "pace")
_VERSION = 1
_SNOWFLAKE = re.compile(r"\d{15,19}")
"""A text that may be a Discord ID."""
_MEMORY = "".join(
    f"CREATE TABLE {name} (game, {', '.join(columns)}, PRIMARY KEY (game, number)) WITHOUT ROWID;\n"
    for name, columns in (("entry", ENTRY), ("snapshot", SNAPSHOT))
)


def pack(entries: CompactRows, snapshots: CompactRows) -> bytes:
    """Compress a game's rows, by columns, whose values are similar."""
    columns = [list(zip(*rows, strict=True)) for rows in (entries, snapshots)]
    return zlib.compress(msgspec.msgpack.encode([_VERSION, *columns]), 9)


def unpack(value: bytes) -> tuple[CompactRows, CompactRows]:
    """Return the rows of entries and of snapshots in a compressed form. Raises codec.Unreadable."""
    try:
        version, *columns = msgspec.msgpack.decode(zlib.decompress(value))
    except (zlib.error, msgspec.DecodeError) as error:
        raise codec.Unreadable(str(error)) from error
    if version != _VERSION:
        raise codec.Unreadable(f"compact form {version}")
    entries, snapshots = (list(zip(*one, strict=True)) for one in columns)
    return entries, snapshots


def users_of_game(entries: CompactRows) -> set[int]:
    """Return the users that a game may know: authors of entries, players with a seat, mentioned users."""
    found = {user for *_, user, _name, _interaction, _made, _action, _events in entries if user}
    texts = {text for *_, action, events in entries for text in (action, events) if text}
    for text in texts:
        found.update(map(int, _SNOWFLAKE.findall(text)))
        found.update(int(id) for id in seat_ids(codec.parse_json(text)) if id.isascii() and id.isdigit())
    return {user for user in found if user < 2**63}


class CompactGame:
    """A compact game, to be read."""

    def __init__(self, game: GameId, value: bytes) -> None:
        self._game = game
        self._memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._memory.row_factory = sqlite3.Row
        self._memory.executescript(_MEMORY)
        self._memory.execute("BEGIN")
        for statement in restored(game, value):
            self._memory.execute(*statement)

    @classmethod
    async def open(cls, game: GameId, value: bytes) -> "CompactGame":
        """Return the game of this number in this form; slow for a long one, so run it in a thread."""
        return await asyncio.to_thread(cls, game, value)

    def fetch(self, sql: str, *values: SqlValue) -> list[SqlRow]:
        """Return the rows of a SELECT about this game over the tables ``entry`` and ``snapshot``."""
        return self._memory.execute(sql, values).fetchall()

    def rewritten(self, statements: Iterable[Statement]) -> bytes:
        """Return the compressed form after running statements on this game's entries and snapshots."""
        for statement in statements:
            self._memory.execute(*statement)
        return pack(*(self._rows(*one) for one in (("entry", ENTRY), ("snapshot", SNAPSHOT))))

    def _rows(self, table: str, columns: Sequence[str]) -> CompactRows:
        rows = self._memory.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY number")
        return [tuple(row) for row in rows]


class CompactGames:
    """Reads compact games; keeps the last one open.

    If several processes serve the database, others may compact and unpack games, so each read goes to the
    database; this process writes only its own.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._newest: int | None = None
        """The number above which none of this process's games is compact; None before it was looked up."""
        self._opened: tuple[GameId, bytes, CompactGame] | None = None
        """The game that was read last and its compressed rows, since games are read by several questions."""
        self._changes = 0
        """How often a game has been made compact, unpacked or rewritten."""

    async def value(self, game: GameId) -> bytes | None:
        """Return the compressed rows of a compact game; None for any other."""
        rows = await self._database.fetch("SELECT value FROM compact_game WHERE game = ?", game)
        return rows[0][0] if rows else None

    async def _may_be_compact(self, game: GameId) -> bool:
        """Return whether a game of this process can be compact."""
        newest = self._newest
        if newest is None:
            [row] = await self._database.fetch("SELECT coalesce(max(game), 0) FROM compact_game")
            newest = self._newest = max(row[0], self._newest or 0)
        return game <= newest

    async def open(self, game: GameId) -> CompactGame | None:
        """Return a compact game, opened for reading; None for any other."""
        opened, shared = self._opened, self._database.shared
        if not shared and opened is not None and opened[0] == game:
            return opened[2]
        if not shared and not await self._may_be_compact(game):
            return None
        changes = self._changes
        value = await self.value(game)
        if value is None:
            return None
        if opened is not None and opened[:2] == (game, value):
            return opened[2]
        compact = await CompactGame.open(game, value)
        if changes == self._changes:
            self._opened = game, value, compact
        return compact

    async def games_of(self, user: int) -> list[SqlRow]:
        """Return the number, channel and server of every compact game that names a user, and whether it is
        over."""
        return await self._database.fetch(
            "SELECT id, channel, guild, over FROM compact_person JOIN game ON id = game WHERE user = ?", user
        )

    async def unpacking(self, game: GameId) -> list[Statement]:
        """Return the statements that unpack a compact game; empty if it isn't compact.

        The game is this process's own.
        """
        value = await self.value(game) if await self._may_be_compact(game) else None
        if value is None:
            return []
        return [
            *await asyncio.to_thread(restored, game, value),
            ("DELETE FROM compact_person WHERE game = ?", (game,)),
            ("DELETE FROM compact_game WHERE game = ?", (game,)),
        ]

    def will_have(self, game: GameId) -> None:
        """Prepare for compacting a game."""
        self._newest = max(game, self._newest or 0)

    def forget(self) -> None:
        """Drop cached compact games, which other processes may have changed."""
        self._newest = None
        self.reopen()

    def reopen(self) -> None:
        """Forget a game that was compacted, unpacked or rewritten."""
        self._changes += 1
        self._opened = None


def insert_compact(game: GameId, entries: CompactRows, value: bytes) -> list[Statement]:
    """Return the statements that make a game compact: ``value`` instead of these entries and its
    snapshots."""
    return [
        (
            "INSERT INTO compact_game (game, entries, made, value) VALUES (?, ?, ?, ?)",
            (game, len(entries), entries[-1][ENTRY.index("made")], value),
        ),
        *(
            ("INSERT INTO compact_person (user, game) VALUES (?, ?)", (user, game))
            for user in sorted(users_of_game(entries))
        ),
        *forget_index(game),
        ("DELETE FROM snapshot WHERE game = ?", (game,)),
        ("DELETE FROM entry WHERE game = ?", (game,)),
    ]


def forget_index(game: GameId) -> list[Statement]:
    """Return the statements that clear the index of a game's names."""
    return [
        ("DELETE FROM game_person WHERE game = ?", (game,)),
        ("UPDATE game SET indexed = NULL WHERE id = ? AND indexed IS NOT NULL", (game,)),
    ]


def rewrite_compact(game: GameId, value: bytes, user: int) -> list[Statement]:
    """Return the statements that remove a user from a compact game, whose rows are then ``value``."""
    return [
        ("UPDATE compact_game SET value = ? WHERE game = ?", (value, game)),
        ("DELETE FROM compact_person WHERE user = ? AND game = ?", (user, game)),
    ]


def restored(game: GameId, value: bytes) -> list[Statement]:
    """Return the statements that make a compact game's rows again."""
    tables = zip((("entry", ENTRY), ("snapshot", SNAPSHOT)), unpack(value), strict=True)
    return [
        (f"INSERT INTO {table} (game, {', '.join(columns)}) VALUES {placeholders(row)}", row)
        for (table, columns), rows in tables
        for row in ((game, *one) for one in rows)
    ]
