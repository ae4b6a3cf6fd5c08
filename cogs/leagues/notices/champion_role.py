"""The role for who wins a season."""

import logging
from collections.abc import Iterable

import discord
from discord.ext import commands

from rules.leagues.acts import FinalStanding
from storage.leagues.leagues import Leagues
from storage.leagues.values import LeagueMessage, LeagueState

_log = logging.getLogger(__name__)

CROWN = "crown"
"""By this name leagues keep that a season's champion has the role."""


async def crown(bot: commands.Bot, leagues: Leagues, head: LeagueState, role: int, number: int) -> None:
    """Gives the role to who won a season, once, and takes it from who won the one before, or won this
    one before it was opened again."""
    guild = bot.get_guild(head.guild)
    if guild is None or await leagues.shown(head.league, CROWN, number) is not None:
        return
    winners = champions(head, head.seasons[number - 1].table)
    before = [head.seasons[number - 2].table] if number > 1 else []
    before += [one.table for one in await leagues.closings(head.league, number)]
    for user in sorted(winners.union(*(champions(head, table) for table in before))):
        try:
            member = await guild.fetch_member(user)
            if user in winners:
                await member.add_roles(discord.Object(role))
            else:
                await member.remove_roles(discord.Object(role))
        except (discord.NotFound, discord.Forbidden):
            _log.info("The role of league %s can't be given to or taken from %s", head.league, user)
    await leagues.show(head.league, CROWN, number, LeagueMessage(role, 0))


def champions(head: LeagueState, table: Iterable[FinalStanding]) -> set[int]:
    """The users who won a season that ended with this table."""
    players = [head.players.get(head.resolved(one.player)) for one in table if one.place == 1]
    return {one.user for one in players if one is not None and one.user is not None}
