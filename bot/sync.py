"""Sending the commands to Discord, only when they have changed, because Discord limits how often."""

import asyncio
import contextlib
import hashlib
import logging

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from cogs.locales.catalogs import fingerprint, load
from storage.engine.metadata import Metadata

_log = logging.getLogger(__name__)

EVERY_SERVER = 0
"""Stored instead of a server's ID when the commands are global."""


async def sync(
    tree: app_commands.CommandTree[commands.Bot],
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
    await asyncio.to_thread(load)  # or the first translation would hold everyone else up
    before = int(known.partition(" ")[0]) if known else scope
    if before != scope:
        with contextlib.suppress(discord.Forbidden):  # the bot may have left that server
            await tree.sync(guild=_server(before))
    synced = await tree.sync(guild=_server(scope))
    await installation.put(name, told)
    _log.info(
        "Sent %d commands to Discord for %s", len(synced), f"server {guild}" if guild else "every server"
    )
    return True


def _digest(tree: app_commands.CommandTree[commands.Bot], scope: int) -> str:
    payload = [command.to_dict(tree) for command in tree.get_commands(guild=_server(scope))]
    english = msgspec.json.encode(payload, order="sorted")
    return hashlib.sha256(english + fingerprint()).hexdigest()


def _server(scope: int) -> discord.Object | None:
    return discord.Object(scope) if scope != EVERY_SERVER else None
