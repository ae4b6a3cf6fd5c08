"""The Discord role of a season's champions: given to the winners, removed from the previous ones."""

from collections.abc import Iterable

from discord.ext import commands

from cogs.core.delivery.roles import hand_over_role
from rules.leagues.acts.league import CloseSeason
from rules.leagues.result import SeasonNumber
from rules.leagues.state import FinalStanding, LeagueState
from storage.leagues.leagues import Leagues
from storage.leagues.sql import LeagueMessage
from storage.leagues.unit_of_work import CHAMPION_ROLE


async def grant_champion_role(
    bot: commands.AutoShardedBot, leagues: Leagues, state: LeagueState, role: int, number: SeasonNumber
) -> None:
    """Give the role to a season's winners, once, and remove it from the previous winners.

    Those are the winners of the season before, and of this one before it was reopened. Raises as
    `hand_over_role` does.
    """
    guild = bot.get_guild(state.guild)
    if guild is None or await leagues.queries.message(state.league, CHAMPION_ROLE, number) is not None:
        return
    before = [state.seasons[number - 2].table] if number > 1 else []
    ends = [one.act for one in await leagues.queries.ends(state.league, number)]
    before += [act.table for act in ends if isinstance(act, CloseSeason)]
    winners = champions(state, state.seasons[number - 1].table)
    others = set[int]().union(*(champions(state, table) for table in before))
    await hand_over_role(guild, role, sorted(winners), sorted(others))
    await leagues.show(state.league, CHAMPION_ROLE, number, LeagueMessage(role, 0))


def champions(state: LeagueState, table: Iterable[FinalStanding]) -> set[int]:
    """Return the users who won a season with this final table."""
    players = [state.players.get(state.resolved(one.player)) for one in table if one.place == 1]
    return {one.user for one in players if one is not None and one.user is not None}
