"""Announcements of leagues: ends of seasons, and for judges, players who meet suspiciously often."""

from collections.abc import Sequence

import discord
from discord.ext import commands

from cogs.core.delivery.announcement import Announcement
from cogs.core.service import GameService
from cogs.leagues.core.components import PAGE_COLOR, framed_text
from cogs.leagues.updates import acts as act_view
from cogs.leagues.updates import votes
from cogs.leagues.updates.champions import grant_champion_role
from cogs.leagues.updates.places import FLAG, LeaguePlaces
from cogs.leagues.views import pages
from cogs.text.language import tr
from cogs.text.leagues import tables
from cogs.text.withdrawn import withdrawn_by
from rules.leagues import story, validity
from rules.leagues.acts.league import CloseSeason, ReopenSeason
from rules.leagues.acts.ledger import LedgerEntry
from rules.leagues.acts.votes import CloseVotes
from rules.leagues.matches import NumberedResult
from rules.leagues.result import HOUR, LeagueId, ResultNumber, SeasonNumber
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState
from rules.turns.clock import SECOND
from storage.games.games import Location
from storage.leagues.players import JUDGES
from storage.leagues.queries import ResultFilter
from storage.leagues.sql import LeagueMessage, put_message
from storage.leagues.unit_of_work import SEASON, CommittedActs, UnitOfWork, changes_votes
from storage.posts import NOWHERE, Delivered, Post, PostKind, Topic

LATE = 86400
"""Seconds after its end in which a season's end is still announced."""
NEARBY_RESULTS = 500
"""Results around one that are searched for suspicious matchups."""


class LeagueAnnouncements:
    """Announces consequences of a league's ledger once each, and renders them."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, places: LeaguePlaces) -> None:
        self._bot = bot
        self._service = service
        self._outbox = service.games.outbox
        self._leagues = service.games.leagues
        self._places = places

    async def render_act(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return a command's announcement."""
        league, first = LeagueId(post.subject), int(post.detail)
        state = await self._leagues.state(league)
        entries = await self._leagues.audit(league, before=post.number + 1, limit=post.number + 1 - first)
        last, *_ = acts = [one.act for one in entries]
        touched = range(acts[-1].touched.start, last.touched.stop)
        records = await self._leagues.queries.records(league, touched)
        guild = self._bot.get_guild(state.guild)
        return (Announcement(act_view.act_announcement(state, last, records, guild)),)

    async def flag(self, state: LeagueState, record: ResultRecord, *, sent: bool) -> None:
        """Alert the judges' channel, if any, once about players who meet suspiciously often.

        ``sent``: whether an answer or an earlier run may have done so without recording it. Raises
        NotCommitted.
        """
        there = await self._places.shown(state, JUDGES)
        if there is None or await self._places.shown(state, FLAG, record.number) is not None:
            return
        if await self._flags(state, record):
            (entry,) = await self._leagues.audit(state.league, result=record.number, limit=1)
            place = Location(there.channel, state.guild, there.parent)
            post = self._post(state, PostKind.SUSPICIOUS, record.number, place, entry)
            await self._send(post, FLAG, sent=sent)

    async def render_flag(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the alert for judges about a result's players."""
        state = await self._leagues.state(LeagueId(post.subject))
        record = await self._leagues.results.record(state.league, ResultNumber(post.number))
        flags = await self._flags(state, record)
        title = tables.page_heading(state, tr("suspiciously frequent matchups"))
        text = "\n".join([title, *(tables.flag(state, one) for one in flags)])
        return (Announcement(view=framed_text(text)),) if flags else ()

    async def _flags(self, state: LeagueState, record: ResultRecord) -> Sequence[validity.Flag]:
        rules, played = state.rules.fairness, record.result.played
        span = rules.hours * HOUR
        around = await self._leagues.results.newest(
            state.league, ResultFilter(since=played - span, until=played + span), limit=NEARBY_RESULTS
        )
        numbered = [NumberedResult(one.result.played, one.number, one.result) for one in around]
        new = NumberedResult(played, record.number, record.result)
        return validity.flags(rules, state.claims, numbered, new)

    async def end_season(self, state: LeagueState, *, sent: bool) -> None:
        """Announce the end of a season, unless already announced, and give its champion the role.

        ``sent`` as for `flag`. Raises NotCommitted and discord.py's errors.
        """
        season = next((one for one in reversed(state.seasons) if one.ends is not None), None)
        if season is None:
            return
        announced = await self._places.shown(state, SEASON, season.number) is not None
        if announced and season is not state.seasons[-1]:
            return  # and the next one has begun
        ends, now = await self._leagues.queries.ends(state.league, season.number), self._service.games.now()
        if not ends or ends[-1].when <= now.timestamp() - LATE:
            return  # long ago, or in another installation
        last = ends[-1]
        channel = self._places.main_channel(state)
        if channel is not None and not announced:
            place = Location(channel, state.guild)
            await self._send(self._end(state, season.number, last, place), SEASON, sent=sent)
        if state.champion is not None:
            await grant_champion_role(self._bot, self._leagues, state, state.champion, season.number)

    async def end_of(self, done: CommittedActs) -> discord.ui.LayoutView:
        """Return the message about the end of a season."""
        act = done.entries[-1].act
        assert isinstance(act, CloseSeason), f"{act} closes no season"
        return await self._view_of_end(done.state, act)

    async def _view_of_end(self, state: LeagueState, closed: CloseSeason) -> discord.ui.LayoutView:
        found = await self._leagues.projections.look(state.league, story.awards, closed.season)
        return pages.final_table(state, closed, remembered=bool(found.awards))

    async def note_end(self, done: CommittedActs, shown: LeagueMessage) -> None:
        """Record the message about a season's end. Raises NotCommitted."""
        state, place = done.state, Location(shown.channel, done.state.guild, shown.parent)
        post = self._end(state, state.seasons[-1].number, done.entries[-1], place)
        statement = put_message(state.league, SEASON, post.number, shown)
        await self._outbox.adopt(post, shown.message, statement)

    async def render_season(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the final standings of a season; struck through after it was reopened.

        A season that ends with the same standings as before is announced by the same message.
        """
        state = await self._leagues.state(LeagueId(post.subject))
        ends = await self._leagues.queries.ends(state.league, SeasonNumber(post.number))
        closed, *later = [one for one in ends if one.number >= int(post.detail)]
        if not isinstance(closed.act, CloseSeason):
            return ()
        text = pages.final_standings(state, closed.act)
        if later:
            head = text.partition("```")[0].rstrip()  # in a code block nothing can be struck through
            view = framed_text(withdrawn_by(head, later[0].user, corrected=False), color=PAGE_COLOR)
            return (Announcement(mark=text, view=view, stays=True, withdrawn=True),)
        view = await self._view_of_end(state, closed.act)
        earlier = await self.earlier_end(state, closed.act.season, closed.number)
        return (Announcement(view=view, stays=True, instead=earlier),)

    async def render_votes(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return who gets achievements by a vote; struck through while the result doesn't count."""
        state, number = await self._leagues.state(LeagueId(post.subject)), ResultNumber(post.number)
        record = await self._leagues.results.record(state.league, number)
        entries = await self._leagues.audit(state.league, result=number, limit=NEARBY_RESULTS)
        closed = [one.act for one in entries if isinstance(one.act, CloseVotes)]
        act = next((one for one in closed if one.due == int(post.detail)), None)
        if act is None:
            return ()
        text = votes.vote_outcome(state, act)
        if record.state in (ResultState.VOID, ResultState.WITHDRAWN):
            by = withdrawn_by(text, entries[0].user, corrected=False)
            return (Announcement(by, mark=text, stays=True, withdrawn=True),)
        return (Announcement(text, stays=True),)

    async def earlier_end(self, state: LeagueState, season: SeasonNumber, closed: int) -> Delivered | None:
        """Return the message about an earlier, withdrawn end of a season with the same standings.

        ``closed``: the entry that closes it now.
        """
        topic: Topic = "league", state.league
        delivered = await self._outbox.delivered(topic, PostKind.SEASON)
        ends = [one.act for one in await self._leagues.queries.ends(state.league, season)]
        tables = [act.table for act in ends if isinstance(act, CloseSeason)]
        for one in delivered[::-1]:
            if one.post.number == season and int(one.post.detail) < closed:
                return one if tables[-2] == tables[-1] else None
        return None

    def follow(self, unit: UnitOfWork) -> None:
        """Queue an announcement of what was done, and render the end of a season or a vote again after it was
        withdrawn."""
        self._outbox.add(*unit.posts())
        voted = any(changes_votes(unit.before.get(number), one) for number, one in unit.after.items())
        if voted or any(isinstance(act, ReopenSeason) for act in unit.acts):
            self._outbox.change(("league", unit.was.league))

    def _end(self, state: LeagueState, season: SeasonNumber, entry: LedgerEntry, place: Location) -> Post:
        return self._post(state, PostKind.SEASON, season, place, entry, str(entry.number))

    @staticmethod
    def _post(
        state: LeagueState, kind: PostKind, number: int, place: Location, entry: LedgerEntry, detail: str = ""
    ) -> Post:
        return Post("league", state.league, number, kind, place, entry.when * SECOND, detail=detail)

    async def _send(self, post: Post, kind: str, *, sent: bool) -> None:
        if sent:
            self._outbox.doubt(post)
        said = LeagueMessage(post.place.channel, NOWHERE)
        await self._outbox.send(post, also=[put_message(LeagueId(post.subject), kind, post.number, said)])
