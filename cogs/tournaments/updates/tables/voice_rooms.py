"""Voice channels of tables: made when a table opens, removed once its round is over and no one is in.

Each is recorded before it is made, so that a start finds the one that an earlier run has made, and none is
left behind.
"""

import contextlib
import logging

import discord
from discord.ext import commands
from msgspec.structs import replace

from cogs.core.messaging import exc_info_if_ours, is_refused
from cogs.core.service import GameService
from cogs.drawing.truncate import truncate
from cogs.text.language import tr
from cogs.tournaments.updates.following import EventRefresher
from cogs.tournaments.updates.tables.notices import Notices, Rendered
from rules.tournaments.state import TournamentId, TournamentRules, TournamentState
from storage.posts import Post, PostKind
from storage.tournaments.change import Notice
from storage.tournaments.voice_rooms import VoiceRoom

_log = logging.getLogger(__name__)
CHANNEL_NAME_LENGTH = 100
"""Characters of a channel's name."""


class VoiceRoomKeeper(commands.Cog):
    """Makes and removes the voice channels of tables."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, notices: Notices) -> None:
        self._bot = bot
        self._tournaments = service.games.tournaments
        self._rooms = service.games.voice_rooms
        self._notices = notices
        self._refused = dict[TournamentId, int]()
        """The round of each event of which the judges know that it has no rooms."""
        self._refresher = EventRefresher(service, "voice rooms", self._refresh)

    def follow(self, state: TournamentState) -> None:
        """Remove the rooms whose round is over, and remake those of tables that continue."""
        self._refresher.follow(state, stale=state.rules.voice)

    async def recover(self) -> None:
        """Look at all rooms that an earlier run has left."""
        for tournament in await self._rooms.tournaments():
            self._refresher.stale(tournament)

    @commands.Cog.listener()
    async def on_voice_state_update(
        self, _member: discord.Member, before: discord.VoiceState, _after: discord.VoiceState
    ) -> None:
        """Remove an old room that its last member has left."""
        left = before.channel
        if left is None or left.voice_states:
            return
        tournament = await self._rooms.tournament_of(left.id)
        if tournament is not None:
            self._refresher.stale(tournament)

    async def open(
        self, state: TournamentState, channel: discord.TextChannel, number: int, name: str
    ) -> None:
        """Make the room of a table of the last round, beside the event's channel; nothing happens to one
        that is there.

        Where Discord refuses it, the table opens without a room, and the judges are notified once per round.
        """
        if not state.rules.voice:
            return
        round = len(state.rounds)
        room = await self._rooms.at(state.tournament, round, number)
        if room is None and not may_make_rooms(channel):
            await self._tell(state)
            return
        if room is None:
            name = truncate(name, CHANNEL_NAME_LENGTH)
            room = VoiceRoom(tournament=state.tournament, round=round, number=number, name=name)
            await self._rooms.put(room, state.guild)
        else:
            room = await self._found(channel.guild, room)
        if room.channel is not None:
            return
        try:
            made = await channel.guild.create_voice_channel(room.name, category=channel.category)
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            _log.info("No voice room in server %s: %s", state.guild, error, exc_info=exc_info_if_ours(error))
            await self._rooms.remove(room, state.guild)
            await self._tell(state)
        else:
            await self._rooms.put(replace(room, channel=made.id), state.guild)

    async def _found(self, guild: discord.Guild, room: VoiceRoom) -> VoiceRoom:
        """Return a recorded room with its channel, which an attempt may have made whose answer was lost."""
        for one in guild.voice_channels if room.channel is None else ():
            if one.name == room.name and await self._rooms.tournament_of(one.id) is None:
                room = replace(room, channel=one.id)
                await self._rooms.put(room, guild.id)
                break
        return room

    async def _tell(self, state: TournamentState) -> None:
        """Notify the judges once that a round has no rooms."""
        round = len(state.rounds)
        if self._refused.get(state.tournament) != round:
            await self._tournaments.tell(state, Notice(PostKind.NO_VOICE_ROOMS, f"{round}"))
            self._refused[state.tournament] = round

    async def link(self, state: TournamentState, round: int, number: int) -> str:
        """Return the line with a table's room for its first message; empty without one."""
        room = await self._rooms.at(state.tournament, round, number)
        if room is None or room.channel is None:
            return ""
        return tr("Talk here: {channel}", channel=f"<#{room.channel}>")

    async def _refresh(self, state: TournamentState) -> None:
        for room in await self._rooms.of(state.tournament):
            if not _is_open(state, room):
                await self._remove(state, room)
        refused = self._refused.get(state.tournament) == len(state.rounds)
        if state.rounds and not state.over and not refused:
            await self._remake(state)

    async def _remake(self, state: TournamentState) -> None:
        """Make the rooms of open tables that were over and continue, in a queue or after their event was
        reopened or its next round taken back; they are named after the tables' threads."""
        channel = self._bot.get_channel(state.channel)
        known = await self._tournaments.queries.tables(state.tournament, len(state.rounds))
        for number in state.rounds[-1].unfinished:
            thread = self._bot.get_channel(known[number].thread) if number in known else None
            if isinstance(channel, discord.TextChannel) and isinstance(thread, discord.Thread):
                await self.open(state, channel, number, thread.name)

    async def _remove(self, state: TournamentState, room: VoiceRoom) -> None:
        """Remove a room, unless someone is in it, whose leaving brings the next look."""
        guild = self._bot.get_guild(state.guild)
        if guild is None:
            return
        room = await self._found(guild, room)
        there = None if room.channel is None else guild.get_channel(room.channel)
        if isinstance(there, discord.VoiceChannel):
            if there.voice_states:
                return
            with contextlib.suppress(discord.NotFound):
                await there.delete()
        await self._rooms.remove(room, state.guild)

    async def render_refused(self, post: Post, _complete: bool) -> Rendered:
        """Notify the judges that tables have no voice rooms."""
        state = await self._tournaments.state(TournamentId(post.subject))
        text = tr(
            "Tables open without voice channels. Arbiter needs the permission Manage Channels, and a "
            "category holds at most 50 channels."
        )
        return await self._notices.to_judges(state, [text])


def may_make_rooms(channel: discord.TextChannel) -> bool:
    """Return whether the bot may create channels beside a channel."""
    me = channel.guild.me
    there = me.guild_permissions if channel.category is None else channel.category.permissions_for(me)
    return there.manage_channels


def room_line(channel: object, rules: TournamentRules) -> str:
    """Return why tables of a new event in a channel open without the rooms they should have; or nothing."""
    if not rules.voice or not isinstance(channel, discord.TextChannel) or may_make_rooms(channel):
        return ""
    return tr("⚠️ Tables open without voice channels: Arbiter needs the Manage Channels permission.")


def _is_open(state: TournamentState, room: VoiceRoom) -> bool:
    """Return whether the round of a room is still played: in a queue, its table."""
    if state.over or room.round != len(state.rounds):
        return False
    last = state.rounds[-1]
    if room.number not in last.tables:
        return False
    return not state.rules.queue or room.number not in last.outcomes
