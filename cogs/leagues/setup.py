"""Puts the leagues' cogs together: one group /league of several cogs, /stats and /league-page."""

from functools import partial

from discord.ext import commands

from cogs.core.service import GameService
from cogs.leagues.commands import admin, claims, inbox, public_page, result_buttons, statistics
from cogs.leagues.commands.additions import AdditionsCog
from cogs.leagues.commands.admin import LeagueAdminCog
from cogs.leagues.commands.chart import LeagueChartCog
from cogs.leagues.commands.claims import ClaimsCog
from cogs.leagues.commands.inbox import InboxCog
from cogs.leagues.commands.public_page import PublicPageCog
from cogs.leagues.commands.reports import ReportsCog
from cogs.leagues.commands.rulings import RulingsCog
from cogs.leagues.commands.seasons import SeasonsCog
from cogs.leagues.commands.service import LeagueService
from cogs.leagues.commands.statistics import StatisticsCog, StatsCog
from cogs.leagues.updates import table_results
from cogs.leagues.updates.updater import NoticeUpdater


class LeaguesCog(
    LeagueAdminCog,
    ReportsCog,
    RulingsCog,
    ClaimsCog,
    SeasonsCog,
    InboxCog,
    AdditionsCog,
    StatisticsCog,
    LeagueChartCog,
    commands.GroupCog,
    group_name="league",
):
    """Report results and manage leagues, standings and seasons"""

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Update the messages that are out of date, now that the bot is connected."""
        self.service.notices.recover()

    @commands.Cog.listener()
    async def on_shards_gained(self) -> None:
        """Go on where another process has stopped."""
        self.service.notices.recover()

    @commands.Cog.listener()
    async def on_channel_visible(self, channel: int) -> None:
        """Update what the bot couldn't reach in a channel while that was hidden from it."""
        self.service.notices.recover(channel)


async def install(bot: commands.AutoShardedBot, game_service: GameService, pause: float) -> None:
    """Add the leagues' commands to the bot; ``pause``: seconds between two messages of one league."""
    notices = NoticeUpdater(bot, game_service, pause)
    service = LeagueService(game_service, notices)
    game_service.replies.asides.append(partial(table_results.lines, service.leagues))
    for module in (admin, claims, inbox, public_page, result_buttons, statistics):
        service.handlers |= module.HANDLERS
    for cog in (LeaguesCog(service), StatsCog(service), PublicPageCog(service)):
        await bot.add_cog(cog)
