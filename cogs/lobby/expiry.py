"""Lobbies in which nothing happens any more are closed."""

from datetime import timedelta

from discord.ext import commands

from cogs.core.context import number_of
from cogs.core.service import GameService
from rules.game.lobby import Lobby
from rules.refusal import Refusal
from rules.setup.lobby_actions import CloseLobby
from rules.table import AnyAction, Table
from storage.games.deadlines import LOBBY, LOBBY_PATIENCE
from storage.games.games import GameView, Request
from storage.scheduler import Deadline

SOON = timedelta(seconds=1)
"""Deadlines are kept to the millisecond, entries more exactly."""


class LobbyExpiry:
    """Closes a lobby when its deadline is due; the deadline goes in the same transaction."""

    def __init__(self, bot: commands.Bot, service: GameService) -> None:
        self._bot = bot
        self._service = service
        service.games.deadlines.handle(LOBBY, self._due)

    async def _due(self, deadline: Deadline) -> None:
        view = await self._service.games.view(int(deadline.key))
        if view is None or not self._forgotten(view):
            return
        last = view.entries[-1].number

        def decide(table: Table) -> AnyAction:
            if table is not view.table:
                raise Refusal("already_started")
            return CloseLobby(expired=True)

        user = self._bot.user
        request = Request(
            user=user.id if user is not None else 0,
            name=user.display_name if user is not None else "",
            interaction=number_of(f"lobby {view.game} {last}"),
        )
        try:
            await self._service.games.act(view.game, request, decide)
        except Refusal:
            return  # somebody was quicker
        self._service.boards.refresh(view.game)

    def _forgotten(self, view: GameView) -> bool:
        lobby, now = view.table, self._service.games.now()
        open_still = isinstance(lobby, Lobby) and not lobby.closed
        return open_still and now - view.entries[-1].when > LOBBY_PATIENCE - SOON
