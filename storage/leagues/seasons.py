"""The seasons of leagues: opened, closed with a final table that stays as it is, opened again."""

from rules.leagues.acts.league import CloseSeason, OpenSeason, ReopenSeason
from rules.leagues.result import Time
from rules.leagues.state import FinalStanding, LeagueState
from rules.refusal import Refusal
from storage.leagues.projection_cache import ProjectionCache
from storage.leagues.repository import LeagueRepository, LeagueStore, change
from storage.leagues.unit_of_work import UnitOfWork


class Seasons(LeagueStore):
    """What judges do to seasons. Each raises Refusal "no_league"; NotCommitted."""

    def __init__(self, repository: LeagueRepository, projections: ProjectionCache) -> None:
        super().__init__(repository)
        self._projections = projections

    @change
    async def open(self, unit: UnitOfWork, name: str, starts: Time | None = None) -> None:
        """Begin a season with the results played from ``starts`` on (default: now).

        It begins with what the league carries over from the season before. Raises Refusal "season_is_open",
        "season_overlaps", "league_archived".
        """
        unit.add(
            OpenSeason(
                season=len(unit.was.seasons) + 1,
                name=name,
                starts=unit.when if starts is None else starts,
                carried=_carried(unit.was),
            )
        )

    @change
    async def close(self, unit: UnitOfWork, ends: Time | None = None) -> None:
        """End the open season, at ``ends`` or now: its table is frozen as it stands.

        Results that are still pending or disputed are not in it. Raises Refusal "season_not_open",
        "season_ends_early", "season_ends_later".
        """
        season, ends = unit.was.season, unit.when if ends is None else ends
        if season is None:
            raise Refusal("season_not_open")
        if ends > unit.when:
            raise Refusal("season_ends_later")
        table = await self._projections.final(unit.was, season, ends)
        unit.add(CloseSeason(season=season.number, ends=ends, table=table))

    @change
    async def reopen(self, unit: UnitOfWork, reason: str = "") -> None:
        """Open the last season again, to correct something. Raises Refusal "season_is_open", "no_season"."""
        if not unit.was.seasons:
            raise Refusal("no_season")
        unit.add(ReopenSeason(season=unit.was.seasons[-1].number, reason=reason))


def _carried(state: LeagueState) -> tuple[FinalStanding, ...]:
    share = state.rules.seasons.carry
    if not share or not state.seasons:
        return ()
    return tuple(
        FinalStanding(player=one.player, points=one.points * share)
        for one in state.seasons[-1].table
        if one.points
    )
