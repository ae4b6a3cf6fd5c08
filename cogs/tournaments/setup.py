"""Builds the background objects of events, /event from several cogs, /series and /decklist."""

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from cogs.core.service import GameService
from cogs.tournaments.commands.absences import AbsencesCog
from cogs.tournaments.commands.adding import AddingCog
from cogs.tournaments.commands.available import AvailableCog
from cogs.tournaments.commands.decklists import DecklistsCog
from cogs.tournaments.commands.exchange.files import FilesCog
from cogs.tournaments.commands.judging import JudgingCog
from cogs.tournaments.commands.pictures import PicturesCog
from cogs.tournaments.commands.queue import QueueCog
from cogs.tournaments.commands.rounds import RoundsCog
from cogs.tournaments.commands.schedule import RepeatingCog, ScheduleCog
from cogs.tournaments.commands.service import EventService
from cogs.tournaments.commands.sign_up import SignUpCog
from cogs.tournaments.commands.teams import TeamsCog
from cogs.tournaments.updates.announcer import EventAnnouncer
from cogs.tournaments.updates.deadlines import DeadlineKeeper
from cogs.tournaments.updates.discord_events import ScheduleKeeper
from cogs.tournaments.updates.following import Answering
from cogs.tournaments.updates.messages import EventMessages
from cogs.tournaments.updates.queues import QueueKeeper
from cogs.tournaments.updates.recovery import EventRecovery
from cogs.tournaments.updates.repeating import SeriesKeeper
from cogs.tournaments.updates.tables.keeper import TableKeeper
from cogs.tournaments.updates.tables.league_results import LeagueResults
from cogs.tournaments.updates.tables.missing import MissingPlayers
from cogs.tournaments.updates.tables.notices import Notices
from cogs.tournaments.updates.tables.outcomes import TableOutcomes
from cogs.tournaments.updates.tables.overruled import OverruledGames
from cogs.tournaments.updates.tables.round_time import RoundTime
from cogs.tournaments.updates.tables.voice_rooms import VoiceRoomKeeper
from cogs.tournaments.updates.winner import WinnersRole

COGS = (
    SignUpCog,
    AddingCog,
    RoundsCog,
    JudgingCog,
    AbsencesCog,
    FilesCog,
    PicturesCog,
    QueueCog,
    AvailableCog,
    ScheduleCog,
    TeamsCog,
)


class EventParts:
    """The background objects of events. ``pause``: seconds between two edits of one event's message."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, pause: float) -> None:
        self.answering = Answering()
        self.messages = EventMessages(bot, service, pause)
        self.notices = Notices(bot, service)
        self.missing = MissingPlayers(bot, service, self.notices)
        round_time = RoundTime(bot, service)
        self.overruled = OverruledGames(service, self.notices)
        self.outcomes = TableOutcomes(bot, service, self.overruled, round_time)
        self.rooms = VoiceRoomKeeper(bot, service, self.notices)
        self.tables = TableKeeper(
            *(bot, service, self.messages, self.missing, round_time, self.outcomes, self.rooms)
        )
        self.league_results = LeagueResults(bot, service)
        self.announcer = EventAnnouncer(bot, service)
        self.deadlines = DeadlineKeeper(bot, service)
        self.queues = QueueKeeper(bot, service)
        self.series = SeriesKeeper(bot, service, self.messages)
        self.schedule = ScheduleKeeper(bot, service)
        self.winners = WinnersRole(bot, service)
        self.recovery = EventRecovery(
            *(bot, service, self.messages, self.tables, self.queues, self.schedule),
            *(self.league_results, self.rooms, pause),
        )
        self.service = EventService(
            *(service, self.messages, self.tables, self.queues, self.announcer, self.answering),
            self.recovery,
        )


def groups_of(service: EventService) -> Sequence[app_commands.Group]:
    """Return /event, with the commands of several cogs, /series and /decklist.

    One command of Discord has no more than 25 others, and 8,000 characters in its longest languages.

    Raises CommandAlreadyRegistered for two of a name.
    """
    group = app_commands.Group(name="event", description="Run an event: sign-up, check-in and rounds")
    for cog in COGS:
        for command in cog(service).get_app_commands():
            group.add_command(command)
    series = app_commands.Group(name="series", description="Repeat events, and keep their settings")
    for command in RepeatingCog(service).get_app_commands():
        series.add_command(command)
    decklist = DecklistsCog(service).decklist
    return group, series, decklist
