"""/help: what to type, by task."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.desk import whisper
from cogs.ui.guide import PAGES

Topics = [app_commands.Choice(name=title, value=title) for title in PAGES]


class Help(commands.Cog):
    """/help."""

    @app_commands.command()
    @app_commands.choices(topic=Topics)
    @app_commands.describe(topic="What you want to do; an overview, if left out")
    async def help(
        self, interaction: discord.Interaction, topic: app_commands.Choice[str] | None = None
    ) -> None:
        """See how to keep score with Arbiter"""
        page = topic.value if topic is not None else next(iter(PAGES))
        others = ", ".join(title for title in PAGES if title != page)
        await whisper(interaction, f"## {page}\n{PAGES[page].strip()}\n-# More with `/help topic:` {others}")
