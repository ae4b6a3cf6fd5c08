"""What an interaction says about itself: where, by whom, its numbers, what was pressed or filled in."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b

import discord
from discord.ext import commands

from cogs.core import members
from rules.refusal import Refusal
from storage.games.games import Location, Request
from storage.settings.settings import SettingsScope

Fields = Mapping[str, Sequence[str]]
"""What was typed into a form or picked from its lists, by the fields' custom_ids."""
_SCOPE = "scope"
"""Where an interaction keeps its scope, which is asked for again and again."""


def location_of(interaction: discord.Interaction) -> Location:
    """Return where a command was given; raises Refusal outside a server's channels."""
    id, guild, channel = interaction.channel_id, interaction.guild_id, interaction.channel
    if id is None or guild is None:
        raise Refusal("servers_only")
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Location(channel=id, guild=guild, parent=parent)


def require_membership(interaction: discord.Interaction) -> None:
    """Raise Refusal "server_without_bot" where an interaction comes from a server without the bot in it.

    That happens where a user, or a server without its bot, has installed the application.
    """
    if interaction.guild_id is not None and interaction.client.get_guild(interaction.guild_id) is None:
        raise Refusal("server_without_bot")


def scope_of(interaction: discord.Interaction) -> SettingsScope:
    """Return where an interaction comes from and from whom, for its settings; raises Refusal outside a
    server."""
    scope = interaction.extras.get(_SCOPE)
    if scope is None:
        scope = interaction.extras[_SCOPE] = _scope_of(interaction)
    return scope


def _scope_of(interaction: discord.Interaction) -> SettingsScope:
    id, guild, channel = interaction.channel_id, interaction.guild_id, interaction.channel
    if id is None or guild is None:
        raise Refusal("servers_only")
    channels = (id, channel.parent_id) if isinstance(channel, discord.Thread) else (id,)
    return SettingsScope(guild, channels, interaction.user.id)


def request_of(interaction: discord.Interaction) -> Request:
    """Return the requester, and the interaction that makes the request unique."""
    _, name = members.member(interaction.user)
    return Request(user=interaction.user.id, name=name, interaction=interaction.id)


def own_request(bot: commands.AutoShardedBot, cause: str) -> Request:
    """Return a request of the bot's own; idempotent per cause."""
    user = bot.user
    assert user is not None, "the bot is logged in"
    return Request(user=user.id, name=members.member(user)[1], interaction=number_of(cause))


def number_of(cause: str) -> int:
    """Return a negative number in place of an interaction's for a consequence of a cause: the same cause
    gives the same number, so that it is recorded once."""
    return ~(int.from_bytes(blake2b(cause.encode(), digest_size=8).digest()) >> 1)


def filled(interaction: discord.Interaction) -> Fields:
    """Return the fields of the submitted form; empty for anything but a form."""
    rows = interaction.data.get("components") if interaction.data is not None else None
    found: dict[str, list[str]] = {}
    for row in rows or []:
        match row:
            case {"component": {"custom_id": str(name), "value": str(text)}}:
                found[name] = [text.strip()]
            case {"component": {"custom_id": str(name), "values": [*values]}}:
                found[name] = [f"{value}" for value in values]
            case _:
                pass
    return found


def picked(interaction: discord.Interaction) -> Sequence[str]:
    """Return the picks from a list on a message; empty for anything else."""
    values = interaction.data.get("values") if interaction.data is not None else None
    return [str(value) for value in values or []]


def typed(fields: Fields, name: str) -> str:
    """Return the text of a field, or its one picked option; empty for none."""
    return "".join(fields.get(name, ()))
