"""Payloads that Discord sends to a bot: events of a session, interactions, and answers to their replies."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any, TypeAlias

from msgspec import Struct

from storage.engine.sharding import shard_of
from tests.support.discord_api.objects import (
    APPLICATION,
    BOT,
    CHANNEL,
    CHANNELS_IN_GUILD,
    EVERYTHING,
    GUILD,
    OUTSIDE,
    USER,
    Json,
    channel,
    guild_of,
    member,
    user,
)


class Person(Struct, frozen=True):
    """A user who is chosen for an option, by their ID."""

    id: int


class Attached(Struct, frozen=True):
    """A file that is attached for an option."""

    name: str
    content: bytes


Option: TypeAlias = "str | int | bool | Person | Attached"

OPTION_TYPES = {str: 3, int: 4, bool: 5, Person: 6, Attached: 11}
BUTTON, TEXT, LABEL = 2, 4, 18
"""Discord's types of components."""
FILE = 7 * 10**18
"""The ID of an attached file."""
SUBCOMMAND = 1
_TOKEN = "t"
"""The prefix of an interaction's token before its ID."""


def ready(session: str, gateway: str, tables: int, shard: int, shards: int) -> Json:
    """Return the first event of a session, with the shard's servers among those of this many tables."""
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


def no_members(guild: int, nonce: str) -> Json:
    """Return the members with a requested name: none."""
    return {
        **{"guild_id": str(guild), "nonce": nonce, "members": []},
        **{"chunk_index": 0, "chunk_count": 1, "not_found": []},
    }


def command(name: str, options: Mapping[str, Option]) -> Mapping[str, Json]:
    """Return the data of a slash command such as "life lose"."""
    head, *subcommands = name.split(" ")
    resolved: dict[str, Json] = {}
    inner: list[Json] = []
    for option, value in options.items():
        about: dict[str, Json] = {"name": option, "type": OPTION_TYPES[type(value)]}
        match value:
            case Person():
                resolved["users"] = {str(value.id): user(value.id)}
                inner.append({**about, "value": str(value.id)})
            case Attached():
                resolved["attachments"] = {str(FILE): _attachment(value)}
                inner.append({**about, "value": str(FILE)})
            case _:
                inner.append({**about, "value": value})
    for subcommand in reversed(subcommands):
        inner = [{"name": subcommand, "type": SUBCOMMAND, "options": inner}]
    about = {"id": str(APPLICATION + 1), "type": 1, "name": head, "options": inner}
    return {**about, "resolved": resolved} if resolved else about


def _attachment(file: Attached) -> Json:
    address = f"https://cdn.invalid/{file.name}"
    about: Json = {"id": str(FILE), "filename": file.name, "size": len(file.content)}
    return {**about, "url": address, "proxy_url": address, "content_type": "text/plain"}


def press(custom_id: str) -> Mapping[str, Json]:
    """Return the data of a press of a button."""
    return {"component_type": BUTTON, "custom_id": custom_id, "id": 3}


def use(control: Mapping[str, Any]) -> Mapping[str, Json]:
    """Return the data of a press of a button, or of the first choice in a list."""
    about = {**press(control["custom_id"]), "component_type": control["type"]}
    match control["type"]:
        case 2:
            return about
        case 3:  # a list of texts
            return {**about, "values": [control["options"][0]["value"]]}
        case 5:  # a list of people
            return {**about, "values": [str(USER)], "resolved": {"users": {str(USER): user(USER)}}}
        case kind:
            raise NotImplementedError(kind)


def submit(form: Mapping[str, Any], text: str) -> Mapping[str, Json]:
    """Return the data of a form as it opens, with a text in each field that is empty."""
    rows: list[Json] = []
    for row in form["components"]:
        part: dict[str, Any] = {"type": row["type"], "id": 1}
        if row["type"] == LABEL:
            field = row["component"]
            part["component"] = {"type": field["type"], "custom_id": field["custom_id"], "id": 2}
            if field["type"] == TEXT:
                part["component"]["value"] = field.get("value") or text
            else:
                chosen = [one["value"] for one in field.get("options", ()) if one.get("default")]
                part["component"]["values"] = chosen
        rows.append(part)
    return {"custom_id": form["custom_id"], "components": rows}


def _type_of(data: Mapping[str, Json]) -> int:
    """Return Discord's type of an interaction: a command, a component, or a form."""
    return 3 if "component_type" in data else 5 if "components" in data else 2


LOSE_LIFE = command("life lose", {"amount": 1})


def interaction(
    number: int,
    table: int,
    data: Mapping[str, Json],
    message: Mapping[str, Any] | None = None,
    member_number: int = 0,
) -> dict[str, Json]:
    """Return an interaction at a table: a command, or a press of a button on ``message``.

    ``member_number``: who of the server; 0 plays.
    """
    guild = guild_of(table)
    person = guild - GUILD + USER + 1000 * member_number
    return {
        **_interaction(number, data),
        **{"type": _type_of(data), "context": 0},
        **{"guild_id": str(guild), "channel_id": str(CHANNEL + table), "channel": channel(table)},
        **{"guild": {"id": str(guild), "locale": "en-US", "features": []}, "guild_locale": "en-US"},
        "member": {**member(person), "permissions": EVERYTHING},
        "authorizing_integration_owners": {"0": str(guild)},
        **({"message": message} if message is not None else {}),
    }


class Place(Enum):
    """Where people can give commands without the bot being in a server of theirs."""

    DIRECT = auto()
    """Their direct messages with the bot."""
    GROUP = auto()
    """A group of people, where they have installed the application themselves."""
    ELSEWHERE = auto()
    """A server without the bot, where they have installed it themselves; of two shards, on the second one."""

    @property
    def channel(self) -> int:
        """The ID of the channel in which they are."""
        return OUTSIDE - 1 if self is Place.ELSEWHERE else OUTSIDE


_ELSEWHERE = GUILD - (1 << 22)


def outside(
    number: int,
    place: Place,
    data: Mapping[str, Json],
    message: Mapping[str, Any] | None = None,
    person: int = 0,
) -> dict[str, Json]:
    """Return a command outside of the bot's servers, or a press of a button on ``message``.

    ``person``: who that is; 0 is Ana, who has installed the application there.
    """
    command: dict[str, Json] = {**_interaction(number, data), "type": _type_of(data)}
    command |= {} if message is None else {"message": message}
    id = USER + 1000 * person
    channel: dict[str, Json] = {
        "id": str(place.channel),
        "type": 3 if place is Place.GROUP else 1,
        "flags": 0,
    }
    owners: Json = {"0": "0"} if place is Place.DIRECT else {"1": str(USER)}
    command |= {"channel_id": str(place.channel), "authorizing_integration_owners": owners}
    if place is not Place.ELSEWHERE:
        who = user(id)
        context = 2 if place is Place.GROUP else 1
        return {**command, "context": context, "user": who, "channel": {**channel, "recipients": [who]}}
    guild = str(_ELSEWHERE)
    return {
        **{**command, "context": 0, "guild_id": guild, "guild_locale": "en-US"},
        "guild": {"id": guild, "locale": "en-US", "features": []},
        "channel": {**channel, "type": 0, "name": "general", "guild_id": guild, "position": 0},
        "member": {**member(id), "permissions": EVERYTHING},
    }


def _interaction(number: int, data: Mapping[str, Json]) -> dict[str, Json]:
    """Return the common parts of interactions, the ID first."""
    return {
        **{"id": str(number), "application_id": str(APPLICATION), "token": f"{_TOKEN}{number}", "version": 1},
        **{"data": data, "app_permissions": EVERYTHING, "locale": "en-US", "entitlements": []},
        "attachment_size_limit": 10_485_760,
    }


def by_token(token: str) -> int:
    """Return the ID of the interaction with a token."""
    return int(token.removeprefix(_TOKEN))


def answered(number: int, kind: int, shown: Mapping[str, Any] | None, *, private: bool = False) -> Json:
    """Return Discord's answer to a reply of this kind to an interaction, which shows a message if any."""
    about: Json = {"id": str(number), "type": 2}
    if shown is None:
        return {"interaction": about}
    about |= {"response_message_id": shown["id"], "response_message_ephemeral": private}
    return {"interaction": about, "resource": {"type": kind, "message": shown}}
