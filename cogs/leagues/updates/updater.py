"""Keeps the leagues' messages up to date in the background.

A result's message follows every change: awaiting confirmation, disputed in a thread, settled by silence.
Everything can be derived from the database, so a restart at any moment loses nothing.
"""

import contextlib
from collections.abc import Generator

import discord
from discord.ext import commands

from cogs.core.delivery.boards.updater import ANY_EDIT_INTERVAL
from cogs.core.delivery.due import reaching
from cogs.core.delivery.refresher import Refresher
from cogs.core.service import GameService
from cogs.leagues.core.components import NO_RESULT
from cogs.leagues.updates.announcements import LeagueAnnouncements
from cogs.leagues.updates.asking import Asking
from cogs.leagues.updates.messages import LeagueMessages
from cogs.leagues.updates.places import RESULT, LeaguePlaces
from rules.leagues.result import LeagueId, ResultNumber
from rules.leagues.review import ResultState
from rules.refusal import Refusal
from rules.tournaments.state import TournamentState
from storage.leagues.queries import ResultFilter
from storage.leagues.unit_of_work import UnitOfWork, due_of
from storage.scheduler import Deadline

UNSETTLED = (ResultState.PENDING, ResultState.DISPUTED)
FOLLOW_LIMIT = 20
"""The number of simultaneously changed results, such as by an import, from which messages don't follow them
one by one."""
MAX_ENTRIES_AT_START = 30
"""Entries of each ledger whose results' messages are updated at the start."""
OPEN_RESULTS_AT_START = 50
"""Open results of each league that are updated at the start."""
MAX_REFRESHED = 100
"""Leagues and results shown in a channel that are updated once it becomes visible."""


class NoticeUpdater:
    """Edits the leagues' messages one by one. ``pause``: seconds between two edits in one league."""

    def __init__(self, bot: commands.AutoShardedBot, game_service: GameService, pause: float) -> None:
        self._bot = bot
        self._leagues = game_service.games.leagues
        self.places = places = LeaguePlaces(bot, game_service)
        self.asking = Asking(bot, game_service, places)
        self.announcements = LeagueAnnouncements(bot, game_service, places)
        self._messages = LeagueMessages(bot, game_service, places, self.asking, self.announcements)
        background = game_service.background
        self._shown = Refresher(background, "league messages", self._show, pause=pause, lane=_league_of)
        self._in_channels = Refresher(background, "leagues of channels", self._refresh_channel)
        self._all = Refresher(background, "all leagues", self._recover)
        self._each = Refresher(
            background, "leagues", self._recover_league, gap=ANY_EDIT_INTERVAL if pause else 0
        )
        self._answering: dict[int, set[tuple[LeagueId, ResultNumber]]] = {}
        """Results changed by interactions whose answers show them, by interaction."""
        self._recovering: set[tuple[LeagueId, ResultNumber]] = set()
        """Results that an earlier run may have shown without recording it."""

    @contextlib.contextmanager
    def answering(self, interaction: discord.Interaction) -> Generator[None]:
        """Leave the results that this interaction changes to its answer; if that fails, show them, after
        searching for an answer that may have arrived."""
        changed = self._answering[interaction.id] = set[tuple[LeagueId, ResultNumber]]()
        try:
            yield
        except BaseException:
            for league, number in changed:
                self._recover_message(league, number)
            raise
        finally:
            del self._answering[interaction.id]

    def refresh(self, league: LeagueId, number: ResultNumber = NO_RESULT) -> None:
        """Update a result's message soon, or without a result the standings."""
        self._shown.stale((league, number))

    def recover(self, channel: int | None = None) -> None:
        """Update open and recent results' messages and all standings, after the bot is connected.

        ``channel``: only for its leagues, and for the results shown there.
        """
        self._all.stale(channel)

    async def _recover(self, channel: int | None) -> None:
        queries = self._leagues.queries
        leagues = {*await (queries.leagues() if channel is None else queries.of_channels(channel))}
        shown = [] if channel is None else await queries.shown_in(channel, MAX_REFRESHED)
        leagues.update(league for league, number in shown if number == NO_RESULT)
        for league in sorted(leagues):
            self._each.stale((league, channel is not None))
        for league, number in shown:
            if number != NO_RESULT:
                self._recover_message(league, number)

    async def _recover_league(self, key: tuple[LeagueId, bool]) -> None:
        """Update a league's messages; with the flag, of results that were never open, too."""
        league, everything = key
        state = await self._leagues.state(league)
        if self._bot.get_guild(state.guild) is None or state.archived:
            return
        waiting = ResultFilter(states=UNSETTLED)
        for record in await self._leagues.results.newest(league, waiting, limit=OPEN_RESULTS_AT_START):
            self._recover_message(league, record.number)
        for entry in await self._leagues.audit(league, limit=MAX_ENTRIES_AT_START):
            number = entry.act.about
            # What judges are alerted to has no message of the result where that was never open.
            if number is not None and (
                everything or await self._leagues.queries.message(league, RESULT, number)
            ):
                self._recover_message(league, number)
        self._recover_message(league)

    def _recover_message(self, league: LeagueId, number: ResultNumber = NO_RESULT) -> None:
        self._recovering.add((league, number))
        self.refresh(league, number)

    def follow(self, unit: UnitOfWork) -> None:
        """Update the messages about a commit's changes, unless its own answer shows them."""
        self.announcements.follow(unit)
        done = unit.done()
        league = done.state.league
        if unit.interaction is not None and unit.interaction in self._answering:
            numbers = (NO_RESULT, *(record.number for record in done.records))
            self._answering[unit.interaction].update((league, number) for number in numbers)
            return
        changed = [one for one in done.records if not unit.new or one.state in UNSETTLED]
        for record in changed if len(changed) <= FOLLOW_LIMIT else ():
            self.refresh(league, record.number)
        self.refresh(league)

    def follow_event(self, event: TournamentState) -> None:
        """Update the inboxes of an event channel's leagues with the open tables of its round."""
        if event.rounds:
            self._in_channels.stale(event.channel)

    async def _refresh_channel(self, channel: int) -> None:
        for league in await self._leagues.queries.of_channels(channel):
            self.refresh(league)

    async def settle(self, deadline: Deadline) -> None:
        """Settle a result after its confirmation period."""
        with contextlib.suppress(Refusal):  # its league or result is gone
            await self._leagues.results.settle(deadline)

    async def close_votes(self, deadline: Deadline) -> None:
        """Close the vote after a game, and announce where it was played who gets what."""
        league, number, _ = due_of(deadline)
        with contextlib.suppress(Refusal):  # its league or result is gone
            state = await self._leagues.state(league)
            record = await self._leagues.results.record(league, number)
            await self._leagues.votes.close(deadline, await self.places.of_result(state, record))

    async def send_digest(self, deadline: Deadline) -> None:
        """Send a league's inbox to its organizers again, and schedule the next one; raises RetryLater."""
        league = LeagueId(int(deadline.key))
        with contextlib.suppress(Refusal):  # the league is gone
            with reaching(deadline):
                await self._messages.send_digest(league)
            if (await self._leagues.state(league)).rules.digest:
                await self._leagues.plan_digest(league)

    async def _show(self, key: tuple[LeagueId, ResultNumber]) -> None:
        if any(key in changed for changed in self._answering.values()):
            return  # or it would be shown twice; it is stale again once it is answered
        await self._messages.show(*key, recovering=key in self._recovering)
        self._recovering.discard(key)


def _league_of(key: tuple[LeagueId, ResultNumber]) -> LeagueId:
    return key[0]
