"""The leagues' self-updating messages in channels: results, disputes, standings, inboxes.

Each shows the current state. Sent messages are recorded in the database; a message that may have been sent
but wasn't recorded, because of a crash, is looked for after the start, and otherwise sent with the same
nonce.
"""

import contextlib
import logging
from functools import partial

import discord
from discord.ext import commands
from msgspec import Struct

from cogs.core.delivery.refresher import take_all
from cogs.core.delivery.visibility import HiddenChannel
from cogs.core.messaging import DISCORD_UNAVAILABLE, NO_PINGS, own_messages, texts_in
from cogs.core.service import GameService
from cogs.leagues.updates import organizers, threads
from cogs.leagues.updates.announcements import LeagueAnnouncements
from cogs.leagues.updates.asking import Asking, players_to_ask
from cogs.leagues.updates.earlier import STANDINGS, retiring
from cogs.leagues.updates.places import DISPUTE, RESULT, LeaguePlaces
from cogs.leagues.views import details, inbox, pages
from cogs.leagues.views import result as result_view
from cogs.text.language import speaking
from rules.leagues.result import DAY, LeagueId, ResultNumber
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState
from storage.leagues.players import INBOX, JUDGES
from storage.leagues.sql import LeagueMessage
from storage.scheduler import DeadlineKind

_log = logging.getLogger(__name__)

RESULT_SEARCH_LIMIT = 50
"""Messages of a channel among which one sent right before a crash is looked for."""


class _Doubt(Struct):
    """A message that may have arrived."""

    cause: str
    channel: int | None = None
    """The channel it was sent to, and will be sent to again; None before the first attempt."""


class LeagueMessages:
    """Sends and edits the leagues' messages."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        game_service: GameService,
        places: LeaguePlaces,
        asking: Asking,
        announcements: LeagueAnnouncements,
    ) -> None:
        self._bot = bot
        self._service = game_service
        self._places = places
        self._asking = asking
        self._announcements = announcements
        self._leagues = game_service.games.leagues
        self._sought = set[tuple[LeagueId, int]]()
        """Results, or 0 for leagues, whose messages an earlier run may have sent without recording it."""
        self._doubtful = dict[tuple[str, LeagueId, int], _Doubt]()
        """Messages that may have arrived, by kind, league and number: they have to be updated, too."""

    async def show(self, league: LeagueId, number: ResultNumber, *, recovering: bool = False) -> None:
        """Update every message about a result, or for the number 0 those about the whole league.

        ``recovering``: an earlier run may have sent them without recording it, so they are looked for.
        Raises Refusal "no_league" and "no_result", NotCommitted, and discord.py's errors.
        """
        about = league, number
        if recovering:
            self._sought.add(about)
        try:
            await self._show(league, number, recovering=recovering)
        finally:
            self._sought.discard(about)

    async def _show(self, league: LeagueId, number: ResultNumber, *, recovering: bool) -> None:
        state = await self._leagues.state(league)
        if self._bot.get_guild(state.guild) is None or not self._service.games.database.owns(state.guild):
            return
        if number == 0:
            end_season = partial(self._announcements.end_season, sent=recovering)
            shows = self._show_standings, end_season, self._show_inbox
            await take_all(partial(show, state) for show in shows)
            return
        record = await self._leagues.results.record(league, number)
        shows_of = self._show_result, self._show_dispute, partial(self._announcements.flag, sent=recovering)
        await take_all(partial(show, state, record) for show in shows_of)

    async def _show_result(self, state: LeagueState, record: ResultRecord) -> None:
        """Send a result's message while it is pending; later only edit it."""
        shown = await self._places.shown(state, RESULT, record.number)
        doubtful = (RESULT, state.league, record.number) in self._doubtful
        if shown is None and record.state is not ResultState.PENDING and not doubtful:
            return
        place = await self._places.of_result(state, record)
        if place is None:
            return
        channel, parent, settings = place.channel, place.parent, self._service.settings
        with speaking(await self._places.language(state, channel, parent)):
            worth = await details.worth_of(self._leagues, state, record)
            view = result_view.result_message(state, record, worth)
            known = await players_to_ask(settings, state, record, channel)
            try:
                with contextlib.suppress(HiddenChannel):
                    if shown is None:
                        await self._post(state, RESULT, record.number, channel, view, known.allowed, parent)
                    else:
                        await self._edit(state, RESULT, record.number, shown, view, parent)
            except discord.Forbidden:
                _log.info("Result %s of league %s can't be shown in its channel", record.number, state.league)
        await self._asking.follow(state, record)
        await self._asking.ask_in_private(state, record, place)

    async def _edit(
        self,
        state: LeagueState,
        kind: str,
        number: int,
        shown: LeagueMessage,
        view: discord.ui.LayoutView,
        parent: int | None = None,
    ) -> None:
        """Edit a message; forget it if someone has deleted it. ``parent``: a thread's channel.

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
        """Send a message unless it exists, and record it; raises HiddenChannel."""
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
        """Send a message unless it exists; return it. ``parent``: a thread's channel.

        Raises HiddenChannel. A message that may have arrived is retried in the same channel, even if it now
        belongs elsewhere.
        """
        known = self._doubtful.get(key)
        channel = channel if known is None or known.channel is None else known.channel
        self._service.sender.require_visible(channel, parent)
        sent = await self._find(channel, view) if key[1:] in self._sought else None
        doubt = self._doubtful.setdefault(key, _Doubt(cause))
        doubt.channel = channel
        try:
            if sent is None:
                sent = await self._service.sender.send(
                    channel, doubt.cause, parent=parent, view=view, allowed=allowed
                )
        except DISCORD_UNAVAILABLE:
            raise
        except discord.HTTPException:
            del self._doubtful[key]
            raise
        del self._doubtful[key]
        return LeagueMessage(channel, sent, parent)

    async def _find(self, channel: int, view: discord.ui.LayoutView) -> int | None:
        """Return an earlier run's message with the same texts, among a channel's last messages."""
        said = [*texts_in(view.to_components())]
        for one in await own_messages(self._bot, channel, limit=RESULT_SEARCH_LIMIT):
            if said == [*texts_in({**part.to_dict()} for part in one.components)]:
                return one.id
        return None

    async def _show_dispute(self, state: LeagueState, record: ResultRecord) -> None:
        """Open the thread of a result's dispute, or update it; a ruling closes it."""
        shown, key = (
            await self._places.shown(state, DISPUTE, record.number),
            (DISPUTE, state.league, record.number),
        )
        if shown is None and record.state is not ResultState.DISPUTED and key not in self._doubtful:
            return
        result = await self._places.shown(state, RESULT, record.number)
        place = await self._places.of_result(state, record)
        if place is None:
            where, language = await self._places.shown(state, JUDGES), await self._places.language(state, 0)
        else:
            where = LeagueMessage(place.channel, 0 if result is None else result.message, place.parent)
            language = await self._places.language(state, place.channel, place.parent)
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
            updated = threads.update_thread(self._bot, self._service, state, record, shown, reasons, parent)
            if await updated and record.state is not ResultState.DISPUTED:
                await self._leagues.show(state.league, DISPUTE, record.number, None)

    async def _show_standings(self, state: LeagueState) -> None:
        """Update the standings message, if a judge has posted one."""
        shown = await self._places.shown(state, STANDINGS)
        if shown is None:
            return
        with speaking(await self._places.language(state, shown.channel, shown.parent)):
            now = int(self._service.games.now().timestamp())
            view = await pages.board(self._leagues, state, now)
            try:
                await self._edit(state, STANDINGS, 0, shown, view, shown.parent)
            except discord.Forbidden as error:
                _log.warning("The standings of league %s could not be edited: %s", state.league, error)

    async def _show_inbox(self, state: LeagueState) -> None:
        """Update the inbox: in the judges' channel, or else in a direct message to the organizer, sent once
        a judge has something to do."""
        if state.archived:
            return
        shown, judges = await self._places.shown(state, INBOX), await self._places.shown(state, JUDGES)
        now = int(self._service.games.now().timestamp())
        found = await inbox.collect(self._leagues, self._service.games.tournaments, state, now)
        moved = shown is not None and judges is not None and shown.channel != judges.channel
        doubtful = (INBOX, state.league, 0) in self._doubtful
        if shown is None and not found.is_urgent(alerted=judges is not None) and not doubtful:
            return
        channel = judges.channel if judges is not None else None
        with speaking(await self._places.language(state, channel or min(state.channels, default=0))):
            view = inbox.inbox_message(state, found, now)
            if shown is not None and not moved:
                await self._edit(state, INBOX, 0, shown, view)
                return
            if channel is None:
                channel = await organizers.private_channel(self._bot, self._service, state)
            if channel is not None:
                with contextlib.suppress(discord.Forbidden):
                    await self._post(state, INBOX, 0, channel, view)

    async def send_digest(self, league: LeagueId) -> None:
        """Send the inbox as a new message that replaces the previous one, unless it is empty.

        Raises as `show` does, and HiddenChannel.
        """
        state, now = await self._leagues.state(league), int(self._service.games.now().timestamp())
        found = await inbox.collect(self._leagues, self._service.games.tournaments, state, now)
        if state.archived or self._bot.get_guild(state.guild) is None or found.is_empty:
            return
        earlier, judges = await self._places.shown(state, INBOX), await self._places.shown(state, JUDGES)
        channel = judges.channel if judges is not None else None
        if channel is None:
            channel = await organizers.private_channel(self._bot, self._service, state)
        if channel is None:
            return
        with speaking(
            await self._places.language(
                state, channel if judges is not None else min(state.channels, default=0)
            )
        ):
            cause = f"digest {league} {now // DAY}"
            sent = await self._service.sender.send(
                channel, cause, view=inbox.inbox_message(state, found, now)
            )
            new, due = LeagueMessage(channel, sent), None
            if earlier is not None and earlier != new:  # as Discord answers a repetition of the same digest
                due = retiring(DeadlineKind.INBOX_REPLACED, league, earlier, self._service.games.now())
            await self._leagues.show(league, INBOX, 0, new, due)
