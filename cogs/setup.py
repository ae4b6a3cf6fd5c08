"""Assembles every command and button, and the services behind them."""

import discord
from discord.ext import commands
from msgspec import Struct, field

from cogs.admission.discord_clock import DiscordClock
from cogs.admission.fair_use import FairUse
from cogs.board import view as board_view
from cogs.board.following import BoardFollower
from cogs.cards.commands import CardsCog
from cogs.charts.commands import ChartCog
from cogs.clock.commands import ClockCog
from cogs.clock.timekeeper import Timekeeper
from cogs.core.delivery.announcer import Announcer
from cogs.core.delivery.boards.style import BoardStyle
from cogs.core.delivery.boards.updater import EDIT_INTERVAL, BoardUpdater
from cogs.core.delivery.places import anywhere
from cogs.core.delivery.refresher import Background
from cogs.core.delivery.sender import Sender
from cogs.core.delivery.tokens import InteractionTokens
from cogs.core.locale import Translator
from cogs.core.router import ComponentRouter
from cogs.core.service import GameService
from cogs.help.commands import HelpCog
from cogs.help.welcome import WelcomeCog
from cogs.history.commands import HistoryCog
from cogs.history.fix import FixCog
from cogs.hooks import Parts, hooks_of
from cogs.leagues.commands.public_page import PublicPageCog
from cogs.leagues.commands.service import LeagueService
from cogs.leagues.commands.statistics import StatsCog
from cogs.leagues.setup import LeaguesCog
from cogs.leagues.updates.earlier import EarlierMessages
from cogs.leagues.updates.updater import NoticeUpdater
from cogs.lobby import view as lobby_view
from cogs.lobby.commands import LobbyCommands
from cogs.lobby.lobby import LobbyExpiry
from cogs.pages.commands import PageCommands
from cogs.play.chance import ChanceCog
from cogs.play.counters import CommanderCog, CountersCog, PoisonCog
from cogs.play.designations import DesignationsCog, MonarchCog
from cogs.play.effects.commands import EffectsCog
from cogs.play.endings import EndingsCog
from cogs.play.library import LibraryCog, MulligansCog
from cogs.play.life import DamageCog, LifeCog
from cogs.play.line import LineCog
from cogs.play.table import SeatsCog
from cogs.play.tallies import TalliesCog
from cogs.play.turns import HoldCog, TurnsCog
from cogs.privacy.commands import PrivacyCog
from cogs.rulebook.commands import RulebookCog
from cogs.same_time.late_presses import LatePresses
from cogs.same_time.waiting import Waiting
from cogs.settings.commands import SettingsCog
from cogs.text.language import speaking
from cogs.tournaments.setup import EventParts, groups_of
from cogs.votes.commands import VotesCog
from rules.game.lobby import Lobby
from storage.cards.catalog import CommanderCatalog
from storage.engine.metadata import Metadata
from storage.games.games import Games, GameView
from storage.privacy import Privacy
from storage.settings.settings import SettingsStore
from storage.workers.pool import Workers


@anywhere
class GameCommands(
    PageCommands, LobbyCommands, group_name="game", group_description="Manage the game in this channel"
):
    """/game, composed of the commands of the lobby and of pages."""


TABLE_COGS = (
    GameCommands,
    LifeCog,
    DamageCog,
    LibraryCog,
    CountersCog,
    PoisonCog,
    CommanderCog,
    CardsCog,
    EffectsCog,
    TalliesCog,
    EndingsCog,
    LineCog,
    TurnsCog,
    ClockCog,
    MulligansCog,
    DesignationsCog,
    MonarchCog,
    SeatsCog,
    HoldCog,
    HistoryCog,
    FixCog,
    ChanceCog,
    VotesCog,
    RulebookCog,
)


def render(view: GameView, style: BoardStyle) -> discord.ui.LayoutView:
    """Return the message of a table: its lobby, or its board."""
    with speaking(style.language):
        if isinstance(view.table, Lobby):
            last, voice = view.entries[-1].at, not style.outside
            return lobby_view.lobby_view(view.table, view.game, last, voice=voice, page=style.page)
        return board_view.current(view.table, view, page=style.page)


class Installation(Struct, frozen=True, kw_only=True):
    """The data of an installation, and its owner's choices.

    ``pause``: minimum seconds between two edits of a board, because of Discord's rate limits. ``contact``:
    the contact for questions about personal data. ``commanders``: the installed cards that can be
    commanders. ``acknowledging``: as for `InteractionTokens`.
    """

    games: Games
    settings: SettingsStore
    metadata: Metadata
    commanders: CommanderCatalog = field(default_factory=CommanderCatalog)
    pause: float = EDIT_INTERVAL
    contact: str = ""
    acknowledging: bool = True


async def install(
    bot: commands.AutoShardedBot,
    installation: Installation,
    discord_clock: DiscordClock,
    workers: Workers,
    fair_use: FairUse,
    pages: str = "",
) -> GameService:
    """Give the bot every command and button; return the services behind them.

    ``pages``: the base address of links to games' pages, if there are any. Raises Contradiction for
    duplicate or missing handlers.
    """
    games, settings, pause = installation.games, installation.settings, installation.pause
    sender, background = Sender(bot), Background()
    tokens = InteractionTokens(acknowledging=installation.acknowledging, monotonic=discord_clock.monotonic)
    boards = BoardUpdater(bot, games, settings, sender, tokens, background, render, pause, page=bool(pages))
    announcer = Announcer(bot, games, settings, sender, tokens, background, pause)
    service = GameService(
        *(games, settings, boards, announcer, sender, background, discord_clock, workers),
        *(fair_use, installation.commanders, tokens, pages),
    )
    privacy, league = Privacy(games, settings), LeagueService(service, NoticeUpdater(bot, service, pause))
    parts = Parts(
        service,
        privacy=privacy,
        privacy_cog=PrivacyCog(service, privacy, installation.contact),
        charts=ChartCog(service),
        settings=SettingsCog(service),
        league=league,
        earlier=EarlierMessages(bot, service),
        events=EventParts(bot, service, pause),
        follower=BoardFollower(service, pause),
        lobbies=LobbyExpiry(bot, service),
        timekeeper=Timekeeper(bot, service),
        late_presses=LatePresses(service),
        waiting=Waiting(bot, service),
        welcome=WelcomeCog(service, installation.metadata),
    )
    hooks = hooks_of(parts)
    hooks.require_complete()
    service.go_by(hooks)
    await bot.tree.set_translator(Translator())
    for cog in (
        *(cog(service) for cog in TABLE_COGS),
        *(parts.settings, parts.charts, HelpCog(service), parts.welcome),
        *(parts.privacy_cog, LeaguesCog(league), StatsCog(league), PublicPageCog(league)),
        *(parts.events.recovery, parts.events.rooms, ComponentRouter(service)),
    ):
        await bot.add_cog(cog)
    for group in groups_of(parts.events.service):
        bot.tree.add_command(group)
    return service
