"""What the bot is measured against: bots as anybody writes them that only answer, or insert one row first."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

import aiosqlite
import discord
from discord import app_commands
from discord.ext import commands

from benchmarks.contender import Contender, main
from benchmarks.payloads import Json

ANSWER = "**Ana** 40 → 39"
CUSTOM_ID = "count"
"""Of the button with which a Counter counts."""
PARTS = (
    "-# Game 1 · Commander\n## Turn 1: **Ana**'s turn\n-# Turn began <t:1800000000:R>",
    "\n".join(["# Ana · 40", "-# 40 → 39", *["# Ben · 40"] * 3]),
    "\n".join(["-# Ana: Ana 40 → 39 (lost 1 life)"] * 5),
)
"""What stands on a Counter: as much as on the board of four players, in as many parts."""


class Bare(commands.Bot):
    """Answers ``/life lose``."""

    def __init__(self) -> None:
        super().__init__(
            command_prefix=(), help_command=None, intents=discord.Intents(guilds=True), max_messages=None
        )

    async def setup_hook(self) -> None:
        """Make the command and tell Discord."""
        await self.add_cog(Life(self))
        await self.tree.sync()

    async def insert(self, interaction: discord.Interaction, amount: int) -> None:
        """Keep a change; here nothing is kept."""


class Inserting(Bare):
    """Does one durable insert through aiosqlite before it answers, and has a button that does.

    ``locked``: one transaction after the other. Without that, commands that come at the same time share one
    on their connection: quicker, but the rollback of one takes the others' inserts with it.
    """

    def __init__(self, file: Path, *, locked: bool) -> None:
        super().__init__()
        self._file = file
        self._turn = asyncio.Lock() if locked else nullcontext()

    async def setup_hook(self) -> None:
        """Open the database as well."""
        self._database = await aiosqlite.connect(self._file)
        await self._database.execute("PRAGMA journal_mode = WAL")
        await self._database.execute("PRAGMA synchronous = FULL")
        await self._database.execute(
            "CREATE TABLE IF NOT EXISTS change (interaction INTEGER PRIMARY KEY, channel INTEGER, "
            "user INTEGER, name TEXT, amount INTEGER, made TEXT)"
        )
        self.add_view(Counter(self))
        await super().setup_hook()

    async def close(self) -> None:
        """Close the database as well."""
        await super().close()
        await self._database.close()

    async def insert(self, interaction: discord.Interaction, amount: int) -> None:
        """Keep a change."""
        user, made = interaction.user, interaction.created_at.isoformat()
        async with self._turn:
            await self._database.execute(
                "INSERT INTO change VALUES (?, ?, ?, ?, ?, ?)",
                (interaction.id, interaction.channel_id, user.id, user.display_name, amount, made),
            )
            await self._database.commit()


class Life(commands.GroupCog, group_name="life"):
    """The command of the bot."""

    def __init__(self, bot: Bare) -> None:
        self._bot = bot

    @app_commands.command()
    async def lose(
        self, interaction: discord.Interaction, amount: app_commands.Range[int, 0, 999_999]
    ) -> None:
        """Lose life"""
        await self._bot.insert(interaction, amount)
        await interaction.response.send_message(ANSWER)


class Counter(discord.ui.LayoutView):
    """A message of as many parts, lines and buttons as a board, so that both bots show the same much."""

    def __init__(self, bot: Bare) -> None:
        super().__init__(timeout=None)
        container = discord.ui.Container[discord.ui.LayoutView](accent_colour=discord.Colour(0x3B82F6))
        for place, part in enumerate(PARTS):
            if place:
                container.add_item(discord.ui.Separator())
            container.add_item(discord.ui.TextDisplay(part))
        others = [
            discord.ui.Button[discord.ui.LayoutView](label=f"+{n}", custom_id=f"+{n}") for n in range(3)
        ]
        container.add_item(discord.ui.ActionRow(Count(bot), *others))
        last = [
            discord.ui.Button[discord.ui.LayoutView](label=name, custom_id=name)
            for name in ("Pass", "Others", "Undo")
        ]
        container.add_item(discord.ui.ActionRow(*last))
        self.add_item(container)


class Count(discord.ui.Button[discord.ui.LayoutView]):
    """The button that inserts and shows its message anew."""

    def __init__(self, bot: Bare) -> None:
        super().__init__(label="−1", custom_id=CUSTOM_ID)
        self._bot = bot

    async def callback(self, interaction: discord.Interaction) -> None:
        """Insert, then edit the message."""
        await self._bot.insert(interaction, -1)
        await interaction.response.edit_message(view=Counter(self._bot))


@asynccontextmanager
async def bare(_file: Path) -> AsyncGenerator[Contender]:
    """The bot that keeps nothing."""
    yield _contender(Bare())


@asynccontextmanager
async def insert(file: Path) -> AsyncGenerator[Contender]:
    """The bot that inserts."""
    yield _contender(Inserting(file, locked=True))


@asynccontextmanager
async def unlocked(file: Path) -> AsyncGenerator[Contender]:
    """The bot that inserts, with transactions that run into each other."""
    yield _contender(Inserting(file, locked=False))


def _contender(bot: Bare) -> Contender:
    async def button(_table: int) -> tuple[str, Json]:
        return CUSTOM_ID, Counter(bot).to_components()

    return Contender(bot, button)


if __name__ == "__main__":
    main({"bare": bare, "insert": insert, "unlocked": unlocked})
