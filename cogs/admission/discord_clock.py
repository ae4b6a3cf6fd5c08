"""Discord's clock, so that interactions that no one can answer in time are not carried out."""

import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime

import discord

from rules.refusal import Refusal

MAX_DELAY = 2.5
"""Seconds after which an interaction is not begun: Discord accepts an answer for three."""
OBSERVATION_LIFETIME = 600.0
"""Seconds after which newer observations replace one, because clocks drift."""


class DiscordClock:
    """A lower bound of Discord's time: never too late, and exact to within the fastest delivery.

    It combines this process's monotonic clock with times from Discord (dates of responses, IDs of
    interactions), so the machine's time of day may be wrong or jump.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic = monotonic
        self._began = monotonic()
        self._ahead = self._ahead_before = float("-inf")
        """The minimum seconds by which Discord's time of day is ahead of the monotonic clock: in this
        window and in the previous one."""
        self._dated: str | None = None
        """The date of the last response."""

    def has_been(self, moment: float) -> None:
        """Record that Discord's time is at least this, in seconds since 1970."""
        now = self.monotonic()
        if now - self._began > OBSERVATION_LIFETIME:
            self._began, self._ahead_before, self._ahead = now, self._ahead, float("-inf")
        if moment - now > self._ahead:
            self._ahead = moment - now

    def has_answered(self, date: str | None) -> None:
        """Record the date in the header of a response from Discord."""
        if date is not None and date != self._dated:  # later in the same second it says less
            self._dated = date
            self.has_been(parsedate_to_datetime(date).timestamp())

    def age(self, snowflake: int) -> float:
        """Return the minimum age in seconds of the object with this ID."""
        begun = ((snowflake >> 22) + discord.utils.DISCORD_EPOCH) / 1000
        self.has_been(begun)
        return self.seconds_since(begun)

    def seconds_since(self, moment: float) -> float:
        """Return the minimum seconds at Discord since a time in seconds since 1970."""
        return self.monotonic() + max(self._ahead, self._ahead_before) - moment

    def require_in_time(self, interaction: discord.Interaction) -> None:
        """Raise Refusal "too_late" if Discord would no longer accept an answer when the work is done."""
        if not interaction.response.is_done() and self.age(interaction.id) > MAX_DELAY:
            raise Refusal("too_late")
