"""/league and /stats: the leagues' commands, buttons and messages."""

from discord.ext import commands

from cogs.desk import Desk
from cogs.leagues.claims import Claims
from cogs.leagues.feeding import Feeding
from cogs.leagues.founding import Founding
from cogs.leagues.looking import Looking, Stats
from cogs.leagues.notices import Notices
from cogs.leagues.pictures import Pictures
from cogs.leagues.presses import LeaguePresses
from cogs.leagues.reports import Reports
from cogs.leagues.room import Room
from cogs.leagues.rulings import Rulings
from cogs.leagues.seasons import Seasons


class Leagues(
    Founding,
    Reports,
    Rulings,
    Claims,
    Seasons,
    Looking,
    Pictures,
    commands.GroupCog,
    group_name="league",
):
    """Leagues: results, standings, seasons"""

    async def cog_unload(self) -> None:
        """Lets messages that are out of date be."""
        await self.room.notices.close()


async def install(bot: commands.Bot, desk: Desk, pause: float) -> None:
    """Gives the bot the leagues' commands; ``pause``: seconds between two messages of one league."""
    notices = Notices(bot, desk, pause)
    room = Room(desk, notices)
    desk.answers.aside = Feeding(room).lines
    for cog in (Leagues(room), Stats(room), LeaguePresses(room)):
        await bot.add_cog(cog)
