"""What Discord sends to the bot in a campaign: a server with channels, commands and presses in them."""

from collections.abc import Mapping, Sequence
from typing import Any

from storage.engine.sharding import shard_of
from tests.support.discord_api.objects import (
    APPLICATION,
    BOT,
    BOTS_APPLICATION,
    CHANNEL,
    CHANNELS_IN_GUILD,
    COMPONENTS_V2,
    GUILD,
    JOINED,
    USER,
    Json,
    guild_of,
)

EVERYTHING = str(2**52 - 1)
PERSON: Mapping[str, Json] = {
    "id": str(USER),
    "username": "ana",
    "global_name": "Ana",
    "discriminator": "0",
    "avatar": None,
}
OPTION_TYPES = {str: 3, int: 4, bool: 5}
SUBCOMMAND = 1
_TOKEN = "t"
"""What an interaction's token has before the interaction's ID."""


def ready(session: str, gateway: str, tables: int, shard: int = 0, shards: int = 1) -> Json:
    """The first event of a session, which names those servers of so many tables that are the shard's."""
    return {
        "v": 10,
        "user": BOT,
        "guilds": [
            {"id": str(guild_of(table)), "unavailable": True}
            for table in range(0, tables, CHANNELS_IN_GUILD)
            if shard_of(guild_of(table), shards) == shard
        ],
        "session_id": session,
        "resume_gateway_url": gateway,
        "application": {"id": str(APPLICATION), "flags": 0},
        "shard": [shard, shards],
    }


def guild(tables: Sequence[int]) -> Json:
    """The server with the channels of these tables, in which everybody may do everything."""
    number = str(guild_of(tables[0]))
    everyone: Json = {
        **{"id": number, "name": "@everyone", "permissions": EVERYTHING, "position": 0, "color": 0},
        **{"hoist": False, "managed": False, "mentionable": False, "flags": 0},
    }
    member: Json = {
        **{"user": BOT, "roles": [], "joined_at": JOINED},
        **{"deaf": False, "mute": False, "flags": 0},
    }
    return {
        **{"id": number, "name": "Campaign", "owner_id": str(USER), "unavailable": False},
        **{"member_count": 2, "roles": [everyone], "members": [member]},
        "channels": [channel(table) for table in tables],
    }


def nobody(guild: int, nonce: str) -> Json:
    """Whom a server has of a name that was asked for: nobody."""
    return {
        **{"guild_id": str(guild), "nonce": nonce, "members": []},
        **{"chunk_index": 0, "chunk_count": 1, "not_found": []},
    }


def channel(table: int) -> Json:
    """The channel of a table."""
    return {
        **{"id": str(CHANNEL + table), "type": 0, "name": f"table-{table}"},
        "guild_id": str(guild_of(table)),
        **{"position": table, "permission_overwrites": [], "nsfw": False, "parent_id": None},
        **{"rate_limit_per_user": 0, "topic": None, "last_message_id": None, "flags": 0},
        "permissions": EVERYTHING,
    }


def command(name: str, options: Mapping[str, str | int | bool]) -> Mapping[str, Json]:
    """The data of a slash command such as "life lose"."""
    head, *subcommands = name.split(" ")
    inner: list[Json] = [
        {"name": option, "type": OPTION_TYPES[type(value)], "value": value}
        for option, value in options.items()
    ]
    for subcommand in reversed(subcommands):
        inner = [{"name": subcommand, "type": SUBCOMMAND, "options": inner}]
    return {"id": str(APPLICATION + 1), "type": 1, "name": head, "options": inner}


def press(custom_id: str) -> Mapping[str, Json]:
    """The data of a press of a button."""
    return {"component_type": 2, "custom_id": custom_id, "id": 3}


def interaction(
    number: int, table: int, data: Mapping[str, Json], message: Mapping[str, Any] | None, user: int
) -> Json:
    """An interaction at a table: a command, or a press of a button on ``message``.

    ``user``: who of the server, by a number; 0 plays.
    """
    person = guild_of(table) - GUILD + USER + 1000 * user
    return {
        **{"id": str(number), "application_id": str(APPLICATION), "token": f"{_TOKEN}{number}", "version": 1},
        **{"type": 2 if message is None else 3, "data": data, "channel": channel(table)},
        **{"guild_id": str(guild_of(table)), "channel_id": str(CHANNEL + table)},
        "guild": {"id": str(guild_of(table)), "locale": "en-US", "features": []},
        "member": {**member(person), "permissions": EVERYTHING},
        **{"app_permissions": EVERYTHING, "locale": "en-US", "guild_locale": "en-US"},
        **{"entitlements": [], "authorizing_integration_owners": {"0": str(guild_of(table))}, "context": 0},
        "attachment_size_limit": 10485760,
        **({"message": message} if message is not None else {}),
    }


def member(person: int) -> dict[str, Json]:
    """A member of a server, by their ID."""
    return {
        **{"user": {**PERSON, "id": str(person)}, "roles": [], "joined_at": JOINED},
        **{"deaf": False, "mute": False, "flags": 0, "nick": None, "avatar": None},
        **{"premium_since": None, "pending": False, "communication_disabled_until": None},
    }


def by_token(token: str) -> int:
    """The ID of the interaction with a token."""
    return int(token.removeprefix(_TOKEN))


def message(number: int, channel: int, sent: Mapping[str, Any]) -> dict[str, Any]:
    """A message of the bot's, from what it has sent."""
    components: Sequence[Any] = sent.get("components") or []
    return {
        **{"id": str(number), "channel_id": str(channel), "type": 0, "content": sent.get("content") or ""},
        **{"components": components, "flags": sent.get("flags") or (COMPONENTS_V2 if components else 0)},
        **{"author": BOT, "application_id": str(APPLICATION), "timestamp": JOINED, "edited_timestamp": None},
        **{"tts": False, "mention_everyone": False, "mentions": [], "mention_roles": []},
        **{"attachments": [], "embeds": [], "pinned": False},
    }


APPLICATION_INFO = BOTS_APPLICATION
