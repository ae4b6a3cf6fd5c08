"""Sees to it that a channel is told once of an act, whatever happens to the answer of its command."""

import contextlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import discord
from discord.ext import commands

from cogs.core import locale
from cogs.core.messaging import LOOK_AHEAD, UNREACHED, carried_texts, own_messages, pinging, respond
from cogs.core.service import GameService
from cogs.text.language import speaking
from cogs.tournaments.updates.announcements import EventMessage, announcements
from rules.tournaments.act import TournamentAct
from rules.tournaments.log import around
from rules.tournaments.state import TournamentId, TournamentState
from storage.games.games import Location, NotCommitted
from storage.scheduler import Deadline, DeadlineKind, RetryLater
from storage.tournaments.tournaments import announced_by
from storage.workers.threads import in_thread

GIVEN_UP = timedelta(days=1)
"""After this time nobody waits for an announcement any more."""


class EventAnnouncer:
    """Tells of acts by answers, and of those that no answer has told by messages."""

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
        for one in await self._texts(act, before, after):
            await _answer(interaction, one)
        key, deadlines = announced_by(after), self._games.deadlines
        with contextlib.suppress(NotCommitted):  # then it is found in the channel
            if interaction.channel_id == after.channel:
                await deadlines.cancel(DeadlineKind.ANNOUNCED, key)
            else:
                await deadlines.set(Deadline(DeadlineKind.ANNOUNCED, key, self._games.now()))

    async def announce(self, deadline: Deadline) -> None:
        """Send the announcement of an act, as far as the channel hasn't been told; raises RetryLater."""
        tournament, number = map(int, deadline.key.split(":"))
        state = await self._games.tournaments.state(TournamentId(tournament))
        told = await in_thread(
            state.tournament, around, *await self._games.tournaments.history(state.tournament), number
        )
        if self._games.now() - datetime.fromtimestamp(told.entry.when, UTC) > GIVEN_UP:
            return
        self._service.sender.require_visible(state.channel)
        place = Location(state.channel, state.guild)
        with speaking(await locale.of_place(self._bot, self._service.settings, place)):
            texts = await self._texts(told.act, told.before.named_as(state), told.after.named_as(state))
        try:
            await self._send(state, texts, told.entry.interaction, deadline.key)
        except UNREACHED as error:
            raise RetryLater("Discord is away") from error
        except discord.HTTPException:
            return  # nobody can be told there

    async def _send(
        self, state: TournamentState, texts: Sequence[EventMessage], since: int | None, key: str
    ) -> None:
        there = await own_messages(self._bot, state.channel, limit=LOOK_AHEAD, after=since)
        known = {text for message in there for text in carried_texts(message)}
        for number, one in enumerate(texts):
            if one.text.strip() not in known:
                cause, pings = f"event announcement {key} {number}", pinging(one.called)
                text = one.text if one.view is None else ""
                await self._service.sender.send(state.channel, cause, text, view=one.view, allowed=pings)

    async def _texts(
        self, act: TournamentAct, before: TournamentState, after: TournamentState
    ) -> Sequence[EventMessage]:
        now = int(self._games.now().timestamp())
        guild = self._bot.get_guild(after.guild)
        return await announcements(self._games.leagues, guild, act, before, after, now)


async def _answer(interaction: discord.Interaction, one: EventMessage) -> None:
    text = one.text if one.view is None else None
    await respond(interaction, text, view=one.view, allowed=pinging(one.called))
