"""Discord roles given to members of a server and removed from others."""

import logging
from collections.abc import Iterable

import discord

_log = logging.getLogger(__name__)

MAX_USERS_AT_ONCE = 25
"""Users whose role is changed at once, in two requests each: below the limit of 60 for one act."""


async def hand_over_role(guild: discord.Guild, role: int, to: Iterable[int], others: Iterable[int]) -> None:
    """Give a role to some users, then remove it from others, except from those who also have it for another
    reason.

    At most `MAX_USERS_AT_ONCE` users are served. A user who isn't in the server, or whose roles Arbiter may
    not change, is skipped. Raises discord.py's errors; after `DISCORD_UNAVAILABLE`, call it again later.
    """
    gets = dict.fromkeys(to, True)
    concerned = [*gets.items(), *((user, False) for user in dict.fromkeys(others) if user not in gets)]
    if len(concerned) > MAX_USERS_AT_ONCE:
        _log.info("Too many for role %s: %s are left out", role, len(concerned) - MAX_USERS_AT_ONCE)
    for user, given in concerned[:MAX_USERS_AT_ONCE]:
        try:
            member = await guild.fetch_member(user)
            await (member.add_roles if given else member.remove_roles)(discord.Object(role))
        except (discord.NotFound, discord.Forbidden):
            _log.info("Role %s can't be given to or taken from %s", role, user)
