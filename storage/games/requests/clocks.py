"""Changes of a table's clocks, which are entries without actions."""

from collections.abc import Callable

from rules.game.lobby import Lobby
from rules.refusal import Refusal
from rules.turns.clock import ClockChange
from storage.engine.group_commit import Statement
from storage.engine.timestamps import milliseconds
from storage.events.store import Request, idempotent
from storage.games.commits import NextEntry
from storage.games.repository import GameRef
from storage.games.requests.stored import StoredGames
from storage.games.values import Committed, EntryKind, GameView, LogEntry, is_over
from storage.posts import PostKind
from storage.tournaments.tournaments import CHANGED


class TimedGames(StoredGames):
    """Games with clocks."""

    @idempotent
    async def set_clock(
        self,
        where: GameRef,
        request: Request,
        decide: Callable[[GameView], ClockChange],
        *also: Statement,
        announce: PostKind | None = None,
    ) -> Committed:
        """Carry out the change of a table's clocks that ``decide`` chooses, with ``also`` in the same
        transaction.

        ``announce``: the announcement for its channel (default: none).

        Raises Refusal "no_table", "not_started", "game_over", the refusals of ``decide``, and if the change
        isn't possible; NotCommitted.
        """
        async with self._repository.enter(where) as loaded:
            revision, view = loaded.revision, loaded.view
            if isinstance(revision.table, Lobby):
                raise Refusal("not_started")
            if is_over(revision.table):
                raise Refusal("game_over")
            change, at = decide(view), revision.number
            user, name, interaction, when = self._signed(request)
            clock = change.apply(view.clock, milliseconds(when))
            entry = LogEntry(
                *(loaded.last + 1, EntryKind.CLOCK, at, at, user, name, interaction, when, None, (), change)
            )
            if view.clock.round is not None or clock.round is not None:  # it may be an event's
                also = (*also, *self.database.notice(CHANGED, str(view.location.guild)))
            new = NextEntry(
                entry, revision, can_redo=view.can_redo, clock=clock, also=also, announce=announce
            )
            return await self._commits.commit(loaded, new)
