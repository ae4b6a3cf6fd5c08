"""Standings and statistics of leagues, from results kept in memory that follow the leagues' ledgers."""

import gc
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import TypeVar

from rules.leagues.matches import NumberedResult
from rules.leagues.replays.ratings import CommanderRatings, Ratings
from rules.leagues.result import LeagueId, SeasonNumber, Time
from rules.leagues.review import ResultRecord
from rules.leagues.standings import Standings
from rules.leagues.state import FinalStanding, LeagueState, Season
from rules.leagues.tally import Claims
from storage.engine.database import SqlRow
from storage.events.cache import LockOrder, LruCache, StreamLocks
from storage.events.codec import Unreadable
from storage.leagues import codec
from storage.leagues.projections import BreakTies, LeagueProjections, season_of
from storage.leagues.queries import FIRST_POSITION
from storage.leagues.repository import LeagueRepository
from storage.leagues.unit_of_work import UnitOfWork
from storage.workers.threads import in_thread

T = TypeVar("T")

RESULTS_IN_MEMORY = 300_000
"""Results of all leagues kept in memory; one of four players takes about 2 KB."""
PROJECTION_BATCH = 500
LARGE_LEAGUE_RESULTS = 1_000
"""Results of one league from which the garbage collector would take noticeable time."""


FIRST_PAGE_ROWS = 20
"""Rows of a first page, at most."""


def first_page(standings: Standings) -> Iterator[None]:
    """Break the ties on the first page."""
    return standings.breaking_ties(0, FIRST_PAGE_ROWS)


class ProjectionCache:
    """The totals of leagues' results. Raises Refusal "no_league", "no_season".

    A league's results are read at the first request, without blocking others. They follow each commit of
    this process; each request updates them to the last entry of the league's ledger, including other
    processes' entries.
    """

    def __init__(self, repository: LeagueRepository, *, limit: int = RESULTS_IN_MEMORY) -> None:
        self._repository = repository
        self._projections = LruCache[LeagueId, LeagueProjections](limit, weight=len)
        self._reading = StreamLocks[LeagueId](LockOrder.READING)
        self._readers = 0
        self._rewritten = 0
        """How often stored results were rewritten; those being read then are read again."""

    async def standings(
        self, league: LeagueId, season: SeasonNumber | None = None, breaking: BreakTies = first_page
    ) -> Standings:
        """Return the standings of a season, or of all time, by the league's current rules.

        Read them before awaiting anything else. ``breaking``: break ties in advance for the rows that will be
        read. A closed season's final table is ``Season.table``.
        """
        return await (await self._of(league, season)).standings(season, self._repository.now, breaking)

    async def ratings(self, league: LeagueId, season: SeasonNumber | None = None) -> Ratings:
        """Return the ratings of all time, or of a season if they restart in each; read them before awaiting
        anything else."""
        return await (await self._of(league, season)).ratings(season)

    async def commanders(self, league: LeagueId, season: SeasonNumber | None = None) -> CommanderRatings:
        """Return the ratings of commanders, as those of players."""
        return await (await self._of(league, season)).commanders(season)

    async def look(
        self,
        league: LeagueId,
        function: Callable[[Sequence[NumberedResult], Claims], T],
        season: SeasonNumber | None = None,
    ) -> T:
        """Return the result of ``function``, in a thread, for a season's results or all of them, in the order
        of play.

        It also gets the claims: which player each claimed guest is.
        """
        projections = await self._of(league, season)
        return await in_thread(league, function, projections.within(season), projections.claims)

    async def final(self, state: LeagueState, season: Season, ends: Time) -> tuple[FinalStanding, ...]:
        """Return the final table of a season that ends then; the caller must hold the league's lock."""
        projections = await self._of(state.league, season.number, state)
        return await projections.final(season, ends)

    async def _of(
        self, league: LeagueId, season: SeasonNumber | None, held: LeagueState | None = None
    ) -> LeagueProjections:
        """Return results up to the last entry; ``held``: the state, if the caller has its lock."""
        read: LeagueProjections | None = None
        while True:
            state = await self._repository.state(league) if held is None else held
            if season is not None:
                season_of(state, season)
            async with self._reading.hold(league):
                found = self._projections.get(league)
                found = read if found is None else found
                if found is not None and await self._is_forwarded(found, state):
                    self._projections.trim()
                    return found
                read = await self._read(state)  # and is brought to what has happened meanwhile

    def clear(self) -> None:
        """Drop all results, since their source may have been rewritten."""
        self._rewritten += 1
        self._projections.clear(lambda _projections: True)

    async def _is_forwarded(self, projections: LeagueProjections, state: LeagueState) -> bool:
        """Apply the entries up to the state's last one; return False if one of them can't be read."""
        league, last = state.league, projections.last
        if last < state.entries:
            try:
                entries = [one async for one in self._repository.store.newer(league, last)]
            except Unreadable:  # by a newer version
                return False
            numbers = sorted({number for one in entries for number in one.act.touched})
            records = [await self._repository.queries.records(league, range(n, n + 1)) for n in numbers]
            projections.follow(state)
            for record in chain.from_iterable(records):
                projections.put(record)
        return True

    @contextmanager
    def _without_collector(self) -> Generator[None]:
        """Read results with the garbage collector off, since scanning them all would block the process for
        half a second at a time."""
        self._readers += 1
        gc.disable()
        try:
            yield
        finally:
            self._readers -= 1
            if not self._readers:
                gc.enable()

    async def _read(self, state: LeagueState) -> LeagueProjections:
        """Read the confirmed results, at least up to a state's."""
        with self._without_collector():
            projections, rewritten = LeagueProjections(state), None
            while rewritten != self._rewritten:
                projections, rewritten, last = LeagueProjections(state), self._rewritten, FIRST_POSITION
                while rows := await self._repository.queries.confirmed(state.league, last, PROJECTION_BATCH):
                    last = rows[-1]["played"], rows[-1]["number"]
                    projections.fill(await in_thread(state.league, _decoded, rows))
        if len(projections) > LARGE_LEAGUE_RESULTS:
            gc.freeze()  # they stay: the collector leaves them alone from now on
        self._projections.put(state.league, projections)
        return projections

    def follow(self, unit: UnitOfWork) -> None:
        """Update a league in memory, right after a commit."""
        projections = self._projections.get(unit.was.league)
        if unit.after and not unit.acts:  # no entry says so, as where a person was forgotten
            self._rewritten += 1
            self._projections.pop(unit.was.league)
        elif projections is not None and projections.last == unit.was.entries:
            projections.follow(unit.outcome)
            for record in unit.after.values():
                projections.put(record)


def _decoded(rows: Sequence[SqlRow]) -> list[ResultRecord]:
    return [codec.decode_record(row["value"]) for row in rows]
