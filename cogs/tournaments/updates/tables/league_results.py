"""The results of an event and of its channel's leagues: a judge's decision in one applies to the other.

Games' results reach both automatically. Of judges' decisions, the last one counts, wherever it was made.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from discord.ext import commands
from msgspec.structs import replace

from cogs.core.delivery.refresher import Refresher
from cogs.core.messaging import passing_refusals
from cogs.core.service import GameService
from cogs.tournaments.updates.tables.league_byes import LeagueByes, people_of, request_by_judge
from cogs.tournaments.updates.tables.notices import rulings
from rules.game.parts import GameId
from rules.leagues.acts.results import EditResult, RestoreVoided, Rule, VoidResult
from rules.leagues.result import Ending, LeagueId, PlayerNumber, ResultNumber
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState
from rules.pairings.pairings import Participant
from rules.tournaments.acts import EnterOutcome, TakeBackRound
from rules.tournaments.log import about_table
from rules.tournaments.standings import counts_games, ending_of, games_won
from rules.tournaments.state import TableOutcome, TournamentId, TournamentState
from storage.events.store import Location
from storage.leagues.event_results import RuledTable
from storage.leagues.unit_of_work import UnitOfWork
from storage.tournaments.change import TournamentChange
from storage.tournaments.sql import PlayedTable

JUDGE_ACTS = (Rule, EditResult, VoidResult, RestoreVoided)
"""Judges' acts on results in leagues."""
ALL = 0
"""The number that stands for all tables of a round."""
_Table: TypeAlias = tuple[TournamentId, int, int]
"""A tournament, a round of it and a table."""


class LeagueResults:
    """Keeps the results of tables in leagues as judges of events have entered them, and the reverse."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._games = service.games
        self._leagues = service.games.leagues
        self._tournaments = service.games.tournaments
        self._owns = service.games.database.owns
        self._seen = dict[TournamentId, Mapping[_Table, TableOutcome]]()
        """Judges' outcomes of each event's tables, as of the last refresh."""
        self._rounds = dict[TournamentId, int]()
        """The number of rounds of each event, as of the last refresh."""
        self._latest = dict[TournamentId, TournamentState]()
        """The events with tables that wait to be brought to leagues."""
        self._to_leagues = Refresher(service.background, "leagues' results of tables", self._bring)
        self._games_changed = Refresher(service.background, "rulings on changed games", self._bring_again)
        self._to_events = Refresher(service.background, "events' results of leagues", self._take)
        self._byes = LeagueByes(bot, service)

    def follow(self, state: TournamentState) -> None:
        """Apply a judge's decision on a table, and byes, to the leagues of the channel."""
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
        self._byes.follow(state)
        if state.over:
            self._seen.pop(state.tournament, None)
            self._rounds.pop(state.tournament, None)

    def follow_league(self, unit: UnitOfWork) -> None:
        """Apply a judge's decision on a league's result to the event of its table."""
        for act in unit.acts:
            if isinstance(act, JUDGE_ACTS) and unit.after[act.number].result.game is not None:
                self._to_events.stale((unit.was.league, act.number))

    def recount(self, game: GameId) -> None:
        """Handle a game that is over, or continues after all: perhaps one of a table that a judge has ruled
        on, whose result leagues have withdrawn."""
        self._games_changed.stale(game)

    async def recover(self, state: TournamentState) -> None:
        """Resume what an earlier run or another process has left, in both directions."""
        self.follow(state)
        games = dict[GameId, tuple[int, int]]()
        for number in range(1, len(state.rounds) + 1):
            tables = await self._tournaments.queries.tables(state.tournament, number)
            games |= {one.game: (number, one.number) for one in tables.values()}
        ruled = await self._leagues.queries.ruled([*games]) if games else ()
        _, entries = await self._tournaments.history(state.tournament) if ruled else (None, ())
        for one in ruled:
            known = about_table(entries, *games[one.game])
            if not known or one.when > known[-1].when:
                self._to_events.stale((one.league, one.number))

    async def _bring_again(self, game: GameId) -> None:
        """Enter a judge's result again that a league has withdrawn with the end of the game."""
        there = await self._games.view(game)
        known = await self._leagues.queries.of_game(game)
        if there is None or not known or any(not record.withdrawn for _, record in known):
            return
        played = await self._tournaments.queries.table_of(game, there.location.channel)
        if played is not None and played.game == game:
            after = f" {game} {there.entries[-1].number}"
            await self._bring((played.tournament, played.round, played.number), after)

    async def _bring(self, key: _Table, after: str = "") -> None:
        """Bring a judge's result of a table to leagues; ``after``: the step of its game that requires it."""
        tournament, round, table = key
        if table == ALL:
            await self._void(tournament, round)
            return
        state = self._latest.pop(tournament, None) or await self._tournaments.state(tournament)
        outcome = state.rounds[round - 1].outcomes.get(table) if round <= len(state.rounds) else None
        played = (await self._tournaments.queries.tables(tournament, round)).get(table)
        if outcome is None or not outcome.judged or played is None or not self._owns(state.guild):
            return
        _, entries = await self._tournaments.history(tournament)
        known = about_table(entries, round, table)
        if not known:
            return  # the round has been taken back since this state
        there = state.rounds[round - 1].tables[table]
        best_of = state.rules.best_of if counts_games(state.rules) else 1
        wins = games_won(there, outcome, best_of)
        ruled = RuledTable(
            games=await self._games_of(state, played),
            when=known[-1].when,
            first=known[0].when,
            channels=(played.thread, state.channel),
            variant=state.rules.played,
            sides=tuple(people_of(state, one) for one in there),
            endings=tuple(ending_of(outcome, one) for one in there),
            best_of=best_of,
            wins=tuple(won for one in there if (won := wins[one]) is not None),
            drawn_games=outcome.drawn_games if best_of > 1 else 0,
            void=outcome.void,
        )
        for league in await self._leagues.queries.of_channels(played.thread, state.channel):
            cause = f"event {key} {known[-1].number} {league}{after}"
            request = request_by_judge(self._bot, state, known[-1].user, cause)
            with passing_refusals():
                await self._leagues.events.rule(league, request, ruled)

    async def _games_of(self, state: TournamentState, played: PlayedTable) -> tuple[GameId, ...]:
        """Return the games of a table's match that have begun, oldest first."""
        if state.rules.best_of == 1:
            return (played.game,)
        there = await self._games.view(Location(played.thread, state.guild, state.channel))
        match = (
            () if there is None else (*(GameId(one.number) for one in there.table.options.match), there.game)
        )
        return match if played.game in match else (played.game,)

    async def _void(self, tournament: TournamentId, round: int) -> None:
        """Void the results of a canceled round in leagues."""
        state = await self._tournaments.state(tournament)
        if round <= len(state.rounds) or not self._owns(state.guild):
            return
        _, entries = await self._tournaments.history(tournament)
        taken = [one for one in entries if isinstance(one.act, TakeBackRound)][-1]
        for played in (await self._tournaments.queries.tables(tournament, round)).values():
            for game in await self._games_of(state, played):
                for league, record in await self._leagues.queries.of_game(game):
                    cause = f"event {tournament} {taken.number} {game} {league} {record.number}"
                    if not record.void and not record.withdrawn:
                        with passing_refusals():
                            request = request_by_judge(self._bot, state, taken.user, cause)
                            await self._leagues.results.void(league, request, record.number, "")

    async def _take(self, key: tuple[LeagueId, ResultNumber]) -> None:
        league, number = key
        record = await self._leagues.results.record(league, number)
        game = record.result.game
        there = None if game is None else await self._games.view(game)
        if game is None or there is None or record.withdrawn:
            return
        played = await self._tournaments.queries.table_of(game, there.location.channel)
        if played is None:
            return
        state = await self._tournaments.state(played.tournament)
        if state.over or played.round > len(state.rounds) or not self._owns(state.guild):
            return
        last = state.rounds[played.round - 1]
        games, drawn = await self._games_of(state, played), last.redrawn.get(played.number, 0)
        if played.number not in last.tables or played.redrawn != drawn or game not in games:
            return
        act = self._entered(
            state, played, await self._records(league, games), await self._leagues.state(league)
        )
        if act is None:
            return
        about = await self._leagues.audit(league, result=number)
        ruled = next(one for one in about if isinstance(one.act, JUDGE_ACTS))
        notices = await rulings(self._tournaments, state, act, None)

        def decide(change: TournamentChange) -> None:
            change.add(act)
            change.notices += notices

        request = request_by_judge(self._bot, state, ruled.user, f"league {league} {ruled.number}")
        await self._tournaments.change(state.tournament, request, decide)

    async def _records(self, league: LeagueId, games: Sequence[GameId]) -> Sequence[ResultRecord]:
        """Return a league's results of these games, oldest first, without withdrawn ones."""
        known = [found for game in games for found in await self._leagues.queries.of_game(game)]
        return [record for of, record in known if of == league and not record.withdrawn]

    def _entered(
        self,
        state: TournamentState,
        played: PlayedTable,
        records: Sequence[ResultRecord],
        league: LeagueState,
    ) -> EnterOutcome | None:
        """Return a judge's entry for a table with these results of a league; None if nothing is new."""
        last = state.rounds[played.round - 1]
        there, outcome = last.tables[played.number], last.outcomes.get(played.number)
        act = EnterOutcome(round=played.round, table=played.number, judged=True)
        counting = [record for record in records if record.counts]
        if not counting:
            is_void = any(record.void for record in records) and played.round <= len(state.swiss)
            return replace(act, void=True) if is_void and not (outcome and outcome.void) else None
        best_of = state.rules.best_of if counts_games(state.rules) else 1
        people = [_people(state, there, league, record) for record in counting]
        endings = _endings(counting[-1], people[-1])
        wins, drawn_games = _score(there, [*zip(counting, people, strict=True)])
        if best_of > 1:
            most = max(wins.values())
            if outcome is None and most <= best_of // 2 and not counting[-1].result.is_match:
                return None  # the match goes on
            leaders = [one for one in there if wins[one] == most]
            leader = leaders[0] if len(leaders) == 1 else None
            how = Ending.LOST if leader else Ending.DREW
            lost = all(endings.get(one) is Ending.LOST for one in there) and counting[-1].result.is_match
            endings = {one: Ending.WON if one == leader else Ending.LOST if lost else how for one in there}
            act = replace(act, games=tuple(wins[one] for one in there), drawn_games=drawn_games)
        won = tuple(one for one in there if endings.get(one) is Ending.WON)
        losers = tuple(one for one in there if endings.get(one) is Ending.LOST)
        act = replace(act, winners=won, lost=() if won else losers)
        if outcome is None or outcome.void:
            return act
        same = all(endings.get(one) in (None, ending_of(outcome, one)) for one in there)
        if same and (best_of == 1 or games_won(there, outcome, best_of) == wins):
            return None
        return act


def _score(
    there: Sequence[Participant],
    records: Sequence[tuple[ResultRecord, Mapping[PlayerNumber, Participant]]],
) -> tuple[Mapping[Participant, int], int]:
    """Return each player's won games at a table by results of a league, and the drawn ones."""
    wins, drawn = dict.fromkeys(there, 0), 0
    for record, people in records:
        drawn += record.result.drawn_games + (record.result.draw is not None and not record.result.is_match)
        for entrant in record.result.entrants:
            won = entrant.ending is Ending.WON if entrant.games is None else entrant.games
            for one in {people[number] for number in entrant.players if number in people}:
                wins[one] += int(won)
    return wins, drawn


def _endings(
    record: ResultRecord, people: Mapping[PlayerNumber, Participant]
) -> Mapping[Participant, Ending]:
    """Return the endings of a league's result for the participants of an event."""
    return {
        people[number]: entrant.ending
        for entrant in record.result.entrants
        for number in entrant.players
        if number in people
    }


def _people(
    state: TournamentState, there: Sequence[Participant], league: LeagueState, record: ResultRecord
) -> Mapping[PlayerNumber, Participant]:
    """Return who of a table in an event each player of a league's result is.

    Someone whom the event doesn't know, such as a player whose data was deleted, is the participant whom no
    one else is, where as many of them are left. Otherwise strangers are left out.
    """
    known, strangers = dict[PlayerNumber, Participant](), list[PlayerNumber]()
    for number in record.result.players:
        player = league.players[league.resolved(number)]
        found = None if player.name is None else state.find(player.user, player.name)
        one = None if found is None else state.played_as(found.number)
        if one is not None and one in there:
            known[number] = one
        else:
            strangers.append(number)
    left = [one for one in there if one not in known.values()]
    if state.rules.team_size == 1 and len(left) == len(strangers):
        known |= zip(strangers, left, strict=True)
    return known
