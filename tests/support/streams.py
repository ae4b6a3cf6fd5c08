"""Games, leagues, tournaments and totals in any order: one process writes, others read meanwhile.

Each is a stream; the steps of an interleaving and what has to hold after each are the same for all.
"""

import asyncio
import itertools
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from random import Random
from typing import Any, NoReturn

from rules.actions.life import LoseLife
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.lobby import Seated
from rules.game.parts import GameId
from rules.leagues.result import LeagueId, ResultNumber
from rules.refusal import Refusal
from rules.setup.lobby_actions import Gather, StartGame
from rules.tournaments.acts import SignUp
from rules.tournaments.state import TournamentId, TournamentRules
from storage.engine.database import Database
from storage.engine.opening import follow_database, open_database
from storage.events.store import Location, Request
from storage.events.stream import Stream
from storage.games.games import Games
from storage.tournaments.change import TournamentChange
from tests.support.games import view_of
from tests.support.stored_games import LIFE, NAMES
from tests.support.stored_leagues import ResultGenerator
from tests.support.totals import GUILD, STREAMS, Totals

IN_MEMORY = 2
"""Streams that a process keeps, of the four that are added to."""
STEPS = 40
"""Steps of an interleaving, at most."""
RENEWED = 10
"""Interleavings after which there are new streams."""
DONE = {"add": 40, "look": 40, "again": 8, "refused": 4, "cancel": 4, "forget": 4, "miss": 4}
"""Possible operations, and their frequency in percent."""

_numbers = itertools.count(1)


class Subject(ABC):
    """The streams of one kind in one process."""

    stream: Stream[Any, Any]
    acts_once_in_all = True
    """Whether an interaction that has acted in one stream acts in no other one either."""

    @abstractmethod
    async def begin(self) -> int:
        """Begin an empty stream."""

    @abstractmethod
    async def add(self, stream: int, request: Request) -> object:
        """Add one to a stream."""

    @abstractmethod
    async def refuse(self, stream: int, request: Request) -> object:
        """Ask a stream for something that raises Refusal."""

    @abstractmethod
    async def look(self, stream: int) -> tuple[object, Sequence[int]]:
        """Return a stream's state, and the number of additions by each source."""


class GameSubject(Subject):
    """Games in which Ana loses life."""

    def __init__(self, database: Database) -> None:
        self.games = Games(database)
        self.stream = self.games._repository  # pyright: ignore[reportPrivateUsage]

    async def begin(self) -> int:
        """See the base class."""
        place = Location(next(_numbers), GUILD)
        seated = tuple(Seated(id=name, name=name, user=None) for name in NAMES)
        gather = Gather(options=Options(life=LIFE), seated=seated, host=NAMES[0])
        opened = await self.games.open(place, asked(), gather)
        await self.games.act(opened.game, asked(), lambda _: StartGame(order=NAMES, draw=0))
        return opened.game

    async def add(self, stream: int, request: Request) -> object:
        """See the base class."""
        return await self.games.act(GameId(stream), request, lambda _: LoseLife(who=NAMES[:1], amount=1))

    async def refuse(self, stream: int, request: Request) -> object:
        """See the base class."""
        return await self.games.act(GameId(stream), request, _refused)

    async def look(self, stream: int) -> tuple[object, Sequence[int]]:
        """See the base class."""
        view = await view_of(self.games, GameId(stream))
        assert isinstance(view.table, Game)
        return view, [LIFE - view.table.life[NAMES[0]]]


class LeagueSubject(Subject):
    """Leagues with reported results, and their standings."""

    acts_once_in_all = False  # the end of a game does so in each league of its channel

    def __init__(self, database: Database) -> None:
        self.leagues = Games(database).leagues
        self.stream = self.leagues.repository
        self.generator = ResultGenerator()

    async def begin(self) -> int:
        """See the base class."""
        return await self.generator.create_league(self.leagues, next(_numbers))

    async def add(self, stream: int, request: Request) -> object:
        """See the base class."""
        return await self.leagues.results.bring_in(LeagueId(stream), request, [self.generator.report()])

    async def refuse(self, stream: int, request: Request) -> object:
        """See the base class."""
        return await self.leagues.results.confirm(LeagueId(stream), request, ResultNumber(10**6))

    async def look(self, stream: int) -> tuple[object, Sequence[int]]:
        """See the base class."""
        standings = await self.leagues.projections.standings(LeagueId(stream))
        accounts = [row.account for row in standings.rows()]
        played = sum(one.wins + one.losses + one.draws for one in accounts)
        state = await self.leagues.state(LeagueId(stream))
        return state, [state.results, played // 4]


class TournamentSubject(Subject):
    """Tournaments for which guests sign up."""

    def __init__(self, database: Database) -> None:
        self.stream = self.tournaments = Games(database).tournaments

    async def begin(self) -> int:
        """See the base class."""
        rules = TournamentRules(name="Friday")
        return (await self.tournaments.create(Location(next(_numbers), GUILD), asked(), rules)).tournament

    async def add(self, stream: int, request: Request) -> object:
        """See the base class."""

        def sign_up(change: TournamentChange) -> None:
            change.add(SignUp(player=change.number((None, f"Guest {request.interaction}"))))

        return await self.tournaments.change(TournamentId(stream), request, sign_up)

    async def refuse(self, stream: int, request: Request) -> object:
        """See the base class."""
        return await self.tournaments.change(TournamentId(stream), request, _refused)

    async def look(self, stream: int) -> tuple[object, Sequence[int]]:
        """See the base class."""
        state = await self.tournaments.state(TournamentId(stream))
        return state, [len(state.players)]


class TotalSubject(Subject):
    """Totals that are incremented."""

    def __init__(self, database: Database) -> None:
        self.stream = self.totals = Totals(database)
        self._left = itertools.cycle(STREAMS)

    async def begin(self) -> int:
        """See the base class; the next one begins again with nothing."""
        stream = next(self._left)
        await self.totals.database.write(("DELETE FROM added WHERE total = ?", (stream,)))
        self.totals.forget(stream)
        return stream

    async def add(self, stream: int, request: Request) -> object:
        """See the base class."""
        return await self.totals.add(stream, request, 1)

    async def refuse(self, stream: int, request: Request) -> object:
        """See the base class."""
        return await self.totals.add(stream, request, 0)

    async def look(self, stream: int) -> tuple[object, Sequence[int]]:
        """See the base class."""
        state = await self.totals.state(stream)
        return state, [state.sum]


SUBJECTS: Mapping[str, type[GameSubject | LeagueSubject | TournamentSubject | TotalSubject]] = {
    "games": GameSubject,
    "leagues": LeagueSubject,
    "tournaments": TournamentSubject,
    "totals": TotalSubject,
}


def asked() -> Request:
    """Return a request that no one has made before."""
    return Request(0, "Ana", 10**6 + next(_numbers))


def _refused(_: object) -> NoReturn:
    raise Refusal("no")


class Interleavings:
    """A process that serves, one that receives notices of commits, and one that doesn't."""

    def __init__(self, serving: Subject, others: Sequence[Subject], chance: Random) -> None:
        self.serving, self.all, self.chance = serving, [serving, *others], chance
        self.streams: Sequence[int] = ()
        self.begun: dict[int, set[int]] = {}
        """The interactions that added something, or may have, by stream."""
        self.answered: dict[int, set[int]] = {}
        """The requests that were answered."""
        self.counted = Counter[str]()
        for process in self.all:
            process.stream._states.limit = IN_MEMORY  # pyright: ignore[reportPrivateUsage]

    async def play(self, times: int) -> None:
        """Play this many, comparing each read with the answers before and the requests after it."""
        for number in range(times):
            if number % RENEWED == 0:
                self.streams = [await self.serving.begin() for _ in STREAMS]
                self.begun = {stream: set[int]() for stream in self.streams}
                self.answered = {stream: set[int]() for stream in self.streams}
                for process in self.all:
                    process.stream.drop_others(lambda _guild: False)
            steps = list[Awaitable[None]]()
            for _ in range(self.chance.randrange(1, STEPS)):
                steps.append(asyncio.ensure_future(self._step()))
                for _ in range(self.chance.choice((0, 0, 1, 2, 5, 20))):
                    await asyncio.sleep(0)
                if self.chance.random() < 0.1:
                    await asyncio.gather(*steps)
            await asyncio.gather(*steps)
            await self._compare()

    async def _step(self) -> None:
        stream, process = self.chance.choice(self.streams), self.chance.choice(self.all)
        [what] = self.chance.choices([*DONE], [*DONE.values()])
        self.counted[what] += 1
        match what:
            case "add":
                await self._add(stream, asked())
            case "again" if self.answered[stream]:
                again = Request(0, "Ana", self.chance.choice([*self.answered[stream]]))
                await self._add(stream, again)
                if self.serving.acts_once_in_all:
                    await self.serving.add(self.chance.choice(self.streams), again)
            case "refused":
                with suppress(Refusal):
                    await self.serving.refuse(stream, asked())
                    raise AssertionError("not refused")
            case "cancel":
                task = asyncio.ensure_future(self._add(stream, asked()))
                for _ in range(self.chance.randrange(8)):
                    await asyncio.sleep(0)
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            case "forget":  # as what it consists of were rewritten
                process.stream.forget(stream)
            case "miss":  # as a process does whose line was lost
                process.stream.hear("", "")
            case _:
                await self._look(process, stream)

    async def _add(self, stream: int, request: Request) -> None:
        self.begun[stream].add(request.interaction)
        await self.serving.add(stream, request)
        self.answered[stream].add(request.interaction)

    async def _look(self, process: Subject, stream: int) -> object:
        least = len(self.answered[stream])
        state, counts = await process.look(stream)
        assert all(least <= count <= len(self.begun[stream]) for count in counts), (stream, least, counts)
        return state

    async def _compare(self) -> None:
        """Compare each process's memory with a fresh read."""
        for stream in self.streams:
            seen = [await self._look(process, stream) for process in self.all]
            self.all[-1].stream.forget(stream)
            stored = await self._look(self.all[-1], stream)
            assert seen == [stored] * len(seen), stream


@asynccontextmanager
async def interleavings(address: str, kind: str, chance: Random) -> AsyncGenerator[Interleavings]:
    """The interleavings of one kind of stream in a database, with a separate process for each reader."""
    make = SUBJECTS[kind]
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(address))
        told = await stack.enter_async_context(follow_database(address, lambda _guild: True))
        untold = await stack.enter_async_context(follow_database(address, lambda _guild: False))
        database.followers.append(told.hear)
        yield Interleavings(make(database), [make(told), make(untold)], chance)
