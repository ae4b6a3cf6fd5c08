"""One result in an event and in the leagues of its channel: what a judge says in one stands in the other.

What games say reaches both by itself. Of what judges say, the last word counts, wherever it was said.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

from discord.ext import commands

from cogs.core.context import number_of, own_request
from cogs.core.delivery.refresher import Refresher
from cogs.core.service import GameService
from cogs.tournaments.updates.tables.notices import rulings
from rules.leagues.acts.results import EditResult, Rule
from rules.leagues.result import Ending, LeagueId, ResultNumber
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState, Person
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.acts import EnterOutcome, TakeBackRound
from rules.tournaments.log import about_table
from rules.tournaments.standings import ending_of
from rules.tournaments.state import TableOutcome, TournamentId, TournamentState
from storage.events.store import Request
from storage.leagues.table_results import RuledTable
from storage.leagues.unit_of_work import UnitOfWork
from storage.tournaments.change import TournamentChange

ALL = 0
"""What stands for a table where all of a round are meant."""
_Table: TypeAlias = tuple[TournamentId, int, int]
"""A tournament, a round of it and a table."""


class LeagueResults:
    """Keeps the results of tables in leagues as judges of events have entered them, and the reverse."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._leagues = service.games.leagues
        self._tournaments = service.games.tournaments
        self._owns = service.games.database.owns
        self._seen = dict[TournamentId, Mapping[_Table, TableOutcome]]()
        """What judges have said of the tables of each event, as far as that was followed."""
        self._rounds = dict[TournamentId, int]()
        """How many rounds each event has had, as far as that was followed."""
        self._latest = dict[TournamentId, TournamentState]()
        """The events with tables that wait to be brought to leagues."""
        self._to_leagues = Refresher(service.background, "leagues' results of tables", self._bring)
        self._to_events = Refresher(service.background, "events' results of leagues", self._take)

    def follow(self, state: TournamentState) -> None:
        """Bring what a judge has said of a table to the leagues of the channel."""
        now = {
            (state.tournament, number, table): outcome
            for number, round in enumerate(state.rounds, start=1)
            for table, outcome in round.outcomes.items()
            if outcome.judged
        }
        was = self._seen.get(state.tournament, {})
        self._seen[state.tournament] = now
        for key, outcome in now.items():
            if was.get(key) != outcome:
                self._latest[state.tournament] = state
                self._to_leagues.stale(key)
        rounds = len(state.rounds)
        followed = range(rounds + 1, self._rounds.get(state.tournament, 0) + 1)
        for gone in {*followed, *(one for one in state.taken_back if one > rounds)}:
            self._to_leagues.stale((state.tournament, gone, ALL))
        self._rounds[state.tournament] = rounds
        if state.over:
            self._seen.pop(state.tournament, None)
            self._rounds.pop(state.tournament, None)

    def follow_league(self, unit: UnitOfWork) -> None:
        """Bring what a judge has ruled or edited in a league to the event at whose table it was played."""
        for act in unit.acts:
            if isinstance(act, Rule | EditResult) and unit.after[act.number].result.game is not None:
                self._to_events.stale((unit.was.league, act.number))

    async def _bring(self, key: _Table) -> None:
        tournament, round, table = key
        if table == ALL:
            await self._void(tournament, round)
            return
        state = self._latest.pop(tournament, None) or await self._tournaments.state(tournament)
        outcome = state.rounds[round - 1].outcomes.get(table) if round <= len(state.rounds) else None
        played = (await self._tournaments.queries.tables(tournament, round)).get(table)
        if outcome is None or not outcome.judged or played is None or not self._owns(state.guild):
            return
        if state.rules.best_of > 1:
            return  # leagues count the games of matches
        _, entries = await self._tournaments.history(tournament)
        last = about_table(entries, round, table)[-1]
        there = state.rounds[round - 1].tables[table]
        ruled = RuledTable(
            game=played.game,
            when=last.when,
            variant=state.rules.played,
            sides=tuple(_people(state, one) for one in there),
            endings=tuple(ending_of(outcome, one) for one in there),
        )
        request = self._request(state, last.user, f"event {tournament} {last.number}")
        for league in await self._leagues.queries.of_channels(played.thread, state.channel):
            with suppress(Refusal):
                await self._leagues.tables.rule(league, request, ruled)

    async def _void(self, tournament: TournamentId, round: int) -> None:
        """Let the results of a round that was taken back no longer count in leagues."""
        state = await self._tournaments.state(tournament)
        if round <= len(state.rounds) or not self._owns(state.guild):
            return
        _, entries = await self._tournaments.history(tournament)
        taken = [one for one in entries if isinstance(one.act, TakeBackRound)][-1]
        for played in (await self._tournaments.queries.tables(tournament, round)).values():
            for league, record in await self._leagues.queries.of_game(played.game):
                request = self._request(state, taken.user, f"event {tournament} {taken.number} {played.game}")
                if not record.void and not record.withdrawn:
                    with suppress(Refusal):
                        await self._leagues.results.void(league, request, record.number, "")

    async def _take(self, key: tuple[LeagueId, ResultNumber]) -> None:
        league, number = key
        record, known = await self._leagues.results.record(league, number), await self._leagues.state(league)
        game = record.result.game
        played = None if game is None else await self._tournaments.queries.table_of(game, 0)
        if not record.counts or played is None or played.game != game:
            return
        state = await self._tournaments.state(played.tournament)
        if state.over or played.round > len(state.rounds) or not self._owns(state.guild):
            return
        last = state.rounds[played.round - 1]
        drawn = last.redrawn.get(played.number, 0)
        if state.rules.best_of > 1 or played.number not in last.tables or played.redrawn != drawn:
            return
        there, outcome = last.tables[played.number], last.outcomes.get(played.number)
        endings = _endings(state, there, known, record)
        if outcome is not None and all(ending_of(outcome, one) is endings.get(one) for one in there):
            return
        won = tuple(one for one in there if endings.get(one) is Ending.WON)
        everyone = all(endings.get(one) is Ending.LOST for one in there)
        if outcome is not None and not won and not outcome.winners and not everyone:
            return  # a draw in both; who had lost before it makes no difference in an event
        lost = there if everyone else ()
        act = EnterOutcome(round=played.round, table=played.number, winners=won, lost=lost, judged=True)
        entries = await self._leagues.repository.store.entries(league, result=number, limit=1)
        notices = await rulings(self._tournaments, state, act, None)

        def decide(change: TournamentChange) -> None:
            change.add(act)
            change.notices += notices

        request = self._request(state, entries[-1].user, f"league {league} {entries[-1].number}")
        await self._tournaments.change(state.tournament, request, decide)

    def _request(self, state: TournamentState, user: int | None, cause: str) -> Request:
        """Return the request of the judge who has said it; of the bot where that was forgotten."""
        if user is None:
            return own_request(self._bot, cause)
        known = state.find(user, "")
        return Request(user, (known and known.name) or "", number_of(cause))


def _people(state: TournamentState, number: Participant) -> tuple[Person, ...]:
    """The people of a player or team, as leagues find them."""
    return tuple(Person(one.name or f"Player {one.number}", one.user) for one in state.people(number))


def _endings(
    state: TournamentState, there: Sequence[Participant], league: LeagueState, record: ResultRecord
) -> Mapping[Participant, Ending]:
    """How a result of a league ended for those at a table who are in it."""
    found = dict[Participant, Ending]()
    for entrant in record.result.entrants:
        for number in entrant.players:
            player = league.players[league.resolved(number)]
            known = state.find(player.user, player.name or "")
            if known is not None and (one := state.played_as(known.number)) in there:
                found[one] = entrant.ending
    return found
