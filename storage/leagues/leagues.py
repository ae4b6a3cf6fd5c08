"""The leagues of an installation: begin, change and find them; results, players, seasons and looks beside."""

from collections.abc import Callable, Sequence
from datetime import datetime

from rules.leagues.acts import (
    AddChannel,
    ArchiveLeague,
    CloseSeason,
    CreateLeague,
    EditLeague,
    RemoveChannel,
    ReviveLeague,
)
from rules.leagues.league import League
from rules.leagues.ledger import LedgerEntry
from rules.leagues.result import LeagueId, ResultNumber, SeasonNumber
from rules.leagues.state import LeagueState
from rules.refusal import Refusal
from storage.engine.database import Database
from storage.events.values import Request
from storage.leagues import sql
from storage.leagues.exchange import Exchange
from storage.leagues.players import Players
from storage.leagues.projection_cache import ProjectionCache
from storage.leagues.repository import LEAGUES_IN_MEMORY, LeagueRepository, Listener
from storage.leagues.results import Results
from storage.leagues.search import ResultSearch
from storage.leagues.seasons import Seasons
from storage.leagues.table_results import TableResults
from storage.leagues.values import CommittedActs, LeagueMessage, LeagueSummary


class Leagues:
    """Every league in a database.

    ``clock`` gives the time in UTC; ``wake`` is called when a deadline may have been set or cancelled.
    Whoever asks for something gives a Request. An interaction acts once; when it comes again its
    CommittedActs says ``repeated``. Who is a judge is for the caller to know. ``limit`` leagues are kept in
    memory.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime],
        wake: Callable[[], None],
        *,
        limit: int = LEAGUES_IN_MEMORY,
    ) -> None:
        self._repository = LeagueRepository(database, clock, wake, limit=limit)
        self.results = Results(self._repository)
        """Results as people report them, confirm, dispute, rule upon and put right."""
        self.search = ResultSearch(self._repository)
        """Results looked up."""
        self.players = Players(self._repository)
        """Guests who are claimed; what is known of a person."""
        self.projections = ProjectionCache(self._repository)
        """Standings, and what results add up to."""
        self.seasons = Seasons(self._repository, self.projections)
        """Seasons as judges open and close them."""
        self.exchange = Exchange(self._repository)
        """Leagues as files, and back."""
        self.tables = TableResults(self._repository)
        """Results as tables bring them."""

    # Which leagues there are

    async def of_guild(self, guild: int, *, archived: bool = False) -> list[LeagueSummary]:
        """The leagues of a server by name, with the archived ones if asked for."""
        return await self._repository.queries.of_guild(guild, archived=archived)

    async def all(self) -> list[LeagueId]:
        """Every league, archived ones included."""
        return await self._repository.queries.leagues()

    async def of_channel(self, channel: int) -> list[LeagueId]:
        """The leagues that a channel's games are results of, archived ones left out."""
        return await self._repository.queries.of_channels(channel)

    async def state(self, league: LeagueId) -> LeagueState:
        """A league without its results, as its last commit has left it; raises Refusal "no_league"."""
        return await self._repository.state(league)

    def listen(self, listener: Listener) -> None:
        """Have ``listener`` called right after each commit, whoever or whatever caused it.

        It may neither wait nor fail: it is to make a note of what has to be shown.
        """
        self._repository.listeners.append(listener)

    # What is done to one

    async def create(
        self, guild: int, request: Request, rules: League, channels: Sequence[int] = ()
    ) -> CommittedActs:
        """A new league of a server, fed by these channels.

        Raises Refusal "league_name_taken"; NotCommitted.
        """
        async with self._repository.beginning:
            earlier = await self._repository.earlier(request)
            if earlier is not None:
                return earlier
            await self._repository.require_free(guild, rules.name)
            state = LeagueState(league=await self._repository.queries.next_league(), guild=guild, rules=rules)
            unit = self._repository.unit(state, request, new=True)
            unit.add(CreateLeague(league=rules))
            for channel in dict.fromkeys(channels):
                unit.add(AddChannel(channel=channel))
            return await self._repository.commit(unit)

    async def edit(
        self,
        league: LeagueId,
        request: Request,
        change: Callable[[League], League],
        channels: Sequence[int] | None = None,
        reason: str = "",
    ) -> CommittedActs:
        """Change a league's rules, and the channels that feed it where they are given.

        ``change`` makes the new rules of those that count now. Raises Refusal "nothing_happens",
        "league_name_taken" and what ``change`` raises; NotCommitted.
        """
        return await self._repository.once(request, self._edit(league, request, change, channels, reason))

    async def _edit(
        self,
        league: LeagueId,
        request: Request,
        change: Callable[[League], League],
        channels: Sequence[int] | None,
        reason: str,
    ) -> CommittedActs:
        async with self._repository.beginning, self._repository.enter(league) as state:
            unit = self._repository.unit(state, request)
            rules = change(state.rules)
            if rules.name != state.rules.name:
                await self._repository.require_free(state.guild, rules.name, but=league)
            if rules != state.rules:
                unit.add(EditLeague(league=rules, reason=reason))
            wanted = state.channels if channels is None else frozenset(channels)
            for channel in sorted(state.channels - wanted):
                unit.add(RemoveChannel(channel=channel))
            for channel in sorted(wanted - state.channels):
                unit.add(AddChannel(channel=channel))
            if not unit.acts:
                raise Refusal("nothing_happens")
            return await self._repository.commit(unit)

    async def archive(self, league: LeagueId, request: Request, reason: str = "") -> CommittedActs:
        """Let a league take no further results; it can still be read. Raises Refusal "league_archived"."""
        return await self._repository.once(request, self._add(league, request, ArchiveLeague(reason=reason)))

    async def revive(self, league: LeagueId, request: Request, reason: str = "") -> CommittedActs:
        """Let an archived league go on. Raises Refusal "league_not_archived"; NotCommitted."""
        return await self._repository.once(request, self._add(league, request, ReviveLeague(reason=reason)))

    async def _add(
        self, league: LeagueId, request: Request, act: ArchiveLeague | ReviveLeague
    ) -> CommittedActs:
        async with self._repository.enter(league) as state:
            unit = self._repository.unit(state, request)
            unit.add(act)
            return await self._repository.commit(unit)

    # What stands outside the ledger

    async def set_champion(self, league: LeagueId, role: int | None) -> None:
        """Keep which role in Discord is for who wins a season. Raises Refusal "no_league"; NotCommitted."""
        async with self._repository.enter(league):
            await self._repository.write(sql.set_champion(league, role))
            self._repository.forget(league)

    async def show(
        self, league: LeagueId, kind: str, number: ResultNumber, shown: LeagueMessage | None
    ) -> None:
        """Keep which message shows something of a league, None for no message any more.

        ``kind`` is a stable name, such as "result", "dispute" or "standings"; ``number`` the result's, or 0.
        """
        if shown is None:
            await self._repository.write(sql.delete_message(league, kind, number))
        else:
            await self._repository.write(sql.put_message(league, kind, number, shown))

    async def shown(self, league: LeagueId, kind: str, number: ResultNumber = 0) -> LeagueMessage | None:
        """The message that shows something of a league, as ``show`` has kept it."""
        return await self._repository.queries.message(league, kind, number)

    # The ledger

    async def audit(
        self,
        league: LeagueId,
        *,
        result: ResultNumber | None = None,
        before: int | None = None,
        limit: int = 20,
    ) -> list[LedgerEntry]:
        """The last entries of a league's ledger before a number, newest first; or those about one result."""
        return await self._repository.ledger.entries(league, before=before, limit=limit, result=result)

    async def rules_before(self, league: LeagueId, entry: int) -> League | None:
        """The rules that counted before an entry of the ledger; None before the first one."""
        act = await self._repository.queries.last_edit(league, entry)
        return act.league if isinstance(act, CreateLeague | EditLeague) else None

    async def closings(self, league: LeagueId, season: SeasonNumber) -> list[CloseSeason]:
        """How a season was closed, each time, the first time first."""
        return await self._repository.queries.closings(league, season)
