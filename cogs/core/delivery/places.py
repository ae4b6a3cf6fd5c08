"""The places where commands work: in servers with the bot, and elsewhere by interactions alone."""

from typing import TypeVar

import discord
from discord import app_commands

from rules.refusal import Refusal

T = TypeVar("T")

NO_SERVER = 0
"""The server ID for places outside of servers, which no server has."""
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions that the bot needs in a channel with games."""
USER_INSTALL_URL = (
    "https://discord.com/oauth2/authorize?client_id={id}&integration_type=1&scope=applications.commands"
)
"""The address where people add an application to their own account."""
UNKNOWN_SERVER = "unknown server"
"""A marker for interactions whose server another process would serve if the bot were in it."""


def anywhere(command: T) -> T:
    """Offer a top-level command outside of the bot's servers, too, to users who have installed the
    application.

    A decorator of commands and group classes. Discord accepts contexts for top-level commands only.
    """
    installed = app_commands.allowed_installs(guilds=True, users=True)
    return installed(app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command))


def is_outside(bot: discord.Client, guild: int | None) -> bool:
    """Return whether a place is outside of the bot's servers: a server without it, a group, or direct
    messages.

    Messages are sent, edited or read there only by the token of an interaction.
    """
    return guild is None or bot.get_guild(guild) is None


def comes_from_outside(interaction: discord.Interaction) -> bool:
    """Return whether an interaction comes from outside of the bot's servers, as `is_outside` says.

    Whether its user has installed the application doesn't matter.
    """
    return is_outside(interaction.client, interaction.guild_id)


def require_bot(interaction: discord.Interaction) -> None:
    """Raise Refusal "server_without_bot" for an interaction from outside of the bot's servers.

    That happens if a user, or a server without its bot, has installed the application.
    """
    if comes_from_outside(interaction):
        raise Refusal("server_without_bot", invite=invitation(interaction.client))


def works_outside(command: object) -> bool:
    """Return whether a command is offered outside of the bot's servers."""
    contexts = getattr(command, "allowed_contexts", None)
    return isinstance(contexts, app_commands.AppCommandContext) and contexts.private_channel


def invitation(bot: discord.Client) -> str:
    """Return the link that invites the bot to a server."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(bot.application_id or 0, permissions=PERMISSIONS, scopes=scopes)


def installation(bot: discord.Client) -> str | None:
    """Return the link by which people install the application for themselves; None if that isn't offered."""
    offered = bot.application is not None and bot.application.user_integration_config is not None
    return USER_INSTALL_URL.format(id=bot.application_id) if offered else None
