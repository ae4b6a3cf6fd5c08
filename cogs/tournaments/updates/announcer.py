"""Tells a channel once of an act that is announced, whatever happens to the answer of its command."""

import contextlib
from collections.abc import Sequence

import discord
from discord.ext import commands

from cogs.core.delivery.announcement import Announcement
from cogs.core.messaging import pinging, respond
from cogs.core.service import GameService
from cogs.tournaments.updates.announcements import EventMessage, announcements
from rules.tournaments.act import TournamentAct
from rules.tournaments.log import around
from rules.tournaments.state import TournamentId, TournamentState
from storage.outbox import Post
from storage.workers.threads import in_thread


class EventAnnouncer:
    """Tells of acts by answers, and renders what no answer has told."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service
        self._games = service.games

    async def answer(
        self,
        interaction: discord.Interaction,
        act: TournamentAct,
        before: TournamentState,
        after: TournamentState,
    ) -> None:
        """Answer with the announcement of an act; it is sent to the event's channel if that is elsewhere.

        So it is after an answer that fails, soon.
        """
        topic = "tournament", after.tournament
        telling = self._service.announcer.telling(topic, after.entries)
        with telling if interaction.channel_id == after.channel else contextlib.nullcontext():
            for one in await self._texts(act, before, after):
                text = one.text if one.view is None else None
                await respond(interaction, text, view=one.view, allowed=pinging(one.called))
        self._service.announcer.send_soon(topic)

    async def render(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the messages that announce an act."""
        state = await self._games.tournaments.state(TournamentId(post.subject))
        number = int(post.detail or post.number)  # earlier versions have kept it elsewhere
        told = await in_thread(
            state.tournament, around, *await self._games.tournaments.history(state.tournament), number
        )
        texts = await self._texts(told.act, told.before.named_as(state), told.after.named_as(state))
        return [Announcement(one.text, allowed=pinging(one.called), view=one.view) for one in texts]

    async def _texts(
        self, act: TournamentAct, before: TournamentState, after: TournamentState
    ) -> Sequence[EventMessage]:
        now = int(self._games.now().timestamp())
        guild = self._bot.get_guild(after.guild)
        return await announcements(self._games.leagues, guild, act, before, after, now)
