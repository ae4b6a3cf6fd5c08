"""One league's counting results in memory, and their totals."""

import asyncio
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from msgspec.structs import replace

from rules.leagues.league import League, Tiebreaker
from rules.leagues.matches import NumberedResult
from rules.leagues.replays.ratings import CommanderRatings, Ratings
from rules.leagues.replays.stakes import Stakes
from rules.leagues.result import LeagueId, PlayerNumber, ResultNumber, SeasonNumber, Time
from rules.leagues.review import ResultRecord
from rules.leagues.standings import Standings
from rules.leagues.state import FinalStanding, LeagueState, Season, Tie
from rules.leagues.tally import Claims, Tally
from rules.refusal import Refusal
from storage.workers.slices import pause, sliced
from storage.workers.threads import in_thread

RESULTS_PER_SLICE = 100
"""Results that are worked out again in one go: about ten milliseconds, in which nothing else runs."""
SLICED_ATTEMPTS = 5
"""Times that ties are broken in slices before it is done at once, because results keep coming in."""
SeasonScope = SeasonNumber | None
"""A season, or None for all time."""
BreakTies = Callable[[Standings], Iterator[None]]
"""Breaks the ties among those rows of standings that will be read, bit by bit."""


def season_of(state: LeagueState, number: SeasonNumber) -> Season:
    """Return a season of a league; raises Refusal "no_season"."""
    if not 0 < number <= len(state.seasons):
        raise Refusal("no_season", number=number)
    return state.seasons[number - 1]


class LeagueProjections:
    """The counting results of a league, in the order of play, and their totals."""

    def __init__(self, state: LeagueState) -> None:
        self._state = state
        self.claims: Claims = state.claims
        """The player that each claimed guest is."""
        self._by_number: dict[ResultNumber, NumberedResult] = {}
        self._order: list[NumberedResult] = []
        self._tallies = _Incremental(Tally, self)
        self._ratings = _Incremental(Ratings, self)
        self._commanders = _Incremental(CommanderRatings, self)
        self._stakes = _Incremental(Stakes, self)
        self._all = (self._tallies, self._ratings, self._commanders, self._stakes)
        self._standings: dict[SeasonScope, Standings] = {}

    def __len__(self) -> int:
        return len(self._by_number)

    @property
    def league(self) -> LeagueId:
        """The league's ID."""
        return self._state.league

    @property
    def last(self) -> int:
        """The number of the last entry of the ledger that it knows."""
        return self._state.entries

    @property
    def rules(self) -> League:
        """The league's rules."""
        return self._state.rules

    def follow(self, state: LeagueState) -> None:
        """Replace the league, except for its results."""
        was, self._state = self._state, state
        claims = self.claims if state.players is was.players else state.claims
        if (was.rules, was.seasons, self.claims) != (state.rules, state.seasons, claims):
            self.claims = claims
            for projections in self._all:
                projections.clear()
            self._standings.clear()
        elif was.adjustments != state.adjustments:
            self._standings.clear()

    def put(self, record: ResultRecord) -> None:
        """Replace a result."""
        was = self._by_number.pop(record.number, None)
        now = NumberedResult(record.result.played, record.number, record.result) if record.counts else None
        if now is not None:
            self._by_number[record.number] = now
        if was == now:
            return
        if was is not None:
            del self._order[bisect_left(self._order, was)]
        if now is not None:
            insort(self._order, now)
        for projections in self._all:
            projections.change(was, now)
        self._standings.clear()

    def fill(self, records: Iterable[ResultRecord]) -> None:
        """Append results in the order of play, before any request.

        A result that changed while they were read is already here, by `put`.
        """
        for one in records:
            if one.number not in self._by_number:
                found = NumberedResult(one.result.played, one.number, one.result)
                self._by_number[one.number] = found
                self._order.append(found)

    def within(self, scope: SeasonScope) -> Sequence[NumberedResult]:
        """Return the results of a season, or all of them, in the order of play."""
        if scope is None:
            return tuple(self._order)
        season = season_of(self._state, scope)
        start = bisect_left(self._order, (season.starts,))
        end = None if season.ends is None else bisect_left(self._order, (season.ends,))
        return self._order[start:end]

    def is_within(self, scope: SeasonScope, result: NumberedResult) -> bool:
        """Return whether a result is of a season; all are of all time."""
        if scope is None:
            return True
        season = season_of(self._state, scope)
        return season.starts <= result.played and (season.ends is None or result.played < season.ends)

    async def standings(self, scope: SeasonScope, now: Callable[[], Time], breaking: BreakTies) -> Standings:
        """Return the standings of a season, or of all time, with some ties broken; read them before awaiting
        anything else."""
        for _ in range(SLICED_ATTEMPTS):
            standings = await self._made_standings(scope, now)
            async for _ in sliced(breaking(standings)):
                if self._standings.get(scope) is not standings:
                    break  # a result came in between
            if self._standings.get(scope) is standings:
                return standings
        standings = await self._made_standings(scope, now)
        for _ in breaking(standings):
            pass
        return standings

    async def _made_standings(self, scope: SeasonScope, now: Callable[[], Time]) -> Standings:
        while scope not in self._standings:
            stakes = await self._stakes.current(scope) if _is_for_stakes(self.rules) else None
            ratings = await self.ratings(scope) if _ratings_break_ties(self.rules) else None
            totals = await self._tallies.current(scope)
            if (stakes is None or self._stakes.is_current(scope, stakes)) and (
                ratings is None or self._ratings.is_current(self._rated(scope), ratings)
            ):
                season = None if scope is None else season_of(self._state, scope)
                adjusted = self._state.adjusted(season)
                self._standings[scope] = _standings(totals, stakes, ratings, season, adjusted, now())
                await pause()  # others have a turn before ties are broken
        return self._standings[scope]

    async def ratings(self, scope: SeasonScope) -> Ratings:
        """Return the ratings of a season, or of all time if ratings continue; read them before awaiting
        anything else."""
        return await self._ratings.current(self._rated(scope))

    async def commanders(self, scope: SeasonScope) -> CommanderRatings:
        """Return the ratings of commanders, as those of players."""
        return await self._commanders.current(self._rated(scope))

    async def final(self, season: Season, ends: Time) -> tuple[FinalStanding, ...]:
        """Return the final table of a season that would end then, best first."""
        return await in_thread(
            self._state.league,
            _final_table,
            self.rules,
            self.claims,
            self.within(None),
            season,
            self._state.adjusted(replace(season, ends=ends)),
            ends,
        )

    def _rated(self, scope: SeasonScope) -> SeasonScope:
        return None if self.rules.seasons.keep_ratings else scope


class _Projection(Protocol):
    """Totals of results, kept current as results are added and removed."""

    def add(self, result: NumberedResult, /) -> None: ...

    def remove(self, result: NumberedResult, /) -> None: ...

    def catch_up(self, most: int | None = None) -> bool:
        """Finish pending changes of at most this many results; return True if none is left."""
        ...


S = TypeVar("S", bound=_Projection)


class _Incremental(Generic[S]):
    """The projections of one kind, by scope: created on demand, and then kept current."""

    def __init__(
        self, make: Callable[[League, Claims, Sequence[NumberedResult]], S], of: LeagueProjections
    ) -> None:
        self._make = make
        self._of = of
        self._made: dict[SeasonScope, S] = {}
        self._making = asyncio.Lock()
        self._missed: list[tuple[NumberedResult | None, NumberedResult | None]] = []
        """Changes since the computation of a new one began."""
        self._outdated = False
        """Whether rules, claims or seasons have."""

    def clear(self) -> None:
        """Handle changed rules, claims or seasons."""
        self._made.clear()
        self._outdated = True

    def change(self, was: NumberedResult | None, now: NumberedResult | None) -> None:
        """Handle a changed result; ``was`` is None for a new one, ``now`` for one that no longer counts."""
        for scope, made in self._made.items():
            self._change(made, scope, was, now)
        if self._making.locked():
            self._missed.append((was, now))

    def is_current(self, scope: SeasonScope, made: S) -> bool:
        """Return whether a projection is of all results of its scope."""
        return self._made.get(scope) is made and made.catch_up(0)

    async def current(self, scope: SeasonScope) -> S:
        """Return the projection of a scope, which is current until the next await."""
        while True:
            made = await self._find(scope)
            if not made.catch_up(RESULTS_PER_SLICE):
                await pause()
            elif self.is_current(scope, made):
                return made

    async def _find(self, scope: SeasonScope) -> S:
        async with self._making:
            while scope not in self._made:
                self._missed.clear()
                self._outdated = False
                made = await in_thread(
                    self._of.league, self._new, self._of.rules, self._of.claims, self._of.within(scope)
                )
                if self._outdated:
                    continue
                for was, now in self._missed:
                    self._change(made, scope, was, now)
                self._made[scope] = made
            return self._made[scope]

    def _new(self, rules: League, claims: Claims, results: Sequence[NumberedResult]) -> S:
        made = self._make(rules, claims, results)
        made.catch_up()
        return made

    def _change(
        self, made: S, scope: SeasonScope, was: NumberedResult | None, now: NumberedResult | None
    ) -> None:
        if was is not None and self._of.is_within(scope, was):
            made.remove(was)
        if now is not None and self._of.is_within(scope, now):
            made.add(now)


def _final_table(
    rules: League,
    claims: Claims,
    results: Sequence[NumberedResult],
    season: Season,
    adjusted: Mapping[PlayerNumber, Fraction],
    ends: Time,
) -> tuple[FinalStanding, ...]:
    """Return a closing season's final table from all results of its league, best first."""
    earlier = [one for one in results if one.played < ends]
    within = [one for one in earlier if one.played >= season.starts]
    rated = earlier if rules.seasons.keep_ratings else within
    standings = _standings(
        Tally(rules, claims, within),
        Stakes(rules, claims, within) if _is_for_stakes(rules) else None,
        Ratings(rules, claims, rated) if _ratings_break_ties(rules) else None,
        season,
        adjusted,
        ends,
    )
    return tuple(
        FinalStanding(
            player=row.player,
            points=row.points,
            place=row.place,
            score=(row.account.wins, row.account.losses, row.account.draws, row.account.byes),
            ties=tuple(Tie(by=by, value=value) for by, value in row.ties.items()),
        )
        for row in standings.rows()
    )


def _standings(
    tally: Tally,
    stakes: Stakes | None,
    ratings: Ratings | None,
    season: Season | None,
    adjusted: Mapping[PlayerNumber, Fraction],
    now: Time,
) -> Standings:
    beside = dict(adjusted)
    for one in () if season is None else season.carried:
        beside[one.player] = beside.get(one.player, Fraction(0)) + one.points
    known = None if ratings is None else ratings.at(now)
    return Standings(
        tally,
        carried=beside,
        stakes=None if stakes is None else stakes.points(),
        ratings=None if known is None else {player: one.ordinal for player, one in known.items()},
    )


def _is_for_stakes(rules: League) -> bool:
    return rules.scoring.stake is not None


def _ratings_break_ties(rules: League) -> bool:
    return Tiebreaker.RATING in rules.ties.order
