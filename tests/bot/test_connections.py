"""The process's connections to Discord: how many there are, and what is said when they end for good."""

import asyncio
import re
import signal
from pathlib import Path

import pytest

from tests.support.discord_api.login import Gateway, entry_point
from tests.support.processes import SECONDS, only_line, run, start


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (4004, "DISCORD_TOKEN"),
        (4010, "ARBITER_SHARDS"),
        (4012, "update the bot"),
        (4013, "intents"),
        (4014, "intents"),
    ],
)
async def test_a_code_that_ends_the_connection_is_one_line(tmp_path: Path, code: int, words: str) -> None:
    discord = Gateway(closing=[code])
    async with discord.open():
        discord.redirect(tmp_path)
        status, output, errors = await run(tmp_path, DISCORD_TOKEN="any")
    assert (status, output) == (1, "")
    assert words in only_line(errors)


async def test_more_shards_that_discord_asks_for_are_made_without_an_end(tmp_path: Path) -> None:
    discord = Gateway(closing=[4011], recommended=[1, 2])
    async with discord.open():
        discord.redirect(tmp_path)
        process = await start(tmp_path, DISCORD_TOKEN="any")
        await asyncio.wait_for(discord.ready.wait(), SECONDS)
        process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(process.communicate(), SECONDS)
    assert process.returncode == 0
    assert discord.identified == [(0, 1), (0, 2), (1, 2)]
    assert "more shards" in only_line(errors.decode())


async def test_a_fixed_number_of_shards_is_kept(tmp_path: Path) -> None:
    discord = Gateway()
    async with discord.open():
        discord.redirect(tmp_path)
        process = await start(tmp_path, DISCORD_TOKEN="any", ARBITER_SHARDS="2")
        await asyncio.wait_for(discord.ready.wait(), SECONDS)
        process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(process.communicate(), SECONDS)
    assert (process.returncode, errors) == (0, b"")
    assert discord.identified == [(0, 2), (1, 2)]
    assert not any("/gateway/bot" in request for request in discord.requests)


async def test_commands_outside_of_its_servers_are_answered_by_any_number_of_shards(tmp_path: Path) -> None:
    """What is typed there arrives on shard 0; what is about a table is only for servers with the bot.

    Discord offers three commands in direct messages, and none to people who installed the bot themselves.
    """
    discord = Gateway()
    async with discord.open():
        discord.redirect(tmp_path)
        process = await start(tmp_path, DISCORD_TOKEN="any", ARBITER_SHARDS="3")
        await asyncio.wait_for(discord.ready.wait(), SECONDS)
        asked = {
            await discord.say_alone("privacy", "statement"): "Your data",
            await discord.say_alone("settings"): "Games can only be played in a server channel.",
            await discord.say_alone("help"): "## Start a game",
            await discord.say_alone("settings", group=True): "Games can only be played in a server channel.",
            await discord.say_alone("help", group=True): "## Start a game",
            await discord.say_elsewhere("settings"): "Arbiter isn't in this server",
            await discord.say_elsewhere("league", "list"): "Arbiter isn't in this server",
            await discord.say_elsewhere("help"): "Arbiter isn't in this server",
        }
        for number, words in asked.items():
            assert words in await discord.answer_to(number)
        process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(process.communicate(), SECONDS)
    assert (process.returncode, errors) == (0, b"")
    assert discord.identified == [(0, 3), (1, 3), (2, 3)]
    alone = {"help", "privacy", "rule"}
    for one in discord.commands:
        assert one["integration_types"] == [0]
        assert one["contexts"] == ([0, 1] if one["name"] in alone else [0]), one["name"]
    assert alone < {one["name"] for one in discord.commands}


@pytest.mark.parametrize("variables", [{}, {"ARBITER_GUILD": "3000000000000000000"}])
async def test_the_entry_point_of_an_activity_is_kept(tmp_path: Path, variables: dict[str, str]) -> None:
    discord = Gateway(known=[entry_point()])
    async with discord.open():
        discord.redirect(tmp_path)
        process = await start(tmp_path, DISCORD_TOKEN="any", **variables)
        await asyncio.wait_for(discord.ready.wait(), SECONDS)
        process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(process.communicate(), SECONDS)
    assert (process.returncode, errors) == (0, b"")
    (kept,) = [one for one in discord.commands if one["type"] == 4]
    told = entry_point()
    assert kept == {name: told[name] for name in told.keys() - {"application_id", "version", "nsfw"}}
    assert "game" in {one["name"] for one in discord.commands}


async def test_the_token_is_not_passed_on_to_other_programs(tmp_path: Path) -> None:
    discord = Gateway()
    async with discord.open():
        discord.redirect(tmp_path)
        custom = tmp_path / "sitecustomize.py"
        custom.write_text(
            custom.read_text() + "import asyncio, os, sys\n"
            "import bot.client\n"
            "async def show(*_):\n"
            "    code = 'import os; print(sorted(os.environ))'\n"
            "    await (await asyncio.create_subprocess_exec(sys.executable, '-S', '-c', code)).wait()\n"
            "bot.client.Arbiter.on_shard_ready = show\n"
        )
        process = await start(tmp_path, DISCORD_TOKEN="any")
        await asyncio.wait_for(discord.ready.wait(), SECONDS)
        process.send_signal(signal.SIGTERM)
        output, _ = await asyncio.wait_for(process.communicate(), SECONDS)
    assert re.search(rb"'PATH'", output)
    assert b"DISCORD_TOKEN" not in output
