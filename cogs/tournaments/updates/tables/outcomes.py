"""How the games of tables have ended, as the event counts it, and noted as soon as they have."""

from collections.abc import Mapping

from discord.ext import commands
from msgspec.structs import replace

from cogs.core.context import own_request
from cogs.core.delivery.refresher import Refresher
from cogs.core.service import GameService
from cogs.tournaments.updates.tables.notices import of_table
from cogs.tournaments.updates.tables.overruled import OverruledGames
from cogs.tournaments.updates.tables.round_time import RoundTime
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId, PlayerOutcome
from rules.pairings.pairings import Participant
from rules.setup import match
from rules.table import Table
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import WithdrawOutcome, entering
from rules.tournaments.playing import entrants_of, table_winners
from rules.tournaments.state import TableOutcome, TournamentState
from storage.engine.timestamps import milliseconds
from storage.games.games import GameView
from storage.posts import PostKind
from storage.tournaments.change import TournamentChange
from storage.tournaments.sql import PlayedTable


class TableOutcomes:
    """Notes how the games of tables end."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        service: GameService,
        overruled: OverruledGames,
        round_time: RoundTime,
    ) -> None:
        self._bot = bot
        self._overruled = overruled
        self._games = service.games
        self._tournaments = service.games.tournaments
        self._time = round_time
        self._outcomes = Refresher(service.background, "tables' outcomes", self._record_outcome)

    def recount(self, game: GameId) -> None:
        """Handle a game that is over, continues after all, or has another match score: perhaps one of a
        tournament."""
        self._outcomes.stale(game)

    async def _record_outcome(self, game: GameId) -> None:
        """Record a table's outcome, unless a judge has entered one."""
        there = await self._games.view(game)
        table = (
            None if there is None else await self._tournaments.queries.table_of(game, there.location.channel)
        )
        if there is None or table is None:
            return
        state = await self._tournaments.state(table.tournament)
        if not self._games.database.owns(state.guild):
            return
        if table.round > len(state.rounds):
            return  # the round was taken back
        round = state.rounds[table.round - 1]
        if table.number not in round.tables or table.redrawn != round.redrawn.get(table.number, 0):
            return  # no one, or others, sit there now
        time_up = there.clock.is_time_up(milliseconds(self._games.now()))
        outcome = outcome_of(there.table, state, table, time_up=time_up)
        known = round.outcomes.get(table.number)
        if state.over or outcome == known:
            return
        if known is not None and known.judged:
            match_so_far = [GameId(one.number) for one in there.table.options.match]
            if outcome is not None and table.game in (game, *match_so_far):
                await self._overruled.note(state, table, known, outcome)
            return
        if table.game != game:
            if known is not None or outcome is None or game < table.game:
                return  # another game in the thread, once the table has its outcome, or an earlier one
            await self._tournaments.seat(replace(table, game=game), state.guild)
        await self._enter(there, table, outcome)
        if outcome is None:
            self._time.watch(table)
        else:
            self._time.leave(table)

    async def _enter(self, there: GameView, table: PlayedTable, outcome: TableOutcome | None) -> None:
        """Enter the outcome of a table, or withdraw it, once for each step of its games."""
        act: TournamentAct = WithdrawOutcome(round=table.round, table=table.number)
        if outcome is not None:
            act = entering(table.round, table.number, outcome)

        def decide(change: TournamentChange) -> None:
            change.add(act)
            if table.round < len(change.state.rounds):
                change.notices.append(of_table(PostKind.LATE_CHANGE, table))
            if change.state.rules.queue:
                change.notices.append(of_table(PostKind.TABLE_OVER, table, there=True))

        steps = f"{there.game} {there.entries[-1].number}"
        for one in there.table.options.match:
            earlier = await self._games.view(GameId(one.number))
            steps += "" if earlier is None else f" {one.number} {earlier.entries[-1].number}"
        cause = f"event {table.tournament} {table.round} {table.number} {steps}"
        await self._tournaments.change(table.tournament, own_request(self._bot, cause), decide)


def outcome_of(
    game: Table, state: TournamentState, table: PlayedTable, *, time_up: bool = False
) -> TableOutcome | None:
    """Return a table's outcome; None while it is played, or if it has no result.

    A queue's table without a result is void: no one waits for another. ``time_up``: whether the table's
    time is up, so that no further game of a match begins; none begins without all players, either.
    """
    if not isinstance(game, Game):
        return None
    round = state.rounds[table.round - 1]
    there = round.tables[table.number]
    missing = any(one in round.absent for one in there)
    won = table_winners(game, time_up=time_up or missing)
    if won is None:
        ended = game.outcome is not None and game.outcome.result is PlayerOutcome.NONE
        return TableOutcome(winners=(), void=True) if ended and state.rules.queue else None
    entrants = entrants_of(game, state, there)
    winners = dict.fromkeys(entrants[id] for id in entrants if id in won)
    stands = match.score_so_far(game)
    if stands is None or missing:
        lost = () if winners else _lost_before(game, entrants)
        return TableOutcome(winners=tuple(winners), lost=lost)
    wins = {
        entrants[id]: count
        for side, count in zip(stands.sides, stands.wins, strict=True)
        for id in side
        if id in entrants
    }
    games = tuple(wins.get(one, 0) for one in there)
    return TableOutcome(winners=tuple(winners), games=games, drawn_games=stands.drawn)


def _lost_before(game: Game, entrants: Mapping[PlayerId, Participant]) -> tuple[Participant, ...]:
    """Return the players who had lost before a game became a draw, which counts as a loss for them; teams
    with all members."""
    playing = [one for one in game.players if one.result is PlayerOutcome.DRAW]
    drew = {entrants[one.id] for one in playing if one.id in entrants}
    return tuple(dict.fromkeys(one for one in entrants.values() if one not in drew))
