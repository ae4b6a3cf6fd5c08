"""The seasons of leagues: opened, closed with a final table that stays as it is, opened again."""

from rules.leagues.acts import CloseSeason, FinalStanding, OpenSeason, ReopenSeason, SeasonNumber
from rules.leagues.result import Time
from rules.refusal import Refusal
from storage.games.values import Request
from storage.leagues.projection_cache import ProjectionCache
from storage.leagues.repository import LeagueRepository
from storage.leagues.values import CommittedActs, LeagueId, LeagueState, Season


class Seasons:
    """What judges do to seasons. Each raises Refusal "no_league"; NotCommitted."""

    def __init__(self, shelf: LeagueRepository, books: ProjectionCache) -> None:
        self._shelf = shelf
        self._books = books

    async def open(
        self, league: LeagueId, request: Request, name: str, starts: Time | None = None
    ) -> CommittedActs:
        """Begin a season; results played from ``starts`` on belong to it, from now on unless it is given.

        It begins with what the league carries over from the season before. Raises Refusal "season_is_open",
        "season_overlaps", "league_archived".
        """
        return await self._shelf.once(request, self._open(league, request, name, starts))

    async def _open(
        self, league: LeagueId, request: Request, name: str, starts: Time | None
    ) -> CommittedActs:
        async with self._shelf.enter(league) as head:
            draft = self._shelf.draft(head, request)
            draft.add(
                OpenSeason(
                    season=len(head.seasons) + 1,
                    name=name,
                    starts=draft.when if starts is None else starts,
                    carried=_carried(head),
                )
            )
            return await self._shelf.commit(draft)

    async def close(self, league: LeagueId, request: Request, ends: Time | None = None) -> CommittedActs:
        """End the open season, at ``ends`` or now: its table is frozen as it stands.

        Results that are still pending or disputed are not in it. Raises Refusal "season_not_open",
        "season_ends_early", "season_ends_later".
        """
        return await self._shelf.once(request, self._close(league, request, ends))

    async def _close(self, league: LeagueId, request: Request, ends: Time | None) -> CommittedActs:
        async with self._shelf.enter(league) as head:
            draft = self._shelf.draft(head, request)
            season = head.season
            if season is None:
                raise Refusal("season_not_open")
            ends = draft.when if ends is None else ends
            if ends > draft.when:
                raise Refusal("season_ends_later")
            draft.add(
                CloseSeason(
                    season=season.number, ends=ends, table=await self._books.final(head, season, ends)
                )
            )
            return await self._shelf.commit(draft)

    async def reopen(self, league: LeagueId, request: Request, reason: str = "") -> CommittedActs:
        """Open the last season again, to put something right.

        Raises Refusal "season_is_open", "no_season".
        """
        return await self._shelf.once(request, self._reopen(league, request, reason))

    async def _reopen(self, league: LeagueId, request: Request, reason: str) -> CommittedActs:
        async with self._shelf.enter(league) as head:
            if not head.seasons:
                raise Refusal("no_season")
            draft = self._shelf.draft(head, request)
            draft.add(ReopenSeason(season=head.seasons[-1].number, reason=reason))
            return await self._shelf.commit(draft)


def season_of(head: LeagueState, number: SeasonNumber) -> Season:
    """A season of a league; raises Refusal "no_season"."""
    found = next((season for season in head.seasons if season.number == number), None)
    if found is None:
        raise Refusal("no_season", number=number)
    return found


def _carried(head: LeagueState) -> tuple[FinalStanding, ...]:
    share = head.rules.seasons.carry
    if not share or not head.seasons:
        return ()
    return tuple(
        FinalStanding(player=one.player, points=one.points * share)
        for one in head.seasons[-1].table
        if one.points
    )
