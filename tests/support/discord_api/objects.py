"""Discord's objects as JSON: the bot, servers with their channels and members, messages."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"

APPLICATION = 10**18
USER = 2 * 10**18
"""The first player in the first server; other members have the following IDs."""
GUILD = 3 * 10**18
CHANNEL = 4 * 10**18
MESSAGE = 5 * 10**17
"""A table's number is added for the IDs of its channel and its board's message, older than all others."""
OUTSIDE = 6 * 10**18
"""A channel outside of the bot's servers."""
CHANNELS_IN_GUILD = 500
COMPONENTS_V2 = 1 << 15
JOINED = "2020-01-01T00:00:00+00:00"
EVERYTHING = str(2**52 - 1)
"""All permissions."""

BOT: Json = {"id": str(APPLICATION), "username": "bench", "discriminator": "0", "avatar": None, "bot": True}
BOTS_APPLICATION: dict[str, Json] = {
    **{"id": str(APPLICATION), "name": "bench", "icon": None, "description": "", "owner": BOT, "team": None},
    **{"bot_public": True, "bot_require_code_grant": False, "verify_key": "", "flags": 0},
}


OFFERED_TO_PEOPLE: Json = {**BOTS_APPLICATION, "integration_types_config": {"0": {}, "1": {}}}
"""The application if its portal lets people install it for themselves."""


def guild_of(table: int) -> int:
    """Return the ID of the server of a table's channel."""
    return GUILD + (table // CHANNELS_IN_GUILD << 22)


def guild(tables: Sequence[int], channels: Sequence[Json] = ()) -> Json:
    """Return the server with the channels of these tables, and others; everyone may do everything there."""
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
        **{"id": number, "name": "League", "owner_id": str(USER), "unavailable": False},
        **{"member_count": 50, "roles": [everyone], "members": [member]},
        "channels": [*(channel(table) for table in tables), *channels],
    }


def channel(table: int) -> Json:
    """Return the channel of a table."""
    return {
        **{"id": str(CHANNEL + table), "type": 0, "name": f"table-{table}"},
        "guild_id": str(guild_of(table)),
        **{"position": table % CHANNELS_IN_GUILD, "permission_overwrites": [], "nsfw": False},
        **{"parent_id": None, "rate_limit_per_user": 0, "topic": None, "last_message_id": None, "flags": 0},
        "permissions": EVERYTHING,
    }


def user(id: int) -> Json:
    """Return a person by their ID; each is named Ana."""
    return {"id": str(id), "username": "ana", "global_name": "Ana", "discriminator": "0", "avatar": None}


def member(id: int) -> dict[str, Json]:
    """Return a member of a server, by their ID."""
    return {
        **{"user": user(id), "roles": [], "joined_at": JOINED},
        **{"deaf": False, "mute": False, "flags": 0, "nick": None, "avatar": None},
        **{"premium_since": None, "pending": False, "communication_disabled_until": None},
    }


def message(
    number: int, channel: int, sent: Mapping[str, Any], interaction: int | None = None
) -> dict[str, Any]:
    """Return a message of the bot's in a channel, from its content, perhaps for an interaction."""
    cause: Mapping[str, Json] = {
        "id": str(interaction),
        "type": 2,
        "user": user(USER),
        "authorizing_integration_owners": {},
    }
    components: Sequence[Any] = sent.get("components") or []
    return {
        **{"id": str(number), "channel_id": str(channel), "type": 0, "content": sent.get("content") or ""},
        **{"components": components, "flags": sent.get("flags") or (COMPONENTS_V2 if components else 0)},
        **{"author": BOT, "application_id": str(APPLICATION), "timestamp": JOINED, "edited_timestamp": None},
        **{"tts": False, "mention_everyone": False, "mentions": [], "mention_roles": []},
        **{"attachments": [], "embeds": [], "pinned": False},
        **({} if interaction is None else {"interaction_metadata": cause}),
    }
