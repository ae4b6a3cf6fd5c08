"""Leagues loaded into memory, one request at a time for each, and the way to commit what a request does."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeVar

from rules.leagues.acts.ledger import LedgerEntry
from rules.leagues.acts.results import NewResults
from rules.leagues.result import LeagueId, Time
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState
from rules.refusal import Refusal
from storage.engine.database import Database
from storage.engine.group_commit import Statement
from storage.engine.observers import errors_logged
from storage.events.cache import LruCache, StreamLocks
from storage.events.store import EventStore, Request, idempotent
from storage.leagues.queries import LeagueQueries
from storage.leagues.sql import LEDGER
from storage.leagues.unit_of_work import CommittedActs, UnitOfWork
from storage.workers.threads import in_thread

LEAGUES_IN_MEMORY = 512
"""Leagues kept in memory; one of a hundred players takes about 50 KB."""
CHANGED = "league_changed"
"""The notice of a commit in a league, with the league and its server."""
RESULTS = "league_results"
"""The notice to processes beside this one, before that of the commit, of a league's results that it changed:
the league and their numbers."""
MANY = 50
"""Results whose rows are written out in a thread, so that nobody waits for it."""

Listener = Callable[[UnitOfWork], None]
"""Called with what has been done to a league, right after the commit; its failure is logged."""


class LeagueRepository:
    """Every league in a database, ``limit`` of them in memory.

    ``clock`` gives the time in UTC; ``wake`` is called when a deadline may have been set or cancelled.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime],
        wake: Callable[[], None],
        *,
        limit: int = LEAGUES_IN_MEMORY,
    ) -> None:
        self.database = database
        self.queries = LeagueQueries(database)
        self.followers: Sequence[Listener] = ()
        self.ledger = EventStore(database, LEDGER)
        self.beginning = asyncio.Lock()
        """Held by whoever makes a new league."""
        self._clock = clock
        self.wake = wake
        self._locks = StreamLocks[LeagueId]()
        self._states = LruCache[LeagueId, LeagueState](limit, in_use=self._locks.__contains__)
        self._forgotten = 0
        """How often a league was to be loaded again."""

    def now(self) -> Time:
        """The time in whole seconds since 1970."""
        return int(self._clock().timestamp())

    async def require_free(self, guild: int, name: str, but: LeagueId | None = None) -> None:
        """Raises Refusal "league_name_taken" where another league of the server has this name."""
        found = await self.queries.of_guild(guild, archived=True)
        if name.casefold() in {one.name.casefold() for one in found if one.league != but}:
            raise Refusal("league_name_taken", name=name)

    async def state(self, league: LeagueId) -> LeagueState:
        """The league as its last commit has left it; raises Refusal "no_league"."""
        state = self._states.get(league)
        if state is None:
            async with self._locks.hold(league):
                state = await self._loaded(league)
        return state

    @asynccontextmanager
    async def enter(self, league: LeagueId) -> AsyncGenerator[LeagueState]:
        """The league, to be changed by nobody else until the end of the block.

        Raises Refusal "no_league"; NotCommitted where it isn't known what became of an earlier write.
        """
        async with self._locks.hold(league):
            await self.database.settle()
            yield await self._loaded(league)

    async def _loaded(self, league: LeagueId) -> LeagueState:
        state = self._states.get(league)
        if state is None:
            forgotten, state = self._forgotten, await self.queries.state(league)
            if state is None:
                raise Refusal("no_league")
            if forgotten == self._forgotten:
                self._keep(state)
        return state

    def _keep(self, state: LeagueState) -> None:
        """Keep a state in memory, unless another process may change it unheard, as after a hand-over."""
        if self.database.keeps(state.guild):
            self._states.put(state.league, state)

    def unit(self, state: LeagueState, request: Request | None = None, *, new: bool = False) -> UnitOfWork:
        """The unit of work of what a request does to a league; without a request nobody asked for it."""
        user = None if request is None else request.user
        return UnitOfWork(state, self.now(), user, None if request is None else request.interaction, new)

    async def commit(self, unit: UnitOfWork, *also: Statement) -> CommittedActs:
        """Carry a unit of work out, and what else is to be written, for whoever is in the league.

        Raises NotCommitted; Refusal "being_forgotten".
        """
        large = len(unit.after) > MANY
        statements = await in_thread(unit.was.league, unit.statements) if large else unit.statements()
        notice = self.notice(unit)
        done = unit.done()
        await self.database.write(
            *also, *statements, *notice, then=lambda: self.stand(unit), guild=unit.state.guild
        )
        return done

    def notice(self, unit: UnitOfWork) -> Sequence[Statement]:
        """The statements with which other processes are told of a unit of work, for pages that they show."""
        return self.database.notice(CHANGED, f"{unit.was.league} {unit.was.guild}")

    def stand(self, *units: UnitOfWork) -> None:
        """What these units of work do is committed."""
        for unit in units:
            state = unit.outcome
            self._states.pop(state.league)
            self._keep(state)
            for follow in self.followers:
                with errors_logged():
                    follow(unit)
            self.database.tell(RESULTS, " ".join(map(str, (state.league, *unit.after))))
            self.wake()

    def drop_others(self, owns: Callable[[int], bool]) -> None:
        """Leagues of servers that another process serves now are loaded when they are needed here again."""
        self._forgotten += 1
        self._states.clear(lambda state: not owns(state.guild))

    def forget(self, league: LeagueId) -> None:
        """Something of a league has been committed beside its ledger, or by another process: it is loaded
        again when needed."""
        self._forgotten += 1
        self._states.pop(league)

    async def repeated(self, stream: int, entry: LedgerEntry) -> CommittedActs:
        """What came of an interaction that has made an entry of a league before."""
        league = LeagueId(stream)
        records = await self._records(league, entry)
        return CommittedActs(state=await self.state(league), entries=(entry,), records=records, repeated=True)

    async def _records(self, league: LeagueId, entry: LedgerEntry) -> tuple[ResultRecord, ...]:
        act = entry.act
        if act.about is None:
            return ()
        brought = len(act.brought()) if isinstance(act, NewResults) else 1
        return tuple(await self.queries.records(league, range(act.about, act.about + brought)))


P = ParamSpec("P")
S = TypeVar("S", bound="LeagueStore")


class LeagueStore:
    """A part of what can be done with leagues; all parts share one repository."""

    def __init__(self, repository: LeagueRepository) -> None:
        self.repository = repository

    async def once(self, request: Request, carried_out: Awaitable[CommittedActs]) -> CommittedActs:
        """What comes of a request, or what came of it when its interaction comes a second time."""
        return await self.repository.ledger.once(request, carried_out, self.repository.repeated)


def change(
    method: Callable[Concatenate[S, UnitOfWork, P], Awaitable[None]],
) -> Callable[Concatenate[S, LeagueId, Request, P], Coroutine[Any, Any, CommittedActs]]:
    """Make a method that enters acts in a unit of work take a league and a request, and commit the unit.

    Each interaction is carried out once, and nobody else changes the league meanwhile. Raises what the method
    raises; Refusal "no_league", "being_forgotten"; NotCommitted.
    """

    async def committed(
        self: S, league: LeagueId, request: Request, /, *args: P.args, **kwargs: P.kwargs
    ) -> CommittedActs:
        async with self.repository.enter(league) as state:
            unit = self.repository.unit(state, request)
            await method(self, unit, *args, **kwargs)
            return await self.repository.commit(unit)

    return idempotent(update_wrapper(committed, method))
