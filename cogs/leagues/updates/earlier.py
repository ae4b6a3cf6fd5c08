"""Replaced messages of a league.

A deadline, written with the record of the new message, retires the old one, even if Discord is unavailable,
a channel is hidden or the bot is killed.
"""

import contextlib
from datetime import datetime

import discord
from discord.ext import commands

from cogs.core import locale
from cogs.core.messaging import url_of
from cogs.core.service import GameService
from cogs.leagues.core.components import framed_text
from cogs.text.language import speaking, tr
from rules.leagues.result import LeagueId
from rules.refusal import Refusal
from storage.games.games import Location
from storage.leagues.players import INBOX
from storage.leagues.sql import LeagueMessage
from storage.scheduler import Deadline

STANDINGS = "standings"
"""The kind of message with a league's standings, a stable name."""


def retiring(kind: str, league: LeagueId, earlier: LeagueMessage, now: datetime) -> Deadline:
    """Return the deadline by which an earlier message links to the current standings, or is deleted."""
    parent = "" if earlier.parent is None else str(earlier.parent)
    return Deadline(kind, f"{league}:{earlier.channel}:{earlier.message}", now, parent)


class EarlierMessages:
    """Retires earlier messages when their deadlines are due."""

    def __init__(self, bot: commands.AutoShardedBot, game_service: GameService) -> None:
        self._bot = bot
        self._service = game_service
        self._leagues = game_service.games.leagues

    async def moved(self, deadline: Deadline) -> None:
        """Make an earlier standings message link to the current one. Raises discord.py's errors."""
        league, earlier = _about(deadline)
        shown = await self._leagues.queries.message(league, STANDINGS)
        if shown is None or shown == earlier:
            return
        with contextlib.suppress(Refusal, discord.NotFound):  # the league or the message is gone
            state = await self._leagues.state(league)
            url = url_of(Location(shown.channel, state.guild), shown.message)
            place = Location(earlier.channel, state.guild, earlier.parent)
            with speaking(await locale.of_place(self._bot, self._service.settings, place)):
                moved = framed_text(tr("The standings have moved: {url}", url=url))
            await self._service.sender.edit(
                earlier.channel, earlier.message, parent=earlier.parent, view=moved
            )

    async def replaced(self, deadline: Deadline) -> None:
        """Delete an earlier inbox. Raises discord.py's errors."""
        league, earlier = _about(deadline)
        if earlier == await self._leagues.queries.message(league, INBOX):
            return
        await self._service.sender.delete(earlier.channel, earlier.message, earlier.parent)


def _about(deadline: Deadline) -> tuple[LeagueId, LeagueMessage]:
    """Return the league of a deadline and the earlier message."""
    league, channel, message = map(int, deadline.key.split(":"))
    return LeagueId(league), LeagueMessage(channel, message, int(deadline.note) if deadline.note else None)
