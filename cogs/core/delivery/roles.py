"""Discord roles: given to members of a server, removed from others, and pinged."""

import logging
from collections.abc import Iterable, Sequence

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


def can_give(guild: discord.Guild, role: discord.Role) -> bool:
    """Return whether the bot can give members a role."""
    return guild.me.guild_permissions.manage_roles and role < guild.me.top_role and role.is_assignable()


def may_give(member: discord.Member, role: discord.Role) -> bool:
    """Return whether a member of a server could give others a role."""
    return member.guild.owner_id == member.id or (
        member.guild_permissions.manage_roles and role < member.top_role
    )


def is_pinged(guild: discord.Guild, role: int, channel: int) -> bool:
    """Return whether Discord delivers the bot's pings to a role in a channel."""
    found, place = guild.get_role(role), guild.get_channel_or_thread(channel)
    if found is None or found.mentionable or place is None:
        return found is not None and found.mentionable
    there = place.permissions_for(guild.me)
    # Discord doesn't say what a hidden channel changes about the bot's permissions in the server.
    return (there if there.view_channel else guild.me.guild_permissions).mention_everyone


async def with_role(guild: discord.Guild, role: int, users: Iterable[int]) -> Sequence[int]:
    """Return those of the users who are in the server and have a role. Raises discord.py's errors."""
    found = list[int]()
    for user in users:
        try:
            member = await guild.fetch_member(user)
        except discord.NotFound:
            continue
        if member.get_role(role) is not None:
            found.append(user)
    return found


async def role_ping(
    guild: discord.Guild | None, role: int, channel: int, known: Iterable[int]
) -> tuple[str, Sequence[int]]:
    """Return the mentions that ping a role in a channel, and the users among them.

    Where Discord wouldn't deliver the role's ping, those of the ``known`` users who have it are pinged, too.
    Raises discord.py's errors.
    """
    deaf = guild is not None and not is_pinged(guild, role, channel)
    users = await with_role(guild, role, known) if guild is not None and deaf else ()
    return " ".join([*(f"<@{user}>" for user in users), f"<@&{role}>"]), users
