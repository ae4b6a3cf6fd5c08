"""Fair use: limits of people and servers on requests, weighted by their cost for others."""

import math
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import discord

from rules.refusal import Refusal
from storage.token_buckets import MAX_BUCKETS, Rate, TokenBuckets

USUAL_COST = 1.0
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
"""Costs of commands or groups of commands, and of presses and forms by the beginning of their custom_ids;
all others cost USUAL_COST."""
SUGGESTION = 0.2
"""The cost of one suggestion while someone types."""
SUBCOMMAND_TYPES = (
    discord.AppCommandOptionType.subcommand.value,
    discord.AppCommandOptionType.subcommand_group.value,
)
"""The types of options that are part of a command's name."""
_TYPED = "typed"
"""The key under which an interaction stores its command's name, which is needed several times."""

USER = Rate(burst=120, per_second=3)
"""Two presses per second for a minute and more, or six charts at once and then one every seven seconds."""
SERVER = Rate(burst=1500, per_second=30)
"""Thirty presses per second without a limit, and fifty per second for a minute."""


class FairUse:
    """Token buckets of users and servers, the last ``limit`` of each.

    ``monotonic`` returns seconds from any starting point.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic, limit: int = MAX_BUCKETS) -> None:
        self._users = TokenBuckets[int](USER, monotonic, limit)
        self._servers = TokenBuckets[int](SERVER, monotonic, limit)

    def require(self, interaction: discord.Interaction) -> None:
        """Raise Refusal "too_fast" or "server_too_fast" with the seconds until the next request
        is allowed."""
        self.take(interaction.user.id, interaction.guild_id, cost_of(interaction))

    def take(self, user: int, server: int | None, cost: float = USUAL_COST) -> None:
        """Take this much from the allowance; raises Refusal "too_fast" or "server_too_fast"."""
        if (wait := self._users.wait(user, cost)) > 0:
            raise Refusal("too_fast", seconds=math.ceil(wait))
        if server is not None:
            if (wait := self._servers.wait(server, cost)) > 0:
                raise Refusal("server_too_fast", seconds=math.ceil(wait))
            self._servers.take(server, cost)
        self._users.take(user, cost)


def cost_of(interaction: discord.Interaction) -> float:
    """Return the cost of an interaction."""
    if interaction.type is discord.InteractionType.autocomplete:
        return SUGGESTION
    if interaction.type is discord.InteractionType.application_command:
        return _cost_of_command(typed_command(interaction))
    return COSTS.get(str((interaction.data or {}).get("custom_id")).partition(":")[0], USUAL_COST)


def typed_command(interaction: discord.Interaction) -> str:
    """Return the name of the typed command with its groups: "league export"."""
    if _TYPED in interaction.extras:
        return str(interaction.extras[_TYPED])
    part: Mapping[str, Any] = interaction.data or {}
    name = str(part.get("name"))
    while (options := part.get("options")) and options[0].get("type") in SUBCOMMAND_TYPES:
        part = options[0]
        name = f"{name} {part['name']}"
    interaction.extras[_TYPED] = name
    return name


@lru_cache(maxsize=1000)
def _cost_of_command(name: str) -> float:
    while name not in COSTS and " " in name:
        name = name.rpartition(" ")[0]
    return COSTS.get(name, USUAL_COST)
