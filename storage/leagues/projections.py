"""One league's counting results in memory, and what they add up to."""

import asyncio
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from rules.leagues.league import League, Tiebreaker
from rules.leagues.matches import NumberedResult
from rules.leagues.ratings import CommanderRatings, Ratings
from rules.leagues.result import PlayerNumber, ResultNumber, SeasonNumber, Time
from rules.leagues.review import ResultRecord
from rules.leagues.stakes import Stakes
from rules.leagues.standings import Row, Standings
from rules.leagues.state import FinalStanding, LeagueState, Season, Tie
from rules.leagues.tally import Claims
from rules.refusal import Refusal
from storage.leagues.incremental import IncrementalProjections, Scope, TallyProjection


def season_of(state: LeagueState, number: SeasonNumber) -> Season:
    """A season of a league; raises Refusal "no_season"."""
    if not 0 < number <= len(state.seasons):
        raise Refusal("no_season", number=number)
    return state.seasons[number - 1]


class LeagueProjections:
    """The results of a league that count, in the order of play, and what they add up to.

    It follows every commit.
    """

    def __init__(self, state: LeagueState) -> None:
        self._head = state
        self._claims: Claims = state.claims
        self._by_number: dict[ResultNumber, NumberedResult] = {}
        self._order: list[NumberedResult] = []
        self._tallies = IncrementalProjections(TallyProjection, self)
        self._ratings = IncrementalProjections(Ratings, self)
        self._commanders = IncrementalProjections(CommanderRatings, self)
        self._stakes = IncrementalProjections(Stakes, self)
        self._standings: dict[Scope, Standings] = {}

    def __len__(self) -> int:
        return len(self._by_number)

    @property
    def rules(self) -> League:
        """The league's rules."""
        return self._head.rules

    @property
    def claims(self) -> Claims:
        """Which player each claimed guest is."""
        return self._claims

    def follow(self, state: LeagueState) -> None:
        """The league is this now, apart from its results."""
        was, self._head = self._head, state
        claims = self._claims if state.players is was.players else state.claims
        if (was.rules, was.seasons, self._claims) != (state.rules, state.seasons, claims):
            self._claims = claims
            for sums in (self._tallies, self._ratings, self._commanders, self._stakes):
                sums.clear()
            self._standings.clear()

    def put(self, record: ResultRecord) -> None:
        """A result is this now."""
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
        for sums in (self._tallies, self._ratings, self._commanders, self._stakes):
            sums.change(was, now)
        self._standings.clear()

    def fill(self, records: Iterable[ResultRecord]) -> None:
        """Append results in the order of play, before anything is asked for.

        One that has changed its place while they were read is there already; `put` says what it is now.
        """
        for one in records:
            if one.number not in self._by_number:
                found = NumberedResult(one.result.played, one.number, one.result)
                self._by_number[one.number] = found
                self._order.append(found)

    def within(self, scope: Scope) -> Sequence[NumberedResult]:
        """The results of a season, or all of them, in the order of play."""
        if scope is None:
            return tuple(self._order)
        season = season_of(self._head, scope)
        start = bisect_left(self._order, (season.starts,))
        end = None if season.ends is None else bisect_left(self._order, (season.ends,))
        return self._order[start:end]

    def is_within(self, scope: Scope, result: NumberedResult) -> bool:
        """Whether a result is of a season; all are of all time."""
        if scope is None:
            return True
        season = season_of(self._head, scope)
        return season.starts <= result.played and (season.ends is None or result.played < season.ends)

    async def standings(self, scope: Scope, now: Callable[[], Time]) -> Standings:
        """The standings of a season, or of all time; to be read before anything else is awaited."""
        while scope not in self._standings:
            stakes = await self._stakes.current(scope) if _is_for_stakes(self.rules) else None
            ratings = await self.ratings(scope) if _ratings_break_ties(self.rules) else None
            tallied = await self._tallies.current(scope)
            if (stakes is None or self._stakes.is_current(scope, stakes)) and (
                ratings is None or self._ratings.is_current(self._rated(scope), ratings)
            ):
                season = None if scope is None else season_of(self._head, scope)
                self._standings[scope] = _standings(tallied, stakes, ratings, season, now())
        return self._standings[scope]

    async def ratings(self, scope: Scope) -> Ratings:
        """The ratings of a season, or of all time where the league keeps them; to be read at once."""
        return await self._ratings.current(self._rated(scope))

    async def commanders(self, scope: Scope) -> CommanderRatings:
        """The ratings of commanders, as those of players."""
        return await self._commanders.current(self._rated(scope))

    async def final(self, season: Season, ends: Time) -> tuple[FinalStanding, ...]:
        """The table that a season would close with if it ended then, best first."""
        return await asyncio.to_thread(final_table, self.rules, self._claims, self.within(None), season, ends)

    def _rated(self, scope: Scope) -> Scope:
        return None if self.rules.seasons.keep_ratings else scope


def final_table(
    rules: League, claims: Claims, results: Sequence[NumberedResult], season: Season, ends: Time
) -> tuple[FinalStanding, ...]:
    """The table that a season closes with, out of all the results of its league; best first."""
    earlier = [one for one in results if one.played < ends]
    within = [one for one in earlier if one.played >= season.starts]
    rated = earlier if rules.seasons.keep_ratings else within
    standings = _standings(
        TallyProjection(rules, claims, within),
        Stakes(rules, claims, within) if _is_for_stakes(rules) else None,
        Ratings(rules, claims, rated) if _ratings_break_ties(rules) else None,
        season,
        ends,
    )
    return tuple(map(_held, standings.rows()))


def _held(row: Row) -> FinalStanding:
    account = row.account
    return FinalStanding(
        player=row.player,
        points=row.points,
        place=row.place,
        score=(account.wins, account.losses, account.draws, account.byes),
        ties=tuple(Tie(by=by, value=value) for by, value in row.ties.items()),
    )


def _standings(
    tallied: TallyProjection, stakes: Stakes | None, ratings: Ratings | None, season: Season | None, now: Time
) -> Standings:
    known = None if ratings is None else ratings.at(now)
    return Standings(
        tallied.tally,
        carried=None if season is None else _carried_into(season),
        stakes=None if stakes is None else stakes.points(),
        ratings=None if known is None else {player: one.ordinal for player, one in known.items()},
    )


def _carried_into(season: Season) -> Mapping[PlayerNumber, Fraction]:
    return {one.player: one.points for one in season.carried}


def _is_for_stakes(rules: League) -> bool:
    return rules.scoring.stake is not None


def _ratings_break_ties(rules: League) -> bool:
    return Tiebreaker.RATING in rules.ties.order
