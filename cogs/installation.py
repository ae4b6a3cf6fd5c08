"""Every command and button, and what works behind them, put together."""

from discord.ext import commands

from cogs import leagues
from cogs.boards import PAUSE, Boards
from cogs.buttons import Buttons
from cogs.chance import Chance
from cogs.charts import Charts
from cogs.clocks import Clocks
from cogs.counters import Commander, Counters
from cogs.designations import Designations
from cogs.desk import Desk
from cogs.effects import Effects
from cogs.endings import Endings
from cogs.expiry import Expiry
from cogs.game import Tables
from cogs.help import Help
from cogs.history import History
from cogs.library import Library
from cogs.life import Damage, Life
from cogs.mulligans import Mulligans
from cogs.presses import Presses
from cogs.privacy import PrivacyCog
from cogs.rulebook import Rulebook
from cogs.seats import Seats
from cogs.settings import SettingsPanel
from cogs.timekeeper import Timekeeper
from cogs.translator import Translator
from cogs.turns import Holding, Turns
from storage.games import Games
from storage.privacy import Privacy
from storage.settings import Settings

TABLE_COGS = (
    Tables,
    Life,
    Damage,
    Library,
    Counters,
    Commander,
    Effects,
    Endings,
    Turns,
    Clocks,
    Mulligans,
    Designations,
    Seats,
    Holding,
    History,
    Buttons,
    Chance,
    SettingsPanel,
    Rulebook,
)


async def install(
    bot: commands.Bot, games: Games, settings: Settings, *, pause: float = PAUSE, contact: str = ""
) -> Desk:
    """Gives the bot every command and button; returns the desk that they work through.

    ``pause``: seconds between two edits of one board; a Discord without rate limits needs none. ``contact``:
    who answers questions about people's data.
    """
    desk = Desk(games, settings, Boards(bot, games, settings, pause), Charts(bot, games))
    await bot.tree.set_translator(Translator())
    for cog in TABLE_COGS:
        await bot.add_cog(cog(desk))
    await bot.add_cog(Help(desk))
    await bot.add_cog(PrivacyCog(desk, Privacy(games, settings), contact))
    await leagues.install(bot, desk, pause)
    await bot.add_cog(Presses(desk))
    Timekeeper(bot, desk)
    Expiry(bot, desk)
    return desk
