"""/table: whom a player may reach or attack now, and who sits where."""

import asyncio
import io
from collections.abc import Callable

import discord
from discord import app_commands
from discord.ext import commands

from cogs import completion
from cogs import who as targets
from cogs.asking import place_of
from cogs.desk import TableCog
from cogs.permissions import seat_of
from cogs.ui import circle, reach, tables
from cogs.ui.cutting import shortened
from cogs.ui.text import MESSAGE_LENGTH
from cogs.ui.turn_order import turn_order
from rules.game import Game, PlayerId
from rules.influence import choosable
from rules.refusal import Refusal
from rules.seating import attackable, deploy_targets, in_range

Look = Callable[[Game, PlayerId], tuple[str, tuple[PlayerId, ...]]]
"""What to say about a player's seat, and which players to mark in the picture."""


class Seats(TableCog, commands.GroupCog, group_name="table", group_description="Seats, range and attacks"):
    """The subcommands of /table."""

    @app_commands.command()
    @app_commands.autocomplete(who=completion.player)
    @app_commands.describe(who="Whose range; yours, if left out")
    async def range(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """See whom a player's spells and abilities can reach now"""

        def look(game: Game, id: PlayerId) -> tuple[str, tuple[PlayerId, ...]]:
            reached = in_range(game, id)
            return tables.reach(game, id, reached, deploy_targets(game, id)), reached

        await self._look(interaction, who, look)

    @app_commands.command()
    @app_commands.autocomplete(who=completion.player)
    @app_commands.describe(who="Who attacks; you, if left out")
    async def attack(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """See whom a player may attack now"""

        def look(game: Game, id: PlayerId) -> tuple[str, tuple[PlayerId, ...]]:
            attacked = attackable(game, id)
            return tables.attacks(game, id, attacked), attacked

        await self._look(interaction, who, look)

    @app_commands.command()
    @app_commands.rename(effect_of="effect-of")
    @app_commands.autocomplete(who=completion.player, effect_of=completion.player)
    @app_commands.describe(
        who="Who chooses; you, if left out", effect_of="Who controls the effect; you, if left out"
    )
    async def choice(
        self, interaction: discord.Interaction, who: str | None = None, effect_of: str | None = None
    ) -> None:
        """See whom a player may choose for an effect, and what the effect sees"""

        def look(game: Game, id: PlayerId) -> tuple[str, tuple[PlayerId, ...]]:
            controller = self._playing(game, interaction, effect_of)
            return reach.choices(game, id, controller), choosable(game, id, controller)

        await self._look(interaction, who, look)

    @app_commands.command()
    @app_commands.autocomplete(players=completion.players, who=completion.player)
    @app_commands.describe(
        players="Everybody whom it happens to or whose cards it is about",
        who="Whose abilities and effects; yours, if left out",
    )
    async def event(self, interaction: discord.Interaction, players: str, who: str | None = None) -> None:
        """See whether abilities trigger on something, and whether damage in it can be prevented"""

        def look(game: Game, id: PlayerId) -> tuple[str, tuple[PlayerId, ...]]:
            involved = targets.players(game, players, seat_of(game, interaction.user.id))
            return reach.event(game, id, involved), involved

        await self._look(interaction, who, look)

    @staticmethod
    def _playing(game: Game, interaction: discord.Interaction, typed: str | None) -> PlayerId:
        id = targets.player(game, typed, seat_of(game, interaction.user.id))
        if not game.player(id).in_game:
            raise Refusal("left_game", who=game.player(id).name)
        return id

    @app_commands.command()
    async def seats(self, interaction: discord.Interaction) -> None:
        """See who sits where"""

        def look(game: Game, id: PlayerId) -> tuple[str, tuple[PlayerId, ...]]:
            return turn_order(game), ()

        await self._look(interaction, None, look, anybody=True)

    async def _look(
        self,
        interaction: discord.Interaction,
        typed: str | None,
        look: Look,
        *,
        anybody: bool = False,
    ) -> None:
        async def work() -> None:
            game = await self.desk.look(place_of(interaction))
            id = game.players[0].id if anybody else self._playing(game, interaction, typed)
            await self.desk.speak_low(interaction)
            text, marked = look(game, id)
            picture = await asyncio.to_thread(circle.draw, game, None if anybody else id, marked)
            file = discord.File(io.BytesIO(picture), "seats.png", description=tables.plain(text))
            await interaction.response.send_message(
                shortened(text, MESSAGE_LENGTH), file=file, ephemeral=True
            )

        await self.desk.refusing(interaction, work)
