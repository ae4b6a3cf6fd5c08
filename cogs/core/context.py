"""The facts about an interaction: its place, user, numbers, and what was pressed or filled in."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b

import discord
from discord.ext import commands

from cogs.core import members
from cogs.core.delivery.places import NO_SERVER, UNKNOWN_SERVER, invitation
from rules.refusal import Refusal
from storage.games.games import Location, Request
from storage.settings.settings import SettingsScope

ModalFields = Mapping[str, Sequence[str]]
"""Typed or picked values of a form, by the fields' custom_ids."""
_SCOPE = "scope"
"""The key under which an interaction stores its scope, which is needed often."""


def location_of(interaction: discord.Interaction) -> Location:
    """Return the place of an interaction; raises Refusal outside of channels."""
    id, channel = interaction.channel_id, interaction.channel
    if id is None:
        raise Refusal("server_without_bot", invite=invitation(interaction.client))
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Location(channel=id, guild=_guild_of(interaction), parent=parent)


def _guild_of(interaction: discord.Interaction) -> int | None:
    """Return the server of an interaction, for its tables, if this process may write to it."""
    return None if UNKNOWN_SERVER in interaction.extras else interaction.guild_id


def scope_of(interaction: discord.Interaction) -> SettingsScope:
    """Return the place and user of an interaction, for its settings; raises Refusal outside of channels."""
    scope = interaction.extras.get(_SCOPE)
    if scope is None:
        place = location_of(interaction)
        channels = (place.channel,) if place.parent is None else (place.channel, place.parent)
        scope = SettingsScope(place.guild or NO_SERVER, channels, interaction.user.id)
        interaction.extras[_SCOPE] = scope
    return scope


def request_of(interaction: discord.Interaction, *, announced: bool = False) -> Request:
    """Return the requester, and the interaction that makes the request unique.

    ``announced``: the action is announced in the interaction's channel even if the answer fails.
    """
    _, name = members.member(interaction.user)
    place = location_of(interaction) if announced else None
    return Request(user=interaction.user.id, name=name, interaction=interaction.id, place=place)


def own_request(bot: commands.AutoShardedBot, cause: str) -> Request:
    """Return a request of the bot's own; idempotent per cause."""
    user = bot.user
    assert user is not None, "the bot is logged in"
    return Request(user=user.id, name=members.member(user)[1], interaction=consequence_id(cause))


def consequence_id(cause: str) -> int:
    """Return a negative number, used like an interaction's ID, for a consequence of a cause: equal causes
    give the same number, so that it is recorded once."""
    return ~(int.from_bytes(blake2b(cause.encode(), digest_size=8).digest()) >> 1)


def submitted_fields(interaction: discord.Interaction) -> ModalFields:
    """Return the fields of the submitted form; empty for anything else."""
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


def typed(fields: ModalFields, name: str) -> str:
    """Return the text of a field, or its one picked option; empty for none."""
    return "".join(fields.get(name, ()))
