"""Committing what has been decided at a table: entry, deadlines and leagues' results, all or nothing."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.turns.clock import Clock
from storage.engine.database import Database
from storage.engine.writer import Statement
from storage.games import lobby_expiry
from storage.games.channel_cache import ChannelState
from storage.games.clocks import deadlines_after
from storage.games.loaded_game import LoadedGame, Revision
from storage.games.sql import GameLog, insert_entry, insert_snapshot, set_over
from storage.games.values import Committed, EntryKind, GameView, LogEntry, is_over
from storage.leagues.leagues import Leagues
from storage.leagues.table_results import GameOver
from storage.privacy.personal_data import PersonalData
from storage.scheduler import Scheduler

SNAPSHOT_EVERY = 64
"""Actions after which the next one is written with a snapshot of the table."""


class Commits:
    """Writes entries of tables, for whoever is in their rooms."""

    def __init__(
        self, database: Database, log: GameLog, deadlines: Scheduler, leagues: Leagues, people: PersonalData
    ) -> None:
        self._database = database
        self._log = log
        self._deadlines = deadlines
        self._leagues = leagues
        self._people = people

    async def commit(
        self,
        room: ChannelState,
        standing: LoadedGame,
        entry: LogEntry,
        outcome: Revision,
        *,
        can_redo: bool,
        clock: Clock | None = None,
        also: Sequence[Statement] = (),
    ) -> Committed:
        """Write an entry, and whatever hangs on it, in one transaction; then the table stands at ``outcome``.

        ``clock``: the table's clocks where they have changed. Raises NotCommitted.
        """
        game, before = standing.view.game, standing.outcome
        clock = standing.view.clock if clock is None else clock
        deadlines = [
            *deadlines_after(standing.view, clock, outcome.pace, entry.when),
            *lobby_expiry.deadlines_after(game, before.table, outcome.table, entry.when),
        ]
        statements: list[Statement] = [insert_entry(game, entry), *deadlines, *also]
        if entry.kind is EntryKind.ACT and outcome.unsaved >= SNAPSHOT_EVERY:
            statements.append(insert_snapshot(game, outcome))
            outcome = replace(outcome, unsaved=0)
        over = is_over(outcome.table)
        turned = over is not is_over(before.table)
        if turned:
            statements.append(set_over(game, over=over))

        def stand() -> None:
            standing.stand(entry, outcome, clock, can_redo=can_redo)
            if deadlines:
                self._deadlines.wake()
            if turned:
                room.current = None  # another game of the channel may be the current one now

        if turned:
            await self._turn(standing.view, entry, outcome, statements, stand)
        else:
            self._people.require_staying(entry)
            await self._database.write(*statements, then=stand)
        return Committed(game, entry, before.table, outcome.table)

    async def _turn(
        self,
        view: GameView,
        entry: LogEntry,
        outcome: Revision,
        statements: Sequence[Statement],
        stand: Callable[[], None],
    ) -> None:
        """Commit that a table is over, or not any more, together with what that means to leagues."""

        async def line() -> Sequence[LogEntry]:
            if entry.kind is not EntryKind.ACT:
                return [one async for one in self._log.line(view.game, entry.at)]
            return [*[one async for one in self._log.line(view.game, entry.parent)], entry]

        turn = GameOver(
            game=view.game,
            location=view.location,
            entry=entry,
            after=outcome.table,
            clock=view.clock,
            line=line,
        )
        async with self._leagues.tables.turned(turn) as league:

            def then() -> None:
                stand()
                league.then()

            self._people.require_staying(entry)
            await self._database.write(*statements, *league.statements, then=then)
