"""The organizers of a league, as far as the bot knows and can reach them in Discord."""

from collections.abc import Sequence

import discord
from discord.ext import commands

from cogs.core.permissions import may_judge
from cogs.core.service import GameService
from rules.leagues.state import LeagueState


async def known_judges(
    bot: commands.AutoShardedBot, service: GameService, state: LeagueState
) -> Sequence[int]:
    """Return the users who acted as a league's judges and still may, latest first; then the server's
    owner."""
    guild = bot.get_guild(state.guild)
    if guild is None:
        return ()
    role = await service.judge_role(state.guild)
    found = list[int]()
    for user in await service.games.leagues.queries.judges(state.league):
        try:
            member = await guild.fetch_member(user)
        except discord.NotFound:
            continue
        if may_judge(member, role):
            found.append(user)
    owner = guild.owner_id
    if owner is not None and owner not in found:
        found.append(owner)
    return found


async def private_channel(
    bot: commands.AutoShardedBot, service: GameService, state: LeagueState
) -> int | None:
    """Return the direct message channel of a league's organizer; None if none can be reached."""
    for user in await known_judges(bot, service, state):
        try:
            return (await bot.create_dm(discord.Object(user))).id
        except (discord.Forbidden, discord.NotFound):
            continue
    return None
