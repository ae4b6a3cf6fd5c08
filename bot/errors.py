"""Refusals and errors: one private answer in Discord, and for our own faults a trace in the log."""

import logging
import secrets
import time
import traceback
from functools import partial

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.interactions import FAILED, LATE, REFUSED, Interactions, note
from bot.logs import REPEAT_WINDOW, is_circumstance
from cogs.admission.fair_use import typed_command
from cogs.core import locale
from cogs.core.delivery.places import require_bot, works_outside
from cogs.core.messaging import ALREADY_ANSWERED, reply_private
from cogs.core.service import GameService
from cogs.text.formatting import escape
from cogs.text.language import Audience, speaking, tr
from rules.refusal import Refusal
from storage.engine.database import DatabaseError
from storage.events.codec import Unreadable
from storage.games.games import MayBeCommitted, NotCommitted

_log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062
"""Discord's error code for an interaction that can no longer be answered."""


class _References:
    """References by which the bot's owner finds failures in the log.

    A repeated failure keeps its reference while the log reports it only once.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], tuple[str, float]] = {}

    def of(self, error: Exception) -> str:
        """Return the name of this failure."""
        now = time.monotonic()
        self._known = {cause: one for cause, one in self._known.items() if now - one[1] < REPEAT_WINDOW}
        where = [] if is_circumstance(error) else traceback.format_tb(error.__traceback__)[-1:]
        return self._known.setdefault((str(error), *where), (secrets.token_hex(3), now))[0]


_references = _References()


class ShardsMissing(Exception):
    """Raised if Discord wants the bot's servers shared among more connections than it has."""


class ArbiterTree(app_commands.CommandTree[commands.AutoShardedBot]):
    """The bot's commands: each runs in the right language, and `answer_error` handles refusals and errors."""

    service: GameService
    """The service, set once every command is there."""
    interactions: Interactions

    async def _call(self, interaction: discord.Interaction[commands.AutoShardedBot]) -> None:
        await self.interactions.carry_out(interaction, partial(self._call_in_language, interaction))

    async def _call_in_language(self, interaction: discord.Interaction[commands.AutoShardedBot]) -> None:
        try:
            language = await self._language(interaction)
        except Exception as error:  # noqa: BLE001  discord.py would let it pass unanswered
            await answer_error(interaction, error, self.service, self.interactions)
            return
        with speaking(language):
            await super()._call(interaction)

    async def _language(self, interaction: discord.Interaction[commands.AutoShardedBot]) -> Audience:
        """Return the language: the user's own for suggestions, the channel's for commands; raises Refusal."""
        self.service.fair_use.require(interaction)
        self._require_bot(interaction)
        if interaction.type is discord.InteractionType.autocomplete:
            return await self.service.language_of_user(interaction)
        language = await self.service.language_of_channel(interaction)
        self.service.discord_clock.require_in_time(interaction)
        return language

    def _require_bot(self, interaction: discord.Interaction[commands.AutoShardedBot]) -> None:
        """Raise Refusal for a command that needs the bot in a server without it, whatever Discord offers."""
        command = self.get_command(typed_command(interaction).partition(" ")[0])
        if command is not None and not works_outside(command):
            require_bot(interaction)

    async def on_error(
        self,
        interaction: discord.Interaction[commands.AutoShardedBot],
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        """Answer ``error`` privately."""
        await answer_error(interaction, error, self.service, self.interactions)


def is_refusal(error: BaseException) -> bool:
    """Return whether an error is expected: a refusal, or an interaction that was delivered twice."""
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    code = cause.code if isinstance(cause, discord.HTTPException) else None
    return isinstance(cause, Refusal) or code == ALREADY_ANSWERED


def undecided(what: str, cause: Exception) -> MayBeCommitted:
    """Return the error for a request whose outcome is unknown, with the reason in words."""
    error = MayBeCommitted(f"{what}: {cause}")
    error.__cause__ = cause
    return error


def lease_unsure() -> MayBeCommitted:
    """Return the error for a process whose servers another one may serve by now."""
    return undecided("Another process may serve instead", TimeoutError("the lease isn't renewed"))


async def answer_error(
    interaction: discord.Interaction, error: Exception, service: GameService, interactions: Interactions
) -> None:
    """Reply privately to ``interaction`` with the reason why it failed, or say that the outcome is unknown.

    A refusal says what to do instead. Our own fault is logged with its trace under a reference, which the
    answer names.
    """
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    if _is_closed(interaction, cause):
        return
    try:
        with speaking(locale.private(None, interaction)):
            cause = await _known(interaction, cause, service, interactions)
        if isinstance(cause, Refusal):
            if cause.reason == "too_late":
                _log.warning("%s came too late and was not carried out", _name(interaction))
            note(interaction, REFUSED, cause.reason)
            if interaction.type is discord.InteractionType.autocomplete:
                await _suggest_nothing(interaction)
            else:
                await service.refuse(interaction, cause)
        else:
            await _tell(interaction, cause)
    except Exception as failure:  # noqa: BLE001  the top of the process: there is no one left to tell
        if not _is_closed(interaction, failure):
            _log.warning("%s could not be answered", _name(interaction), exc_info=True)


async def _known(
    interaction: discord.Interaction, cause: Exception, service: GameService, interactions: Interactions
) -> Exception:
    """Return an error that claims no more than this process can know."""
    denies = isinstance(cause, Refusal | NotCommitted | Unreadable) and not isinstance(cause, MayBeCommitted)
    if denies and not await interactions.confirm_ownership(interaction):
        return lease_unsure()
    if (
        not isinstance(cause, Refusal)
        and explain_error(cause) is None
        and service.games.database.has_written()
    ):
        return undecided("A part of it was saved, or all", cause)
    return cause


def _is_closed(interaction: discord.Interaction, error: Exception) -> bool:
    """Return whether Discord accepts no further answer: it has one, or this came too late, which
    is logged."""
    code = error.code if isinstance(error, discord.HTTPException) else None
    if code == UNKNOWN_INTERACTION:
        note(interaction, LATE)
        _log.warning("%s was answered too late: Discord waits for three seconds", _name(interaction))
    return code in (UNKNOWN_INTERACTION, ALREADY_ANSWERED)


async def _suggest_nothing(interaction: discord.Interaction) -> None:
    """Complete an open autocomplete without suggestions: Discord shows no message there."""
    if not interaction.response.is_done():
        await interaction.response.autocomplete([])


async def _tell(interaction: discord.Interaction, cause: Exception) -> None:
    with speaking(locale.private(None, interaction)):
        await _tell_in_own_language(interaction, cause)


async def _tell_in_own_language(interaction: discord.Interaction, cause: Exception) -> None:
    sentence = explain_error(cause)
    note(interaction, REFUSED if sentence else FAILED, type(cause).__name__)
    if sentence is None:
        reference = _references.of(cause)
        sentence = _explain_fault(cause, reference)
        _log.error(
            "%s: %s failed", reference, _name(interaction), exc_info=cause, extra={"series": reference}
        )
    if interaction.type is discord.InteractionType.autocomplete:
        await _suggest_nothing(interaction)
        return
    await reply_private(interaction, sentence)


def explain_error(error: Exception) -> str | None:
    """Return the sentence for an error caused by the user or the server's settings; None for our faults."""
    match error:
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


def _explain_fault(cause: Exception, reference: str) -> str:
    """Return the sentence for a fault of ours or of the database, with its reference in the log."""
    match cause:
        case MayBeCommitted():
            return tr(
                "I can't tell whether that was saved. Check the board before you try again. "
                "Error reference: `{reference}`.",
                reference=reference,
            )
        case NotCommitted():
            return tr(
                "That couldn't be saved, so nothing has changed. Error reference: `{reference}`.",
                reference=reference,
            )
        case Unreadable():
            return tr(
                "I can't read what is stored there, so nothing has changed. If I was just updated, try "
                "again in a minute. Error reference: `{reference}`.",
                reference=reference,
            )
        case DatabaseError():
            return tr(
                "The database can't be read right now. Check the board before you try again. "
                "Error reference: `{reference}`.",
                reference=reference,
            )
        case _:
            return tr("Something went wrong. Error reference: `{reference}`.", reference=reference)


def _name(interaction: discord.Interaction) -> str:
    command = interaction.command
    return f"/{command.qualified_name}" if command else f"{interaction.type.name} {interaction.id}"
