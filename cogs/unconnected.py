"""A bot that never connects, for reading its commands and hooks."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import discord
from discord.ext import commands

from cogs.admission.discord_clock import DiscordClock
from cogs.admission.fair_use import FairUse
from cogs.core.service import GameService
from cogs.setup import Installation, install
from storage.engine.metadata import Metadata
from storage.engine.opening import open_database
from storage.games.games import Games
from storage.settings.settings import SettingsStore
from storage.workers.pool import Workers


@asynccontextmanager
async def unconnected() -> AsyncGenerator[tuple[commands.AutoShardedBot, GameService]]:
    """Make a bot with every command, on an empty database; yield it and its services."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    with TemporaryDirectory() as folder:
        async with open_database(Path(folder) / "empty.db") as database:
            intents = discord.Intents(guilds=True)
            bot = commands.AutoShardedBot(command_prefix=(), help_command=None, intents=intents)
            installation = Installation(
                games=Games(database), settings=SettingsStore(database), metadata=Metadata(database)
            )
            yield bot, await install(bot, installation, DiscordClock(), Workers(), FairUse())
