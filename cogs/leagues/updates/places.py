"""The channels and languages of leagues' messages."""

from discord.ext import commands

from cogs.core import locale
from cogs.core.delivery.visibility import is_hidden
from cogs.core.service import GameService
from cogs.text.language import Audience
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState
from storage.games.games import Location
from storage.leagues.sql import LeagueMessage

RESULT, DISPUTE = "result", "dispute"
ASKED, REMINDER = "asked", "reminder"
FLAG = "flag"
"""The kinds of messages, as stable names."""


class LeaguePlaces:
    """Finds the channels and messages of a league."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service

    async def shown(self, state: LeagueState, kind: str, number: int = 0) -> LeagueMessage | None:
        """Return the message that shows a part of a league, if there is one."""
        return await self._service.games.leagues.queries.message(state.league, kind, number)

    async def of_result(self, state: LeagueState, record: ResultRecord) -> Location | None:
        """Return the place of a result: where it is shown, or else at its table, or in the league's first
        channel.

        A thread that the bot doesn't know, such as in a hidden channel, comes with its channel. For
        messages recorded by earlier versions, only the table knows the channel.
        """
        shown = await self.shown(state, RESULT, record.number)
        if shown is not None and (shown.parent or self._bot.get_channel(shown.channel)) is not None:
            return Location(shown.channel, state.guild, shown.parent)
        game = record.result.game
        view = None if game is None else await self._service.games.view(game)
        there = None if view is None or view.location.guild != state.guild else view.location
        if there is not None and (shown is None or shown.channel == there.channel):
            return there
        channel = self.main_channel(state) if shown is None else shown.channel
        return None if channel is None else Location(channel=channel, guild=state.guild)

    def main_channel(self, state: LeagueState) -> int | None:
        """Return the first of a league's channels that is visible to the bot, or else the first one."""
        return min(state.channels, key=lambda one: (is_hidden(self._bot, one), one), default=None)

    async def language(self, state: LeagueState, channel: int, parent: int | None = None) -> Audience:
        """Return the language of a channel of a league; ``parent``: a thread's channel."""
        location = Location(channel, state.guild, parent)
        return await locale.of_place(self._bot, self._service.settings, location)
