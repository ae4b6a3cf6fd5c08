"""Compacts idle games, and indexes the people named in others, one game at a time."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import datetime

from rules.game.parts import GameId
from rules.refusal import Refusal
from storage.engine.background import UNAVAILABLE, FailureLog
from storage.engine.database import SqlRow
from storage.engine.sharding import ANYWHERE
from storage.games.compact import ENTRY, SNAPSHOT, CompactRows, insert_compact, pack, users_of_game
from storage.games.queries import index_people
from storage.games.repository import GameRepository


class Compaction:
    """Every game that can be made compact."""

    def __init__(self, repository: GameRepository) -> None:
        self._repository = repository
        self._log = repository.log
        self._failures = FailureLog("Compressing or indexing a game")

    async def run(self, since: datetime) -> AsyncIterator[GameId]:
        """Compact every game that has been idle since this time; yield each one's number.

        Between two games the caller may yield to others, or stop. A game that can't be made compact is
        logged and left as it is. Raises DatabaseError, NotCommitted.
        """
        game: GameId | None = GameId(0)
        while (game := await self._log.queries.quiet_game(game, since)) is not None:
            done = False
            with self._failures.passing_over(game, raising=UNAVAILABLE), suppress(Refusal):
                done = await self._compact(game, since)  # refused while a player is being forgotten
            if done:
                yield game

    async def index(self, since: datetime) -> AsyncIterator[GameId]:
        """Index the people named in every game that has been idle since this time; yield each one's number.

        Raises as ``run`` does.
        """
        async for game in self._log.queries.unindexed_games():
            done = False
            with self._failures.passing_over(game, raising=UNAVAILABLE), suppress(Refusal):
                done = await self._index(game, since)
            if done:
                yield game

    async def _index(self, game: GameId, since: datetime) -> bool:
        async with self._quiet(game, since) as guild:
            if guild is ANYWHERE:
                return False
            entries = _columns(await self._log.rows(game), ENTRY)
            users, last = await asyncio.to_thread(users_of_game, entries), entries[-1][ENTRY.index("number")]
            await self._log.database.write(*index_people(game, users, last), guild=guild)
        return True

    @asynccontextmanager
    async def _quiet(self, game: GameId, since: datetime) -> AsyncGenerator[int | None]:
        """Lock an idle game for the block, and yield its server.

        Yields ANYWHERE if the game was resumed, or another process serves it.
        """
        place = await self._log.queries.place(game)
        if place is None or not self._log.database.owns(place[0].guild):
            yield ANYWHERE
            return
        async with await self._repository.hold(place[0]):
            yield place[0].guild if await self._log.queries.is_quiet(game, since) else ANYWHERE

    async def _compact(self, game: GameId, since: datetime) -> bool:
        """Return whether a game was compacted: not if it was played again."""
        async with self._quiet(game, since) as guild:
            if guild is ANYWHERE:
                return False
            entries = _columns(await self._log.rows(game), ENTRY)
            snapshots = _columns(await self._log.snapshots(game), SNAPSHOT)
            value = await asyncio.to_thread(pack, entries, snapshots)
            statements = await asyncio.to_thread(insert_compact, game, entries, value)
            self._log.compact.will_have(game)
            await self._log.database.write(*statements, then=self._log.compact.reopen, guild=guild)
        return True


def _columns(rows: Sequence[SqlRow], columns: Sequence[str]) -> CompactRows:
    return [tuple(row[column] for column in columns) for row in rows]
