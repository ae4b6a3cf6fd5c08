"""Keeps Discord's scheduled events in step with events: created, moved, canceled or ended with them.

The database has the Discord event of each event; one that was made just before a crash is found again by its
name, its start and its creator.
"""

from datetime import UTC, datetime, timedelta

import discord
from discord.ext import commands

from cogs.core import locale
from cogs.core.delivery.visibility import may_view
from cogs.core.service import GameService
from cogs.drawing.truncate import truncate
from cogs.text.language import speaking, tr
from cogs.tournaments.updates.following import EventRefresher
from rules.tournaments.state import TournamentId, TournamentState
from storage.games.games import Location

EVENT_NAME_LENGTH = 100
"""Characters of a Discord event's name."""
FINISHED = 180000
"""Discord's code for a change to an event that is over, as after an answer that was lost."""
EVENT_DURATION = timedelta(hours=5)
"""The length of an event in Discord; it is ended with the event."""


class ScheduleKeeper:
    """Makes Discord's events follow the events, each once for several changes."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service
        self._tournaments = service.games.tournaments
        self._events = EventRefresher(service, "Discord events", self._bring_up_to_date)
        self._announced = dict[TournamentId, tuple[int, bool]]()
        """The start that each event was last seen with, and whether it was over."""

    def stale(self, tournament: TournamentId) -> None:
        """Check soon whether the Discord event is up to date."""
        self._events.stale(tournament)

    def follow(self, state: TournamentState) -> None:
        """Announce an event, move that or end it."""
        now = state.rules.starts, state.over
        self._events.follow(state, stale=now != self._announced.get(state.tournament, (0, False)))

    async def _bring_up_to_date(self, state: TournamentState) -> None:
        self._announced[state.tournament] = state.rules.starts, state.over
        guild = self._bot.get_guild(state.guild)
        if guild is None:
            return
        known = await self._tournaments.queries.scheduled(state.tournament)
        found = None if known is None else await _fetched(guild, known)
        wanted = state.rules.starts > 0 and not state.over
        if not wanted:
            if found is not None:
                await _finish(found)
            if known is not None:
                await self._tournaments.schedule(state, None)
            return
        if found is not None and found.status is discord.EventStatus.scheduled:
            starts, place = _start(state), discord.utils.MISSING
            if found.location == _unnamed(guild):
                place = _place(guild, state) or place
            if found.start_time != starts or place:
                await found.edit(start_time=starts, end_time=starts + EVENT_DURATION, location=place)
        elif found is None:
            made = await self._made_before(guild, state) or await self._make(guild, state)
            await self._tournaments.schedule(state, made.id)

    async def _made_before(
        self, guild: discord.Guild, state: TournamentState
    ) -> discord.ScheduledEvent | None:
        """Return the Discord event created just before a crash; None without one."""
        me = self._bot.user.id if self._bot.user is not None else 0
        for one in await guild.fetch_scheduled_events(with_counts=False):
            same = (one.name, one.start_time) == (_name(state), _start(state))
            taken = same and await self._tournaments.queries.is_scheduled(one.id)
            if same and one.creator_id == me and not taken:
                return one
        return None

    async def _make(self, guild: discord.Guild, state: TournamentState) -> discord.ScheduledEvent:
        place = Location(state.channel, state.guild)
        with speaking(await locale.of_place(self._bot, self._service.settings, place)):
            about = tr("Sign up in {channel}.", channel=f"<#{state.channel}>")
        return await guild.create_scheduled_event(
            name=_name(state),
            description=about,
            start_time=_start(state),
            end_time=_start(state) + EVENT_DURATION,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=_place(guild, state) or _unnamed(guild),
        )


async def _finish(event: discord.ScheduledEvent) -> None:
    """Cancel a Discord event, or end it if it has begun; leave a finished one alone."""
    try:
        if event.status is discord.EventStatus.scheduled:
            await event.cancel()
        elif event.status is discord.EventStatus.active:
            await event.end()
    except discord.HTTPException as error:
        if error.code != FINISHED:
            raise


async def _fetched(guild: discord.Guild, id: int) -> discord.ScheduledEvent | None:
    try:
        return await guild.fetch_scheduled_event(id, with_counts=False)
    except discord.NotFound:
        return None


def _place(guild: discord.Guild, state: TournamentState) -> str | None:
    """Return an event's place in Discord, if the bot may view its channel and so knows its name."""
    channel = guild.get_channel(state.channel)
    return (
        truncate(f"#{channel.name}", EVENT_NAME_LENGTH) if channel is not None and may_view(channel) else None
    )


def _unnamed(guild: discord.Guild) -> str:
    """Return an event's place if its channel is hidden from the bot."""
    return truncate(guild.name, EVENT_NAME_LENGTH)


def _name(state: TournamentState) -> str:
    return truncate(state.rules.name, EVENT_NAME_LENGTH)


def _start(state: TournamentState) -> datetime:
    return datetime.fromtimestamp(state.rules.starts, UTC)
