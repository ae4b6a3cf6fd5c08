"""/library: how many cards somebody can still draw, where the table counts them."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, targets
from cogs.core.service import GameCog
from rules.actions.library import CountLibrary, DrawCards
from rules.players.library import MOST_AT_ONCE

Cards = app_commands.Range[int, 0, 9_999]
Draws = app_commands.Range[int, 1, MOST_AT_ONCE]


class LibraryCog(GameCog, commands.GroupCog, group_name="library", group_description="Cards left to draw"):
    """The subcommands of /library."""

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.player)
    @app_commands.describe(cards="Cards in the library", who="Whose library; yours, if left out")
    async def count(self, interaction: discord.Interaction, cards: Cards, who: str | None = None) -> None:
        """Say how many cards a library has"""
        await self.service.act(
            interaction,
            lambda game, me: CountLibrary(who=targets.player(game, who, me), cards=cards),
        )

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.player)
    @app_commands.describe(cards="How many", who="Who draws; you, if left out")
    async def draw(self, interaction: discord.Interaction, cards: Draws = 1, who: str | None = None) -> None:
        """Draw cards: whoever has to draw from an empty library loses"""
        await self.service.act(
            interaction, lambda game, me: DrawCards(who=targets.player(game, who, me), n=cards)
        )
