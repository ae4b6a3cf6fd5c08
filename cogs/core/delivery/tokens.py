"""Tokens of interactions: the only access to messages outside of the bot's servers.

A token is a capability: it is kept only in memory, for as long as Discord accepts it, and never logged.
"""

import logging
import time
from collections.abc import Callable, Hashable, Mapping
from typing import Any

import discord
from msgspec import Struct, field

from cogs.core.delivery.places import comes_from_outside
from storage.engine.observers import errors_logged
from storage.events.cache import LruCache

_log = logging.getLogger(__name__)

LASTS = 14 * 60.0
"""Seconds for which a token certainly works: it expires after 15 minutes."""
MESSAGES, CHANNELS = 20_000, 10_000
"""Maximum messages and channels whose tokens are remembered."""
INVALID_TOKEN = 50027
"""Discord's code for an expired token."""
UNREACHABLE_CODES = (10008, 10015, INVALID_TOKEN)
"""Discord's codes for a message that a token doesn't reach: unknown message, unknown webhook."""
ANSWERS_KEY = "answers"
"""The key under which an interaction stores the IDs of its answers."""
FOLLOW_UPS = "follow-ups"
"""The key under which an interaction stores its number of follow-up messages."""
ACKNOWLEDGED = "acknowledged first"
"""A marker for interactions whose press is acknowledged before it is answered privately."""

_ANSWERED_BY_MESSAGES = (
    discord.InteractionType.application_command,
    discord.InteractionType.component,
    discord.InteractionType.modal_submit,
)
"""The interactions whose tokens send and edit messages; that of suggestions can't."""
_UPDATES = (
    discord.InteractionResponseType.message_update,
    discord.InteractionResponseType.deferred_message_update,
)


class _Token(Struct, frozen=True):
    """A received token, the time until which it works, and whether it certainly reaches a message."""

    webhook: discord.Webhook
    until: float
    sure: bool = True


class _Channel(Struct):
    """Messages that wait for an interaction in a channel, and the last interaction's token if it
    may be used."""

    waiting: dict[Hashable, Callable[[], None]] = field(default_factory=dict[Hashable, Callable[[], None]])
    token: _Token | None = None


class InteractionTokens:
    """The tokens by which messages are reached outside of the bot's servers.

    ``acknowledging``: whether a press on a board is acknowledged before its private answer, so that its
    token can certainly edit the board. Otherwise it is answered at once, with one request less, and the
    token is tried. ``monotonic``: seconds from any starting point.
    """

    def __init__(
        self, *, acknowledging: bool = True, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.acknowledging = acknowledging
        self._monotonic = monotonic
        self._messages = LruCache[int, tuple[_Token, ...]](MESSAGES)
        self._channels = LruCache[int, _Channel](CHANNELS)
        self._warned = False

    def prepare(self, interaction: discord.Interaction) -> None:
        """Acknowledge a press on a public message first, if necessary."""
        if self.acknowledging and _public_source(interaction) is not None and comes_from_outside(interaction):
            interaction.extras[ACKNOWLEDGED] = True

    def note(self, interaction: discord.Interaction) -> None:
        """Record the messages that an interaction's token reaches, once it is answered by messages."""
        channel = interaction.channel_id
        if interaction.type not in _ANSWERED_BY_MESSAGES:
            return
        if channel is None or not interaction.response.is_done() or not comes_from_outside(interaction):
            return
        webhook, until = interaction.followup, self._monotonic() + LASTS
        if (source := _public_source(interaction)) is not None:
            pressed = interaction.type is discord.InteractionType.component
            sure = pressed and interaction.response.type in _UPDATES
            if sure or not self.acknowledging:
                self._put(source, _Token(webhook, until, sure))
        for message in interaction.extras.get(ANSWERS_KEY, ()):
            self._put(message, _Token(webhook, until))
        there = self._channel(channel)
        there.token = None if interaction.extras.get(FOLLOW_UPS) else _Token(webhook, until)
        waiting, there.waiting = there.waiting, {}
        for go_on in waiting.values():
            with errors_logged():
                go_on()

    def reaches(self, message: int) -> bool:
        """Return whether a message can probably be edited now."""
        return any(token.until > self._monotonic() for token in self._messages.peek(message) or ())

    async def edit(self, message: int, **given: Any) -> bool:
        """Edit a message; return whether that was possible. Raises discord.py's errors while Discord is
        unavailable."""
        for token in self._messages.peek(message) or ():
            if token.until > self._monotonic():
                try:
                    await token.webhook.edit_message(message, **given)
                except discord.HTTPException as error:
                    if error.code not in UNREACHABLE_CODES:
                        raise
                    self._warn(token, error)
                else:
                    return True
            self._drop(message, token)
        return False

    async def follow_up(self, channel: int, given: Mapping[str, Any]) -> int | None:
        """Send a follow-up to the last answer in a channel, at most one; return its ID, or None if that isn't
        possible.

        Raises discord.py's errors while Discord is unavailable; the message may have arrived.
        """
        there = self._channels.peek(channel)
        token = None if there is None else there.token
        if there is None or token is None or token.until <= self._monotonic():
            return None
        there.token = None
        try:
            sent = await token.webhook.send(**given, wait=True)
        except discord.HTTPException as error:
            if error.code not in UNREACHABLE_CODES:
                raise
            return None
        self._put(sent.id, token)
        return sent.id

    def after_next(self, channel: int, key: Hashable, go_on: Callable[[], None]) -> None:
        """Call back once the next interaction in a channel is answered; once per key."""
        self._channel(channel).waiting[key] = go_on

    def _channel(self, channel: int) -> _Channel:
        there = self._channels.peek(channel) or _Channel()
        self._channels.put(channel, there)
        return there

    def _put(self, message: int, token: _Token) -> None:
        """Keep the newest token of each kind; tokens that certainly reach the message come first."""
        others = (one for one in self._messages.peek(message) or () if one.sure != token.sure)
        self._messages.put(message, tuple(sorted((token, *others), key=lambda one: not one.sure)))

    def _drop(self, message: int, token: _Token) -> None:
        self._messages.put(
            message, tuple(one for one in self._messages.peek(message) or () if one is not token)
        )

    def _warn(self, token: _Token, error: discord.HTTPException) -> None:
        """Log once that Discord requires presses to be acknowledged first."""
        if not token.sure and error.code != INVALID_TOKEN and not self._warned:
            self._warned = True
            _log.warning(
                "A press that was answered privately can't edit its board (%s): leave ARBITER_PRESSES empty",
                error.text,
            )


def _public_source(interaction: discord.Interaction) -> int | None:
    """Return the ID of the public message whose button was pressed, maybe to open a form."""
    source = interaction.message
    return None if source is None or source.flags.ephemeral else source.id
