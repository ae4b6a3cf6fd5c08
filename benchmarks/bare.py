"""The bots to compare with: plain discord.py bots that only reply, or insert one row first."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

import aiosqlite
import discord
from discord import app_commands
from discord.ext import commands

from benchmarks.contender import Contender, main
from tests.support.discord_api.objects import Json

ANSWER = "**Ana** 40 → 39"
CUSTOM_ID = "count"
"""The button of a `Counter`."""
HEADING = "-# Game 1 · Commander\n## Turn 1: **Ana**'s turn\n-# Turn began <t:1800000000:R>"
PLAYERS = ("# Ana · 40\n-# 40 → 39", *["# Ben · 40"] * 3)
LOG = "\n".join(["-# Ana: Ana 40 → 39 (lost 1 life)"] * 2)
"""The text of a `Counter`: as long as a board's for four players, in as many parts."""


class Bare(commands.Bot):
    """Replies to ``/life lose``."""

    def __init__(self) -> None:
        super().__init__(
            command_prefix=(), help_command=None, intents=discord.Intents(guilds=True), max_messages=None
        )

    async def setup_hook(self) -> None:
        """Add the command and send it to Discord."""
        await self.add_cog(Life(self))
        await self.tree.sync()

    async def insert(self, interaction: discord.Interaction, amount: int) -> None:
        """Store a change; this bot stores nothing."""


class Inserting(Bare):
    """Makes one durable insert through aiosqlite before it replies, and has a button that does the same.

    ``locked``: one transaction after another. Without a lock, concurrent commands share a transaction on
    their connection, which is faster, but a rollback by one of them loses the others' inserts.
    """

    def __init__(self, file: Path, *, locked: bool) -> None:
        super().__init__()
        self._file = file
        self._turn = asyncio.Lock() if locked else nullcontext()

    async def setup_hook(self) -> None:
        """Open the database too."""
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
        """Close the database too."""
        await super().close()
        await self._database.close()

    async def insert(self, interaction: discord.Interaction, amount: int) -> None:
        """Store a change."""
        user, made = interaction.user, interaction.created_at.isoformat()
        async with self._turn:
            await self._database.execute(
                "INSERT INTO change VALUES (?, ?, ?, ?, ?, ?)",
                (interaction.id, interaction.channel_id, user.id, user.display_name, amount, made),
            )
            await self._database.commit()


class Life(commands.GroupCog, group_name="life"):
    """The bot's command."""

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
    """A message with as many parts, lines and buttons as a board, so that both bots show the same amount."""

    def __init__(self, bot: Bare) -> None:
        super().__init__(timeout=None)
        container = discord.ui.Container[discord.ui.LayoutView](accent_color=discord.Color(0x3B82F6))
        container.add_item(discord.ui.TextDisplay(HEADING))
        for place, part in enumerate(PLAYERS):
            [beside] = _buttons(f"± {place}")
            container.add_item(discord.ui.Section[discord.ui.LayoutView](part, accessory=beside))
        container.add_item(discord.ui.TextDisplay(LOG))
        container.add_item(discord.ui.ActionRow(Count(bot), *_buttons("+0", "+1", "+2")))
        container.add_item(discord.ui.ActionRow(*_buttons("Pass", "Undo", "Log")))
        container.add_item(discord.ui.ActionRow(*_buttons("Others")))
        self.add_item(container)


def _buttons(*labels: str) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    return [discord.ui.Button(label=label, custom_id=label) for label in labels]


class Count(discord.ui.Button[discord.ui.LayoutView]):
    """The button that inserts a row and updates its message."""

    def __init__(self, bot: Bare) -> None:
        super().__init__(label="−1", custom_id=CUSTOM_ID)
        self._bot = bot

    async def callback(self, interaction: discord.Interaction) -> None:
        """Insert, then edit the message."""
        await self._bot.insert(interaction, -1)
        await interaction.response.edit_message(view=Counter(self._bot))


@asynccontextmanager
async def contender(bot: Bare) -> AsyncGenerator[Contender]:
    """Make a contender of one of these bots."""

    async def button(_table: int) -> tuple[str, Json]:
        return CUSTOM_ID, Counter(bot).to_components()

    yield Contender(bot, button)


if __name__ == "__main__":
    main(
        {
            "bare": lambda _file: contender(Bare()),
            "insert": lambda file: contender(Inserting(file, locked=True)),
            "unlocked": lambda file: contender(Inserting(file, locked=False)),
        }
    )
