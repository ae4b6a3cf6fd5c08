"""Sending the commands to Discord, only when they have changed, because Discord limits how often."""

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
from storage.engine.metadata import Metadata

_log = logging.getLogger(__name__)

EVERY_SERVER = 0
"""Stored instead of a server's ID when the commands are global."""
COMMANDS = "/applications/{application}/commands"
COMMANDS_OF_SERVER = "/applications/{application}/guilds/{guild}/commands"
ENTRY_POINT = 4
"""Discord's type of the command that launches an application's Activity."""
ENTRY_POINT_FIELDS = (
    *("id", "type", "name", "name_localizations", "description", "description_localizations"),
    *("default_member_permissions", "dm_permission", "contexts", "integration_types", "handler"),
)
"""What Discord takes of a command that it has told us about."""


async def sync(
    tree: app_commands.CommandTree[commands.AutoShardedBot],
    installation: Metadata,
    *,
    guild: int | None,
    anyway: bool,
) -> bool:
    """Send the commands to Discord, for one server or all of them; return whether they were sent.

    ``guild``: the only server to get them, or None for every server.
    ``installation`` remembers what was sent last, and for which servers, where they are then removed.
    ``anyway``: send them even if they haven't changed. Raises discord.HTTPException.
    """
    if guild is not None:
        tree.copy_global_to(guild=discord.Object(guild))
        tree.clear_commands(guild=None)
    name = f"commands of {tree.client.application_id}"
    scope = guild or EVERY_SERVER
    told = f"{scope} {_digest(tree, scope)}"
    known = await installation.get(name)
    if known == told and not anyway:
        _log.info("The commands have not changed since they were last sent to Discord")
        return False
    before = int(known.partition(" ")[0]) if known else scope
    if before != scope:
        with contextlib.suppress(discord.Forbidden):  # the bot may have left that server
            await _overwrite(tree, before)
    sent = await _overwrite(tree, scope)
    await installation.put(name, told)
    _log.info("Sent %d commands to Discord for %s", sent, f"server {guild}" if guild else "every server")
    return True


async def _overwrite(tree: app_commands.CommandTree[commands.AutoShardedBot], scope: int) -> int:
    """Replace a scope's commands by those of the tree, and return how many there are.

    Discord adds an entry point when Activities are switched on in the portal, and refuses to have it
    overwritten, so it is sent back as it is. `CommandTree.sync` knows nothing of it.
    """
    translator, listed = tree.translator, tree.get_commands(guild=_server(scope))
    payload: list[dict[str, Any]] = [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in listed
    ]

    def route(method: str) -> Route:
        application = tree.client.application_id
        if scope == EVERY_SERVER:
            return Route(method, COMMANDS, application=application)
        return Route(method, COMMANDS_OF_SERVER, application=application, guild=scope)

    http = tree.client.http
    existing: list[dict[str, Any]] = await http.request(route("GET"), params={"with_localizations": "true"})
    kept = [
        {field: command[field] for field in ENTRY_POINT_FIELDS if field in command}
        for command in existing
        if command.get("type") == ENTRY_POINT
    ]
    await http.request(route("PUT"), json=[*payload, *kept])
    return len(payload)


def _digest(tree: app_commands.CommandTree[commands.AutoShardedBot], scope: int) -> str:
    payload = [command.to_dict(tree) for command in tree.get_commands(guild=_server(scope))]
    english = msgspec.json.encode(payload, order="sorted")
    return hashlib.sha256(english + fingerprint()).hexdigest()


def _server(scope: int) -> discord.Object | None:
    return discord.Object(scope) if scope != EVERY_SERVER else None
