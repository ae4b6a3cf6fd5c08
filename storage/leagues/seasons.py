"""The seasons of leagues: opened, closed with a final table that stays as it is, opened again."""

from rules.leagues.acts import CloseSeason, OpenSeason, ReopenSeason
from rules.leagues.result import LeagueId, SeasonNumber, Time
from rules.leagues.state import FinalStanding, LeagueState, Season
from rules.refusal import Refusal
from storage.events.values import Request
from storage.leagues.projection_cache import ProjectionCache
from storage.leagues.repository import LeagueRepository
from storage.leagues.values import CommittedActs


class Seasons:
    """What judges do to seasons. Each raises Refusal "no_league"; NotCommitted."""

    def __init__(self, repository: LeagueRepository, projections: ProjectionCache) -> None:
        self._repository = repository
        self._projections = projections

    async def open(
        self, league: LeagueId, request: Request, name: str, starts: Time | None = None
    ) -> CommittedActs:
        """Begin a season; results played from ``starts`` on belong to it, from now on unless it is given.

        It begins with what the league carries over from the season before. Raises Refusal "season_is_open",
        "season_overlaps", "league_archived".
        """
        return await self._repository.once(request, self._open(league, request, name, starts))

    async def _open(
        self, league: LeagueId, request: Request, name: str, starts: Time | None
    ) -> CommittedActs:
        async with self._repository.enter(league) as state:
            unit = self._repository.unit(state, request)
            unit.add(
                OpenSeason(
                    season=len(state.seasons) + 1,
                    name=name,
                    starts=unit.when if starts is None else starts,
                    carried=_carried(state),
                )
            )
            return await self._repository.commit(unit)

    async def close(self, league: LeagueId, request: Request, ends: Time | None = None) -> CommittedActs:
        """End the open season, at ``ends`` or now: its table is frozen as it stands.

        Results that are still pending or disputed are not in it. Raises Refusal "season_not_open",
        "season_ends_early", "season_ends_later".
        """
        return await self._repository.once(request, self._close(league, request, ends))

    async def _close(self, league: LeagueId, request: Request, ends: Time | None) -> CommittedActs:
        async with self._repository.enter(league) as state:
            unit = self._repository.unit(state, request)
            season = state.season
            if season is None:
                raise Refusal("season_not_open")
            ends = unit.when if ends is None else ends
            if ends > unit.when:
                raise Refusal("season_ends_later")
            unit.add(
                CloseSeason(
                    season=season.number, ends=ends, table=await self._projections.final(state, season, ends)
                )
            )
            return await self._repository.commit(unit)

    async def reopen(self, league: LeagueId, request: Request, reason: str = "") -> CommittedActs:
        """Open the last season again, to put something right.

        Raises Refusal "season_is_open", "no_season".
        """
        return await self._repository.once(request, self._reopen(league, request, reason))

    async def _reopen(self, league: LeagueId, request: Request, reason: str) -> CommittedActs:
        async with self._repository.enter(league) as state:
            if not state.seasons:
                raise Refusal("no_season")
            unit = self._repository.unit(state, request)
            unit.add(ReopenSeason(season=state.seasons[-1].number, reason=reason))
            return await self._repository.commit(unit)


def season_of(state: LeagueState, number: SeasonNumber) -> Season:
    """A season of a league; raises Refusal "no_season"."""
    found = next((season for season in state.seasons if season.number == number), None)
    if found is None:
        raise Refusal("no_season", number=number)
    return found


def _carried(state: LeagueState) -> tuple[FinalStanding, ...]:
    share = state.rules.seasons.carry
    if not share or not state.seasons:
        return ()
    return tuple(
        FinalStanding(player=one.player, points=one.points * share)
        for one in state.seasons[-1].table
        if one.points
    )
