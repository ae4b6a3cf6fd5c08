"""Fair use: how much people and servers can ask for in a while, weighted by what it costs the others."""

import math
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

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
GROUPS = (discord.AppCommandOptionType.subcommand.value, discord.AppCommandOptionType.subcommand_group.value)
"""The types of options that are part of a command's name."""
_TYPED = "typed"
"""Where an interaction keeps the name of its command, which is asked for more than once."""
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
        self.take(interaction.user.id, interaction.guild_id, cost_of(interaction))

    def take(self, user: int, server: int | None, cost: float = USUAL) -> None:
        """The same for what costs so much; raises the same."""
        now = self._monotonic()
        users_full = self._users.full_after(user, cost, now)
        if (wait := self._users.wait(users_full, now)) > 0:
            raise Refusal("too_fast", seconds=wait)
        if server is not None:
            servers_full = self._servers.full_after(server, cost, now)
            if (wait := self._servers.wait(servers_full, now)) > 0:
                raise Refusal("server_too_fast", seconds=wait)
            self._servers.full.put(server, servers_full)
        self._users.full.put(user, users_full)


class _Buckets:
    """For each user or server when its bucket will be full again, which says how much is in it now."""

    def __init__(self, allowance: Allowance, limit: int) -> None:
        self._back = allowance.back
        self._filling = allowance.most / allowance.back
        """Seconds until an empty bucket is full."""
        self.full = LruCache[int, float](limit)

    def full_after(self, key: int, cost: float, now: float) -> float:
        """When a bucket will be full again once this much is taken out of it."""
        full = self.full.peek(key)
        return (now if full is None or full < now else full) + cost / self._back

    def wait(self, full: float, now: float) -> int:
        """Whole seconds, from 0 on, until there is enough in a bucket that would be full at this moment."""
        over = full - now - self._filling
        return math.ceil(over) if over > 0 else 0


def cost_of(interaction: discord.Interaction) -> float:
    """What an interaction costs."""
    if interaction.type is discord.InteractionType.autocomplete:
        return SUGGESTION
    if interaction.type is discord.InteractionType.application_command:
        return _cost_of_command(typed_command(interaction))
    return COSTS.get(str((interaction.data or {}).get("custom_id")).partition(":")[0], USUAL)


def typed_command(interaction: discord.Interaction) -> str:
    """The name of the command that was typed, after those of its groups: "league export"."""
    if _TYPED in interaction.extras:
        return str(interaction.extras[_TYPED])
    part: Mapping[str, Any] = interaction.data or {}
    name = str(part.get("name"))
    while (options := part.get("options")) and options[0].get("type") in GROUPS:
        part = options[0]
        name = f"{name} {part['name']}"
    interaction.extras[_TYPED] = name
    return name


@lru_cache(maxsize=1000)
def _cost_of_command(name: str) -> float:
    while name not in COSTS and " " in name:
        name = name.rpartition(" ")[0]
    return COSTS.get(name, USUAL)
