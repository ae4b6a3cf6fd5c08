"""Standings and statistics of leagues, from results kept in memory that follow every commit."""

import gc
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from rules.leagues.matches import NumberedResult
from rules.leagues.replays.ratings import CommanderRatings, Ratings
from rules.leagues.result import LeagueId, ResultNumber, SeasonNumber, Time
from rules.leagues.review import ResultRecord
from rules.leagues.standings import Standings
from rules.leagues.state import FinalStanding, LeagueState, Season
from rules.leagues.tally import Claims
from storage.engine.database import SqlRow
from storage.events.cache import LruCache, StreamLocks
from storage.leagues import codec
from storage.leagues.projections import BreakTies, LeagueProjections, season_of
from storage.leagues.queries import FIRST
from storage.leagues.repository import LeagueRepository
from storage.leagues.unit_of_work import UnitOfWork
from storage.workers.threads import in_thread

T = TypeVar("T")

RESULTS_IN_MEMORY = 300_000
"""Results of all leagues that are kept in memory; one of four players takes about 2 KB."""
PAGE = 500
LARGE = 1_000
"""Results of one league with which the garbage collector would take noticeable time."""


ROWS = 20
"""Rows of a first page, at most."""


def first_page(standings: Standings) -> Iterator[None]:
    """Break the ties on the first page."""
    return standings.breaking_ties(0, ROWS)


class ProjectionCache:
    """What the results of leagues add up to. Raises Refusal "no_league", "no_season".

    A league's results are read when somebody asks for the first time, without keeping anybody from anything.
    """

    def __init__(self, repository: LeagueRepository, *, limit: int = RESULTS_IN_MEMORY) -> None:
        self._repository = repository
        self._projections = LruCache[LeagueId, LeagueProjections](limit, weight=len)
        self._missed: dict[LeagueId, list[ResultRecord]] = {}
        """What has changed in a league since its results began to be read."""
        self._changed: dict[LeagueId, set[ResultNumber]] = {}
        """The results that another process has changed in a league whose results are kept, or being read."""
        self._reading = StreamLocks[LeagueId]()
        self._readers = 0

    async def standings(
        self, league: LeagueId, season: SeasonNumber | None = None, breaking: BreakTies = first_page
    ) -> Standings:
        """Return the standings of a season, or of all time, by the league's rules as they are now.

        They are to be read before anything else is awaited. ``breaking``: for the rows that will be read, so
        that no one waits for them. What a season has closed with is in its ``Season.table``.
        """
        return await (await self._of(league, season)).standings(season, self._repository.now, breaking)

    async def ratings(self, league: LeagueId, season: SeasonNumber | None = None) -> Ratings:
        """Return the ratings of all time, or of a season where they begin again in each; to be read at
        once."""
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
        projections = await self._of(state.league, season.number)
        return await projections.final(season, ends)

    async def _of(self, league: LeagueId, season: SeasonNumber | None) -> LeagueProjections:
        state = await self._repository.state(league)
        if season is not None:
            season_of(state, season)
        async with self._reading.hold(league):
            projections = self._projections.get(league)
            if projections is None:
                with self._without_collector():
                    projections = await self._read(league)
            if self._repository.database.keeps(state.guild):
                self._projections.put(league, projections)
            if league in self._changed:
                await self._catch_up(league, projections)
        return projections

    def clear(self) -> None:
        """Drop leagues that another process may serve now: their results are read again when needed."""
        self._projections.clear(lambda _projections: True)

    def note(self, league: LeagueId, numbers: Iterable[ResultNumber] = ()) -> None:
        """Note that another process has changed a league, and these results of it."""
        if self._projections.peek(league) is not None or league in self._missed:
            self._changed.setdefault(league, set()).update(numbers)

    async def _catch_up(self, league: LeagueId, projections: LeagueProjections) -> None:
        """Bring a league's results to what another process has committed."""
        numbers = self._changed.pop(league)
        try:
            state = await self._repository.state(league)
            records = [
                record
                for number in sorted(numbers)
                for record in await self._repository.queries.records(league, range(number, number + 1))
            ]
        except BaseException:
            self.note(league, numbers)
            raise
        projections.follow(state)
        for record in records:
            projections.put(record)

    @contextmanager
    def _without_collector(self) -> Generator[None]:
        """Read results without the garbage collector, which would stop everything for half a second at a time
        to look at all of them."""
        self._readers += 1
        gc.disable()
        try:
            yield
        finally:
            self._readers -= 1
            if not self._readers:
                gc.enable()

    async def _read(self, league: LeagueId) -> LeagueProjections:
        missed = self._missed[league] = []
        try:
            projections, last = LeagueProjections(await self._repository.state(league)), FIRST
            while rows := await self._repository.queries.confirmed(league, last, PAGE):
                last = rows[-1]["played"], rows[-1]["number"]
                projections.fill(await in_thread(league, _decoded, rows))
            state = await self._repository.state(league)
        finally:
            del self._missed[league]
        projections.follow(state)
        for record in missed:
            projections.put(record)
        if len(projections) > LARGE:
            gc.freeze()  # they stay: the collector leaves them alone from now on
        return projections

    def follow(self, unit: UnitOfWork) -> None:
        """Bring what is kept of a league up to date, right after a commit."""
        league = unit.was.league
        if league in self._missed:
            self._missed[league] += unit.after.values()
        projections = self._projections.get(league)
        if projections is not None:
            projections.follow(unit.state)
            for record in unit.after.values():
                projections.put(record)


def _decoded(rows: Sequence[SqlRow]) -> list[ResultRecord]:
    return [codec.decode_record(row["value"]) for row in rows]
