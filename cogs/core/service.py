"""The one way from an interaction to a committed action: who asks, what they may, and in which language.

Commit first, answer next, edit the board last and without anybody waiting for it.
"""

from collections.abc import Awaitable, Callable

import discord
from discord.ext import commands

from cogs.charts.charts import Charts
from cogs.clock.automatic import begins, start_clocks
from cogs.core import locale
from cogs.core.board_updater import BoardUpdater
from cogs.core.context import location_of, request_of, scope_of
from cogs.core.custom_id import CustomId
from cogs.core.messaging import reply_private
from cogs.core.permissions import Asker, asker_of, seat_of
from cogs.core.replies import Replies
from cogs.text import refusals
from cogs.text.language import speak
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from storage.games.games import Committed, GameRef, Games, GameView, Request
from storage.settings.settings import EffectiveSettings, SettingsStore

Decide = Callable[[Game, PlayerId | None], AnyAction]
"""What to do at a game in progress, given the player who asks, if they are one; may raise Refusal."""
Take = Callable[[discord.Interaction], Awaitable[None]]
"""Does what was pressed, picked or filled in."""


class GameService:
    """What every cog does its work through."""

    def __init__(self, games: Games, settings: SettingsStore, boards: BoardUpdater, charts: Charts) -> None:
        self.games = games
        self.settings = settings
        self.boards = boards
        self.charts = charts
        self.answers = Replies(games, settings, boards, charts)
        self.routes: dict[str, Take] = {}
        """Who does what was pressed or filled in, by what its custom_id begins with."""

    async def chosen(self, interaction: discord.Interaction) -> EffectiveSettings:
        """The settings that count for an interaction; raises Refusal outside a server."""
        return await self.settings.effective(scope_of(interaction))

    async def asker(self, interaction: discord.Interaction) -> Asker:
        """Whoever an interaction comes from, with what they may do there; raises Refusal outside a server."""
        return asker_of(interaction, await self.chosen(interaction))

    async def view(self, where: GameRef) -> GameView:
        """The table that is meant, as it stands; raises Refusal "no_table"."""
        view = await self.games.view(where)
        if view is None:
            raise Refusal("no_table")
        return view

    async def game(self, interaction: discord.Interaction) -> Game | None:
        """The game in this channel once it has started, to look at; None otherwise."""
        view = await self.games.view(location_of(interaction)) if interaction.guild_id else None
        return view.table if view is not None and isinstance(view.table, Game) else None

    async def look(self, where: GameRef) -> Game:
        """The game that is meant; raises Refusal "no_table", or "not_started" where it is a lobby still."""
        view = await self.view(where)
        if isinstance(view.table, Lobby):
            raise Refusal("not_started")
        return view.table

    async def act(self, interaction: discord.Interaction, decide: Decide) -> None:
        """Carries out at this channel's game what `decide` asks for and answers with what came of it."""
        committed = await self.enter(interaction, location_of(interaction), decide)
        await self.answers.tell(interaction, committed)

    async def press(self, interaction: discord.Interaction, game: int, decide: Decide) -> None:
        """The same for a button: the board on which it was pressed is the answer. Raises Refusal."""
        await self.answers.show(interaction, await self.enter(interaction, game, decide))

    async def enter(self, interaction: discord.Interaction, where: GameRef, decide: Decide) -> Committed:
        """Carries out at a game in progress what `decide` asks for and leaves the answer to the caller.

        Raises Refusal and NotCommitted.
        """

        def deciding(table: Table) -> AnyAction:
            if isinstance(table, Lobby):
                raise Refusal("not_started")
            if table.outcome is not None:
                raise Refusal("game_over")
            return decide(table, seat_of(table, interaction.user.id))

        return await self.carry_out(interaction, where, deciding)

    async def carry_out(
        self,
        interaction: discord.Interaction,
        where: GameRef,
        decide: Callable[[Table], AnyAction],
        *,
        spectators: bool = False,
        request: Request | None = None,
    ) -> Committed:
        """Carries out at a table what `decide` asks for, if whoever asks may have it done there.

        ``spectators``: people without a seat may, too. ``request``: what it is noted under, where one
        interaction asks for several things. Raises Refusal and NotCommitted.
        """
        asker = await self.asker(interaction)

        def deciding(table: Table) -> AnyAction:
            if not spectators:
                asker.require_part(table)
            action = decide(table)
            asker.require(table, action)
            return action

        request = request or request_of(interaction)
        committed = await self.games.act(where, request, deciding)
        if begins(committed):
            await start_clocks(self.games, await self.chosen(interaction), request, committed)
        return committed

    async def use_channel_locale(self, interaction: discord.Interaction) -> None:
        """From here on this task speaks the language of everybody where an interaction comes from."""
        if interaction.guild_id is not None:
            speak(locale.public(await self.chosen(interaction), interaction.guild_locale))

    async def use_user_locale(self, interaction: discord.Interaction) -> None:
        """From here on this task speaks the language of whoever an interaction comes from."""
        chosen = await self.chosen(interaction) if interaction.guild_id is not None else None
        speak(locale.private(chosen, interaction))

    async def refuse(self, interaction: discord.Interaction, refusal: Refusal) -> None:
        """Say privately why nothing came of an interaction, with the refusal behind it, if there is one."""
        await self.use_user_locale(interaction)
        reasons = [one for one in (refusal, refusal.__cause__) if isinstance(one, Refusal)]
        await reply_private(interaction, "\n".join(map(refusals.explain, reasons)))


Handler = Callable[[GameService, discord.Interaction, CustomId], Awaitable[None]]
"""What a press does; may raise Refusal."""


class GameCog(commands.Cog):
    """A cog whose commands are about the game in the channel."""

    def __init__(self, service: GameService) -> None:
        self.service = service
