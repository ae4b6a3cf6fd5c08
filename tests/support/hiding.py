"""A channel of an evening that is hidden from the bot and shown again, as in Discord."""

import discord
from simcord.backend import serializers
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from tests.support.discord_api.hidden_channels import hidden
from tests.support.evening import Evening


async def hide(evening: Evening, channel: int | None = None) -> None:
    """Hide a channel from the bot (default: the evening's): all its requests there are refused."""
    backend, me = evening.env.backend, evening.env.backend.bot_user.id
    hiding = backend.get_channel(channel or evening.channel.id)
    view = discord.Permissions(view_channel=True).value
    hiding.overwrites = [Overwrite(me, OverwriteType.MEMBER, deny=view)]
    backend.emit("CHANNEL_UPDATE", hidden(serializers.channel_payload(backend, hiding)))
    await evening.env.settle()


async def start_while_hidden(evening: Evening, channel: int) -> None:
    """Restart the bot while a channel is hidden from it: Discord sends none of its threads."""
    await evening.restart()
    await hide(evening, channel)
    listed = {"guild_id": str(evening.server.id), "channel_ids": [str(channel)], "threads": [], "members": []}
    evening.env.backend.emit("THREAD_LIST_SYNC", listed)
    await evening.env.settle()


async def show(evening: Evening, channel: int | None = None) -> None:
    """Give the bot its view of a channel back."""
    evening.env.backend.edit_channel(channel or evening.channel.id, {}, overwrites=[])
    await evening.env.settle()
