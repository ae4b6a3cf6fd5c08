"""What an interaction says about itself: where and by whom something is asked, and the numbers it goes by."""

from hashlib import blake2b

import discord

from cogs import people
from rules.refusal import Refusal
from storage.games import Place, Request
from storage.settings import Spot

_SPOT = "spot"


def place_of(interaction: discord.Interaction) -> Place:
    """Where a command was given; raises Refusal outside a server's channels."""
    if interaction.channel_id is None or interaction.guild_id is None:
        raise Refusal("servers_only")
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Place(channel=interaction.channel_id, guild=interaction.guild_id, parent=parent)


def spot_of(interaction: discord.Interaction) -> Spot:
    """Where an interaction comes from and from whom, for its settings; raises Refusal outside a server."""
    known: Spot | None = interaction.extras.get(_SPOT)  # asked for several times with every command
    if known is None:
        known = interaction.extras[_SPOT] = _spot_of(interaction)
    return known


def _spot_of(interaction: discord.Interaction) -> Spot:
    if interaction.channel_id is None or interaction.guild_id is None:
        raise Refusal("servers_only")
    channel = interaction.channel
    parents = (channel.parent_id,) if isinstance(channel, discord.Thread) else ()
    return Spot(interaction.guild_id, (interaction.channel_id, *parents), interaction.user.id)


def request_of(interaction: discord.Interaction) -> Request:
    """Who asks, and the interaction that makes the request unique."""
    _, name = people.member(interaction.user)
    return Request(user=interaction.user.id, name=name, interaction=interaction.id)


def number_of(cause: str) -> int:
    """A number for something that follows from a cause, as an interaction's, but below zero: the same cause
    has the same number, so that what follows is noted once."""
    return ~(int.from_bytes(blake2b(cause.encode(), digest_size=8).digest()) >> 1)
