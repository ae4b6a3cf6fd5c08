"""The end of a round at its tables: once time was called and the additional turns are over, a draw."""

import asyncio
import logging
from contextlib import ExitStack
from functools import partial

from discord.ext import commands

from cogs.core import locale
from cogs.core.messaging import AWAY
from cogs.core.service import GameService
from cogs.tournaments.tables.notices import own_request
from rules.actions.endings import AgreeDraw
from rules.game.game import Game
from rules.refusal import Refusal
from rules.table import Table
from storage.games.games import GameView
from storage.tournaments.sql import PlayedTable

_log = logging.getLogger(__name__)


class RoundTime:
    """Ends the games of tables whose round is over. Who has won after all takes that back."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._games = service.games
        self._announcer = service.announcer
        self._following: dict[int, ExitStack] = {}
        """What follows the commits in the threads of tables that go on."""
        self._tasks = set[asyncio.Task[None]]()

    def watch(self, table: PlayedTable) -> None:
        """End this table's game when its round is over."""
        self.leave(table)
        stack = self._following[table.thread] = ExitStack()
        stack.enter_context(self._games.committed.following(table.thread, partial(self._look, table)))

    def leave(self, table: PlayedTable) -> None:
        """This table has ended."""
        known = self._following.pop(table.thread, None)
        if known is not None:
            known.close()

    async def close(self) -> None:
        """Watch nothing any more."""
        for stack in self._following.values():
            stack.close()
        self._following.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _look(self, table: PlayedTable) -> None:
        view = self._games.current_in_memory(table.thread)
        if view is not None and (last := last_turn(view)) is not None and _is_over(view.table, last):
            task = locale.in_background(self._draw(view, last), "end of a round")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _draw(self, view: GameView, last: int) -> None:
        """The game is a draw (104.4i), once for each time that was called."""

        def decide(table: Table) -> AgreeDraw:
            if not _is_over(table, last):
                raise Refusal("nothing_happens")
            return AgreeDraw()

        try:
            cause = f"event time {view.game} {last}"
            await self._games.act(view.game, own_request(self._bot, cause), decide)
            self._announcer.send_soon(view.game)
        except Refusal:
            return  # somebody was quicker
        except AWAY as error:
            _log.warning("Game %s could not be ended: %s", view.game, error)


def last_turn(view: GameView) -> int | None:
    """The last turn of a round whose time was called; None before."""
    return None if view.clock.round is None else view.clock.round.last


def _is_over(table: Table, last: int) -> bool:
    return isinstance(table, Game) and table.outcome is None and table.turn.number > last
