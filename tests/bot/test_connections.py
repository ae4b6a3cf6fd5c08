"""The process's connections to Discord: how many there are, and what is said when they end for good."""

import asyncio
import re
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.bot_process import connected, stop
from tests.support.discord_api import payloads
from tests.support.discord_api.gateway import Gateway
from tests.support.discord_api.objects import APPLICATION
from tests.support.discord_api.payloads import Place
from tests.support.discord_api.server import DiscordServer
from tests.support.processes import SECONDS, begin_with, failure


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
    discord = DiscordServer(1, gateway=Gateway(closing=[code]))
    async with discord.serving():
        discord.redirect(tmp_path)
        assert words in await failure(tmp_path, DISCORD_TOKEN="any")


def identified(discord: DiscordServer) -> list[tuple[int, int]]:
    """Return the shards that have been connected, each with how many there are to be."""
    return [(one.shard, one.shards) for one in discord.gateway.identified]


async def test_more_shards_that_discord_asks_for_are_made_without_an_end(tmp_path: Path) -> None:
    discord = DiscordServer(1, gateway=Gateway(1, 2, concurrency=2, closing=[4011]))
    async with connected(discord, tmp_path) as process:
        (line,) = await stop(process)
    assert identified(discord) == [(0, 1), (0, 2), (1, 2)]
    assert "more shards" in line


async def test_commands_outside_of_its_servers_are_answered_by_any_number_of_shards(tmp_path: Path) -> None:
    """What is typed there arrives on shard 0; leagues and events are only for servers with the bot.

    There are as many shards as ARBITER_SHARDS says, though Discord recommends one.
    """
    discord = DiscordServer(1, gateway=Gateway(1, concurrency=3))
    asked = [
        (Place.DIRECT, "privacy statement", "Your data"),
        (Place.DIRECT, "privacy export", ""),
        (Place.DIRECT, "game subgame", NEEDS_BOT),
        (Place.DIRECT, "league standings", NEEDS_BOT),
        (Place.GROUP, "event show", NEEDS_BOT),
        (Place.GROUP, "help", "## Start a game"),
        (Place.ELSEWHERE, "undo", "There's no game in this channel."),
        (Place.ELSEWHERE, "league standings", NEEDS_BOT),
        (Place.ELSEWHERE, "help", "## Start a game"),
    ]
    async with connected(discord, tmp_path, ARBITER_SHARDS="3") as process:
        for place, name, words in asked:
            number = discord.send_outside(place, payloads.command(name, {}))
            assert words in await discord.text_of(number)
        assert await stop(process) == []
    assert identified(discord) == [(0, 3), (1, 3), (2, 3)]
    for one in discord.commands:
        assert one["integration_types"] == [0]
        assert one["contexts"] == ([0] if one["name"] in OF_SERVERS else [0, 1]), one["name"]
    assert {one["name"] for one in discord.commands} > OF_SERVERS


NEEDS_BOT = "[invite it](https://discord.com/oauth2/authorize?client_id=1000000000000000000"
OF_SERVERS = {"league", "league-page", "event", "series", "decklist"}
"""The commands that need the bot."""


ENTRY_POINT: Mapping[str, Any] = {
    "id": "1250000000000000000",
    "application_id": str(APPLICATION),
    "version": "1250000000000000001",
    "default_member_permissions": None,
    "type": 4,
    "name": "launch",
    "name_localizations": {"de": "starten"},
    "description": "Launch the Activity",
    "description_localizations": None,
    "dm_permission": True,
    "contexts": [0, 1, 2],
    "integration_types": [0, 1],
    "nsfw": False,
    "handler": 2,
}
"""The command that Discord adds when Activities are switched on, as it tells about it."""


@pytest.mark.parametrize("variables", [{}, {"ARBITER_GUILD": "3000000000000000000"}])
async def test_the_entry_point_of_an_activity_is_kept(tmp_path: Path, variables: dict[str, str]) -> None:
    discord = DiscordServer(1, known=[ENTRY_POINT])
    async with connected(discord, tmp_path, **variables) as process:
        assert await stop(process) == []
    (kept,) = [one for one in discord.commands if one["type"] == 4]
    unsent = {"application_id", "version", "nsfw"}
    assert kept == {name: ENTRY_POINT[name] for name in ENTRY_POINT.keys() - unsent}
    assert "game" in {one["name"] for one in discord.commands}


async def test_the_token_is_not_passed_on_to_other_programs(tmp_path: Path) -> None:
    begin_with(
        tmp_path,
        "import asyncio, os, sys\n"
        "import bot.client\n"
        "async def show(*_):\n"
        "    code = 'import os; print(sorted(os.environ))'\n"
        "    await (await asyncio.create_subprocess_exec(sys.executable, '-S', '-c', code)).wait()\n"
        "bot.client.Arbiter.on_shard_ready = show\n",
    )
    async with connected(DiscordServer(1), tmp_path) as process:
        process.send_signal(signal.SIGTERM)
        output, _ = await asyncio.wait_for(process.communicate(), SECONDS)
    assert re.search(rb"'PATH'", output)
    assert b"DISCORD_TOKEN" not in output
