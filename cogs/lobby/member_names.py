"""Names that are typed without an @: those of members of the server."""

import asyncio
import time
from collections import deque
from collections.abc import Mapping, Sequence
from itertools import islice
from weakref import WeakKeyDictionary

import discord

from cogs.core import members
from cogs.text.formatting import clean_name
from rules.refusal import Refusal

PATIENCE = 1.5
"""Seconds that Discord gets to say who is called so; whoever asks waits meanwhile."""
NAMES = 8
"""Names that are looked up for one command; further ones are guests'."""
FOUND = 100
"""Members whose names begin with one that is looked up, at most; Discord names no more."""
MINUTE, IN_A_MINUTE = 60.0, 24
"""Names that one server looks up in so many seconds at most, since servers share a connection."""
Unclear = Mapping[str, Sequence[discord.Member]]
"""Names that several members have, and who they are."""

SERVERS = 1000
"""Servers whose look-ups are remembered."""
_lookups: WeakKeyDictionary[discord.Client, dict[int, deque[float]]] = WeakKeyDictionary()
"""When each server has looked names up last, by the bot."""


def names_of(user: discord.abc.User) -> set[str]:
    """Everything that a user is called, as a table keeps names and in one case."""
    called = (user.display_name, user.global_name or "", user.name)
    return {clean_name(name).casefold() for name in called if name}


async def recognised(
    interaction: discord.Interaction, groups: Sequence[Sequence[members.Person]]
) -> tuple[list[list[members.Person]], Unclear]:
    """The people in some groups, with members for the names that exactly one member of the server has.

    Other names stay guests'; those of several members are told with them.
    """
    typed = dict.fromkeys(name for group in groups for user, name in group if user is None)
    names = list(islice(typed, NAMES))
    found = await asyncio.gather(*(_called(interaction, name) for name in names))
    bearers = dict(zip(names, found, strict=True))

    def person(one: members.Person) -> members.Person:
        bearing = bearers.get(one[1], []) if one[0] is None else []
        return members.member(bearing[0]) if len(bearing) == 1 else one

    people = [list(dict.fromkeys(map(person, group))) for group in groups]
    return people, {name: several for name, several in bearers.items() if len(several) > 1}


async def _called(interaction: discord.Interaction, name: str) -> list[discord.Member]:
    """The members of a server who are called so, without bots: those in memory, and those whom Discord
    names."""
    guild = interaction.guild
    if guild is None:
        raise Refusal("servers_only")
    known = {member.id: member for member in guild.members}
    if _may_ask(interaction, guild):
        try:
            asked = guild.query_members(name, limit=FOUND, cache=False)
            known |= {member.id: member for member in await asyncio.wait_for(asked, PATIENCE)}
        except (TimeoutError, RuntimeError, OSError, discord.DiscordException):
            pass  # who is not in memory is a guest then, who can be told apart later
    wanted = name.casefold()
    return [member for member in known.values() if not member.bot and wanted in names_of(member)]


def _may_ask(interaction: discord.Interaction, guild: discord.Guild) -> bool:
    """Whether a server may look a name up now; counts it."""
    servers, now = _lookups.setdefault(interaction.client, {}), time.monotonic()
    asked = servers.pop(guild.id, deque[float](maxlen=IN_A_MINUTE))
    servers[guild.id] = asked
    if len(servers) > SERVERS:
        del servers[next(iter(servers))]
    if len(asked) == IN_A_MINUTE and now - asked[0] < MINUTE:
        return False
    asked.append(now)
    return True
