"""The end of a round at its tables: after the time and the additional turns, the game is a draw."""

from contextlib import ExitStack
from functools import partial

from discord.ext import commands

from cogs.core.context import own_request
from cogs.core.delivery.refresher import Refresher
from cogs.core.messaging import passing_refusals
from cogs.core.service import GameService
from rules.actions.endings import AgreeDraw
from rules.game.game import Game
from rules.game.parts import GameId
from rules.refusal import Refusal
from rules.table import Table
from storage.games.games import GameView
from storage.games.outbox import topic_of
from storage.tournaments.sql import PlayedTable


class RoundTime:
    """Ends the games of tables whose round is over. A later winner replaces that."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._games = service.games
        self._announcer = service.announcer
        self._following: dict[int, ExitStack] = {}
        """Subscriptions to commits in the threads of tables that are playing on."""
        self._draws = Refresher(service.background, "ends of rounds", self._draw)

    def watch(self, table: PlayedTable) -> None:
        """End this table's game when its round is over."""
        self.leave(table)
        stack = self._following[table.thread] = ExitStack()
        stack.enter_context(self._games.committed.following(table.thread, partial(self._look, table)))

    def leave(self, table: PlayedTable) -> None:
        """Forget a table that has ended."""
        known = self._following.pop(table.thread, None)
        if known is not None:
            known.close()

    def _look(self, table: PlayedTable) -> None:
        view = self._games.current_in_memory(table.thread)
        if view is not None and _is_over(view.table, last_turn(view)):
            self._draws.stale(view.game)

    async def _draw(self, game: GameId) -> None:
        """Declare the game a draw (104.4i), once for each time that time was called."""
        view = await self._games.view(game)
        if view is None or not self._games.database.owns(view.location.guild):
            return
        last = last_turn(view)

        def decide(table: Table) -> AgreeDraw:
            if not _is_over(table, last):
                raise Refusal("nothing_happens")
            return AgreeDraw()

        with passing_refusals():  # someone was quicker
            await self._games.act(game, own_request(self._bot, f"event time {game} {last}"), decide)
            self._announcer.send_soon(topic_of(game))


def last_turn(view: GameView) -> int | None:
    """Return the last turn of a round whose time is up; None before that."""
    return None if view.clock.round is None else view.clock.round.last


def _is_over(table: Table, last: int | None) -> bool:
    if last is None or not isinstance(table, Game):
        return False
    return table.outcome is None and table.turn.number > last
