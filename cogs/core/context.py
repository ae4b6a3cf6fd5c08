"""What an interaction says about itself: where and by whom something is asked, and the numbers it goes by."""

from hashlib import blake2b

import discord

from cogs.core import members
from rules.refusal import Refusal
from storage.games.games import Location, Request
from storage.settings.settings import SettingsScope

_SPOT = "spot"


def location_of(interaction: discord.Interaction) -> Location:
    """Where a command was given; raises Refusal outside a server's channels."""
    if interaction.channel_id is None or interaction.guild_id is None:
        raise Refusal("servers_only")
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Location(channel=interaction.channel_id, guild=interaction.guild_id, parent=parent)


def scope_of(interaction: discord.Interaction) -> SettingsScope:
    """Where an interaction comes from and from whom, for its settings; raises Refusal outside a server."""
    known: SettingsScope | None = interaction.extras.get(_SPOT)  # asked for several times with every command
    if known is None:
        known = interaction.extras[_SPOT] = _spot_of(interaction)
    return known


def _spot_of(interaction: discord.Interaction) -> SettingsScope:
    if interaction.channel_id is None or interaction.guild_id is None:
        raise Refusal("servers_only")
    channel = interaction.channel
    parents = (channel.parent_id,) if isinstance(channel, discord.Thread) else ()
    return SettingsScope(interaction.guild_id, (interaction.channel_id, *parents), interaction.user.id)


def request_of(interaction: discord.Interaction) -> Request:
    """Who asks, and the interaction that makes the request unique."""
    _, name = members.member(interaction.user)
    return Request(user=interaction.user.id, name=name, interaction=interaction.id)


def number_of(cause: str) -> int:
    """A number for something that follows from a cause, as an interaction's, but below zero: the same cause
    has the same number, so that what follows is noted once."""
    return ~(int.from_bytes(blake2b(cause.encode(), digest_size=8).digest()) >> 1)
