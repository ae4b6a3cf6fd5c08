"""Events on pages, with publishable names and the clocks of tables."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import partial

from msgspec.structs import replace

from cogs.text.language import tr
from cogs.text.leagues import text
from rules.game.game import Game
from rules.leagues.result import LeagueId
from rules.leagues.state import LeagueState, Person
from rules.tournaments.state import TournamentId, TournamentPlayer, TournamentState
from storage.engine.observers import errors_logged
from storage.engine.timestamps import milliseconds
from storage.events.publisher import Follower
from storage.games.games import Games
from storage.games.values import GameView
from storage.tournaments.sql import PlayedTable
from web.watch.clocks import RunningClock, round_clock

MAX_EVENTS = 8
"""Maximum events linked from a page."""


class PublicEvents:
    """The events that pages show. Queues aren't included: they have no rounds."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._tournaments = games.tournaments

    async def latest(self, league: LeagueId, most: int = MAX_EVENTS) -> Sequence[TournamentState]:
        """Return up to this many events of a league, newest first, without names."""
        found = list[TournamentState]()
        numbers = await self._tournaments.queries.of_league(league, MAX_EVENTS)
        async for state in self._tournaments.readable(numbers):
            if not state.rules.queue and len(found) < most:
                found.append(replace(state, players={}))
        return found

    async def has(self, league: LeagueId, event: TournamentId) -> bool:
        """Return whether an event is among the latest of a league."""
        return event in await self._tournaments.queries.of_league(league, MAX_EVENTS)

    async def has_alone(self, channel: int, event: TournamentId) -> bool:
        """Return whether an event is among the latest of a channel."""
        return event in await self._tournaments.queries.of_channel(channel, MAX_EVENTS)

    async def alone(self, channel: int) -> Sequence[TournamentState]:
        """Return the latest events of a channel, newest first, with everyone's names, in the current
        language; none if a league counts the channel's games, since its page names only players who agree."""
        if await self.are_in_league(channel):
            return []
        numbers = await self._tournaments.queries.of_channel(channel, MAX_EVENTS)
        found = self._tournaments.readable(numbers)
        return [_named(state) async for state in found if not state.rules.queue]

    async def are_in_league(self, channel: int) -> bool:
        """Return whether a league counts a channel's games."""
        return bool(await self._games.leagues.queries.of_channels(channel))

    async def published(self, event: TournamentState, shown: LeagueState) -> TournamentState:
        """Return an event with the names of ``shown``, the published league, in the current language."""
        league = await self._games.leagues.state(shown.league)
        state = await self._tournaments.state(event.tournament)
        called = {one.number: _called(one, league, shown) for one in state.players.values()}
        for one in state.players.values():
            if one.members:
                called[one.number] = " + ".join(called[member] for member in one.members)
        players = {
            one.number: replace(one, name=called[one.number], user=None, available=None, decklist=None)
            for one in state.players.values()
        }
        return replace(state, players=players)

    async def clocks(self, state: TournamentState, round: int) -> Mapping[int, RunningClock]:
        """Return the clocks of a round at the tables that play it."""
        found, now = dict[int, RunningClock](), milliseconds(self._games.now())
        for table in await self._open(state, round):
            view = await self._games.view(table.game)
            clock = None if view is None or not _is_played(view) else round_clock(view.clock, now)
            if clock is not None:
                found[table.number] = clock
        return found

    async def _open(self, state: TournamentState, round: int) -> Sequence[PlayedTable]:
        if not 0 < round <= len(state.rounds):
            return []
        known = await self._tournaments.queries.tables(state.tournament, round)
        return [known[table] for table in state.rounds[round - 1].unfinished if table in known]

    def following(self, guild: int, note: Follower) -> AbstractContextManager[None]:
        """Call ``note`` during the block after each commit in an event of a server."""
        return self._tournaments.committed_in.following(guild, note)

    async def follow_clocks(
        self, state: TournamentState, round: int, note: Follower, stack: ExitStack
    ) -> None:
        """Call ``note`` when a clock at a round's table changes, until ``stack`` is closed."""
        for table in await self._open(state, round):
            read = partial(self._clock_at, table)
            watch = _Watch(read, await read(), note)
            stack.callback(watch.close)
            stack.enter_context(self._games.committed.following(table.thread, watch.look))

    async def _clock_at(self, table: PlayedTable) -> object:
        view = await self._games.view(table.game)
        if view is None:
            return None
        return view.clock.round, view.clock.paused_at, view.clock.paused, _is_played(view)


class _Watch:
    """Calls ``note`` after commits that change the result of ``read``. ``last``: the last result."""

    def __init__(self, read: Callable[[], Awaitable[object]], last: object, note: Follower) -> None:
        self._read = read
        self._last = last
        self._note = note
        self._again = False
        self._looking: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Compare soon, once for several commits."""
        self._again = True
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._compare())

    async def _compare(self) -> None:
        while self._again:
            self._again = False
            with errors_logged():
                now = await self._read()
                if now != self._last:
                    self._last = now
                    self._note()

    def close(self) -> None:
        """Stop looking."""
        if self._looking is not None:
            self._looking.cancel()


def _is_played(view: GameView) -> bool:
    return isinstance(view.table, Game) and view.table.outcome is None


def _named(state: TournamentState) -> TournamentState:
    """Return an event with numbers instead of the names of forgotten players."""
    players = {
        one.number: one if one.name else replace(one, name=_entrant(one)) for one in state.players.values()
    }
    return replace(state, players=players)


def _entrant(player: TournamentPlayer) -> str:
    return tr("Entrant {n}", n=player.number)


def _called(player: TournamentPlayer, league: LeagueState, shown: LeagueState) -> str:
    """Return the displayed name of an event's player; only members of the league agree to be named."""
    number = league.players.find(Person(player.name or "", player.user))
    if number is not None:
        return text.plain_name(shown, number)
    if player.user is None and player.name is not None and shown.page.guests:
        return player.name
    return _entrant(player)
