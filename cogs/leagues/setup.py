"""Assembles the leagues' cogs: one group /league of several cogs, /stats and /league-page."""

from discord.ext import commands

from cogs.leagues.commands.additions import AdditionsCog
from cogs.leagues.commands.admin import LeagueAdminCog
from cogs.leagues.commands.chart import LeagueChartCog
from cogs.leagues.commands.claims import ClaimsCog
from cogs.leagues.commands.imports import ImportsCog
from cogs.leagues.commands.inbox import InboxCog
from cogs.leagues.commands.reports import ReportsCog
from cogs.leagues.commands.rulings import RulingsCog
from cogs.leagues.commands.seasons import SeasonsCog
from cogs.leagues.commands.statistics import StatisticsCog


class LeaguesCog(
    LeagueAdminCog,
    ReportsCog,
    ImportsCog,
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
        """Update outdated messages, now that the bot is connected."""
        self.service.notices.recover()

    @commands.Cog.listener()
    async def on_shards_gained(self) -> None:
        """Continue the work of a process that has stopped."""
        self.service.notices.recover()

    @commands.Cog.listener()
    async def on_channel_visible(self, channel: int) -> None:
        """Update messages that the bot couldn't reach while the channel was hidden."""
        self.service.notices.recover(channel)
