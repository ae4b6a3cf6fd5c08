"""Puts the leagues' cogs together: one group /league of several cogs, /stats and the router."""

from discord.ext import commands

from cogs.core.service import GameService
from cogs.leagues.commands.admin import LeagueAdminCog
from cogs.leagues.commands.chart import LeagueChartCog
from cogs.leagues.commands.claims import ClaimsCog
from cogs.leagues.commands.reports import ReportsCog
from cogs.leagues.commands.router import LeagueRouter
from cogs.leagues.commands.rulings import RulingsCog
from cogs.leagues.commands.seasons import SeasonsCog
from cogs.leagues.commands.service import LeagueService
from cogs.leagues.commands.statistics import StatisticsCog, StatsCog
from cogs.leagues.updates.table_results import TableResultsReply
from cogs.leagues.updates.updater import NoticeUpdater


class LeaguesCog(
    LeagueAdminCog,
    ReportsCog,
    RulingsCog,
    ClaimsCog,
    SeasonsCog,
    StatisticsCog,
    LeagueChartCog,
    commands.GroupCog,
    group_name="league",
):
    """Report results and manage leagues, standings and seasons"""

    async def cog_unload(self) -> None:
        """Stop updating messages."""
        await self.service.notices.close()


async def install(bot: commands.Bot, game_service: GameService, pause: float) -> None:
    """Add the leagues' commands to the bot; ``pause``: seconds between two messages of one league."""
    notices = NoticeUpdater(bot, game_service, pause)
    service = LeagueService(game_service, notices)
    game_service.replies.aside = TableResultsReply(service.leagues).lines
    for cog in (LeaguesCog(service), StatsCog(service), LeagueRouter(service)):
        await bot.add_cog(cog)
