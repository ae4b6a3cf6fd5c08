"""All stored data of a person: exported, or forgotten in one transaction.

SQLite leaves remains of deleted data in pages that stay in use. So the file is rewritten afterwards, by a
deadline in the same transaction: at once, or at night if that would make answers too slow.
"""

import asyncio
import io
import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import datetime, timedelta
from typing import TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.leagues.result import LeagueId
from rules.leagues.review import ResultRecord
from rules.refusal import Refusal
from rules.tournaments.state import TournamentId
from storage.engine.background import UNAVAILABLE
from storage.engine.group_commit import AttachedWrite
from storage.engine.opening import open_beside
from storage.engine.timestamps import utc_now, write_time
from storage.events import codec
from storage.events.codec import Json
from storage.games.games import Games
from storage.games.values import KnownGame
from storage.leagues import codec as league_codec
from storage.leagues.players import PersonalRecord
from storage.scheduler import Deadline, DeadlineKind, RetryLater, set_deadline
from storage.settings.settings import SettingsStore
from storage.tournaments.sql import encode_act

_log = logging.getLogger(__name__)

PERSONAL_DATA_FORMAT = "arbiter-personal-data"
MAX_UNPACKED_BYTES = 1024 * 1024
"""Bytes of an export that is given as it is; a larger one is packed."""
MAX_UPLOAD_BYTES = 10 * 1024 * 1024
"""Maximum bytes of a file that every Discord server accepts."""
READY_WITHIN = 10.0
"""Seconds for other processes to finish their writes about a user who is being forgotten."""
POLL_INTERVAL = 1.0
"""Seconds between two looks at who the others are."""
WRITE_BAN = 60.0
"""Seconds for which they then write nothing about that user."""
FORGETTING, READY, FORGOTTEN, KEPT = "forgetting", "ready_to_forget", "forgotten", "not_forgotten"
"""The notices: a user is about to be forgotten; another process waits with everything about them; it is done;
it has failed."""
ErasedWrites: TypeAlias = tuple[AttachedWrite, ...]
SMALL_FILE_BYTES = 64 * 1024 * 1024
"""Bytes up to which a file is rewritten at once, in less than a second."""
NIGHT = 4
"""The hour, in UTC, at which larger ones are."""


class KnownData(Struct, frozen=True):
    """How much is stored about a person."""

    games: tuple[KnownGame, ...]
    settings: int
    leagues: int
    tournaments: int = 0
    links: int = 0
    avoided: int = 0
    """The players whom the person avoids."""

    def __bool__(self) -> bool:
        return any((self.games, self.settings, self.leagues, self.tournaments, self.links, self.avoided))


class Privacy:
    """Personal data in a database. ``clock`` gives the time in UTC."""

    def __init__(
        self,
        games: Games,
        settings: SettingsStore,
        clock: Callable[[], datetime] = utc_now,
        *,
        small: int = SMALL_FILE_BYTES,
    ) -> None:
        self._database = games.database
        self._games = games
        self._settings = settings
        self._clock = clock
        self._small = small
        self._ready: dict[int, asyncio.Queue[int]] = {}
        """By user: the other processes that report that they no longer write anything that names the user."""
        self._still: dict[int, asyncio.Future[bool]] = {}
        """Users whom another process is about to forget; each value is whether it has."""
        self._standing = set[asyncio.Task[None]]()
        games.database.on_notice.append(self._hear)

    async def known(self, user: int) -> KnownData:
        """Return the amounts of a user's stored data."""
        return KnownData(
            games=tuple(await self._games.people.games_of(user)),
            settings=len(await self._settings.of_person(user)),
            leagues=len(await self._games.leagues.queries.of_user(user)),
            tournaments=len(await self._games.tournaments.queries.of_user(user)),
            links=len(await self._games.links.of_person(user)),
            avoided=len(await self._games.avoidances.of_person(user)),
        )

    async def export(self, user: int) -> AsyncIterator[str]:
        """Yield all stored data of a user as JSON, in parts; other people are numbers, times in UTC.

        Unreadable parts are omitted, and their numbers listed. It is CPU-bound, so run it in a worker.
        """
        about: dict[str, Json] = {
            "format": PERSONAL_DATA_FORMAT,
            "version": 1,
            "made": self._clock().isoformat(),
            "user": str(user),
            "settings": dict[str, Json](await self._settings.of_person(user)),
            "links": await self._games.links.of_person(user),
            "avoided": await self._games.avoidances.of_person(user),
        }
        yield json.dumps(about, indent=1).removesuffix("\n}")
        yield ',\n "games": ['
        comma = ""
        async for game in self._games.people.export(user):
            # A long game has millions of parts, which the module json would gather in a list.
            yield f"{comma}\n{msgspec.json.format(msgspec.json.encode(game), indent=1).decode()}"
            comma = ","
        unreadable: list[LeagueId] = []
        traces = await self._games.leagues.players.of_person(user, unreadable.append)
        leagues = json.dumps([_league(trace) for trace in traces], indent=1)
        yield f'],\n "leagues": {leagues},\n "unreadable_leagues": {json.dumps(unreadable)},\n'
        events = list[TournamentId]()
        tournaments = json.dumps([one async for one in self._tournaments(user, events.append)], indent=1)
        yield f' "events": {tournaments},\n "unreadable_events": {json.dumps(events)}\n}}\n'

    async def _tournaments(
        self, user: int, unreadable: Callable[[TournamentId], object]
    ) -> AsyncIterator[Json]:
        """Yield each tournament's data of a user."""
        tournaments = self._games.tournaments
        for tournament in await tournaments.queries.of_user(user):
            try:
                state = await tournaments.state(tournament)
                entries = await tournaments.entries_by(tournament, user)
            except codec.Unreadable:
                unreadable(tournament)
                continue
            yield {
                "event": state.rules.name,
                "server": str(state.guild),
                "players": [
                    {
                        "number": one.number,
                        "name": one.name,
                        "available": one.available,
                        "decklist": one.decklist,
                    }
                    for one in state.players.values()
                    if one.user == user
                ],
                "entries": [
                    {
                        "number": entry.number,
                        "made": write_time(entry.when),
                        "act": codec.parse_json(encode_act(entry.act)),
                    }
                    for entry in entries
                ],
            }

    async def forget(self, user: int) -> tuple[KnownGame, ...]:
        """Forget a user atomically; return the games, in which they are now a nameless guest.

        Raises Refusal "being_forgotten" while that is going on already; NotCommitted.
        """
        async with self._others_wait(user), self._parts(user) as (games, parts):

            def then() -> None:
                for part in parts:
                    part.then()
                self._games.deadlines.wake()

            await self._database.write(
                *(statement for part in parts for statement in part.statements),
                set_deadline(Deadline(DeadlineKind.REBUILD, "", await self._moment())),
                *self._database.notice(FORGOTTEN, str(user)),
                then=then,
                forgets=user,
            )
            return games

    @asynccontextmanager
    async def _parts(self, user: int) -> AsyncGenerator[tuple[tuple[KnownGame, ...], ErasedWrites]]:
        """Yield the games with data of a user, and the writes and steps that remove it; they all wait.

        Raises Refusal "being_forgotten" for a user who is being forgotten already; NotCommitted.
        """
        async with AsyncExitStack() as inside:
            await inside.enter_async_context(self._database.forgetting(user))
            # Tables before leagues, as everywhere, so that no one waits for someone who waits for them.
            table = await inside.enter_async_context(self._games.people.forgetting(user))
            league = await inside.enter_async_context(self._games.leagues.players.forgetting(user))
            tournament = await inside.enter_async_context(self._games.tournaments.forgetting(user))
            own = self._settings.forgetting(user), self._games.links.forgetting(user)
            avoided = self._games.avoidances.forgetting(user)
            yield table.games, (table.attached, league, tournament, *own, avoided)

    @asynccontextmanager
    async def _others_wait(self, user: int) -> AsyncGenerator[None]:
        """Keep other processes from writing anything that names a user during the block.

        Raises Refusal "being_forgotten" if one of them doesn't answer; NotCommitted.
        """
        if not self._database.shared:
            yield
            return
        self._ready[user] = asyncio.Queue()
        try:
            try:
                async with asyncio.timeout(READY_WITHIN):
                    await self._all_are_ready(user)
            except TimeoutError:
                raise Refusal("being_forgotten") from None
            yield
        except BaseException:
            await self._database.write(*self._database.notice(KEPT, str(user)))
            raise
        finally:
            del self._ready[user]

    async def _all_are_ready(self, user: int) -> None:
        """Wait for every other process, including those that join meanwhile. Raises NotCommitted."""
        ready, asked = set[int](), set[int]()
        while waiting := await self._database.others() - ready:
            if waiting - asked:
                asked |= waiting
                await self._database.write(*self._database.notice(FORGETTING, str(user)))
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_INTERVAL):
                    while not waiting <= ready:
                        ready.add(await self._ready[user].get())

    def _hear(self, kind: str, text: str) -> None:
        """Handle a notice that another process forgets a user, or is ready for this one to."""
        if kind == FORGETTING:
            task = asyncio.create_task(self._stand_still(int(text)), name="a user is forgotten elsewhere")
            self._standing.add(task)
            task.add_done_callback(self._standing.discard)
        elif kind == READY:
            forgotten, process = map(int, text.split())
            if forgotten in self._ready:
                self._ready[forgotten].put_nowait(process)
        elif kind in (FORGOTTEN, KEPT):
            still = self._still.get(int(text))
            if still is not None and not still.done():
                still.set_result(kind == FORGOTTEN)
            elif still is None and kind == FORGOTTEN:
                self._database.hear("", "")  # this process may have been too late to wait, and know the user

    async def _stand_still(self, user: int) -> None:
        """Write nothing that names a user until another process has finished forgetting them, or failed
        to."""
        if user in self._still:
            return
        still = self._still[user] = asyncio.get_running_loop().create_future()
        try:
            async with self._parts(user) as (_, parts), asyncio.timeout(WRITE_BAN):
                await self._database.write(*self._database.notice(READY, f"{user} {self._database.process}"))
                if await still:
                    for part in parts:
                        part.then()
        except (Refusal, *UNAVAILABLE, TimeoutError) as error:
            _log.warning("A user is being forgotten elsewhere, and this process couldn't wait: %s", error)
        except Exception:  # noqa: BLE001 - the other process goes on without an answer
            _log.exception("A user is being forgotten elsewhere, and this process couldn't wait")
        finally:
            del self._still[user]

    async def _moment(self) -> datetime:
        """Return the next time at which to rewrite the file."""
        now = self._clock()
        if await self._database.size() <= self._small:
            return now
        night = now.replace(hour=NIGHT, minute=0, second=0, microsecond=0)
        return night if night > now else night + timedelta(days=1)

    async def rebuild(self, _deadline: Deadline) -> None:
        """Rewrite the database file; raises RetryLater."""
        small = await self._database.size() <= self._small
        if not await (self._database.rebuild() if small else self._database.replace()):
            raise RetryLater("something else is reading the database")
        _log.info("The database file was rewritten, without what has been deleted")


def export_user_data(address: str, user: int, name: str, now: datetime) -> tuple[str, bytes]:
    """Return the name and the content of a file with all data about a user in the database at ``address``.

    ``name`` is the file's, without an extension; a large file is compressed. It opens the database beside the
    bot, so run it in a worker. Raises Refusal "export_too_large" for a file that Discord doesn't accept.
    """
    return asyncio.run(_export_file(address, user, name, now))


async def _export_file(address: str, user: int, name: str, now: datetime) -> tuple[str, bytes]:
    import zipfile  # only a worker packs a file

    packed, plain = io.BytesIO(), bytearray()
    async with open_beside(address) as database:
        privacy = Privacy(Games(database), SettingsStore(database), lambda: now)
        with (
            zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive,
            archive.open(f"{name}.json", "w", force_zip64=True) as file,
        ):
            async for part in privacy.export(user):
                content = part.encode()
                file.write(content)
                if len(plain) <= MAX_UNPACKED_BYTES:
                    plain += content
                if packed.tell() > MAX_UPLOAD_BYTES:
                    raise Refusal("export_too_large")
    if len(plain) <= MAX_UNPACKED_BYTES:
        return f"{name}.json", bytes(plain)
    if packed.tell() > MAX_UPLOAD_BYTES:
        raise Refusal("export_too_large")
    return f"{name}.zip", packed.getvalue()


def _of_own_votes(trace: PersonalRecord, record: ResultRecord) -> ResultRecord:
    """Return a result with the person's own votes alone."""
    return replace(
        record, votes={voter: one for voter, one in record.votes.items() if voter in trace.players}
    )


def _league(trace: PersonalRecord) -> Json:
    state = trace.state
    own = [state.players[number] for number in trace.players]
    return {
        "league": state.rules.name,
        "server": str(state.guild),
        "players": [{"number": one.number, "name": one.name, "guest": one.guest} for one in own],
        "results": [
            codec.parse_json(league_codec.encode_record(_of_own_votes(trace, one))) for one in trace.records
        ],
        "entries": [
            {
                "number": entry.number,
                "made": write_time(entry.when),
                "act": codec.parse_json(league_codec.encode_act(entry.act)),
            }
            for entry in trace.entries
        ],
        "unreadable": {kind: [*numbers] for kind, numbers in trace.unreadable.items()},
    }
