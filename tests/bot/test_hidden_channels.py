"""Channels that the bot may not view: whatever Discord leaves out of them, the bot starts and goes on."""

import itertools
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend import serializers

from tests.support.bot_process import connected, stop
from tests.support.discord_api.gateway import Gateway
from tests.support.discord_api.hidden_channels import FORMS, KINDS, NAME, channel, hidden
from tests.support.discord_api.objects import guild_of
from tests.support.discord_api.payloads import LOSE_LIFE
from tests.support.discord_api.server import DiscordServer
from tests.support.evening import Evening

EVENTS = ("GUILD_CREATE", "CHANNEL_CREATE", "CHANNEL_UPDATE")


async def test_each_kind_in_each_form_is_kept_as_a_channel_that_the_bot_does_not_see(
    evening: Evening, subtests: pytest.Subtests, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.connection.hidden_channels")
    cases = itertools.product(EVENTS, FORMS, KINDS)
    for id, (event, form, kind) in enumerate(cases, start=10**18):
        with subtests.test(event=event, form=form, kind=kind):
            _change_view(evening, event, channel(evening.server.id, id, kind), form)
    assert evening.bot.get_channel(evening.channel.id), "the others are as before"
    (line,) = caplog.messages
    assert "bitrate" in line, "what is filled in is said once"


def _change_view(evening: Evening, event: str, shown: Mapping[str, Any], form: str) -> None:
    """Send an event with a hidden channel, show and hide the channel, and delete it."""
    backend = evening.env.backend

    def named() -> tuple[str, bool]:
        kept = evening.bot.get_channel(int(shown["id"]))
        assert isinstance(kept, discord.abc.GuildChannel)
        assert kept.type.value == shown["type"]
        return kept.name, kept.permissions_for(kept.guild.me).view_channel

    if event == "GUILD_CREATE":
        server = serializers.guild_create_payload(backend, backend.get_guild(evening.server.id))
        channels = [*server.get("channels", ()), hidden(shown, form)]
        backend.emit(event, {**server, "channels": channels})
    else:
        backend.emit("CHANNEL_CREATE", hidden(shown, form) if event == "CHANNEL_CREATE" else shown)
        backend.emit("CHANNEL_UPDATE", hidden(shown, form))
    assert named() == (NAME, False)
    backend.emit("CHANNEL_UPDATE", shown)
    assert named() == (shown["name"], True)
    backend.emit("CHANNEL_UPDATE", hidden(shown, form))
    assert named() == (NAME, False)
    backend.emit("CHANNEL_DELETE", hidden(shown, form))
    assert evening.bot.get_channel(int(shown["id"])) is None


async def test_a_deleted_channel_does_not_become_visible(evening: Evening) -> None:
    """Nothing is brought up to date in it, in whichever form the deletion comes."""
    visible = list[int]()

    async def note(channel: int) -> None:
        visible.append(channel)

    evening.bot.add_listener(note, "on_channel_visible")
    kept, deleted = (channel(evening.server.id, 10**18 + n, next(iter(KINDS))) for n in range(2))
    for shown in (kept, deleted):
        evening.env.backend.emit("CHANNEL_CREATE", hidden(shown, next(iter(FORMS))))
    evening.env.backend.emit("CHANNEL_DELETE", deleted)
    evening.env.backend.emit("CHANNEL_UPDATE", kept)
    await evening.env.settle()
    assert visible == [int(kept["id"])]


@pytest.mark.parametrize("outage", [True, False], ids=["unavailable meanwhile", "left and joined again"])
async def test_what_was_hidden_is_remembered_while_the_server_is_away(tmp_path: Path, outage: bool) -> None:
    """What waits for a channel of it goes on when the server is back."""
    async with Evening(tmp_path / "arbiter.db") as evening:
        backend, visible = evening.env.backend, list[int]()

        async def note(channel: int) -> None:
            visible.append(channel)

        evening.bot.add_listener(note, "on_channel_visible")
        shown = channel(evening.server.id, 10**18, next(iter(KINDS)))
        server = serializers.guild_create_payload(backend, backend.get_guild(evening.server.id))
        backend.emit("CHANNEL_CREATE", hidden(shown, next(iter(FORMS))))
        backend.emit("GUILD_DELETE", {"id": server["id"]} | ({"unavailable": True} if outage else {}))
        backend.emit("GUILD_CREATE", {**server, "channels": [*server.get("channels", ()), shown]})
        await evening.env.settle()
        assert visible == [int(shown["id"])]


async def test_the_process_starts_and_serves_in_a_server_with_each_of_them(tmp_path: Path) -> None:
    guild = guild_of(0)
    shown = [
        (channel(guild, 10**18 + number, kind), form)
        for number, (form, kind) in enumerate(itertools.product(FORMS, KINDS))
    ]
    gateway = Gateway(channels=[hidden(one, form) for one, form in shown])
    discord_server = DiscordServer(1, gateway=gateway)
    async with connected(discord_server, tmp_path) as process:
        for number, (one, form) in enumerate(shown, start=2 * 10**18):
            gateway.emit("CHANNEL_UPDATE", one)
            gateway.emit("CHANNEL_UPDATE", hidden(one, form))
            gateway.emit("CHANNEL_CREATE", {**hidden(one, form), "id": str(number)})
        await discord_server.text_of(discord_server.send(0, LOSE_LIFE))
        assert await stop(process) == []
    assert "game" in {one["name"] for one in discord_server.commands}
