"""Extra time at tables: their clocks follow what judges give, and take back."""

from collections.abc import Mapping

from discord.ext import commands

from cogs.core.context import own_request
from cogs.core.messaging import passing_refusals
from cogs.core.service import GameService
from rules.refusal import Refusal
from rules.tournaments.state import TournamentState
from rules.turns.clock import ExtendRound
from storage.games.games import GameView, Location
from storage.tournaments.sql import PlayedTable


class ExtraTime:
    """Extends the clocks of a round's tables, and shortens them again where that is taken back."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service

    async def give(self, state: TournamentState, tables: Mapping[int, PlayedTable]) -> None:
        """Carry out, once, every extension of the last round at its open ``tables``. Raises NotCommitted."""
        for number, given in enumerate(state.rounds[-1].extensions):
            for table, times in given.tables.items():
                played = tables.get(table)
                if played is None or played.redrawn != times:
                    continue  # it opens later, or others sit there by now, with the whole time
                cause = f"event {state.tournament} {len(state.rounds)} {table} {times} time {number}"
                await self._extend(state, played, 60 * given.minutes, cause)
                if given.undone:
                    await self._extend(state, played, -60 * given.minutes, f"{cause} undone")

    async def _extend(self, state: TournamentState, table: PlayedTable, seconds: int, cause: str) -> None:
        """Extend the round at a table's current game, unless it is over or has no timer."""

        def longer(view: GameView) -> ExtendRound:
            if view.clock.round is None or (seconds < 0 and view.clock.round.last is not None):
                raise Refusal("nothing_happens")
            return ExtendRound(seconds=seconds)

        with passing_refusals():
            where = Location(table.thread, state.guild, state.channel)
            done = await self._service.games.set_clock(where, own_request(self._bot, cause), longer)
            self._service.boards.refresh(done.game)
