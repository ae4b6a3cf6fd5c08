"""Leagues in memory, changed by one request at a time each, and the commit of a request's changes."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import datetime
from functools import partial, update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec.structs import replace

from rules.leagues.acts.ledger import LedgerEntry
from rules.leagues.result import LeagueId, Time
from rules.leagues.state import LeagueState
from rules.refusal import Refusal
from storage.engine.database import Database
from storage.engine.group_commit import AttachedWrite, Statement
from storage.engine.observers import call_each
from storage.events.cache import LockOrder
from storage.events.store import EventStore, Request, idempotent
from storage.events.stream import Change, Stream, StreamPlace
from storage.leagues.queries import LeagueQueries
from storage.leagues.sql import LEDGER
from storage.leagues.unit_of_work import CommittedActs, UnitOfWork
from storage.workers.threads import in_thread

LEAGUES_IN_MEMORY = 512
"""Leagues kept in memory; one of a hundred players takes about 50 KB."""
LEAGUE_CHANGED = "league_changed"
"""The notice of a commit in a league, with the league and its server."""
THREADED_RESULTS = 50
"""Results whose rows are written out in a thread, so that no one waits for it."""

LeagueListener = Callable[[UnitOfWork], None]
"""Called with a unit of work right after its commit; its failure is logged."""


class LeagueRepository(Stream[LeagueState, LedgerEntry]):
    """Every league in a database, ``limit`` of them in memory.

    ``clock`` gives the time in UTC; ``wake`` is called when a deadline may have been set or canceled.
    """

    notice_kind = LEAGUE_CHANGED
    order = LockOrder.LEAGUES

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime],
        wake: Callable[[], None],
        *,
        limit: int = LEAGUES_IN_MEMORY,
    ) -> None:
        super().__init__(EventStore(database, LEDGER), limit)
        self.queries = LeagueQueries(database)
        self.followers: Sequence[LeagueListener] = ()
        self.beginning = asyncio.Lock()
        """Held while a league is created."""
        self._clock = clock
        self.wake = wake

    def missing(self) -> Refusal:
        """Return Refusal "no_league"."""
        return Refusal("no_league")

    def place(self, state: LeagueState) -> StreamPlace:
        """See the base class."""
        return StreamPlace(state.league, state.guild, state.entries, state.league)

    async def snapshot(self, stream: int) -> LeagueState | None:
        """Return the state of a league's rows, read at one moment."""
        while True:
            state = await self.queries.state(LeagueId(stream))
            if state is None or state.entries == await self.queries.last_entry(state.league):
                return state

    def fold(self, state: LeagueState, entry: LedgerEntry) -> LeagueState:
        """See the base class."""
        return replace(entry.act.apply(state), entries=entry.number)

    async def beside(self, state: LeagueState) -> LeagueState:
        """Return the league with all names, and its role in Discord."""
        return await self.queries.named(state)

    def now(self) -> Time:
        """Return the time in whole seconds since 1970."""
        return int(self._clock().timestamp())

    async def require_free(self, guild: int, name: str, but: LeagueId | None = None) -> None:
        """Raise Refusal "league_name_taken" if another league of the server has this name."""
        found = await self.queries.of_guild(guild, archived=True)
        if name.casefold() in {one.name.casefold() for one in found if one.league != but}:
            raise Refusal("league_name_taken", name=name)

    def unit(self, state: LeagueState, request: Request | None = None, *, new: bool = False) -> UnitOfWork:
        """Return the unit of work of a request to a league; without a request it has no author."""
        if request is None:
            return UnitOfWork(state, self.now(), None, new=new)
        return UnitOfWork(state, self.now(), request.member, request.interaction, new, place=request.place)

    async def carry_out(self, unit: UnitOfWork, *also: Statement) -> CommittedActs:
        """Commit a unit of work with further statements; the caller must hold the league's lock.

        Raises NotCommitted; Refusal "being_forgotten".
        """
        large = len(unit.after) > THREADED_RESULTS
        league = unit.was.league
        change = await in_thread(league, self.change_of, unit) if large else self.change_of(unit)
        done = unit.done()
        await self.commit(change, AttachedWrite(also))
        return done

    def change_of(self, unit: UnitOfWork) -> Change[LeagueState, LedgerEntry]:
        """Return a unit of work's effect on its league."""
        return Change(unit.outcome, unit.entries(), unit.statements(), partial(self.follow, unit))

    def follow(self, unit: UnitOfWork) -> None:
        """Run the callbacks of a committed unit of work."""
        call_each(self.followers, unit)
        self.wake()

    async def repeated(self, stream: int, entry: LedgerEntry) -> CommittedActs:
        """Return the result of an interaction that was already carried out."""
        records = await self.queries.records(LeagueId(stream), entry.act.touched)
        state = await self.state(stream)
        return CommittedActs(state=state, entries=(entry,), records=tuple(records), repeated=True)


P = ParamSpec("P")
S = TypeVar("S", bound="LeagueStore")


class LeagueStore:
    """A part of the operations on leagues; all parts share one repository."""

    def __init__(self, repository: LeagueRepository) -> None:
        self.repository = repository

    async def once(self, request: Request, carried_out: Awaitable[CommittedActs]) -> CommittedActs:
        """Return the result of a request, or the first result if its interaction is repeated."""
        return await self.repository.store.once(request, carried_out, self.repository.repeated)


def unit_of_work(
    method: Callable[Concatenate[S, UnitOfWork, P], Awaitable[None]],
) -> Callable[Concatenate[S, LeagueId, Request, P], Coroutine[Any, Any, CommittedActs]]:
    """Make a method that enters acts in a unit of work take a league and a request, and commit the unit.

    Each interaction is carried out once, with exclusive access to the league. Raises the method's errors;
    Refusal "no_league", "being_forgotten"; NotCommitted.
    """

    async def committed(
        self: S, league: LeagueId, request: Request, /, *args: P.args, **kwargs: P.kwargs
    ) -> CommittedActs:
        async with self.repository.enter(league) as state:
            unit = self.repository.unit(state, request)
            await method(self, unit, *args, **kwargs)
            return await self.repository.carry_out(unit)

    return idempotent(update_wrapper(committed, method))
