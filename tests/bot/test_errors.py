"""Whatever goes wrong in a command or behind a button, the user reads one private sentence and no trace."""

import asyncio
import logging
import os
import re
import sqlite3
import time
from collections.abc import AsyncGenerator
from contextlib import closing
from pathlib import Path

import aiohttp
import discord
import pytest
from discord import app_commands
from discord.ext import commands
from simcord import InteractionResult

from bot.client import Arbiter
from bot.errors import ArbiterTree
from tests.support.evening import Evening, answer_presses
from tests.support.messages import message_of, private_message_of

Interaction = discord.Interaction[commands.Bot]


class Even(app_commands.Transformer):
    """Takes even numbers, and fails at all others as a transformer may."""

    async def transform(self, interaction: discord.Interaction, value: str, /) -> int:
        if int(value) % 2:
            raise ValueError(value)
        return int(value)


async def broken(_interaction: discord.Interaction, _press: object) -> None:
    """Fail, as a press on the failing button does."""
    raise RuntimeError("secret detail")


class Faults(commands.Cog):
    """One command for each way to fail."""

    @app_commands.command()
    async def crash(self, interaction: Interaction) -> None:
        raise RuntimeError("secret detail")

    @app_commands.command()
    async def lost(self, interaction: Interaction) -> None:
        raise aiohttp.ServerDisconnectedError

    @app_commands.command()
    async def late(self, interaction: Interaction) -> None:
        await interaction.response.send_message("half of it")
        raise RuntimeError("secret detail")

    @app_commands.command()
    async def half(self, interaction: Interaction) -> None:
        tree = interaction.client.tree
        assert isinstance(tree, ArbiterTree)
        await tree.service.games.database.write(("DELETE FROM deadline WHERE kind = ?", ("supper",)))
        raise RuntimeError("secret detail")

    @app_commands.command()
    async def even(self, interaction: Interaction, number: app_commands.Transform[int, Even]) -> None:
        await interaction.response.send_message(str(number))

    @app_commands.command()
    async def post(self, interaction: Interaction) -> None:
        await interaction.client.get_partial_messageable(interaction.channel_id or 0).send("hello")

    @app_commands.command()
    async def button(self, interaction: Interaction) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button[discord.ui.View](label="Break", custom_id="test:break"))
        view.stop()
        await interaction.response.send_message("Do not press", view=view)


class Faulty(Arbiter):
    """The bot with commands that fail."""

    async def setup_hook(self) -> None:
        await self.add_cog(Faults())
        await super().setup_hook()
        answer_presses(self, "break", broken)


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncGenerator[Evening]:
    async with Evening(tmp_path / "arbiter.db", Faulty) as evening:
        yield evening
        evening.errors()


async def run(evening: Evening, command: str, **options: str) -> InteractionResult:
    return await evening.people["Ben"].slash(evening.channel, command, **options)


def private(result: InteractionResult) -> str:
    """Return the one private sentence of an answer."""
    assert not result.followups
    return private_message_of(result).content


async def test_input_that_cannot_be_read_is_named(evening: Evening) -> None:
    assert "“3”" in private(await run(evening, "even", number="3"))


async def test_a_command_that_the_bot_no_longer_has_asks_for_a_reload(evening: Evening) -> None:
    evening.bot.tree.remove_command("crash")
    assert "Reload" in private(await run(evening, "crash"))


async def test_a_missing_permission_of_the_bot_is_not_a_fault(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    evening.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    assert "permission" in private(await run(evening, "post"))
    assert not caplog.records


async def test_a_fault_is_logged_under_the_reference_that_the_user_reads(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    sentence = private(await run(evening, "crash"))
    assert "secret" not in sentence
    reference = re.search(r"`(\w+)`", sentence)
    assert reference
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert reference[1] in record.getMessage()
    assert record.exc_info
    assert "secret detail" in str(record.exc_info[1])


async def test_a_fault_after_the_answer_comes_privately_behind_it(evening: Evening) -> None:
    result = await run(evening, "late")
    assert result.response is not None
    assert result.response.content == "half of it"
    (behind,) = result.followups
    assert behind.ephemeral
    assert "secret" not in behind.content


async def test_what_the_database_does_not_take_has_not_happened(
    evening: Evening, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await run(evening, "game new", variant="two_player")
    with closing(sqlite3.connect(tmp_path / "arbiter.db")) as database:
        database.execute(
            "CREATE TRIGGER full BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )
        assert "nothing has changed" in private(await run(evening, "game leave"))
        assert "disk full" in caplog.text
        database.execute("DROP TRIGGER full")
    left = message_of(await run(evening, "game leave"))
    assert not left.ephemeral


async def test_what_was_saved_in_part_is_not_denied(evening: Evening, tmp_path: Path) -> None:
    """The game is open; which message is its board can't be noted."""
    with closing(sqlite3.connect(tmp_path / "arbiter.db")) as database:
        database.execute(
            "CREATE TRIGGER full BEFORE UPDATE OF board_message ON game "
            "BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )
        result = await run(evening, "game new", variant="two_player")
    (behind,) = result.followups
    assert behind.ephemeral
    assert behind.content.startswith("I can't tell whether that was saved.")


async def test_what_fails_after_something_was_saved_is_not_denied(evening: Evening) -> None:
    assert private(await run(evening, "half")).startswith("I can't tell whether that was saved.")


async def test_what_a_newer_version_has_stored_counts_only_once_it_can_be_read(
    evening: Evening, tmp_path: Path
) -> None:
    await run(evening, "game new", variant="two_player")
    exchanged, known, newer = "UPDATE entry SET events = replace(events, ?, ?)", "two_player", "four_player"

    async def exchange(was: str, now: str) -> None:
        with closing(sqlite3.connect(tmp_path / "arbiter.db")) as database, database:
            database.execute(exchanged, (was, now))
        await evening.restart()

    await exchange(known, newer)
    assert "nothing has changed. If I was just updated" in private(await run(evening, "game leave"))
    await exchange(newer, known)
    assert not message_of(await run(evening, "game leave")).ephemeral


async def test_what_cannot_be_read_is_said_with_what_to_do(evening: Evening, tmp_path: Path) -> None:
    await run(evening, "game new", variant="two_player")
    with closing(sqlite3.connect(tmp_path / "arbiter.db")) as database:
        database.execute("ALTER TABLE entry RENAME TO elsewhere")
    sentence = private(await run(evening, "log"))
    assert "can't be read right now" in sentence
    assert "Check the board" in sentence


async def test_a_deleted_database_is_answered_truly(
    evening: Evening, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await run(evening, "game new", variant="two_player")
    await asyncio.to_thread(time.sleep, 0.2)  # real time, not the simulation's
    os.replace(tmp_path / "arbiter.db", tmp_path / "aside.db")
    for _ in range(10):
        assert "nothing has changed" in private(await run(evening, "game leave"))
    assert "was deleted or replaced while the bot is running" in caplog.text
    os.replace(tmp_path / "aside.db", tmp_path / "arbiter.db")
    await asyncio.to_thread(time.sleep, 0.2)
    left = message_of(await run(evening, "game leave"))
    assert not left.ephemeral


async def test_a_button_that_breaks_answers_too(evening: Evening) -> None:
    shown = message_of(await run(evening, "button"))
    pressed = await evening.people["Cy"].click(shown, label="Break")
    assert "went wrong" in private(pressed)


async def test_an_answer_that_comes_too_late_is_one_line_in_the_log(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    evening.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    result = await run(evening, "game new", variant="two_player")
    assert not result.acknowledged
    (record,) = caplog.records
    assert record.getMessage().startswith("/game new was answered too late")
    assert record.exc_info is None


async def test_a_connection_that_breaks_is_discords_trouble(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    assert private(await run(evening, "lost")).startswith("Discord is having trouble right now.")
    assert not caplog.records


async def test_a_sentence_that_discord_refuses_is_only_logged(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    evening.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    result = await run(evening, "even", number="3")
    assert not result.acknowledged
    assert "/even" in caplog.text
