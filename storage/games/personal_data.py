"""Personal data in games: exported and erased on request."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from msgspec import Struct

from rules.game.parts import GameId
from storage.engine.database import SqlRow
from storage.engine.group_commit import AttachedWrite, Statement
from storage.engine.timestamps import time_of_day
from storage.events import codec
from storage.events.anonymization import (
    Anonymization,
    FreeName,
    anonymized,
    handed_over,
    names_of_player,
    names_of_seats,
    taken_seats,
    without_other_roles,
)
from storage.events.codec import Json
from storage.games.compact import CompactGame, forget_index, rewrite_compact
from storage.games.deadlines import forget_notes
from storage.games.queries import forget_shown
from storage.games.repository import GameRepository
from storage.games.sql import rewrite_snapshot
from storage.games.values import KnownGame
from storage.workers.slices import sliced

FORGOTTEN_USER = 0
"""The user ID of entries whose author was forgotten."""


class ForgottenGames(Struct, frozen=True):
    """The games that contain a person, and the writes that remove them."""

    games: tuple[KnownGame, ...]
    attached: AttachedWrite


class PersonalData:
    """Personal data of all people in a database's games."""

    def __init__(self, repository: GameRepository) -> None:
        self._repository = repository
        self._log = repository.log

    async def games_of(self, user: int) -> list[KnownGame]:
        """Return every game with data of a user, as a player or an author of entries; oldest first."""
        return await self._log.queries.games_of(user)

    @asynccontextmanager
    async def forgetting(self, user: int) -> AsyncGenerator[ForgottenGames]:
        """Yield the writes that remove a user from all games; the games are locked meanwhile.

        The user becomes a guest with a number as the name.
        """
        async with AsyncExitStack() as inside:
            games = await self.games_of(user)
            for channel in sorted({one.channel for one in games}):
                await inside.enter_async_context(self._repository.hold_channel(channel))
            statements = list[Statement]()
            for one in games:
                statements += await self._without(one.game, user)
                statements += [forget_shown(one.game), *forget_index(one.game), *forget_notes(one.game)]

            def then() -> None:
                self._log.compact.reopen()
                for one in games:
                    self._repository.forget(one.game)
                    self._repository.committed.publish(one.channel)

            yield ForgottenGames(tuple(games), AttachedWrite(tuple(statements), then))

    async def export(self, user: int) -> AsyncIterator[Json]:
        """Yield every game of a user's with their own entries and others' entries about them.

        Other players are numbers, and their secret roles are omitted, as are unreadable entries:
        "unreadable" has their numbers, or is true for an entirely unreadable game.
        """
        for one in await self.games_of(user):
            yield await self._exported(one, user)

    async def _without(self, game: GameId, user: int) -> list[Statement]:
        """Return the statements that remove a user from a game, which may be compact."""
        statements = await self._renamed(game, user)
        value = await self._log.compact.value(game)
        if value is None:
            return statements
        compact = await CompactGame.open(game, value)
        return rewrite_compact(game, await asyncio.to_thread(compact.rewritten, statements), user)

    async def _renamed(self, game: GameId, user: int) -> list[Statement]:
        """Return the statements that make a user a guest without a name."""
        rows = await self._log.rows(game)
        names: dict[str, None] = {}
        free = FreeName()
        async for row in sliced(rows):
            names |= _names([row], user)
            for text in filter(None, (row["name"], row["action"], row["events"])):
                free.note(text)
        taken = await _taken_seats(rows, user)
        for id in taken:
            async for row in sliced(rows):
                names |= _names_of([row], id)
        renaming = Anonymization(id=str(user), names=names, to=free.name, taken=taken)
        statements: list[Statement] = []
        async for row in sliced(rows):
            own = row["user"] == user
            action = _renamed(renaming, row["action"], own=own)
            events = _renamed(renaming, row["events"], own=False)
            if own or (action, events) != (row["action"], row["events"]):
                by, name = (FORGOTTEN_USER, renaming.to) if own else (row["user"], row["name"])
                columns = {"user": by, "name": name, "action": action, "events": events}
                statements.append(self._log.table.rewrite(game, row["number"], **columns))
        async for row in sliced(await self._log.snapshots(game)):
            value, pace = (_renamed(renaming, row[part], own=False) for part in ("value", "pace"))
            statements.append(rewrite_snapshot(game, row["number"], value, pace))
        return statements

    async def _exported(self, played: KnownGame, user: int) -> Json:
        about: dict[str, Json] = {
            "game": played.game,
            "server": None if played.guild is None else str(played.guild),
            "channel": str(played.channel),
            "over": played.over,
        }
        try:
            rows = await self._log.rows(played.game)
        except codec.Unreadable:
            return {**about, "unreadable": True}
        read, unreadable = codec.readable(rows, _parsed)
        others = _others((events for _, _, events in read), user)
        seats = {str(user), *(seat for _, _, events in read for seat in handed_over(events, user))}
        entries: list[Json] = []
        for row, action, events in read:
            if _concerns(row, user):
                exported: dict[str, Json] = {part: row[part] for part in ("number", "kind")}
                exported["made"] = time_of_day(row["made"]).isoformat()
                exported["entered_by"] = row["name"] if row["user"] == user else "another"
                exported["action"] = anonymized(without_other_roles(action, seats), others)
                exported["events"] = anonymized(without_other_roles(events, seats), others)
                entries.append(exported)
        return {
            **about,
            "names": [*_names([row for row, *_ in read], user)],
            "entries": entries,
            "unreadable": [row["number"] for row in unreadable if _concerns(row, user)],
        }


def _parsed(row: SqlRow) -> tuple[SqlRow, Json, Json]:
    """Return an entry with its action and its events; raises Unreadable."""
    return row, codec.parse_json(row["action"] or "null"), codec.parse_json(row["events"] or "null")


def _concerns(row: SqlRow, user: int) -> bool:
    """Return whether an entry is a user's own or names them."""
    return row["user"] == user or str(user) in f"{row['action']} {row['events']}"


def _others(values: Iterable[Json], user: int) -> dict[str, Anonymization]:
    """Return all other seated players, to be replaced by numbers."""
    found = names_of_seats(values)
    found.pop(str(user), None)
    return {
        id: Anonymization(id=id, names=names, to=f"Player {number}")
        for number, (id, names) in enumerate(found.items(), start=1)
    }


def _names(rows: Sequence[SqlRow], user: int) -> dict[str, None]:
    """Return a user's names in a log."""
    signed = (row["name"] for row in rows if row["user"] == user)
    return dict.fromkeys((*signed, *_names_of(rows, str(user))))


def _names_of(rows: Sequence[SqlRow], id: str) -> dict[str, None]:
    """Return the names in a log of an account, or of a guest with this ID."""
    texts = (text for row in rows for text in (row["action"], row["events"]) if text and id in text)
    return dict.fromkeys(name for text in texts for name in names_of_player(codec.parse_json(text), id))


async def _taken_seats(rows: Sequence[SqlRow], user: int) -> list[str]:
    """Return the IDs of the guests' seats that a user has taken over in a game."""
    found: dict[str, None] = {}
    async for row in sliced(rows):
        text = row["events"]
        if text and "SeatHandedOver" in text and str(user) in text:
            found |= dict.fromkeys(taken_seats(codec.parse_json(text), user))
    return [*found]


def _renamed(renaming: Anonymization, text: str | None, *, own: bool) -> str | None:
    """Return a JSON text without the person; for their own entries without their reasons."""
    if text is None or not (own or renaming.concerns(text)):
        return text
    value = renaming.apply(codec.parse_json(text))
    match value:
        case [tag, {"reason": str()} as fields] if own:
            return codec.dump([tag, {**fields, "reason": ""}])
        case _:
            return codec.dump(value)
