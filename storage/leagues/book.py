"""One league's counting results in memory, and what they add up to."""

import asyncio
from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping
from fractions import Fraction

from rules.leagues.acts import Holding, SeasonNumber
from rules.leagues.league import League
from rules.leagues.matches import Numbered
from rules.leagues.record import Record
from rules.leagues.result import PlayerNumber, ResultNumber, Time
from rules.leagues.standings import Standings
from rules.leagues.tally import Claims, Tally
from storage.leagues.values import Head, Season


class Book:
    """The results of a league that count, in the order of play, and their tallies by season.

    It follows every commit. Tallies are made in a thread when they are asked for, and kept current from then
    on.
    """

    def __init__(self, head: Head) -> None:
        self._rules: League = head.rules
        self._claims: Claims = claims_of(head)
        self._seasons: Mapping[SeasonNumber, Season] = {one.number: one for one in head.seasons}
        self._by_number: dict[ResultNumber, Numbered] = {}
        self._order: list[Numbered] = []
        self._tallies: dict[SeasonNumber | None, Tally] = {}
        self._standings: dict[SeasonNumber | None, Standings] = {}
        self._making = asyncio.Lock()
        self._missed: list[tuple[Numbered | None, Numbered | None]] | None = None
        """What has changed since a tally began to be made."""
        self._outdated = False

    def __len__(self) -> int:
        return len(self._order)

    @property
    def claims(self) -> Claims:
        """Which player each claimed guest is."""
        return self._claims

    def follow(self, head: Head) -> None:
        """The league is this now, apart from its results."""
        seasons = {one.number: one for one in head.seasons}
        claims = claims_of(head)
        if head.rules != self._rules or claims != self._claims or seasons != self._seasons:
            self._rules, self._claims, self._seasons = head.rules, claims, seasons
            self._tallies.clear()
            self._standings.clear()
            self._outdated = True

    def put(self, record: Record) -> None:
        """A result is this now."""
        was = self._by_number.pop(record.number, None)
        now = Numbered(record.result.played, record.number, record.result) if record.counts else None
        if now is not None:
            self._by_number[record.number] = now
        if was == now:
            return
        if was is not None:
            del self._order[bisect_left(self._order, was)]
        if now is not None:
            insort(self._order, now)
        for season, tally in self._tallies.items():
            self._change(tally, season, was, now)
        self._standings.clear()
        if self._missed is not None:
            self._missed.append((was, now))

    def fill(self, records: Iterable[Record]) -> None:
        """Put many results that were not there, before anything was asked for."""
        self._by_number.update(
            (one.number, Numbered(one.result.played, one.number, one.result)) for one in records
        )

    def sort(self) -> None:
        """To be called once after the last ``fill``."""
        self._order = sorted(self._by_number.values())

    def within(self, season: SeasonNumber | None) -> list[Numbered]:
        """The results of a season, or all of them, in the order of play."""
        if season is None:
            return list(self._order)
        one = self._seasons[season]
        start = bisect_left(self._order, (one.starts,))
        return self._order[start : None if one.ends is None else bisect_left(self._order, (one.ends,))]

    async def standings(self, season: SeasonNumber | None) -> Standings:
        """The standings of a season, or of all time; to be read before anything else is awaited."""
        while season not in self._standings:
            tally = await self._tally(season)
            carried = None if season is None else carried_into(self._seasons[season])
            self._standings[season] = Standings(tally, carried=carried)
        return self._standings[season]

    async def final(self, season: Season, ends: Time) -> tuple[Holding, ...]:
        """The table that a season would close with if it ended then, best first."""
        results = [one for one in self.within(season.number) if one.played < ends]
        tally = await asyncio.to_thread(make_tally, self._rules, self._claims, results)
        rows = Standings(tally, carried=carried_into(season)).rows()
        return tuple(Holding(player=row.player, points=row.points, place=row.place) for row in rows)

    async def _tally(self, season: SeasonNumber | None) -> Tally:
        async with self._making:
            while season not in self._tallies:
                self._missed, self._outdated = [], False
                try:
                    made = await asyncio.to_thread(make_tally, self._rules, self._claims, self.within(season))
                    if not self._outdated:
                        for was, now in self._missed:
                            self._change(made, season, was, now)
                        self._tallies[season] = made
                finally:
                    self._missed = None
        return self._tallies[season]

    def _change(
        self, tally: Tally, season: SeasonNumber | None, was: Numbered | None, now: Numbered | None
    ) -> None:
        if was is not None and self._is_of(season, was):
            tally.remove(was.number, was.result)
        if now is not None and self._is_of(season, now):
            tally.add(now.number, now.result)

    def _is_of(self, season: SeasonNumber | None, result: Numbered) -> bool:
        if season is None:
            return True
        one = self._seasons[season]
        return one.starts <= result.played and (one.ends is None or result.played < one.ends)


def make_tally(rules: League, claims: Claims, results: Iterable[Numbered]) -> Tally:
    """The tally of these results."""
    made = Tally(rules, claims)
    for one in results:
        made.add(one.number, one.result)
    return made


def claims_of(head: Head) -> Mapping[PlayerNumber, PlayerNumber]:
    """Which player each claimed guest of a league is."""
    return {
        number: player.merged_into
        for number, player in head.players.items()
        if player.merged_into is not None
    }


def carried_into(season: Season) -> Mapping[PlayerNumber, Fraction]:
    """The points with which a season begins."""
    return {one.player: one.points for one in season.carried}
