"""What leagues announce: the ends of seasons, and to judges those who meet suspiciously often."""

from collections.abc import Sequence

from discord.ext import commands

from cogs.core.delivery.announcement import Announcement
from cogs.core.service import GameService
from cogs.leagues.core.components import card
from cogs.leagues.updates.champions import crown
from cogs.leagues.updates.places import FLAG, SEASON, LeaguePlaces
from cogs.leagues.views import pages
from cogs.text.language import tr
from cogs.text.leagues import tables
from rules.leagues import validity
from rules.leagues.acts.league import CloseSeason
from rules.leagues.acts.ledger import LedgerEntry
from rules.leagues.matches import NumberedResult
from rules.leagues.result import HOUR, LeagueId, ResultNumber
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState, Season
from storage.games.games import Location
from storage.leagues.players import JUDGES
from storage.leagues.queries import ResultFilter
from storage.leagues.sql import SECOND, LeagueMessage, put_message
from storage.outbox import NOWHERE, Post, PostKind

LATE = 86400
"""Seconds after its end in which a season is still announced."""
LEDGER = 30
"""Entries of a ledger among which the end of a season is looked for."""
AROUND = 500
"""Results around one that are searched for suspicious matchups."""


class LeagueAnnouncements:
    """Announces once each what follows from a league's ledger, and renders it."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, places: LeaguePlaces) -> None:
        self._bot = bot
        self._service = service
        self._outbox = service.games.outbox
        self._leagues = service.games.leagues
        self._places = places

    async def flag(self, state: LeagueState, record: ResultRecord, *, sent: bool) -> None:
        """Have the judges' channel, if there is one, alerted once to players who meet suspiciously often.

        ``sent``: an answer or an earlier run may have done so without noting it. Raises NotCommitted.
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
        """Return what alerts the judges to a result's players."""
        state = await self._leagues.state(LeagueId(post.subject))
        record = await self._leagues.results.record(state.league, ResultNumber(post.number))
        flags = await self._flags(state, record)
        title = tables.heading(state, tr("suspiciously frequent matchups"))
        text = "\n".join([title, *(tables.flag(state, one) for one in flags)])
        return (Announcement(view=card(text)),) if flags else ()

    async def _flags(self, state: LeagueState, record: ResultRecord) -> Sequence[validity.Flag]:
        rules, played = state.rules.fairness, record.result.played
        span = rules.hours * HOUR
        around = await self._leagues.results.newest(
            state.league, ResultFilter(since=played - span, until=played + span), limit=AROUND
        )
        numbered = [NumberedResult(one.result.played, one.number, one.result) for one in around]
        new = NumberedResult(played, record.number, record.result)
        return validity.flags(rules, state.claims, numbered, new)

    async def end_season(self, state: LeagueState, *, sent: bool) -> None:
        """Have the end of a season announced, unless that was done, and give its champion the role.

        ``sent`` as for `flag`. Raises NotCommitted, and what Discord does.
        """
        season = next((one for one in reversed(state.seasons) if one.ends is not None), None)
        if season is None:
            return
        announced = await self._places.shown(state, SEASON, season.number) is not None
        if announced and season is not state.seasons[-1]:
            return  # and the next one has begun
        now = self._service.games.now().timestamp()
        ledger = await self._leagues.audit(state.league, limit=LEDGER)
        entry = next((one for one in ledger if _closes(one, season) and one.when > now - LATE), None)
        if entry is None:
            return  # long ago, or in another installation
        channel = self._places.main_channel(state)
        if channel is not None and not announced:
            place = Location(channel, state.guild)
            post = self._post(state, PostKind.SEASON, season.number, place, entry, str(entry.number))
            await self._send(post, SEASON, sent=sent)
        if state.champion is not None:
            await crown(self._bot, self._leagues, state, state.champion, season.number)

    async def render_season(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the final standings of a season, unless it was reopened."""
        state = await self._leagues.state(LeagueId(post.subject))
        season = state.seasons[post.number - 1]
        return () if season.ends is None else (Announcement(view=pages.announcement(state, season)),)

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


def _closes(entry: LedgerEntry, season: Season) -> bool:
    """Whether an entry has closed a season."""
    return isinstance(entry.act, CloseSeason) and entry.act.season == season.number
