"""The last resort for errors: one private sentence in Discord, one line on the terminal."""

import logging
import secrets

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from cogs.text.formatting import escape
from cogs.text.language import language_of, speak, tr, trn
from storage.games.games import NotCommitted

_log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062
"""Discord's code for an interaction that takes no answer any more."""


class CannotStart(Exception):
    """The bot cannot start, or not go on; the text is one line for whoever started it."""


class ArbiterTree(app_commands.CommandTree[commands.Bot]):
    """The bot's commands; an error that none of them has answered ends in `answer`."""

    async def on_error(
        self, interaction: discord.Interaction[commands.Bot], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer ``error`` in one private sentence."""
        await answer(interaction, error)


async def answer(interaction: discord.Interaction, error: Exception) -> None:
    """Tell whoever caused ``interaction``, and nobody else, why nothing came of it.

    A fault of ours is logged with its trace under a reference, which the sentence names.
    """
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    if isinstance(cause, discord.NotFound) and cause.code == UNKNOWN_INTERACTION:
        _log.warning("%s was answered too late: Discord waits for three seconds", _name(interaction))
        return
    speak(language_of(interaction.locale))
    sentence = explain(cause)
    if sentence is None:
        reference = secrets.token_hex(3)
        if isinstance(cause, NotCommitted):
            sentence = tr(
                "That couldn't be saved, so nothing has changed. Error reference: `{reference}`.",
                reference=reference,
            )
        else:
            sentence = tr("Something went wrong. Error reference: `{reference}`.", reference=reference)
        _log.error("%s: %s failed", reference, _name(interaction), exc_info=cause)
    if interaction.type is discord.InteractionType.autocomplete:
        return
    try:
        if interaction.response.is_done():
            await interaction.followup.send(sentence, ephemeral=True)
        else:
            await interaction.response.send_message(sentence, ephemeral=True)
    except Exception:  # noqa: BLE001  the top of the process: there is nobody left to tell
        _log.warning("%s could not be answered", _name(interaction), exc_info=True)


def explain(error: Exception) -> str | None:
    """The sentence for an error that the user or the server's settings caused; None for a fault of ours."""
    match error:
        case app_commands.CommandOnCooldown():
            seconds = max(1, round(error.retry_after))
            return trn(
                "Not so fast: try again in {n} second.", "Not so fast: try again in {n} seconds.", seconds
            )
        case app_commands.NoPrivateMessage():
            return tr("That only works in a server.")
        case app_commands.MissingPermissions():
            return tr(
                "To do that, you need these permissions: {permissions}.",
                permissions=_permissions(error.missing_permissions),
            )
        case app_commands.BotMissingPermissions():
            return tr(
                "To do that, I need these permissions in this channel: {permissions}.",
                permissions=_permissions(error.missing_permissions),
            )
        case app_commands.CheckFailure():
            return tr("You can't do that here.")
        case app_commands.TransformerError():
            return tr(
                "“{value}” isn't valid for that option. Check it and try again.",
                value=escape(str(error.value)),
            )
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return tr("This command has changed. Reload Discord and try again.")
        case discord.Forbidden():
            return tr("I don't have permission to do that in this channel.")
        case discord.DiscordServerError() | aiohttp.ClientError():
            return tr("Discord is having trouble right now. Check the board before you try again.")
        case _:
            return None


def _permissions(names: list[str]) -> str:
    return ", ".join(name.replace("_", " ").title() for name in names)


def _name(interaction: discord.Interaction) -> str:
    command = interaction.command
    return f"/{command.qualified_name}" if command else f"{interaction.type.name} {interaction.id}"
