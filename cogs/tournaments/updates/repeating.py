"""Opens the sign-up of repeated events at their time."""

from collections.abc import Sequence
from datetime import timedelta

from discord.ext import commands
from msgspec.structs import replace

from cogs.core.context import own_request
from cogs.core.delivery.announcement import Announcement
from cogs.core.service import GameService
from cogs.text.language import tr
from cogs.tournaments.updates.messages import EventMessages
from cogs.tournaments.views import event as view
from rules.refusal import Refusal
from rules.tournaments.state import TournamentId
from storage.events.store import Location
from storage.posts import Post, PostKind
from storage.scheduler import Deadline, set_deadline
from storage.tournaments.change import Notice
from storage.tournaments.repeating import EventSeries, SeriesId

LOOK_AGAIN = timedelta(minutes=10)
"""The time between two looks whether the channel's event is over."""


class SeriesKeeper:
    """Begins each repeated event when its sign-up opens, once."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, messages: EventMessages) -> None:
        self._bot = bot
        self._games = service.games
        self._messages = messages

    async def open(self, deadline: Deadline) -> None:
        """Open the sign-up of the next event of a series, or skip it if it should have started already.

        While the channel has another event, it waits for its end.
        """
        series = await self._games.repeated.find(SeriesId(int(deadline.key)))
        number, _, noted = deadline.note.partition(":")
        if series is None or series.paused:
            return
        following = series.following(int(self._games.now().timestamp()))
        if {number, str(following)} != {str(series.number)}:
            await self._games.repeated.skip_to(series, following)
            return
        try:
            await self._begin(series)
        except Refusal as refusal:
            if refusal.reason != "event_here":
                raise
            await self._wait(series, deadline, notify=not noted)

    async def _begin(self, series: EventSeries) -> None:
        """Create the next event in one transaction with the date of the one after it."""
        place = Location(series.channel, series.guild)
        request = own_request(self._bot, f"event series {series.id} {series.number}")
        state = await self._games.tournaments.create(
            place,
            request,
            replace(series.rules, starts=series.starts),
            [Notice(PostKind.SIGN_UP)],
            series.next(series.number + 1),
        )
        self._messages.stale(state.tournament)

    async def _wait(self, series: EventSeries, deadline: Deadline, *, notify: bool) -> None:
        """Look again later; ``notify``: say in the channel what the event waits for."""
        again = set_deadline(
            Deadline(deadline.kind, deadline.key, self._games.now() + LOOK_AGAIN, f"{series.number}:noted")
        )
        tournaments = self._games.tournaments
        found = await tournaments.queries.in_channels([series.channel])
        if found is not None:
            notices = [Notice(PostKind.SERIES_WAITS, f"{series.id}:{series.number}")] if notify else []
            await tournaments.tell(await tournaments.state(found), *notices, also=[again])

    async def sign_up(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the announcement that sign-up is open."""
        state = await self._games.tournaments.state(TournamentId(post.subject))
        event, starts = view.title(state), state.rules.starts
        when = f"<t:{starts}:f> (<t:{starts}:R>)"
        return [Announcement(tr("Sign-up for {event} is open. It starts {when}.", event=event, when=when))]

    async def waits(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the message that sign-up for the next event waits for the end of this one."""
        state = await self._games.tournaments.state(TournamentId(post.subject))
        text = tr(
            "Sign-up for the next event here opens when {event} is over. End it with `/event close`.",
            event=view.title(state),
        )
        return [Announcement(text)]
