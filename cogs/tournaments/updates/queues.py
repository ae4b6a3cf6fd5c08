"""Seats waiting players from queues, and checks on those who have waited for long.

Everything is derived from the database: unfinished work is done after a crash.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

from discord.ext import commands

from cogs.core.context import consequence_id, own_request
from cogs.core.delivery.announcement import Announcement
from cogs.core.messaging import is_refused, passing_refusals, pinging
from cogs.core.service import GameService
from cogs.drawing.truncate import truncate
from cogs.text.formatting import MESSAGE_LENGTH
from cogs.text.language import tr
from cogs.tournaments.updates.following import EventRefresher
from cogs.tournaments.updates.seats import playing_at, seat_elsewhere
from cogs.tournaments.views import queue as queue_view
from rules.leagues.state import Person
from rules.pairings.pairings import Participant, PastRounds
from rules.pairings.queue import Apart, queue_table
from rules.refusal import Refusal
from rules.tournaments.queue import (
    CHECK_IN_SECONDS,
    AskWaiting,
    LeaveQueue,
    SeatFromQueue,
    apart_by_bracket,
    next_look,
    repeated_at,
    to_be_asked,
    unresponsive,
)
from rules.tournaments.state import TournamentId, TournamentState
from rules.turns.clock import SECOND
from storage.engine.timestamps import time_of_day
from storage.posts import Post, PostKind
from storage.scheduler import Deadline
from storage.tournaments.change import Notice, TournamentChange
from storage.workers.threads import in_thread

_log = logging.getLogger(__name__)


class QueueKeeper:
    """Follows every queue: whatever changes one, its next table opens as soon as enough wait."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service
        self._games = service.games
        self._tournaments = service.games.tournaments
        self._queues = EventRefresher(service, "queues", self._seat_tables)
        self._seating = defaultdict[int, asyncio.Lock](asyncio.Lock)
        """Per server: two queues seat one after the other, so that no one gets two seats."""

    async def recover(self) -> None:
        """Look at every queue."""
        for tournament in await self._tournaments.queries.going_on():
            self._queues.stale(tournament)

    def follow(self, state: TournamentState) -> None:
        """Seat the next table of a queue if enough wait."""
        self._queues.follow(state, stale=_is_enough(state))

    async def _seat_tables(self, state: TournamentState) -> None:
        try:
            async with self._seating[state.guild]:
                await self._seat(state)
        except Refusal as refusal:  # someone has left or come meanwhile, which brings the next look
            if not is_refused(refusal):
                raise
            _log.info("A table of queue %s is chosen again: %s", state.tournament, refusal)

    async def _seat(self, state: TournamentState) -> None:
        """Seat the next table of a queue if enough wait; its commit triggers the next check."""
        if not _is_enough(state) or self._bot.get_guild(state.guild) is None:
            return
        self._service.sender.require_visible(state.channel)
        ratings, apart = await self._ratings(state), await self._apart(state)
        table = await in_thread(state.tournament, _chosen, state, ratings, apart)
        if table is None or self._hold_back(state, table):
            return
        if seated := [one for one in table if await self._is_seated(state, one)]:
            await self._release(state, seated)
            return

        def decide(change: TournamentChange) -> None:
            change.add(SeatFromQueue(table=table))

        request = own_request(self._bot, f"event {state.tournament} queue {state.entries}")
        await self._tournaments.change(state.tournament, request, decide)

    async def _is_seated(self, state: TournamentState, player: Participant) -> bool:
        """Return whether a waiting player plays at a table of another event or queue of the server, or of
        this one: one that was over and continues."""
        user = state.players[player].user
        if user is None:
            return False
        if await playing_at(self._games, state, user) is not None:
            return True
        return await seat_elsewhere(self._games, state.guild, user, state.tournament) is not None

    async def _release(self, state: TournamentState, players: Sequence[Participant]) -> None:
        """Take players out of a queue who got a seat elsewhere meanwhile, and say so there."""

        def decide(change: TournamentChange) -> None:
            for one in players:
                change.add(LeaveQueue(player=one))
            change.notices.append(Notice(PostKind.SEATED_ELSEWHERE, f":{' '.join(map(str, players))}"))

        request = own_request(self._bot, f"event {state.tournament} elsewhere {state.entries}")
        await self._tournaments.change(state.tournament, request, decide)

    def _hold_back(self, state: TournamentState, table: Sequence[Participant]) -> bool:
        """Return whether a table waits for other players, because its players come from one table; schedule a
        new check."""
        moment, now = repeated_at(state, table), self._games.now().timestamp()
        if moment is None or moment <= now:
            return False
        self._queues.stale(state.tournament, moment - now + 1)
        return True

    async def _ratings(self, state: TournamentState) -> Mapping[Participant, float]:
        """Return the ratings of those who wait in the first league of the queue's channel that has
        ratings."""
        leagues, now = self._games.leagues, int(self._games.now().timestamp())
        async for league in leagues.readable(await leagues.queries.of_channels(state.channel)):
            if not league.rules.ratings.on:
                continue
            season = None if league.season is None else league.season.number
            rated = (await leagues.projections.ratings(league.league, season)).at(now)
            found = dict[Participant, float]()
            for one in state.queue:
                player = state.players[one]
                known = league.players.find(Person(player.name or "", player.user))
                rating = None if known is None else rated.get(league.resolved(known))
                if rating is not None:
                    found[one] = rating.ordinal
            return found
        return {}

    async def _apart(self, state: TournamentState) -> Apart:
        """Return the pairs of waiting players who must not be seated together, or want different brackets."""
        numbers = {
            player.user: player.number
            for one in state.queue
            if (player := state.players[one]).user is not None
        }
        pairs = await self._games.avoidances.among(state.guild, [*filter(None, numbers)])
        avoiding = {frozenset(numbers[user] for user in pair) for pair in pairs}
        return avoiding.union(apart_by_bracket(state))

    async def look_after(self, deadline: Deadline) -> None:
        """Ask players who have waited for long, and remove those who haven't answered."""
        tournament, now = TournamentId(int(deadline.key)), int(self._games.now().timestamp())
        state = await self._tournaments.state(tournament)
        self._service.sender.require_visible(state.channel)  # a question that can't be read isn't asked
        await self._ask(state, now)
        with passing_refusals():  # they have answered meanwhile
            await self._remove_unresponsive(state, now)
        state = await self._tournaments.state(tournament)
        if asked := to_be_asked(state, now):
            state = AskWaiting(players=tuple(asked), when=now).apply(state)
        due = next_look(state)
        if due is not None:
            moment = time_of_day(max(due, now) * SECOND)
            await self._games.deadlines.set(Deadline(deadline.kind, deadline.key, moment))

    async def _ask(self, state: TournamentState, now: int) -> None:
        """Ask the players who have to be asked, unless their question is already on its way, in
        one message."""
        waiting = self._games.outbox.of(("tournament", state.tournament))
        known = {one for post in waiting if post.kind == PostKind.STILL_WAITING for one in _asked(post)}
        players = [one for one in to_be_asked(state, now) if one not in known]
        if players:
            detail = " ".join(map(str, players))
            await self._tournaments.tell(state, Notice(PostKind.STILL_WAITING, detail))

    async def still_waiting(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Ask players whether they are still there; their time to answer begins with the message."""
        state, now = await self._tournaments.state(TournamentId(post.subject)), self._games.now()
        players = [one for one in _asked(post) if _is_unasked(state, one)]
        if not players:
            return ()
        users = [user for one in players if (user := state.players[one].user) is not None]
        called, when = " ".join(f"<@{user}>" for user in users), int(now.timestamp())
        text = tr(
            "{players}: are you still waiting? Press **I'm still here** by {when}, or you leave the queue.",
            players=called,
            when=f"<t:{when + CHECK_IN_SECONDS}:t>",
        )
        return (
            Announcement(
                truncate(text, MESSAGE_LENGTH),
                called,
                allowed=pinging(users),
                rows=queue_view.asked(state.tournament),
                then=partial(self._note_asked, post, players, when),
            ),
        )

    async def _note_asked(self, post: Post, players: Sequence[Participant], when: int) -> None:
        """Record that players have been asked, unless they have already answered."""

        def decide(change: TournamentChange) -> None:
            still = tuple(one for one in players if _is_unasked(change.state, one))
            if not still:
                raise Refusal("not_queued")
            change.add(AskWaiting(players=still, when=when))

        request = own_request(self._bot, f"event {post.subject} asked {post.number} {post.made}")
        with passing_refusals():
            await self._tournaments.change(TournamentId(post.subject), request, decide)

    async def _remove_unresponsive(self, state: TournamentState, now: int) -> None:
        """Remove the players who haven't answered, and announce it."""
        if not unresponsive(state, now):
            return

        def decide(change: TournamentChange) -> None:
            left = unresponsive(change.state, now)
            if not left:
                raise Refusal("not_queued")
            for one in left:
                change.add(LeaveQueue(player=one, away=True))
            change.notices.append(Notice(PostKind.UNANSWERED, f":{' '.join(map(str, left))}"))

        cause = f"event {state.tournament} gone {state.entries}"
        await self._tournaments.change(state.tournament, own_request(self._bot, cause), decide)


def _asked(post: Post) -> Sequence[Participant]:
    """Return the players whom a post asks whether they are still there."""
    return [Participant(int(number)) for number in post.detail.split()]


def _is_unasked(state: TournamentState, player: Participant) -> bool:
    """Return whether a player waits and hasn't been asked whether they are still there."""
    return not state.over and player in state.queue and state.queue[player].asked is None


def _is_enough(state: TournamentState) -> bool:
    """Return whether enough players wait in a queue for a table."""
    return not state.over and len(state.queue) >= state.rules.size


def _chosen(
    state: TournamentState, ratings: Mapping[Participant, float], apart: Apart
) -> tuple[Participant, ...] | None:
    """Return the next table of a queue in turn order; None if the waiting players don't make one."""
    past = PastRounds(one.pairings for one in state.rounds)
    seed = consequence_id(f"event {state.tournament} seats {state.entries}")
    return queue_table(tuple(state.queue), state.rules.size, past, ratings, apart, seed)
