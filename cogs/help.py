"""/help: what to type, by task."""

import discord
from discord import app_commands

from cogs import completion
from cogs.desk import TableCog
from cogs.sending import whisper
from cogs.ui.guide import PAGES, found, page
from cogs.ui.language import tr
from cogs.who import containing


class Help(TableCog):
    """/help."""

    @app_commands.command()
    @app_commands.describe(topic="What you want to do, or a command or word; an overview, if left out")
    async def help(
        self, interaction: discord.Interaction, topic: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """See how to keep score with Arbiter"""

        async def work() -> None:
            await self.desk.speak_low(interaction)
            title = next(iter(PAGES)) if topic is None else found(topic)
            await whisper(interaction, page(title))

        await self.desk.refusing(interaction, work)

    @help.autocomplete("topic")
    async def suggested(self, interaction: discord.Interaction, typed: str) -> completion.Choices:
        """The pages with this in their title; all of them before anything is typed."""
        await self.desk.speak_low(interaction)
        return completion.choices(containing(typed, [tr(title) for title in PAGES]))
