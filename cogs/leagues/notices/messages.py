"""The leagues' messages in channels: of results, disputes, suspicions, standings and seasons.

Each is shown as it is now, whatever it was: what was sent is known to the database, and what was sent and
not noted is sent again with the same nonce.
"""

import logging

import discord
from discord.ext import commands

from cogs.core import locale
from cogs.core.messaging import nonce
from cogs.core.service import GameService
from cogs.leagues.notices import champion_role
from cogs.leagues.results import threads
from cogs.leagues.results import view as result_view
from cogs.leagues.views import messages, tables
from cogs.text.language import speak, tr
from rules.leagues import validity
from rules.leagues.acts import CloseSeason
from rules.leagues.matches import NumberedResult
from rules.leagues.result import HOUR, LeagueId, ResultNumber
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState
from storage.games.games import Location
from storage.leagues.sql import LeagueMessage, ResultFilter

_log = logging.getLogger(__name__)

RESULT, DISPUTE, STANDINGS, JUDGES = "result", "dispute", "standings", "judges"
FLAG, SEASON = "flag", "season"
"""The kinds of messages, by stable names."""
LATE = 86400
"""Seconds after its end in which a season is still announced by itself."""
LEDGER = 30
"""Entries of a ledger among which the end of a season is looked for."""
AROUND = 500
"""Results around one that are looked through for those who meet suspiciously often."""


class LeagueMessages:
    """Sends and edits what leagues show."""

    def __init__(self, bot: commands.Bot, game_service: GameService) -> None:
        self._bot = bot
        self._desk = game_service
        self._leagues = game_service.games.leagues

    async def show(self, league: LeagueId, number: ResultNumber) -> None:
        """Shows everything about a result as it is now, or with the number 0 what is about the whole league.

        Raises Refusal "no_league" and "no_result", NotCommitted, and what Discord refuses.
        """
        state = await self._leagues.state(league)
        if self._bot.get_guild(state.guild) is None:
            return
        if number == 0:
            await self._show_standings(state)
            await self._show_season(state)
            return
        record = await self._leagues.results.record(league, number)
        await self._show_result(state, record)
        await self._show_dispute(state, record)
        await self._flag(state, record)

    async def _show_result(self, state: LeagueState, record: ResultRecord) -> None:
        """The message of a result: sent while it waits to be confirmed, edited from then on."""
        shown = await self._leagues.queries.message(state.league, RESULT, record.number)
        if shown is None and record.state is not ResultState.PENDING:
            return
        place = await self._place(state, record) if shown is None else shown.channel
        if place is None:
            return
        await self._speak(state, place)
        view = result_view.view(state, record)
        if shown is not None:
            try:
                await (
                    self._bot.get_partial_messageable(place)
                    .get_partial_message(shown.message)
                    .edit(view=view)
                )
            except discord.NotFound:
                await self._leagues.show(state.league, RESULT, record.number, None)
            return
        try:
            known = nonce(f"{RESULT} {state.league} {record.number}")
            message = await self._bot.get_partial_messageable(place).send(view=view, nonce=known)
        except discord.Forbidden:
            _log.info("Result %s of league %s can't be shown in its channel", record.number, state.league)
            return
        await self._leagues.show(state.league, RESULT, record.number, LeagueMessage(place, message.id))

    async def _place(self, state: LeagueState, record: ResultRecord) -> int | None:
        """The channel where a result belongs: its table's, or the league's first one."""
        if record.result.game is not None:
            view = await self._desk.games.view(record.result.game)
            if view is not None and view.location.guild == state.guild:
                return view.location.channel
        return min(state.channels, default=None)

    async def _speak(self, state: LeagueState, channel: int) -> None:
        """From here on this task speaks the language of everybody in a channel."""
        place = Location(channel=channel, guild=state.guild)
        speak(await locale.of_place(self._bot, self._desk.settings, place))

    async def _show_dispute(self, state: LeagueState, record: ResultRecord) -> None:
        """The thread of a result's dispute, which a ruling closes."""
        shown = await self._leagues.queries.message(state.league, DISPUTE, record.number)
        if shown is None and record.state is not ResultState.DISPUTED:
            return
        result = await self._leagues.queries.message(state.league, RESULT, record.number)
        place = result.channel if result is not None else await self._place(state, record)
        await self._speak(state, place or 0)
        reasons = await threads.reasons(self._leagues, state, record)
        if shown is None:
            judges = await self._leagues.queries.message(state.league, JUDGES)
            opened = await threads.opened(
                self._bot,
                self._desk,
                state,
                record,
                result or (LeagueMessage(place, 0) if place is not None else judges),
                reasons,
            )
            if opened is not None:
                await self._leagues.show(state.league, DISPUTE, record.number, opened)
            return
        await threads.updated(self._bot, state, record, shown, reasons)
        if record.state is not ResultState.DISPUTED:
            await self._leagues.show(state.league, DISPUTE, record.number, None)

    async def _flagged(self, state: LeagueState, record: ResultRecord) -> tuple[validity.Flag, ...]:
        """Which players a result makes meet suspiciously often."""
        rules, played = state.rules.fairness, record.result.played
        span = rules.hours * HOUR
        around = await self._leagues.results.newest(
            state.league, ResultFilter(since=played - span, until=played + span), limit=AROUND
        )
        numbered = [NumberedResult(one.result.played, one.number, one.result) for one in around]
        new = NumberedResult(played, record.number, record.result)
        return validity.flags(rules, state.claims, numbered, new)

    async def _flag(self, state: LeagueState, record: ResultRecord) -> None:
        """Tells the judges' channel, once, where there is one."""
        channel = await self._leagues.queries.message(state.league, JUDGES)
        if (
            channel is None
            or await self._leagues.queries.message(state.league, FLAG, record.number) is not None
        ):
            return
        found = await self._flagged(state, record)
        if not found:
            return
        await self._speak(state, channel.channel)
        title = tables.heading(state, tr("players who met suspiciously often"))
        text = "\n".join([title, *(tables.flag(state, one) for one in found)])
        message = await self._bot.get_partial_messageable(channel.channel).send(
            view=result_view.layout(text), nonce=nonce(f"{FLAG} {state.league} {record.number}")
        )
        await self._leagues.show(
            state.league, FLAG, record.number, LeagueMessage(channel.channel, message.id)
        )

    async def _show_standings(self, state: LeagueState) -> None:
        """The message that a judge has asked to be kept current."""
        shown = await self._leagues.queries.message(state.league, STANDINGS)
        if shown is None:
            return
        await self._speak(state, shown.channel)
        view = await messages.board(
            self._leagues, state, state.latest, int(self._desk.games.now().timestamp())
        )
        message = self._bot.get_partial_messageable(shown.channel).get_partial_message(shown.message)
        try:
            await message.edit(view=view)
        except discord.NotFound:
            await self._leagues.show(state.league, STANDINGS, 0, None)
        except discord.Forbidden as error:
            _log.warning("The standings of league %s could not be edited: %s", state.league, error)

    async def _show_season(self, state: LeagueState) -> None:
        """Announces the end of a season, unless that was done, and crowns its champion."""
        season = state.seasons[-1] if state.seasons else None
        if season is None or season.ends is None:
            return
        now = self._desk.games.now().timestamp()
        ledger = await self._leagues.audit(state.league, limit=LEDGER)
        if not any(isinstance(one.act, CloseSeason) and one.when > now - LATE for one in ledger):
            return  # long ago, or in another installation
        place = min(state.channels, default=None)
        if (
            place is not None
            and await self._leagues.queries.message(state.league, SEASON, season.number) is None
        ):
            await self._speak(state, place)
            view, known = messages.announcement(state), nonce(f"{SEASON} {state.league} {season.number}")
            message = await self._bot.get_partial_messageable(place).send(view=view, nonce=known)
            await self._leagues.show(state.league, SEASON, season.number, LeagueMessage(place, message.id))
        if state.champion is not None:
            await champion_role.crown(self._bot, self._leagues, state, state.champion, season.number)
