"""Builds what works behind events, and /event of several cogs."""

from collections.abc import Iterator
from typing import NamedTuple

from discord import app_commands
from discord.ext import commands

from cogs.core.service import GameService
from cogs.tournaments.commands.absences import AbsencesCog
from cogs.tournaments.commands.adding import AddingCog
from cogs.tournaments.commands.available import AvailableCog
from cogs.tournaments.commands.files import FilesCog
from cogs.tournaments.commands.judging import JudgingCog
from cogs.tournaments.commands.pictures import PicturesCog
from cogs.tournaments.commands.queue import QueueCog
from cogs.tournaments.commands.rounds import RoundsCog
from cogs.tournaments.commands.schedule import ScheduleCog
from cogs.tournaments.commands.service import EventCog, EventService
from cogs.tournaments.commands.sign_up import SignUpCog
from cogs.tournaments.commands.teams import TeamsCog
from cogs.tournaments.updates.announcer import EventAnnouncer
from cogs.tournaments.updates.deadlines import DeadlineKeeper
from cogs.tournaments.updates.discord_events import ScheduleKeeper
from cogs.tournaments.updates.following import Answering
from cogs.tournaments.updates.messages import EventMessages
from cogs.tournaments.updates.queues import QueueKeeper
from cogs.tournaments.updates.recovery import EventRecovery
from cogs.tournaments.updates.tables.keeper import TableKeeper
from cogs.tournaments.updates.tables.missing import MissingPlayers
from cogs.tournaments.updates.tables.notices import Notices
from cogs.tournaments.updates.tables.round_time import RoundTime
from cogs.tournaments.updates.winner import WinnersRole


class EventParts(NamedTuple):
    """What works behind events."""

    service: EventService
    announcer: EventAnnouncer
    answering: Answering
    deadlines: DeadlineKeeper
    messages: EventMessages
    missing: MissingPlayers
    notices: Notices
    queues: QueueKeeper
    recovery: EventRecovery
    schedule: ScheduleKeeper
    tables: TableKeeper
    winners: WinnersRole


def build(bot: commands.AutoShardedBot, game_service: GameService, pause: float) -> EventParts:
    """Build it; ``pause``: seconds between two edits of one event's message."""
    messages, notices = EventMessages(bot, game_service, pause), Notices(game_service)
    missing = MissingPlayers(bot, game_service, notices)
    tables = TableKeeper(bot, game_service, messages, missing, RoundTime(bot, game_service))
    announcer, answering = EventAnnouncer(bot, game_service), Answering()
    queues, schedule = QueueKeeper(bot, game_service), ScheduleKeeper(bot, game_service)
    return EventParts(
        service=EventService(game_service, messages, tables, announcer, answering),
        announcer=announcer,
        answering=answering,
        deadlines=DeadlineKeeper(bot, game_service),
        messages=messages,
        missing=missing,
        notices=notices,
        queues=queues,
        recovery=EventRecovery(bot, game_service, messages, tables, queues, schedule, pause),
        schedule=schedule,
        tables=tables,
        winners=WinnersRole(bot, game_service),
    )


def group_of(parts: EventParts) -> app_commands.Group:
    """Return /event, with the commands of several cogs; raises CommandAlreadyRegistered for two of a name."""
    group = app_commands.Group(name="event", description="Run an event: sign-up, check-in and rounds")
    for cog in _cogs(parts):
        for command in cog.get_app_commands():
            group.add_command(command)
    return group


def _cogs(parts: EventParts) -> Iterator[EventCog]:
    yield SignUpCog(parts.service, parts.winners)
    yield QueueCog(parts.service, parts.queues)
    for cog in (
        AddingCog,
        RoundsCog,
        JudgingCog,
        AbsencesCog,
        FilesCog,
        PicturesCog,
        AvailableCog,
        ScheduleCog,
        TeamsCog,
    ):
        yield cog(parts.service)
