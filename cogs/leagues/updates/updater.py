"""Keeps the leagues' messages up to date in the background.

Whatever changes a result, its message follows: awaiting confirmation, disputed in a thread, settled by
silence. Everything can be derived from the database again, so a restart at any moment loses nothing.
"""

import asyncio
import contextlib
import logging
from collections.abc import Generator, Sequence

import discord
from discord.ext import commands

from cogs.core import locale
from cogs.core.delivery.board_updater import GAP
from cogs.core.delivery.recovery import Recovery
from cogs.core.messaging import AWAY, RETRY, UNREACHED, trace
from cogs.core.service import GameService
from cogs.leagues.core.components import NO_RESULT
from cogs.leagues.updates.asking import CALL
from cogs.leagues.updates.earlier import STANDINGS, EarlierMessages
from cogs.leagues.updates.messages import RESULT, LeagueMessages
from rules.leagues.result import LeagueId, ResultNumber
from rules.leagues.review import ResultState
from rules.refusal import Refusal
from rules.tournaments.state import TournamentState
from storage.leagues.players import INBOX, JUDGES
from storage.leagues.queries import ResultFilter
from storage.leagues.unit_of_work import DEADLINE, DIGEST, REMINDER, UnitOfWork, due_of
from storage.scheduler import Deadline, RetryLater

_log = logging.getLogger(__name__)

STANDING = (STANDINGS, INBOX, JUDGES)
"""The kinds of messages, and of channels, that a league has once."""
WAITING = (ResultState.PENDING, ResultState.DISPUTED)
MANY = 20
"""Results changed at once, as by an import, from which on no messages follow them one by one."""
RECENT = 30
"""Entries of each ledger whose results' messages are looked after at the start."""
OPEN = 50
"""Open results of each league that are looked after at the start."""


class NoticeUpdater:
    """Edits the leagues' messages one by one. ``pause``: seconds between two of one league."""

    def __init__(self, bot: commands.AutoShardedBot, game_service: GameService, pause: float) -> None:
        self._bot = bot
        self._leagues = game_service.games.leagues
        self._messages = LeagueMessages(bot, game_service)
        self._pause = pause
        self._answering: dict[int, set[tuple[LeagueId, ResultNumber]]] = {}
        """What interactions have changed whose answers show it, by their IDs."""
        self._stale: dict[LeagueId, set[ResultNumber]] = {}
        """What is out of date: results by number, 0 for the standings."""
        self._tasks: dict[LeagueId, asyncio.Task[None]] = {}
        self._recovery = Recovery("leagues", self._recover)
        self._recovering: set[tuple[LeagueId, ResultNumber]] = set()
        """What an earlier run may have shown without noting it."""
        self._gap = GAP if pause else 0.0
        self._closed = False
        self._following = set[asyncio.Task[None]]()
        self._leagues.listen(self._follow)
        game_service.games.tournaments.listeners.append(self._follow_event)
        game_service.games.deadlines.handle(DEADLINE, self._due, "league")
        game_service.games.deadlines.handle(REMINDER, self._remind, "league")
        game_service.games.deadlines.handle(CALL, self._remind, "league")
        game_service.games.deadlines.handle(DIGEST, self._digest, "league")
        EarlierMessages(bot, game_service)

    @contextlib.contextmanager
    def answering(self, interaction: discord.Interaction) -> Generator[None]:
        """Leave the results that this interaction changes to its own answer; where that fails, which may have
        arrived all the same, they are shown unless they are found."""
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
        """Update a result's message soon, or without one the standings."""
        self._stale.setdefault(league, set()).add(number)
        if league not in self._tasks and not self._closed:
            self._tasks[league] = locale.in_background(self._keep(league), f"league {league}")

    def recover(self, channel: int | None = None) -> None:
        """Update open and recent results' messages and all standings, after the bot is connected.

        ``channel``: only of the leagues that have to do with it.
        """
        self._recovery.begin(channel)

    async def close(self) -> None:
        """Stop; what is out of date is updated at the next start."""
        self._closed = True
        await self._recovery.close()
        tasks = [*self._tasks.values(), *self._following]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _recover(self, channel: int | None) -> None:
        for league in await self._leagues_of(channel):
            state = await self._leagues.state(league)
            if self._bot.get_guild(state.guild) is None or state.archived:
                continue
            waiting = ResultFilter(states=WAITING)
            for record in await self._leagues.results.newest(league, waiting, limit=OPEN):
                self._recover_message(league, record.number)
            for entry in await self._leagues.audit(league, limit=RECENT):
                number = entry.act.about
                # What judges are alerted to has no message of the result where that was never open.
                if number is not None and (
                    channel is not None or await self._leagues.queries.message(league, RESULT, number)
                ):
                    self._recover_message(league, number)
            self._recover_message(league)
            await asyncio.sleep(self._gap)

    async def _leagues_of(self, channel: int | None) -> Sequence[LeagueId]:
        """Return the leagues with a message in a channel or whose games are played there; all for None."""
        if channel is None:
            return await self._leagues.queries.leagues()
        place, found = self._bot.get_channel(channel), set(await self._leagues.queries.of_channels(channel))
        if isinstance(place, discord.abc.GuildChannel):
            for one in await self._leagues.queries.of_guild(place.guild.id):
                shown = [await self._leagues.queries.message(one.league, kind) for kind in STANDING]
                if any(message is not None and message.channel == channel for message in shown):
                    found.add(one.league)
        return sorted(found)

    def _recover_message(self, league: LeagueId, number: ResultNumber = NO_RESULT) -> None:
        self._recovering.add((league, number))
        self.refresh(league, number)

    def _follow(self, unit: UnitOfWork) -> None:
        """Update what a commit has changed, unless its own answer shows it."""
        done = unit.done()
        league = done.state.league
        if unit.interaction is not None and unit.interaction in self._answering:
            numbers = (NO_RESULT, *(record.number for record in done.records))
            self._answering[unit.interaction].update((league, number) for number in numbers)
            return
        changed = [one for one in done.records if not unit.new or one.state in WAITING]
        for record in changed if len(changed) <= MANY else ():
            self.refresh(league, record.number)
        self.refresh(league)

    def _follow_event(self, event: TournamentState) -> None:
        """Let the inboxes of the leagues of an event's channel say what is open in its round."""
        if event.rounds and not self._closed:
            task = locale.in_background(self._refresh_channel(event.channel), "leagues of an event")
            self._following.add(task)
            task.add_done_callback(self._following.discard)

    async def _refresh_channel(self, channel: int) -> None:
        for league in await self._leagues.queries.of_channels(channel):
            self.refresh(league)

    async def _due(self, deadline: Deadline) -> None:
        """Settle a result whose time for confirmations is up."""
        with contextlib.suppress(Refusal):  # its league or result is gone
            await self._leagues.results.settle(deadline)

    async def _remind(self, deadline: Deadline) -> None:
        """Remind or call those who have neither confirmed nor disputed a result; raises RetryLater."""
        league, number, _ = due_of(deadline)
        try:
            if deadline.kind == CALL:
                await self._messages.call(deadline)
            else:
                await self._messages.remind(league, number)
        except UNREACHED as error:
            raise RetryLater(str(error)) from error
        except Refusal:
            return  # its league or result is gone
        except discord.HTTPException as error:
            _log.warning("Nobody could be reminded of a result of league %s: %s", league, error)

    async def _digest(self, deadline: Deadline) -> None:
        """Send the organisers of a league their inbox anew, and plan the next time; raises RetryLater."""
        league = LeagueId(int(deadline.key))
        try:
            await self._messages.send_digest(league)
        except UNREACHED as error:
            raise RetryLater(str(error)) from error
        except Refusal:
            return  # the league is gone
        except discord.HTTPException as error:
            _log.warning("The digest of league %s could not be sent: %s", league, error)
        if (await self._leagues.state(league)).rules.digest:
            await self._leagues.plan_digest(league)

    async def _keep(self, league: LeagueId) -> None:
        stale = self._stale[league]
        try:
            while stale:
                number = max(stale)
                stale.discard(number)
                if any((league, number) in changed for changed in self._answering.values()):
                    continue  # or it would be shown twice; it is stale again once it is answered
                try:
                    recovering = (league, number) in self._recovering
                    await self._messages.show(league, number, recovering=recovering)
                    self._recovering.discard((league, number))
                except AWAY as error:
                    stale.add(number)
                    _log.warning("Messages of league %s will be edited later: %s", league, error)
                    await asyncio.sleep(RETRY)
                except (discord.HTTPException, Refusal) as error:
                    what = "A message of league %s could not be edited: %s"
                    _log.warning(what, league, error, exc_info=trace(error))
                await asyncio.sleep(self._pause)
        finally:
            del self._tasks[league]
