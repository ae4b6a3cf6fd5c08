"""What Discord sends and answers, as JSON: interactions at tables, and the messages of their boards."""

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"

APPLICATION = 10**18
USER = 2 * 10**18
"""The user of every interaction; other players have the following IDs."""
GUILD = 3 * 10**18
CHANNEL = 4 * 10**18
MESSAGE = 5 * 10**18
"""A table's number is added for the IDs of its channel and its board's message."""
CHANNELS_IN_GUILD = 500
COMPONENTS_V2 = 1 << 15
JOINED = "2020-01-01T00:00:00+00:00"

BOT: Json = {"id": str(APPLICATION), "username": "bench", "discriminator": "0", "avatar": None, "bot": True}
BOTS_APPLICATION: Json = {
    "id": str(APPLICATION),
    "name": "bench",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "owner": BOT,
    "team": None,
    "flags": 0,
}


MEMBER: Mapping[str, Json] = {
    "user": {"id": str(USER), "username": "ana", "global_name": "Ana", "discriminator": "0", "avatar": None},
    "roles": [],
    "joined_at": JOINED,
    "deaf": False,
    "mute": False,
    "flags": 0,
    "nick": None,
    "avatar": None,
    "premium_since": None,
    "pending": False,
    "communication_disabled_until": None,
}
"""The user of every interaction, as a member of a server."""


def guild_of(table: int) -> int:
    """Return the server of a table's channel."""
    return GUILD + (table // CHANNELS_IN_GUILD << 22)


def command(table: int, name: str = "life") -> str:
    """Return ``/life lose amount:1``, or the command ``name`` without options, in a table's channel.

    The beginning, which holds the interaction's ID, is left out.
    """
    amount: Json = {"type": 4, "name": "amount", "value": 1}
    lose: Json = {"type": 1, "name": "lose", "options": [amount]}
    options: Json = [lose] if name == "life" else []
    data: Json = {"id": str(APPLICATION + 1), "type": 1, "name": name, "options": options}
    return _interaction(table, 2, "command", data)


def press(table: int, custom_id: str, components: Json) -> str:
    """Return a press of a button on a table's board, likewise."""
    data: Json = {"component_type": 2, "custom_id": custom_id, "id": 3}
    return _interaction(table, 3, "press", data, message=message(table, "", components))


def _interaction(table: int, kind: int, token: str, data: Json, **more: Json) -> str:
    channel = _channel(table)
    payload: Json = {
        "application_id": str(APPLICATION),
        "type": kind,
        "token": token,
        "version": 1,
        "data": data,
        "guild_id": str(guild_of(table)),
        "guild": {"id": str(guild_of(table)), "locale": "en-US", "features": []},
        "channel_id": str(CHANNEL + table),
        "channel": channel,
        "member": {**MEMBER, "permissions": "2147483647"},
        "app_permissions": "2147483647",
        "locale": "en-US",
        "guild_locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(guild_of(table))},
        "context": 0,
        "attachment_size_limit": 10485760,
        **more,
    }
    return json.dumps(payload, separators=(",", ":"))[1:]


def answered(kind: int, shown: Json) -> Json:
    """Return Discord's response to a reply of this kind that shows this message."""
    return {
        "interaction": {
            "id": str(MESSAGE),
            "type": 2,
            "response_message_id": str(MESSAGE),
            "response_message_loading": False,
            "response_message_ephemeral": False,
        },
        "resource": {"type": kind, "message": shown},
    }


def message(table: int, content: str, components: Json = ()) -> Json:
    """Return a message by the bot in a table's channel."""
    return {
        "id": str(MESSAGE + table),
        "channel_id": str(CHANNEL + table),
        "type": 20,
        "content": content,
        "components": components,
        "flags": COMPONENTS_V2 if components else 0,
        "author": BOT,
        "application_id": str(APPLICATION),
        "timestamp": JOINED,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
    }


def guild(id: int, tables: Sequence[int]) -> Json:
    """Return a server with the channels of these tables."""
    everyone: Json = {
        "id": str(id),
        "name": "@everyone",
        "permissions": "2147483647",
        "position": 0,
        "color": 0,
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    return {
        "id": str(id),
        "name": "League",
        "owner_id": str(USER),
        "unavailable": False,
        "member_count": 50,
        "roles": [everyone],
        "channels": [_channel(table) for table in tables],
        "members": [
            {"user": BOT, "roles": [], "joined_at": JOINED, "deaf": False, "mute": False, "flags": 0}
        ],
    }


def _channel(table: int) -> Json:
    return {
        "id": str(CHANNEL + table),
        "type": 0,
        "name": f"table-{table}",
        "guild_id": str(guild_of(table)),
        "position": table % CHANNELS_IN_GUILD,
        "permission_overwrites": [],
        "nsfw": False,
        "parent_id": None,
        "rate_limit_per_user": 0,
        "topic": None,
        "last_message_id": None,
        "flags": 0,
        "permissions": "2147483647",
    }
