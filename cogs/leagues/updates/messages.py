"""The leagues' messages in channels: results, disputes, suspicious matchups, standings and seasons.

Each shows the present state. What was sent is noted in the database; what may have been sent but was not
noted, because of a crash, is looked for after the start, and else sent with the same nonce.
"""

import contextlib
import logging
from collections.abc import Sequence
from contextvars import ContextVar
from functools import partial

import discord
from discord.ext import commands
from msgspec import Struct

from cogs.core import locale
from cogs.core.delivery.refresher import take_all
from cogs.core.delivery.visibility import HiddenChannel, is_hidden
from cogs.core.messaging import NO_PINGS, UNREACHED, own_messages, texts_in
from cogs.core.service import GameService
from cogs.leagues.core.components import card
from cogs.leagues.updates import asking, organisers, threads
from cogs.leagues.updates.asking import Asked
from cogs.leagues.updates.champions import crown
from cogs.leagues.updates.earlier import STANDINGS, retiring
from cogs.leagues.views import details, inbox, pages
from cogs.leagues.views import result as result_view
from cogs.text.language import speaking, tr
from cogs.text.leagues import tables
from rules.leagues import validity
from rules.leagues.acts.league import CloseSeason
from rules.leagues.matches import NumberedResult
from rules.leagues.result import HOUR, LeagueId, ResultNumber
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState
from storage.games.games import Location
from storage.leagues.players import INBOX, JUDGES
from storage.leagues.queries import ResultFilter
from storage.leagues.sql import LeagueMessage
from storage.leagues.unit_of_work import DAY, due_of
from storage.scheduler import Deadline, DeadlineKind

_log = logging.getLogger(__name__)

RESULT, DISPUTE = "result", "dispute"
ASKED, REMINDER = "asked", "reminder"
FLAG, SEASON = "flag", "season"
"""The kinds of messages, by stable names."""
LATE = 86400
"""Seconds after its end in which a season is still announced."""
LEDGER = 30
"""Entries of a ledger among which the end of a season is looked for."""
LOOK_BACK = 50
"""Messages of a channel among which one is looked for that was sent right before a crash."""
AROUND = 500
"""Results around one that are searched for suspicious matchups."""


class _Doubt(Struct):
    """A message that may have arrived."""

    cause: str
    channel: int | None = None
    """Where it was sent, and so is sent again; None before it was."""


class LeagueMessages:
    """Sends and edits the leagues' messages."""

    def __init__(self, bot: commands.AutoShardedBot, game_service: GameService) -> None:
        self._bot = bot
        self._service = game_service
        self._leagues = game_service.games.leagues
        self._recovering = ContextVar("recovering", default=False)
        self._doubtful = dict[tuple[str, LeagueId, int], _Doubt]()
        """Messages that may have arrived, by kind, league and number: they have to show how things stand,
        too."""

    async def show(self, league: LeagueId, number: ResultNumber, *, recovering: bool = False) -> None:
        """Update every message about a result, or with the number 0 those about the whole league.

        ``recovering``: an earlier run may have sent them without noting it, so that they are looked for.
        Raises Refusal "no_league" and "no_result", NotCommitted, and what Discord refuses.
        """
        self._recovering.set(recovering)
        state = await self._leagues.state(league)
        if self._bot.get_guild(state.guild) is None or not self._service.games.database.owns(state.guild):
            return
        if number == 0:
            shows = self._show_standings, self._show_season, self._show_inbox
            await take_all(partial(show, state) for show in shows)
            return
        record = await self._leagues.results.record(league, number)
        shows_of = self._show_result, self._show_dispute, self._flag
        await take_all(partial(show, state, record) for show in shows_of)

    async def _show_result(self, state: LeagueState, record: ResultRecord) -> None:
        """The message of a result: sent while it waits to be confirmed, edited from then on."""
        shown = await self._shown(state, RESULT, record.number)
        doubtful = (RESULT, state.league, record.number) in self._doubtful
        if shown is None and record.state is not ResultState.PENDING and not doubtful:
            return
        place = await self._place(state, record, shown)
        if place is None:
            return
        channel, parent = place.channel, place.parent
        with speaking(await self._language(state, channel, parent)):
            worth = await details.worth_of(self._leagues, state, record)
            view, asked = result_view.message(state, record, worth), await self._asked(state, record, channel)
            try:
                with contextlib.suppress(HiddenChannel):
                    if shown is None:
                        await self._post(state, RESULT, record.number, channel, view, asked.allowed, parent)
                    else:
                        await self._edit(state, RESULT, record.number, shown, view, parent)
                        await self._edit_reminder(state, record, view, parent)
                await self._ask_in_private(state, record, asked, place)
            except discord.Forbidden:
                _log.info("Result %s of league %s can't be shown in its channel", record.number, state.league)

    async def _asked(self, state: LeagueState, record: ResultRecord, channel: int) -> Asked:
        return await asking.asked(self._service.settings, state, record, channel)

    async def _ask(self, view: discord.ui.LayoutView, asked: Asked, cause: str) -> Sequence[int]:
        """Ask those who want that in private; return the users who can't be reached."""
        return await asking.ask(self._bot, self._service.sender, view, asked.in_private, cause)

    async def _ask_in_private(
        self, state: LeagueState, record: ResultRecord, asked: Asked, place: Location
    ) -> None:
        """Ask those once who want that in private; who can't be reached so is pinged in the channel."""
        if not asked.in_private or await self._shown(state, ASKED, record.number) is not None:
            return
        view = result_view.message(state, record)
        missed = await self._ask(view, asked, f"asked {state.league} {record.number}")
        now, noted = self._service.games.now(), LeagueMessage(place.channel, 0)
        due = asking.calling(state, record, ASKED, missed, now) if missed else None
        await self._leagues.show(state.league, ASKED, record.number, noted, due)

    async def remind(self, league: LeagueId, number: ResultNumber) -> None:
        """Remind those once more who have not confirmed or disputed a result, where they were asked.

        Raises as `show` does.
        """
        state, record, place = await self._waiting(league, number)
        if place is None:
            return
        with speaking(await self._language(state, place.channel, place.parent)):
            view, asked = result_view.reminder(state, record), await self._asked(state, record, place.channel)
            missed = await self._ask(view, asked, f"reminder {league} {number} {record.due}")
        if pinged := (*asked.here, *missed):
            now = self._service.games.now()
            await self._service.games.deadlines.set(asking.calling(state, record, REMINDER, pinged, now))

    async def call(self, deadline: Deadline) -> None:
        """Ping those of a deadline by `asking.calling` who have not confirmed or disputed the result yet.

        Raises as `show` does, and HiddenChannel.
        """
        league, number, _ = due_of(deadline)
        state, record, place = await self._waiting(league, number)
        kind, users = asking.called(state, record, deadline)
        if place is None or not users:
            return
        with speaking(await self._language(state, place.channel, place.parent)):
            view = (result_view.reminder if kind == REMINDER else result_view.message)(state, record)
            pings = asking.pinging(users)
            await self._post(state, REMINDER, number, place.channel, view, pings, place.parent)

    async def _waiting(
        self, league: LeagueId, number: ResultNumber
    ) -> tuple[LeagueState, ResultRecord, Location | None]:
        """Return a result and where it is shown; None where it waits for no one or the bot isn't there."""
        state = await self._leagues.state(league)
        record = await self._leagues.results.record(league, number)
        if not record.waited_for or self._bot.get_guild(state.guild) is None:
            return state, record, None
        return state, record, await self._place(state, record, await self._shown(state, RESULT, number))

    async def _edit_reminder(
        self, state: LeagueState, record: ResultRecord, view: discord.ui.LayoutView, parent: int | None
    ) -> None:
        """A reminder shows what has become of the result meanwhile."""
        shown = await self._shown(state, REMINDER, record.number)
        if shown is None:
            return
        shows = result_view.reminder(state, record) if record.waited_for else view
        await self._edit(state, REMINDER, record.number, shown, shows, parent)
        if record.state is not ResultState.PENDING:
            await self._leagues.show(state.league, REMINDER, record.number, None)

    async def _shown(self, state: LeagueState, kind: str, number: int = 0) -> LeagueMessage | None:
        return await self._leagues.queries.message(state.league, kind, number)

    async def _edit(
        self,
        state: LeagueState,
        kind: str,
        number: int,
        shown: LeagueMessage,
        view: discord.ui.LayoutView,
        parent: int | None = None,
    ) -> None:
        """Edit a message; forget it where somebody has deleted it. ``parent``: a thread's channel.

        Raises HiddenChannel.
        """
        try:
            await self._service.sender.edit(shown.channel, shown.message, parent=parent, view=view)
        except discord.NotFound:
            await self._leagues.show(state.league, kind, number, None)

    async def _post(
        self,
        state: LeagueState,
        kind: str,
        number: int,
        channel: int,
        view: discord.ui.LayoutView,
        allowed: discord.AllowedMentions = NO_PINGS,
        parent: int | None = None,
    ) -> None:
        """Send a message, unless it is there, and note it; raises HiddenChannel."""
        cause = f"{kind} {state.league} {number}"
        sent = await self._send((kind, state.league, number), cause, channel, view, allowed, parent)
        await self._leagues.show(state.league, kind, number, sent)

    async def _send(
        self,
        key: tuple[str, LeagueId, int],
        cause: str,
        channel: int,
        view: discord.ui.LayoutView,
        allowed: discord.AllowedMentions,
        parent: int | None = None,
    ) -> LeagueMessage:
        """Send a message, unless it is there; return it. ``parent``: a thread's channel.

        Raises HiddenChannel. One that may have arrived is sent to the same channel again,
        wherever it would be sent now.
        """
        known = self._doubtful.get(key)
        channel = channel if known is None or known.channel is None else known.channel
        self._service.sender.require_visible(channel, parent)
        sent, doubt = await self._find(channel, view), self._doubtful.setdefault(key, _Doubt(cause))
        doubt.channel = channel
        try:
            if sent is None:
                sent = await self._service.sender.send(
                    channel, doubt.cause, parent=parent, view=view, allowed=allowed
                )
        except UNREACHED:
            raise
        except discord.HTTPException:
            del self._doubtful[key]
            raise
        del self._doubtful[key]
        return LeagueMessage(channel, sent, parent)

    async def _find(self, channel: int, view: discord.ui.LayoutView) -> int | None:
        """The message with the same texts that an earlier run has sent, among a channel's last ones."""
        if not self._recovering.get():
            return None
        said = [*texts_in(view.to_components())]
        for one in await own_messages(self._bot, channel, limit=LOOK_BACK):
            if said == [*texts_in({**part.to_dict()} for part in one.components)]:
                return one.id
        return None

    async def _place(
        self, state: LeagueState, record: ResultRecord, shown: LeagueMessage | None
    ) -> Location | None:
        """Return where a result is shown, or else belongs: at its table, or in the league's first channel.

        A thread that the bot doesn't know, as in a hidden channel, comes with its channel. Where an earlier
        version has noted a message without that, only the table knows it.
        """
        if shown is not None and (shown.parent or self._bot.get_channel(shown.channel)) is not None:
            return Location(shown.channel, state.guild, shown.parent)
        game = record.result.game
        view = None if game is None else await self._service.games.view(game)
        there = None if view is None or view.location.guild != state.guild else view.location
        if there is not None and (shown is None or shown.channel == there.channel):
            return there
        channel = self._main_channel(state) if shown is None else shown.channel
        return None if channel is None else Location(channel=channel, guild=state.guild)

    def _main_channel(self, state: LeagueState) -> int | None:
        """Return the first of a league's channels that the bot may view, or else the first one."""
        return min(state.channels, key=lambda one: (is_hidden(self._bot, one), one), default=None)

    async def _language(self, state: LeagueState, channel: int, parent: int | None = None) -> str:
        """Return the language for everybody in a channel of a league; ``parent``: a thread's channel."""
        location = Location(channel, state.guild, parent)
        return await locale.of_place(self._bot, self._service.settings, location)

    async def _show_dispute(self, state: LeagueState, record: ResultRecord) -> None:
        """Open the thread of a result's dispute, or update it; a ruling closes it."""
        shown, key = await self._shown(state, DISPUTE, record.number), (DISPUTE, state.league, record.number)
        if shown is None and record.state is not ResultState.DISPUTED and key not in self._doubtful:
            return
        result = await self._shown(state, RESULT, record.number)
        place = await self._place(state, record, result)
        if place is None:
            where, language = await self._shown(state, JUDGES), await self._language(state, 0)
        else:
            where = LeagueMessage(place.channel, 0 if result is None else result.message, place.parent)
            language = await self._language(state, place.channel, place.parent)
        parent = None if where is None else where.parent
        with speaking(language):
            reasons = await threads.reasons_of(self._leagues, state, record)
            if shown is None:
                if where is not None:
                    self._service.sender.require_visible(where.channel, parent)
                # The reasons grow with every dispute.
                cause = f"{DISPUTE} {state.league} {record.number} {reasons}"
                doubt = self._doubtful.setdefault(key, _Doubt(cause))
                send = partial(self._send, key, doubt.cause, parent=parent)
                shown = await threads.opened(self._bot, self._service, state, record, where, reasons, send)
                self._doubtful.pop(key, None)
                if shown is None:
                    return
                await self._leagues.show(state.league, DISPUTE, record.number, shown)
                if record.state is ResultState.DISPUTED:
                    return
            if where is not None and where.channel != shown.channel:
                parent = where.channel
            updated = threads.updated(self._bot, self._service, state, record, shown, reasons, parent)
            if await updated and record.state is not ResultState.DISPUTED:
                await self._leagues.show(state.league, DISPUTE, record.number, None)

    async def _flag(self, state: LeagueState, record: ResultRecord) -> None:
        """Alert the judges' channel, if there is one, once to players who meet suspiciously often."""
        shown = await self._shown(state, JUDGES)
        if shown is None or await self._shown(state, FLAG, record.number) is not None:
            return
        rules, played = state.rules.fairness, record.result.played
        span = rules.hours * HOUR
        around = await self._leagues.results.newest(
            state.league, ResultFilter(since=played - span, until=played + span), limit=AROUND
        )
        numbered = [NumberedResult(one.result.played, one.number, one.result) for one in around]
        new = NumberedResult(played, record.number, record.result)
        flags = validity.flags(rules, state.claims, numbered, new)
        if not flags:
            return
        with speaking(await self._language(state, shown.channel)):
            title = tables.heading(state, tr("players who met suspiciously often"))
            text = "\n".join([title, *(tables.flag(state, one) for one in flags)])
            await self._post(state, FLAG, record.number, shown.channel, card(text))

    async def _show_standings(self, state: LeagueState) -> None:
        """Update the standings message, if a judge has posted one."""
        shown = await self._shown(state, STANDINGS)
        if shown is None:
            return
        with speaking(await self._language(state, shown.channel, shown.parent)):
            now = int(self._service.games.now().timestamp())
            view = await pages.board(self._leagues, state, now)
            try:
                await self._edit(state, STANDINGS, 0, shown, view, shown.parent)
            except discord.Forbidden as error:
                _log.warning("The standings of league %s could not be edited: %s", state.league, error)

    async def _show_inbox(self, state: LeagueState) -> None:
        """Keep the inbox up to date: in the judges' channel, or else in private for who organises the league,
        who gets it once there is something for a judge to do."""
        if state.archived:
            return
        shown, judges = await self._shown(state, INBOX), await self._shown(state, JUDGES)
        now = int(self._service.games.now().timestamp())
        found = await inbox.collect(self._leagues, self._service.games.tournaments, state, now)
        moved = shown is not None and judges is not None and shown.channel != judges.channel
        doubtful = (INBOX, state.league, 0) in self._doubtful
        if shown is None and not found.is_urgent(alerted=judges is not None) and not doubtful:
            return
        channel = judges.channel if judges is not None else None
        with speaking(await self._language(state, channel or min(state.channels, default=0))):
            view = inbox.message(state, found, now)
            if shown is not None and not moved:
                await self._edit(state, INBOX, 0, shown, view)
                return
            if channel is None:
                channel = await organisers.private_channel(self._bot, self._service, state)
            if channel is not None:
                with contextlib.suppress(discord.Forbidden):
                    await self._post(state, INBOX, 0, channel, view)

    async def send_digest(self, league: LeagueId) -> None:
        """Send the inbox as a new message in place of the one before, unless nothing is in it.

        Raises as `show` does, and HiddenChannel.
        """
        state, now = await self._leagues.state(league), int(self._service.games.now().timestamp())
        found = await inbox.collect(self._leagues, self._service.games.tournaments, state, now)
        if state.archived or self._bot.get_guild(state.guild) is None or found.is_empty:
            return
        earlier, judges = await self._shown(state, INBOX), await self._shown(state, JUDGES)
        channel = judges.channel if judges is not None else None
        if channel is None:
            channel = await organisers.private_channel(self._bot, self._service, state)
        if channel is None:
            return
        with speaking(
            await self._language(state, channel if judges is not None else min(state.channels, default=0))
        ):
            cause = f"digest {league} {now // DAY}"
            sent = await self._service.sender.send(channel, cause, view=inbox.message(state, found, now))
            new, due = LeagueMessage(channel, sent), None
            if earlier is not None and earlier != new:  # as Discord answers a repetition of the same digest
                due = retiring(DeadlineKind.INBOX_REPLACED, league, earlier, self._service.games.now())
            await self._leagues.show(league, INBOX, 0, new, due)

    async def _show_season(self, state: LeagueState) -> None:
        """Announce the end of a season, unless that was done, and give its champion the role."""
        season = state.seasons[-1] if state.seasons else None
        if season is None or season.ends is None:
            return
        now = self._service.games.now().timestamp()
        ledger = await self._leagues.audit(state.league, limit=LEDGER)
        if not any(isinstance(one.act, CloseSeason) and one.when > now - LATE for one in ledger):
            return  # long ago, or in another installation
        channel = self._main_channel(state)
        if channel is not None and await self._shown(state, SEASON, season.number) is None:
            with speaking(await self._language(state, channel)), contextlib.suppress(HiddenChannel):
                await self._post(state, SEASON, season.number, channel, pages.announcement(state))
        if state.champion is not None:
            await crown(self._bot, self._leagues, state, state.champion, season.number)
