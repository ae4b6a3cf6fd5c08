"""The role of a season's champions in Discord: given to the winners, taken from those before them."""

import logging
from collections.abc import Iterable

import discord
from discord.ext import commands

from rules.leagues.result import SeasonNumber
from rules.leagues.state import FinalStanding, LeagueState
from storage.leagues.leagues import Leagues
from storage.leagues.sql import LeagueMessage

_log = logging.getLogger(__name__)

CROWN = "crown"
"""The kind of message under which the role is kept that a season's winners have."""
MOST_CROWNED = 25
"""Users whose role one close of a season changes, in two requests each: below 60 with the messages."""


async def crown(
    bot: commands.AutoShardedBot, leagues: Leagues, state: LeagueState, role: int, number: SeasonNumber
) -> None:
    """Give the role to the winners of a season, once, and take it from the winners before them.

    Those are the winners of the season before, and of this one before it was reopened. Of very many, who only
    ties let happen, the first `MOST_CROWNED` are served, winners before the others.
    """
    guild = bot.get_guild(state.guild)
    if guild is None or await leagues.queries.message(state.league, CROWN, number) is not None:
        return
    winners = champions(state, state.seasons[number - 1].table)
    before = [state.seasons[number - 2].table] if number > 1 else []
    before += [one.table for one in await leagues.queries.closings(state.league, number)]
    others = set[int]().union(*(champions(state, table) for table in before)) - winners
    concerned = (*sorted(winners), *sorted(others))
    if (left_out := len(concerned) - MOST_CROWNED) > 0:
        _log.info("League %s: too many for its role, %s are left out", state.league, left_out)
    for user in concerned[:MOST_CROWNED]:
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
