"""What the leagues' messages in channels show, kept current behind everybody's back.

Whatever changes a result, its message follows: asked to be confirmed, disputed in a thread, settled by
silence. Everything here can be made anew from the database, so a restart at any moment loses nothing. What
was sent and not noted is sent again then, with the same nonce.
"""

import asyncio
import contextlib
import logging
from collections.abc import Generator

import discord
from discord.ext import commands

from cogs import languages
from cogs.boards import GAP
from cogs.desk import Desk
from cogs.leagues import crowning, looks, threads
from cogs.sending import UNREACHED, nonce
from cogs.ui.language import speak, tr
from cogs.ui.leagues import confirmation, tables
from rules.leagues import fairness
from rules.leagues.acts import CloseSeason
from rules.leagues.matches import Numbered
from rules.leagues.record import Record, State
from rules.leagues.result import ResultNumber
from rules.refusal import Refusal
from storage.deadlines import Deadline
from storage.games import NotCommitted, Place
from storage.leagues.draft import DEADLINE, Draft
from storage.leagues.leagues import Leagues
from storage.leagues.search import Wanted
from storage.leagues.values import Head, LeagueId, Shown

_log = logging.getLogger(__name__)

RESULT, DISPUTE, STANDINGS, JUDGES = "result", "dispute", "standings", "judges"
FLAG, SEASON = "flag", "season"
"""The kinds of messages, by stable names."""
WAITING = (State.PENDING, State.DISPUTED)
MANY = 20
"""Results changed at once, as by an import, from which on no messages follow them one by one."""
LATE = 86400
"""Seconds after its end in which a season is still announced by itself."""
RETRY = 10.0
RECENT = 30
"""Entries of each ledger whose results' messages are looked after at the start."""
OPEN = 50
"""Open results of each league that are looked after at the start."""


class Notices:
    """The editor of the leagues' messages. ``pause``: seconds between two of one league."""

    def __init__(self, bot: commands.Bot, desk: Desk, pause: float) -> None:
        self._bot = bot
        self._desk = desk
        self._pause = pause
        self._answering: set[int] = set()
        self._stale: dict[LeagueId, set[ResultNumber]] = {}
        """What is out of date: results by number, 0 for the standings."""
        self._tasks: dict[LeagueId, asyncio.Task[None]] = {}
        self._recovery: asyncio.Task[None] | None = None
        self._gap = GAP if pause else 0.0
        self._closed = False
        self.leagues.listen(self._follow)
        desk.games.deadlines.handle(DEADLINE, self._due)

    @property
    def leagues(self) -> Leagues:
        """Every league."""
        return self._desk.games.leagues

    @contextlib.contextmanager
    def answering(self, interaction: discord.Interaction) -> Generator[None]:
        """Results that this interaction changes are shown by its own answer."""
        self._answering.add(interaction.id)
        try:
            yield
        finally:
            self._answering.discard(interaction.id)

    def refresh(self, league: LeagueId, number: ResultNumber = 0) -> None:
        """A result's message is out of date, or the standings."""
        self._stale.setdefault(league, set()).add(number)
        if league not in self._tasks and not self._closed:
            self._tasks[league] = asyncio.create_task(self._keep(league), name=f"league {league}")

    def recover(self) -> None:
        """Brings open and recent results' messages and all standings up to date; to be called once the bot is
        connected, and again does nothing."""
        if self._recovery is None:
            self._recovery = asyncio.create_task(self._recover())

    async def close(self) -> None:
        """Stops; what is out of date is put right at the next start."""
        self._closed = True
        tasks = [*self._tasks.values(), *([self._recovery] if self._recovery is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _recover(self) -> None:
        for league in await self.leagues.all():
            head = await self.leagues.head(league)
            if self._bot.get_guild(head.guild) is None or head.archived:
                continue
            waiting = Wanted(states=WAITING)
            for record in await self.leagues.search.newest(league, waiting, limit=OPEN):
                self.refresh(league, record.number)
            for entry in await self.leagues.audit(league, limit=RECENT):
                number = getattr(entry.act, "number", None)
                if isinstance(number, int) and await self.leagues.shown(league, RESULT, number):
                    self.refresh(league, number)
            self.refresh(league)
            await asyncio.sleep(self._gap)

    def _follow(self, draft: Draft) -> None:
        """Something was committed in a league."""
        done = draft.done()
        league = done.head.league
        if draft.interaction is not None and draft.interaction in self._answering:
            return
        changed = [one for one in done.records if not draft.new or one.state in WAITING]
        for record in changed if len(changed) <= MANY else ():
            self.refresh(league, record.number)
        self.refresh(league)

    async def _due(self, deadline: Deadline) -> None:
        """The time for confirmations is up."""
        with contextlib.suppress(Refusal):  # its league or result is gone
            await self.leagues.results.settle(deadline)

    async def _keep(self, league: LeagueId) -> None:
        stale = self._stale[league]
        try:
            while stale:
                number = max(stale)
                stale.discard(number)
                try:
                    await self._show(league, number)
                except UNREACHED:
                    stale.add(number)
                    _log.warning("Messages of league %s will be edited later", league, exc_info=True)
                    await asyncio.sleep(RETRY)
                except (discord.HTTPException, NotCommitted, Refusal):
                    _log.warning("A message of league %s could not be edited", league, exc_info=True)
                await asyncio.sleep(self._pause)
        finally:
            del self._tasks[league]

    async def _show(self, league: LeagueId, number: ResultNumber) -> None:
        head = await self.leagues.head(league)
        if self._bot.get_guild(head.guild) is None:
            return
        if number == 0:
            await self._show_standings(head)
            await self._show_season(head)
            return
        record = await self.leagues.search.record(league, number)
        await self._show_result(head, record)
        await self._show_dispute(head, record)
        await self._flag(head, record)

    # The message of a result

    async def _show_result(self, head: Head, record: Record) -> None:
        shown = await self.leagues.shown(head.league, RESULT, record.number)
        if shown is None and record.state is not State.PENDING:
            return
        place = await self.place(head, record) if shown is None else shown.channel
        if place is None:
            return
        await self.speak(head, place)
        view = confirmation.view(head, record)
        if shown is not None:
            try:
                await (
                    self._bot.get_partial_messageable(place)
                    .get_partial_message(shown.message)
                    .edit(view=view)
                )
            except discord.NotFound:
                await self.leagues.show(head.league, RESULT, record.number, None)
            return
        try:
            known = nonce(f"{RESULT} {head.league} {record.number}")
            message = await self._bot.get_partial_messageable(place).send(view=view, nonce=known)
        except discord.Forbidden:
            _log.info("Result %s of league %s can't be shown in its channel", record.number, head.league)
            return
        await self.leagues.show(head.league, RESULT, record.number, Shown(place, message.id))

    async def place(self, head: Head, record: Record) -> int | None:
        """The channel where a result belongs: its table's, or the league's first one."""
        if record.result.game is not None:
            view = await self._desk.games.view(record.result.game)
            if view is not None and view.place.guild == head.guild:
                return view.place.channel
        return min(head.channels, default=None)

    async def speak(self, head: Head, channel: int) -> None:
        """From here on this task speaks the language of everybody in a channel."""
        place = Place(channel=channel, guild=head.guild)
        speak(await languages.of_place(self._bot, self._desk.settings, place))

    # Its dispute

    async def _show_dispute(self, head: Head, record: Record) -> None:
        shown = await self.leagues.shown(head.league, DISPUTE, record.number)
        if shown is None and record.state is not State.DISPUTED:
            return
        result = await self.leagues.shown(head.league, RESULT, record.number)
        place = result.channel if result is not None else await self.place(head, record)
        await self.speak(head, place or 0)
        reasons = await threads.reasons(self.leagues, head, record)
        if shown is None:
            judges = await self.leagues.shown(head.league, JUDGES)
            opened = await threads.opened(
                self._bot,
                self._desk,
                head,
                record,
                result or (Shown(place, 0) if place is not None else judges),
                reasons,
            )
            if opened is not None:
                await self.leagues.show(head.league, DISPUTE, record.number, opened)
            return
        await threads.updated(self._bot, head, record, shown, reasons)
        if record.state is not State.DISPUTED:
            await self.leagues.show(head.league, DISPUTE, record.number, None)

    # What judges should look at

    async def flagged(self, head: Head, record: Record) -> tuple[fairness.Flag, ...]:
        """Which players a result makes meet suspiciously often."""
        rules, played = head.rules.fairness, record.result.played
        span = rules.hours * fairness.HOUR
        around = await self.leagues.search.newest(
            head.league, Wanted(since=played - span, until=played + span), limit=500
        )
        numbered = [Numbered(one.result.played, one.number, one.result) for one in around]
        claims = {one.number: one.merged_into for one in head.players.values() if one.merged_into is not None}
        new = Numbered(played, record.number, record.result)
        return fairness.flags(rules, claims, numbered, new)

    async def _flag(self, head: Head, record: Record) -> None:
        """Tells the judges' channel, once, where there is one."""
        channel = await self.leagues.shown(head.league, JUDGES)
        if channel is None or await self.leagues.shown(head.league, FLAG, record.number) is not None:
            return
        found = await self.flagged(head, record)
        if not found:
            return
        await self.speak(head, channel.channel)
        title = tables.heading(head, tr("who met suspiciously often"))
        text = "\n".join([title, *(tables.flag(head, one) for one in found)])
        message = await self._bot.get_partial_messageable(channel.channel).send(
            view=confirmation.layout(text), nonce=nonce(f"{FLAG} {head.league} {record.number}")
        )
        await self.leagues.show(head.league, FLAG, record.number, Shown(channel.channel, message.id))

    # The standings

    async def _show_standings(self, head: Head) -> None:
        shown = await self.leagues.shown(head.league, STANDINGS)
        if shown is None:
            return
        await self.speak(head, shown.channel)
        season = head.seasons[-1].number if head.seasons else None
        view = await looks.board(self.leagues, head, season, int(self._desk.games.now().timestamp()))
        message = self._bot.get_partial_messageable(shown.channel).get_partial_message(shown.message)
        try:
            await message.edit(view=view)
        except (discord.NotFound, discord.Forbidden):
            await self.leagues.show(head.league, STANDINGS, 0, None)

    # The end of a season

    async def _show_season(self, head: Head) -> None:
        """Announces the end of a season, unless that was done, and crowns its champion."""
        season = head.seasons[-1] if head.seasons else None
        if season is None or season.ends is None:
            return
        now = self._desk.games.now().timestamp()
        ledger = await self.leagues.audit(head.league, limit=RECENT)
        if not any(isinstance(one.act, CloseSeason) and one.when > now - LATE for one in ledger):
            return  # long ago, or in another installation
        place = min(head.channels, default=None)
        if place is not None and await self.leagues.shown(head.league, SEASON, season.number) is None:
            await self.speak(head, place)
            view, known = looks.announcement(head), nonce(f"{SEASON} {head.league} {season.number}")
            message = await self._bot.get_partial_messageable(place).send(view=view, nonce=known)
            await self.leagues.show(head.league, SEASON, season.number, Shown(place, message.id))
        if head.champion is not None:
            await crowning.crown(self._bot, self.leagues, head, head.champion, season.number)
