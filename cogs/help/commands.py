"""/help: what to type, by task."""

import discord
from discord import app_commands

from cogs.core import autocomplete
from cogs.core.delivery.places import anywhere
from cogs.core.service import GameCog
from cogs.help import welcome
from cogs.help.pages import PAGES, found
from cogs.text.language import speaking, tr
from cogs.text.matching import containing


class HelpCog(GameCog):
    """/help."""

    @anywhere
    @app_commands.command()
    @app_commands.describe(topic="Topic, command or keyword (default: an overview)")
    async def help(
        self, interaction: discord.Interaction, topic: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """Learn how to keep score with Arbiter"""
        with speaking(await self.service.language_of_user(interaction)):
            title = next(iter(PAGES)) if topic is None else found(topic)
            await welcome.reply(interaction, welcome.topic(title, interaction.client))

    @help.autocomplete("topic")
    async def suggested(self, interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
        """Return the pages with this text in their title; all of them for an empty text."""
        return autocomplete.choices(containing(typed, [tr(title) for title in PAGES]))
