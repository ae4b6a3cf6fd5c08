"""Byes of events as results of the leagues of their channels."""

from collections.abc import Sequence

from discord.ext import commands

from cogs.core.context import consequence_id, own_request
from cogs.core.messaging import passing_refusals
from cogs.core.service import GameService
from cogs.tournaments.updates.following import EventRefresher
from rules.leagues.acts.results import RecordResult
from rules.leagues.result import LeagueId
from rules.leagues.state import Person
from rules.pairings.pairings import Pairings, Participant
from rules.tournaments.log import Bye, byes_given
from rules.tournaments.state import TournamentId, TournamentState
from storage.events.store import Request


class LeagueByes:
    """Keeps the byes of events in leagues: of each round by standings, while its pairings are valid."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._leagues = service.games.leagues
        self._tournaments = service.games.tournaments
        self._seen = dict[TournamentId, Sequence[Pairings]]()
        """The pairings of each event with rounds, as of the last refresh."""
        self._stale = EventRefresher(service, "leagues' byes", self._bring)

    def follow(self, state: TournamentState) -> None:
        """Enter the byes of an event in leagues after its pairings have changed."""
        pairings = [one.pairings for one in state.rounds]
        changed = bool(pairings or state.taken_back) and pairings != self._seen.get(state.tournament)
        self._seen[state.tournament] = pairings
        self._stale.follow(state, stale=changed)
        if state.over:
            self._seen.pop(state.tournament, None)

    async def _bring(self, state: TournamentState) -> None:
        leagues = await self._leagues.queries.of_channels(state.channel)
        if not leagues:
            return
        beginning, entries = await self._tournaments.history(state.tournament)
        for bye in byes_given(beginning, entries):
            for league in leagues:
                with passing_refusals():
                    await self._bring_one(state, bye, league)

    async def _bring_one(self, state: TournamentState, bye: Bye, league: LeagueId) -> None:
        user, cause = bye.entry.user, f"event {state.tournament} bye {bye.entry.number} {bye.player} {league}"
        known = await self._leagues.repository.store.entry_of(consequence_id(cause))
        if known is None and not bye.over:
            request = request_by_judge(self._bot, state, user, cause)
            people = [one for one in people_of(state, bye.player) if one is not None]
            if people:
                await self._leagues.events.give_bye(
                    league, request, people, bye.entry.when, (state.channel,), state.rules.played
                )
        if known is not None and bye.over and isinstance(act := known[1].act, RecordResult):
            request = request_by_judge(self._bot, state, user, f"{cause} over")
            await self._leagues.results.void(league, request, act.number, "")


def request_by_judge(
    bot: commands.AutoShardedBot, state: TournamentState, user: int | None, cause: str
) -> Request:
    """Return a request in the name of the judge who decided; of the bot if that person was forgotten."""
    if user is None:
        return own_request(bot, cause)
    known = state.find(user, "")
    return Request(user, (known and known.name) or "", consequence_id(cause))


def people_of(state: TournamentState, number: Participant) -> tuple[Person | None, ...]:
    """Return the people of a player or team, as leagues find them; None if their data was deleted."""
    return tuple(None if one.name is None else Person(one.name, one.user) for one in state.people(number))
