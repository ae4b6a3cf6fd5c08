"""Fair use: how much people and servers can ask for in a while, weighted by what it costs the others."""

import math
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

import discord

from rules.refusal import Refusal
from storage.events.cache import LruCache

USUAL = 1.0
COSTS: Mapping[str, float] = {
    "chart": 20,
    "game new": 5,
    "help": 2,
    "league": 5,
    "league chart": 20,
    "league export": 40,
    "league import": 40,
    "log": 5,
    "privacy": 5,
    "privacy delete": 40,
    "privacy export": 40,
    "rule": 2,
    "table": 5,
    "arbiter-league": 3,
    "arbiter-privacy": 40,
}
"""What commands cost, or all those of a group, and presses and forms by what their custom_ids begin with;
everything else is USUAL."""
SUGGESTION = 0.2
"""What a suggestion costs while somebody types."""
MOST_KNOWN = 20_000
"""Users, and servers, that are kept in mind; one takes about 200 bytes."""


class Allowance(NamedTuple):
    """What can be asked for at once, and how much comes back in a second."""

    most: float
    back: float


USER = Allowance(most=120, back=3)
"""Two presses a second for a minute and more, or six charts at once and then one every seven seconds."""
SERVER = Allowance(most=1500, back=30)
"""Thirty presses a second for as long as anybody plays, and fifty a second for a minute."""


class FairUse:
    """Token buckets of users and servers, the last ``limit`` of each.

    ``monotonic`` gives seconds from any moment on.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic, limit: int = MOST_KNOWN) -> None:
        self._monotonic = monotonic
        self._users = _Buckets(USER, limit)
        self._servers = _Buckets(SERVER, limit)

    def require(self, interaction: discord.Interaction) -> None:
        """Raises Refusal "too_fast", "server_too_fast" with the seconds until this can be asked for again."""
        now, cost = self._monotonic(), cost_of(interaction)
        if (wait := self._users.wait(interaction.user.id, cost, now)) > 0:
            raise Refusal("too_fast", seconds=wait)
        if interaction.guild_id is not None:
            if (wait := self._servers.wait(interaction.guild_id, cost, now)) > 0:
                raise Refusal("server_too_fast", seconds=wait)
            self._servers.take(interaction.guild_id, cost, now)
        self._users.take(interaction.user.id, cost, now)


class _Buckets:
    """For each user or server when its bucket will be full again, which says how much is in it now."""

    def __init__(self, allowance: Allowance, limit: int) -> None:
        self._allowance = allowance
        self._full = LruCache[int, float](limit)

    def wait(self, key: int, cost: float, now: float) -> int:
        """Whole seconds until this much is in the bucket, from 0 on."""
        over = self._full_after(key, cost, now) - now - self._allowance.most / self._allowance.back
        return max(0, math.ceil(over))

    def take(self, key: int, cost: float, now: float) -> None:
        """Take this out of the bucket."""
        self._full.put(key, self._full_after(key, cost, now))

    def _full_after(self, key: int, cost: float, now: float) -> float:
        return max(self._full.peek(key) or now, now) + cost / self._allowance.back


def cost_of(interaction: discord.Interaction) -> float:
    """What an interaction costs."""
    if interaction.type is discord.InteractionType.autocomplete:
        return SUGGESTION
    if interaction.type is not discord.InteractionType.application_command:
        return COSTS.get(str((interaction.data or {}).get("custom_id")).partition(":")[0], USUAL)
    name = interaction.command.qualified_name if interaction.command is not None else ""
    while name not in COSTS and " " in name:
        name = name.rpartition(" ")[0]
    return COSTS.get(name, USUAL)
