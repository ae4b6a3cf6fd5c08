"""What the games know of a person: to be given to them, and to be forgotten."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from sqlite3 import Row

from rules.refusal import Refusal
from storage.engine.database import Database
from storage.engine.writer import Statement
from storage.events import codec
from storage.events.codec import Json
from storage.games.channel_cache import ChannelCache
from storage.games.sql import PAGE
from storage.games.values import LogEntry
from storage.leagues.values import AttachedWrite
from storage.privacy.anonymization import Anonymization, free_name, named, seats

GAMES_AT_ONCE = 200
"""Games that are looked through in one go, so that others can read in between."""
NOBODY = 0
"""Who has made an entry and was forgotten."""

_COLUMNS = "number, kind, user, name, made, action, events"


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game that knows a person."""

    game: int
    channel: int
    guild: int | None
    over: bool


@dataclass(frozen=True, slots=True)
class ForgottenGames:
    """The games that know a person, and what has to be written so that they do not."""

    games: tuple[KnownGame, ...]
    attached: AttachedWrite


class PersonalData:
    """Everybody whom the games in a database know."""

    def __init__(self, database: Database, rooms: ChannelCache) -> None:
        self.database = database
        self._rooms = rooms
        self._leaving: set[int] = set()

    def require_staying(self, entry: LogEntry) -> None:
        """To be asked right before an entry is written; raises Refusal "being_forgotten"."""
        if not self._leaving:
            return
        action = "" if entry.action is None else codec.encode_action(entry.action)
        if any(entry.user == user or str(user) in action for user in self._leaving):
            raise Refusal("being_forgotten")

    async def games_of(self, user: int) -> list[KnownGame]:
        """Every game that knows a user, whether they played or typed something; the oldest first."""
        newest = await self.database.fetch("SELECT coalesce(max(id), 0) FROM game")
        found: list[KnownGame] = []
        for first in range(1, newest[0][0] + 1, GAMES_AT_ONCE):
            rows = await self.database.fetch(
                "SELECT id, channel, guild, over FROM game WHERE id IN ("
                "SELECT game FROM entry WHERE game BETWEEN ? AND ? "
                "AND (user = ? OR instr(action, ?) OR instr(events, ?))) ORDER BY id",
                *(first, first + GAMES_AT_ONCE - 1, user, str(user), str(user)),
            )
            found += [KnownGame(row["id"], row["channel"], row["guild"], bool(row["over"])) for row in rows]
        return found

    @asynccontextmanager
    async def forgetting(self, user: int) -> AsyncGenerator[ForgottenGames]:
        """What has to be written so that no game knows any more who a user was; their games wait meanwhile.

        The user is a guest with a number for a name then. Raises Refusal "being_forgotten" for a user who is
        being forgotten already.
        """
        if user in self._leaving:
            raise Refusal("being_forgotten")
        self._leaving.add(user)
        try:
            await self.database.write()  # comes after everything that was allowed before
            games = await self.games_of(user)
            async with AsyncExitStack() as inside:
                for channel in sorted({one.channel for one in games}):
                    await inside.enter_async_context(self._rooms.enter(channel))
                statements: list[Statement] = []
                for one in games:
                    statements += await self._renamed(one.game, user)

                def then() -> None:
                    for one in games:
                        self._rooms.drop(one.game)

                yield ForgottenGames(tuple(games), AttachedWrite(tuple(statements), then))
        finally:
            self._leaving.discard(user)

    async def export(self, user: int) -> list[Json]:
        """Every game of a user's with their own entries and what others have entered about them.

        Other players are called by numbers.
        """
        return [await self._exported(one, user) for one in await self.games_of(user)]

    async def _renamed(self, game: int, user: int) -> list[Statement]:
        """The statements that make a user a guest without a name."""
        rows = await self._rows(game)
        renaming = _renaming(rows, user)
        statements: list[Statement] = []
        for row in rows:
            own = row["user"] == user
            texts = [_renamed(renaming, row["action"], own=own), _renamed(renaming, row["events"], own=False)]
            if own or texts != [row["action"], row["events"]]:
                signed = (NOBODY, renaming.to) if own else (row["user"], row["name"])
                statements.append(
                    (
                        "UPDATE entry SET user = ?, name = ?, action = ?, events = ? "
                        "WHERE game = ? AND number = ?",
                        (*signed, *texts, game, row["number"]),
                    )
                )
        snapshots = await self.database.fetch("SELECT number, value, pace FROM snapshot WHERE game = ?", game)
        for row in snapshots:
            value, pace = (_renamed(renaming, row[part], own=False) for part in ("value", "pace"))
            statements.append(
                (
                    "UPDATE snapshot SET value = ?, pace = ? WHERE game = ? AND number = ?",
                    (value, pace, game, row["number"]),
                )
            )
        return statements

    async def _exported(self, played: KnownGame, user: int) -> Json:
        rows = await self._rows(played.game)
        others = _others(rows, user)
        entries: list[Json] = []
        for row in rows:
            own = row["user"] == user
            if own or str(user) in f"{row['action']} {row['events']}":
                told: dict[str, Json] = {part: row[part] for part in ("number", "kind", "made")}
                told["entered_by"] = row["name"] if own else "another"
                for part in ("action", "events"):
                    told[part] = _masked(others, row[part])
                entries.append(told)
        return {
            "game": played.game,
            "server": None if played.guild is None else str(played.guild),
            "channel": str(played.channel),
            "over": played.over,
            "names": [*_names(rows, user)],
            "entries": entries,
        }

    async def _rows(self, game: int) -> list[Row]:
        """The whole log of a game, oldest entry first."""
        rows: list[Row] = []
        while page := await self.database.fetch(
            f"SELECT {_COLUMNS} FROM entry WHERE game = ? AND number > ? ORDER BY number LIMIT ?",
            *(game, rows[-1]["number"] if rows else 0, PAGE),
        ):
            rows += page
        return rows


def _renaming(rows: Sequence[Row], user: int) -> Anonymization:
    texts = [text for row in rows for text in (row["name"], row["action"], row["events"]) if text]
    return Anonymization(id=str(user), names=_names(rows, user), to=free_name(texts))


def _others(rows: Sequence[Row], user: int) -> list[Anonymization]:
    """Everybody else with a seat, to be called by numbers."""
    values = [codec.read(row["events"]) for row in rows if row["events"]]
    ids = dict.fromkeys(id for value in values for id in seats(value) if id != str(user))
    return [
        Anonymization(id=id, names={name for value in values for name in named(value, id)}, to=f"Player {n}")
        for n, id in enumerate(ids, start=1)
    ]


def _names(rows: Sequence[Row], user: int) -> dict[str, None]:
    """The names by which a log knows a user."""
    id = str(user)
    signed = (row["name"] for row in rows if row["user"] == user)
    seated = (
        name
        for row in rows
        for text in (row["action"], row["events"])
        if text and id in text
        for name in named(codec.read(text), id)
    )
    return dict.fromkeys((*signed, *seated))


def _renamed(renaming: Anonymization, text: str | None, *, own: bool) -> str | None:
    """A JSON text without the person; of their own doing without the reasons they gave."""
    if text is None or not (own or renaming.concerns(text)):
        return text
    value = renaming.apply(codec.read(text))
    match value:
        case [tag, {"reason": str()} as fields] if own:
            return codec.dump([tag, {**fields, "reason": ""}])
        case _:
            return codec.dump(value)


def _masked(others: Sequence[Anonymization], text: str | None) -> Json:
    if text is None:
        return None
    value = codec.read(text)
    for other in others:
        value = other.apply(value)
    return value
