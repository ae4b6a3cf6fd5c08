"""/league and /stats: the leagues' commands, buttons and messages."""

from discord.ext import commands

from cogs.core.service import GameService
from cogs.leagues.admin.commands import LeagueAdminCog
from cogs.leagues.core.router import LeagueRouter
from cogs.leagues.core.service import LeagueService
from cogs.leagues.notices.table_results import TableResultsReply
from cogs.leagues.notices.updater import NoticeUpdater
from cogs.leagues.results.claims import ClaimsCog
from cogs.leagues.results.reports import ReportsCog
from cogs.leagues.results.rulings import RulingsCog
from cogs.leagues.seasons.commands import SeasonsCog
from cogs.leagues.views.commands import LeagueViewsCog, StatsCog
from cogs.leagues.views.pictures import LeaguePicturesCog


class LeaguesCog(
    LeagueAdminCog,
    ReportsCog,
    RulingsCog,
    ClaimsCog,
    SeasonsCog,
    LeagueViewsCog,
    LeaguePicturesCog,
    commands.GroupCog,
    group_name="league",
):
    """Report results and manage leagues, standings and seasons"""

    async def cog_unload(self) -> None:
        """Lets messages that are out of date be."""
        await self.service.notices.close()


async def install(bot: commands.Bot, game_service: GameService, pause: float) -> None:
    """Gives the bot the leagues' commands; ``pause``: seconds between two messages of one league."""
    notices = NoticeUpdater(bot, game_service, pause)
    service = LeagueService(game_service, notices)
    game_service.replies.aside = TableResultsReply(service).lines
    for cog in (LeaguesCog(service), StatsCog(service), LeagueRouter(service)):
        await bot.add_cog(cog)
