"""Sends the commands to Discord, only when they have changed, because Discord limits how often.

Their IDs, by which messages mention them, are stored with them, so that a restart sends no request.
"""

import contextlib
import hashlib
import logging
from typing import Any

import discord
import msgspec
from discord import app_commands
from discord.ext import commands
from discord.http import Route

from cogs.locales.catalogs import fingerprint
from cogs.locales.mentions import MentionableCommands
from storage.engine.metadata import Metadata

_log = logging.getLogger(__name__)

EVERY_SERVER = 0
"""Stored instead of a server's ID when the commands are global."""
COMMANDS_PATH = "/applications/{application}/commands"
COMMANDS_OF_SERVER = "/applications/{application}/guilds/{guild}/commands"
PRIVATE_CHANNEL = 2
"""Discord's context of groups and of direct messages between people."""
USER_INSTALL_TYPE = 1
"""Discord's type of an application that a person has installed."""
CHAT_INPUT, ENTRY_POINT = 1, 4
"""Discord's types of a command that is typed, and of the one that launches an application's Activity."""
ENTRY_POINT_FIELDS = (
    *("id", "type", "name", "name_localizations", "description", "description_localizations"),
    *("default_member_permissions", "dm_permission", "contexts", "integration_types", "handler"),
)
"""The fields of a listed entry point that can be sent back to Discord."""


async def sync(
    tree: app_commands.CommandTree[commands.AutoShardedBot],
    installation: Metadata,
    *,
    guild: int | None,
    anyway: bool,
) -> MentionableCommands:
    """Send the commands to Discord, for one server or all of them, and return those that can be mentioned.

    ``guild``: the only server to get them, or None for every server. ``installation`` stores the last
    version sent and its servers, from which commands are then removed. ``anyway``: send them even if they
    haven't changed. Raises discord.HTTPException.
    """
    if guild is not None:
        tree.copy_global_to(guild=discord.Object(guild))
        tree.clear_commands(guild=None)
    name = f"commands of {tree.client.application_id}"
    scope = guild or EVERY_SERVER
    synced = f"{scope} {_digest(tree, scope)}"
    known = await installation.get(name)
    if known == synced and not anyway:
        _log.info("The commands have not changed since they were last sent to Discord")
        ids = await _known_ids(tree, installation)
        if ids is None:  # sent by a version that kept no IDs
            ids = _ids(await tree.client.http.request(_route(tree, scope, "GET")))
            await installation.put(_ids_name(tree), msgspec.json.encode(ids).decode())
        return _mentionable(tree, guild, ids)
    before = int(known.partition(" ")[0]) if known else scope
    if before != scope:
        with contextlib.suppress(discord.Forbidden):  # the bot may have left that server
            await _overwrite(tree, before)
    ids = await _overwrite(tree, scope)
    await installation.put(_ids_name(tree), msgspec.json.encode(ids).decode())
    await installation.put(name, synced)
    _log.info("Sent %d commands to Discord for %s", len(ids), f"server {guild}" if guild else "every server")
    return _mentionable(tree, guild, ids)


async def mentionable_before(
    tree: app_commands.CommandTree[commands.AutoShardedBot], installation: Metadata, *, guild: int | None
) -> MentionableCommands | None:
    """Return the commands that were sent before, maybe by another process; None if there are none.

    Raises DatabaseError.
    """
    ids = await _known_ids(tree, installation)
    return None if ids is None else _mentionable(tree, guild, ids)


async def _known_ids(
    tree: app_commands.CommandTree[commands.AutoShardedBot], installation: Metadata
) -> dict[str, int] | None:
    known = await installation.get(_ids_name(tree))
    return None if known is None else msgspec.json.decode(known, type=dict[str, int])


def _ids_name(tree: app_commands.CommandTree[commands.AutoShardedBot]) -> str:
    return f"command ids of {tree.client.application_id}"


def _ids(received: list[dict[str, Any]]) -> dict[str, int]:
    """Return the IDs of commands by name, as Discord lists them."""
    return {one["name"]: int(one["id"]) for one in received if one.get("type", CHAT_INPUT) == CHAT_INPUT}


def _mentionable(
    tree: app_commands.CommandTree[commands.AutoShardedBot], guild: int | None, ids: dict[str, int]
) -> MentionableCommands:
    """Return mentionable commands with the ID of their outermost group, which mentions of subcommands use."""
    scopes = (None,) if guild is None else (None, discord.Object(guild))  # before and after they are copied
    every = (one for scope in scopes for one in tree.walk_commands(guild=scope))
    paths = [one.qualified_name for one in every if isinstance(one, app_commands.Command)]
    known = ((path, ids.get(path.partition(" ")[0])) for path in paths)
    return MentionableCommands({path: id for path, id in known if id is not None})


def _route(tree: app_commands.CommandTree[commands.AutoShardedBot], scope: int, method: str) -> Route:
    application = tree.client.application_id
    if scope == EVERY_SERVER:
        return Route(method, COMMANDS_PATH, application=application)
    return Route(method, COMMANDS_OF_SERVER, application=application, guild=scope)


async def _overwrite(tree: app_commands.CommandTree[commands.AutoShardedBot], scope: int) -> dict[str, int]:
    """Replace a scope's commands by those of the tree, and return their IDs by name.

    Discord adds an entry point when Activities are switched on in the portal, and refuses to have it
    overwritten, so it is sent back as it is. `CommandTree.sync` would drop it.
    """
    translator, listed = tree.translator, tree.get_commands(guild=_server(scope))
    payload: list[dict[str, Any]] = [
        _offered(tree, scope, await command.get_translated_payload(tree, translator))
        if translator
        else _offered(tree, scope, command.to_dict(tree))
        for command in listed
    ]
    http = tree.client.http
    existing: list[dict[str, Any]] = await http.request(
        _route(tree, scope, "GET"), params={"with_localizations": "true"}
    )
    kept = [
        {field: command[field] for field in ENTRY_POINT_FIELDS if field in command}
        for command in existing
        if command.get("type") == ENTRY_POINT
    ]
    return _ids(await http.request(_route(tree, scope, "PUT"), json=[*payload, *kept]))


def _digest(tree: app_commands.CommandTree[commands.AutoShardedBot], scope: int) -> str:
    listed = tree.get_commands(guild=_server(scope))
    payload = [_offered(tree, scope, command.to_dict(tree)) for command in listed]
    english = msgspec.json.encode(payload, order="sorted")
    return hashlib.sha256(english + fingerprint()).hexdigest()


def _offered(
    tree: app_commands.CommandTree[commands.AutoShardedBot], scope: int, command: dict[str, Any]
) -> dict[str, Any]:
    """Return a command in a form that the application may offer.

    Discord refuses all of them if one is for people who install the application for themselves, and the
    portal doesn't offer that.
    """
    application = tree.client.application
    if scope == EVERY_SERVER and application is not None and application.user_integration_config is not None:
        return command
    contexts = [one for one in command["contexts"] or () if one != PRIVATE_CHANNEL]
    types = [one for one in command["integration_types"] or () if one != USER_INSTALL_TYPE]
    return {**command, "contexts": contexts, "integration_types": types}


def _server(scope: int) -> discord.Object | None:
    return discord.Object(scope) if scope != EVERY_SERVER else None
