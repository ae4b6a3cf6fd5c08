"""Search for members of the server by name: among those in memory, and with Discord's search."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from weakref import WeakKeyDictionary

import discord
from msgspec import Struct

from cogs.core.delivery.places import comes_from_outside
from cogs.text.formatting import signature, visible
from cogs.text.people import Candidate, distinct_names
from storage.token_buckets import Rate, TokenBuckets

SEARCH_TIMEOUT = 1.5
"""Seconds for Discord's search for a name, while the user waits."""
FOUND = 100
"""Maximum members that a search returns; Discord's limit."""
BEGUN = 2
"""Letters with which Discord is searched, so that near misses are found, too."""
SEARCHES = Rate(burst=24, per_second=0.2)
"""Searches of one server, since servers share a connection: 24 at once, then 12 a minute."""
SERVERS = 1000
"""Servers whose searches are remembered."""
_searches: WeakKeyDictionary[discord.Client, TokenBuckets[int]] = WeakKeyDictionary()
"""Each server's searches, by bot."""


def candidate(user: discord.abc.User) -> Candidate:
    """Return a user's names: nickname, global name and username."""
    names = distinct_names(signature(user.display_name, user.name), user.global_name, user.name)
    return Candidate(names, user.id, handle=user.name)


class Found(Struct, frozen=True):
    """Members of the server, without bots, and whether these are all whose names begin alike."""

    members: Sequence[discord.Member] = ()
    complete: bool = False


async def look_up(interaction: discord.Interaction, name: str) -> Found:
    """Look up a name, or a similar one, among the members in memory and by Discord's search.

    Discord finds members by the beginning of their names.
    """
    guild = interaction.guild
    wanted = visible(name).lstrip("@ ")
    if guild is None or not wanted or comes_from_outside(interaction):
        return Found(complete=True)
    known, complete = {member.id: member for member in guild.members}, False
    with suppress(TimeoutError, RuntimeError, OSError, discord.DiscordException):  # others can be mentioned
        async with asyncio.timeout(SEARCH_TIMEOUT):
            for begun in (wanted[:BEGUN], wanted):
                if not _may_ask(interaction, guild):
                    break
                found = await guild.query_members(begun, limit=FOUND, cache=False)
                known |= {member.id: member for member in found}
                complete = len(found) < FOUND or begun == wanted
                if complete:
                    break
    return Found([member for member in known.values() if not member.bot], complete)


def _may_ask(interaction: discord.Interaction, guild: discord.Guild) -> bool:
    """Count a search for a name; return whether the server may do it now."""
    buckets = _searches.get(interaction.client)
    if buckets is None:
        buckets = _searches[interaction.client] = TokenBuckets[int](SEARCHES, limit=SERVERS)
    return buckets.take_if_any(guild.id)
