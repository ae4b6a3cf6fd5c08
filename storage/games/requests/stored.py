"""Stored games, for reading; and the common parts of all requests that change one."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from msgspec.structs import replace

from rules.game.game import Game
from rules.game.parts import GameId
from rules.refusal import Refusal
from rules.setup import match
from rules.table import Table
from rules.turns.clock import Clock
from storage.engine.database import Database
from storage.engine.timestamps import milliseconds, time_of_day
from storage.events.store import Location, Request
from storage.games.cache import ENTRIES_SHOWN, LoadedGame
from storage.games.commits import GameCommits
from storage.games.replay import clocks_before, revisions_up_to
from storage.games.repository import GameRef, GameRepository
from storage.games.requests.fixing import table_before
from storage.games.requests.withdrawals import contradicting_entry, decided_by, withdrawing_entry
from storage.games.sql import GameLog
from storage.games.values import Committed, GameView, LogEntry, Step, UnshownGame, is_over


class StoredGames:
    """Every game of a repository. ``clock`` gives the time in UTC."""

    def __init__(
        self,
        repository: GameRepository,
        commits: GameCommits,
        database: Database,
        clock: Callable[[], datetime],
    ) -> None:
        self.database = database
        self._repository = repository
        self._commits = commits
        self._log: GameLog = repository.log
        self._clock = clock

    async def view(self, where: GameRef) -> GameView | None:
        """Return the current table; None if there is none. Doesn't wait for a table in memory."""
        loaded = self._repository.in_memory(where)
        if loaded is not None and not self._repository.is_behind(loaded.view.game):
            return loaded.view
        try:
            async with await self._repository.hold(where):
                return (await self._repository.get(where)).view
        except Refusal as refusal:
            if refusal.reason != "no_table":
                raise
            return None

    async def view_at(self, where: GameRef, moment: datetime) -> tuple[GameView | None, datetime | None]:
        """Return the table at a time, and the time of the next entry after that, if any.

        At a place, this is the game that was in progress there, or else the newest one at that time.
        """
        view = await self.view(where)
        if view is None:
            return None, None
        if view.opened <= moment:
            return await self._stood(view, moment)
        if not isinstance(where, Location):
            return None, view.opened
        earlier, opened = await self._log.queries.games_around(where.channel, moment)
        then, following = (None, None) if earlier is None else await self.view_at(earlier, moment)
        return then, min((one for one in (opened, following) if one is not None), default=None)

    async def _stood(self, view: GameView, moment: datetime) -> tuple[GameView | None, datetime | None]:
        game = view.game
        following = await self._log.first_after(game, moment)
        if following is None:
            return view, None
        number, made = following
        entries = (await self._log.entries(game, before=number, limit=ENTRIES_SHOWN))[::-1]
        if not entries:
            return None, made
        revision = (await revisions_up_to(self._log, game, entries[-1].at))[-1]
        clock = await clocks_before(self._log, game, number)
        stood = replace(
            view, table=revision.table, entries=entries, clock=clock, turn_times=revision.turn_times
        )
        return replace(stood, can_undo=False, can_redo=False), made

    async def before(self, game: GameId) -> GameView | None:
        """Return the previous game in its channel; None if this is the first."""
        earlier = await self._log.queries.previous_game(game)
        return None if earlier is None else await self.view(earlier)

    async def log(self, game: GameId, *, before: int | None = None, limit: int = 20) -> list[LogEntry]:
        """Return the last entries of a game, those before the number ``before`` if it is given; newest
        first."""
        return await self._log.entries(game, before=before, limit=limit)

    async def history(self, game: GameId, at: int | None = None) -> list[LogEntry]:
        """Return the actions that led to an entry, oldest first, without undone ones.

        ``at``: that entry (default: the current one).
        """
        return [entry async for entry in self._log.line(game, at)]

    async def steps(self, game: GameId, most: int | None = None) -> list[Step]:
        """Return the steps that led to the current table, oldest first, including those that fixes removed.

        ``most``: only this many of the last steps.
        """
        return [step async for step in self._log.steps(game, most=most)]

    async def before_step(self, game: GameId, number: int) -> Table:
        """Return the table right before a step, as fixes have left it; raises Refusal "no_table",
        "no_such_step"."""
        view = await self.view(game)
        if view is None:
            raise Refusal("no_table")
        return await table_before(self._log, game, view.entries[-1].at, number)

    def now(self) -> datetime:
        """Return the time of day for new entries, in UTC."""
        return self._clock()

    def current_in_memory(self, channel: int) -> GameView | None:
        """Return a channel's table after its last commit; None if it isn't in memory."""
        loaded = self._repository.in_memory(Location(channel, None))
        return None if loaded is None else loaded.view

    def in_memory(self, game: GameId) -> GameView | None:
        """Return a table after its last commit; None if it isn't in memory."""
        loaded = self._repository.in_memory(game)
        return None if loaded is None else loaded.view

    async def unshown_games(
        self,
        within: timedelta | None,
        *,
        everything: bool = False,
        channel: int | None = None,
        guild: int | None = None,
    ) -> list[UnshownGame]:
        """Return the games with entries within this time whose boards may be stale.

        They are ordered by their last entry, newest first. ``everything``: open games whose board is right,
        too. ``channel``: only games in it and its threads. ``guild``: only games in this server.
        """
        since = None if within is None else self._clock() - within
        return await self._log.queries.unshown_games(
            since, everything=everything, channel=channel, guild=guild
        )

    async def recall(self, game: GameId, number: int) -> tuple[Committed, Clock] | None:
        """Return the result of an entry of the log, and the clocks right before it; None if it no longer
        exists."""
        entry = await self._log.entry(game, number)
        if entry is None:
            return None
        committed = await self._repeated(game, entry)
        after = await self.with_match(committed.after, self._clock())
        return replace(committed, after=after), await clocks_before(self._log, game, number)

    async def with_match(self, table: Table, moment: datetime) -> Table:
        """Return a table with the winners of the earlier games of its match as these stood at a moment."""
        games = [(one.number, await self.view_at(GameId(one.number), moment)) for one in table.options.match]
        known = {
            number: match.finished(view.table, number)
            for number, (view, _) in games
            if view is not None and isinstance(view.table, Game)
        }
        return replace(table, options=match.with_corrected_winners(table.options, known)) if known else table

    async def withdrawal(self, game: GameId, number: int) -> LogEntry | None:
        """Return the entry that undid or corrected a step; None if its losses and ending still count.

        ``number``: the number of the step, which is an action.
        """
        return await withdrawing_entry(self._log, game, number)

    async def contradiction(self, game: GameId, move: LogEntry) -> LogEntry | None:
        """Return the entry after which losses or the ending aren't as an undo or redo left them; None if they
        are."""
        return await contradicting_entry(self._log, game, move)

    async def once(self, request: Request, carried_out: Awaitable[Committed]) -> Committed:
        """Return the result of a request, or the first result if its interaction is repeated."""
        return await self._log.once(request, carried_out, self._repeated)

    async def _repeated(self, stream: int, entry: LogEntry) -> Committed:
        game = GameId(stream)
        before = (await revisions_up_to(self._log, game, entry.parent))[-1]
        after = (await revisions_up_to(self._log, game, entry.at))[-1]
        return await self._with_decided(Committed(game, entry, before.table, after.table, repeated=True))

    async def _with_decided(self, done: Committed) -> Committed:
        """Return a result with the losses and the ending that it caused, if it is a fix."""
        if done.entry.fix is None:
            return done
        return replace(done, decided=await decided_by(self._log, done))

    async def _require_free(self, loaded: LoadedGame, after: Table) -> None:
        """Raise Refusal "table_in_use" if a game would continue while its channel has another one."""
        if is_over(loaded.revision.table) and not is_over(after):
            current = await self._repository.current(loaded.view.location.channel)
            if current is not None and current is not loaded and not is_over(current.view.table):
                raise Refusal("table_in_use")

    def _signed(self, request: Request) -> tuple[int, str, int, datetime]:
        when = time_of_day(milliseconds(self._clock()))
        return request.user, request.name, request.interaction, when
