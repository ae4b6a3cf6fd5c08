"""Commands are synced to Discord when they have changed, and only then."""

from functools import partial
from pathlib import Path

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.client import Arbiter
from tests.support.evening import Evening
from tests.support.simulation import Told


@pytest.fixture(autouse=True)
def _new_application(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord knows no commands yet."""
    monkeypatch.setattr(Told, "commands", [])


class Novelty(commands.Cog):
    """What only the newer bot has."""

    @app_commands.command()
    async def novelty(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("new")


class Newer(Arbiter):
    """The bot with one more command."""

    async def setup_hook(self) -> None:
        await self.add_cog(Novelty())
        await super().setup_hook()


def times_told(evening: Evening) -> int:
    """Return how often the bot has told Discord its commands."""
    return sum(request.method == "PUT" for request in evening.env.http_requests)


async def test_unchanged_commands_are_sent_once(tmp_path: Path) -> None:
    async with Evening(tmp_path / "arbiter.db") as evening:
        assert times_told(evening) == 1
        await evening.restart()
        assert times_told(evening) == 1
        assert evening.people["Ben"].available_commands(evening.channel)


async def test_a_new_command_is_there_after_the_restart(tmp_path: Path) -> None:
    async with Evening(tmp_path / "arbiter.db") as evening:
        assert "novelty" not in evening.people["Ben"].available_commands(evening.channel)
        await evening.restart(Newer)
        assert "novelty" in evening.people["Ben"].available_commands(evening.channel)
        assert times_told(evening) == 2


async def test_commands_for_one_server_are_there_once_and_nowhere_else(tmp_path: Path) -> None:
    async with Evening(tmp_path / "arbiter.db") as evening:
        everywhere = evening.people["Ben"].available_commands(evening.channel)
        elsewhere = evening.env.create_guild("Elsewhere")
        there = elsewhere.create_text_channel("general")
        visitor = elsewhere.add_member(evening.people["Ben"].user)
        assert visitor.available_commands(there) == everywhere

        await evening.restart(partial(Arbiter, guild=evening.server.id))
        assert evening.people["Ben"].available_commands(evening.channel) == everywhere
        assert visitor.available_commands(there) == ()

        await evening.restart()
        assert visitor.available_commands(there) == everywhere
        assert evening.people["Ben"].available_commands(evening.channel) == everywhere
