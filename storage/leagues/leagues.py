"""The leagues of an installation and their seasons."""

from collections.abc import AsyncGenerator, Callable, Iterable, Sequence

from rules.leagues.acts import bounds
from rules.leagues.acts import league as acts
from rules.leagues.acts.additions import SetPage
from rules.leagues.acts.ledger import LedgerEntry
from rules.leagues.league import League
from rules.leagues.result import DAY, LeagueId, ResultNumber, SeasonNumber, Time
from rules.leagues.state import FinalStanding, LeagueState
from rules.refusal import Refusal
from storage.engine.group_commit import Statement
from storage.events.store import Request, idempotent
from storage.leagues import sql
from storage.leagues.event_results import EventResults
from storage.leagues.exchange import Exchange
from storage.leagues.players import Players
from storage.leagues.projection_cache import ProjectionCache
from storage.leagues.repository import LeagueListener, LeagueRepository, LeagueStore, unit_of_work
from storage.leagues.results import Results
from storage.leagues.sql import LeagueMessage
from storage.leagues.table_results import TableResults
from storage.leagues.unit_of_work import CommittedActs, UnitOfWork, set_digest
from storage.leagues.votes import Votes
from storage.scheduler import Deadline, set_deadline


class Seasons(LeagueStore):
    """Judges' acts on seasons. Each raises Refusal "no_league"; NotCommitted."""

    def __init__(self, repository: LeagueRepository, projections: ProjectionCache) -> None:
        super().__init__(repository)
        self._projections = projections

    @unit_of_work
    async def open(self, unit: UnitOfWork, name: str, starts: Time | None = None) -> None:
        """Begin a season with the results played since ``starts`` (default: now).

        It starts with the scores carried over from the previous season. Raises Refusal "season_is_open",
        "season_overlaps", "league_archived".
        """
        if starts is not None:
            bounds.require_season(starts, unit.when)
        unit.add(
            acts.OpenSeason(
                season=SeasonNumber(len(unit.was.seasons) + 1),
                name=name,
                starts=unit.when if starts is None else starts,
                carried=_carried(unit.was),
            )
        )

    @unit_of_work
    async def close(self, unit: UnitOfWork, ends: Time | None = None) -> None:
        """End the open season, at ``ends`` or now, and freeze its table.

        Results that are still pending or disputed are not in it. Raises Refusal "season_not_open",
        "season_ends_early", "season_ends_later".
        """
        season, ends = unit.was.season, unit.when if ends is None else ends
        if season is None:
            raise Refusal("season_not_open")
        if ends > unit.when:
            raise Refusal("season_ends_later")
        table = await self._projections.final(unit.was, season, ends)
        unit.add(acts.CloseSeason(season=season.number, ends=ends, table=table))

    @unit_of_work
    async def reopen(self, unit: UnitOfWork, reason: str = "") -> None:
        """Open the last season again, to correct something. Raises Refusal "season_is_open", "no_season"."""
        if not unit.was.seasons:
            raise Refusal("no_season")
        unit.add(acts.ReopenSeason(season=unit.was.seasons[-1].number, reason=reason))


def _carried(state: LeagueState) -> tuple[FinalStanding, ...]:
    share = state.rules.seasons.carry
    if not share or not state.seasons:
        return ()
    return tuple(
        FinalStanding(player=one.player, points=one.points * share)
        for one in state.seasons[-1].table
        if one.points
    )


class Leagues(LeagueStore):
    """Every league in a database.

    Each change takes a Request and is idempotent; a repeated one returns CommittedActs with ``repeated``.
    The caller decides who is a judge.
    """

    def __init__(self, repository: LeagueRepository) -> None:
        super().__init__(repository)
        self.queries = repository.queries
        """Queries of the last committed state."""
        self.results = Results(repository)
        self.votes = Votes(self.results)
        self.players = Players(repository)
        self.projections = ProjectionCache(repository)
        self.seasons = Seasons(repository, self.projections)
        self.exchange = Exchange(repository)
        self.tables = TableResults(repository)
        self.events = EventResults(repository)
        self.committed, self.committed_in = repository.committed, repository.committed_in
        self.tell(())

    async def state(self, league: LeagueId) -> LeagueState:
        """Return a league without its results, as its last commit has left it; raises Refusal "no_league"."""
        return await self.repository.state(league)

    def readable(self, leagues: Iterable[LeagueId]) -> AsyncGenerator[LeagueState]:
        """Yield the states of several leagues, except those that a newer version has written to."""
        return self.repository.readable(leagues)

    @unit_of_work
    async def set_page(self, unit: UnitOfWork, *, on: bool, guests: bool) -> None:
        """Turn a league's public page on or off, and choose whether it names guests.

        Raises Refusal "nothing_happens".
        """
        if (unit.was.page.on, unit.was.page.guests) == (on, guests):
            raise Refusal("nothing_happens")
        unit.add(SetPage(on=on, guests=guests))

    def tell(self, followers: Sequence[LeagueListener]) -> None:
        """Set the only callbacks for changes of leagues, right after each commit."""
        self.repository.followers = (self.projections.follow, *followers)

    def hear(self, kind: str, text: str) -> None:
        """Drop a league that another process has changed, or all of them."""
        if not kind:
            self.projections.clear()
        self.repository.hear(kind, text)

    @idempotent
    async def create(
        self, guild: int, request: Request, rules: League, channels: Sequence[int] = ()
    ) -> CommittedActs:
        """Create a league in a server, which counts the games of these channels.

        Raises Refusal "league_name_taken"; NotCommitted.
        """
        async with self.repository.beginning:
            await self.repository.require_free(guild, rules.name)
            state = LeagueState(league=await self.queries.next_league(), guild=guild, rules=rules)
            unit = self.repository.unit(state, request, new=True)
            unit.add(acts.CreateLeague(league=rules))
            unit.feed(channels)
            return await self.repository.carry_out(unit)

    @idempotent
    async def edit(
        self,
        league: LeagueId,
        request: Request,
        change: Callable[[League], League],
        channels: Sequence[int] | None = None,
        reason: str = "",
    ) -> CommittedActs:
        """Change a league's rules, and its channels if given.

        ``change`` returns the new rules, given the current ones. Raises Refusal "nothing_happens",
        "league_name_taken" and those of ``change``; NotCommitted.
        """
        async with self.repository.beginning, self.repository.enter(league) as state:
            unit = self.repository.unit(state, request)
            rules = change(state.rules)
            if rules.name != state.rules.name:
                await self.repository.require_free(state.guild, rules.name, but=league)
            if rules != state.rules:
                unit.add(acts.EditLeague(league=rules, reason=reason))
            unit.feed(state.channels if channels is None else channels)
            if not unit.acts:
                raise Refusal("nothing_happens")
            return await self.repository.carry_out(unit)

    @unit_of_work
    async def archive(self, unit: UnitOfWork, reason: str = "") -> None:
        """Archive a league: it accepts no further results, but can still be read. Raises Refusal
        "league_archived"."""
        unit.add(acts.ArchiveLeague(reason=reason))

    @unit_of_work
    async def revive(self, unit: UnitOfWork, reason: str = "") -> None:
        """Continue an archived league. Raises Refusal "league_not_archived"; NotCommitted."""
        unit.add(acts.ReviveLeague(reason=reason))

    async def set_champion(self, league: LeagueId, role: int | None) -> None:
        """Store the Discord role for the winner of a season. Raises Refusal "no_league"; NotCommitted."""
        async with self.repository.enter(league) as state:
            await self.repository.database.write(sql.set_champion(league, role), guild=state.guild)
            self.repository.forget(league)

    async def plan_digest(self, league: LeagueId) -> None:
        """Send the next digest a day from now. Raises NotCommitted."""
        await self._write(league, set_digest(league, self.repository.now() + DAY))

    async def show(
        self,
        league: LeagueId,
        kind: str,
        number: int,
        shown: LeagueMessage | None,
        due: Deadline | None = None,
    ) -> None:
        """Record the message that shows a part of a league, None for no message.

        ``kind`` is a stable name, such as "result", "dispute" or "standings"; ``number`` a result's or a
        season's, or 0. ``due``: a resulting deadline, set in the same transaction. Raises Refusal
        "no_league"; NotCommitted.
        """
        statement = (
            sql.delete_message(league, kind, number)
            if shown is None
            else sql.put_message(league, kind, number, shown)
        )
        await self._write(league, statement, *(() if due is None else (set_deadline(due),)))

    async def _write(self, league: LeagueId, *statements: Statement) -> None:
        """Write data outside a league's ledger, as the process that serves its server."""
        guild = (await self.repository.state(league)).guild
        await self.repository.database.write(*statements, then=self.repository.wake, guild=guild)

    async def audit(
        self,
        league: LeagueId,
        *,
        result: ResultNumber | None = None,
        before: int | None = None,
        limit: int = 20,
    ) -> list[LedgerEntry]:
        """Return the last entries of a league's ledger before a number, newest first; optionally only those
        about one result."""
        return await self.repository.store.entries(league, before=before, limit=limit, result=result)
