"""The role for the winners of a season."""

import logging
from collections.abc import Iterable

import discord
from discord.ext import commands

from rules.leagues.state import FinalStanding, LeagueState
from storage.leagues.leagues import Leagues
from storage.leagues.sql import LeagueMessage

_log = logging.getLogger(__name__)

CROWN = "crown"
"""The name under which is stored that a season's champion has the role."""


async def crown(bot: commands.Bot, leagues: Leagues, state: LeagueState, role: int, number: int) -> None:
    """Give the role to the winners of a season, once, and take it from the winners before them.

    Those are the winners of the season before, and of this one before it was reopened.
    """
    guild = bot.get_guild(state.guild)
    if guild is None or await leagues.queries.message(state.league, CROWN, number) is not None:
        return
    winners = champions(state, state.seasons[number - 1].table)
    before = [state.seasons[number - 2].table] if number > 1 else []
    before += [one.table for one in await leagues.queries.closings(state.league, number)]
    for user in sorted(winners.union(*(champions(state, table) for table in before))):
        try:
            member = await guild.fetch_member(user)
            if user in winners:
                await member.add_roles(discord.Object(role))
            else:
                await member.remove_roles(discord.Object(role))
        except (discord.NotFound, discord.Forbidden):
            _log.info("The role of league %s can't be given to or taken from %s", state.league, user)
    await leagues.show(state.league, CROWN, number, LeagueMessage(role, 0))


def champions(state: LeagueState, table: Iterable[FinalStanding]) -> set[int]:
    """The users who won a season that ended with this table."""
    players = [state.players.get(state.resolved(one.player)) for one in table if one.place == 1]
    return {one.user for one in players if one is not None and one.user is not None}
