"""Fixes: earlier steps are corrected, and the later ones replayed, as one entry."""

from collections.abc import Collection, Sequence
from datetime import timedelta

from rules.fixing import Correction
from rules.game.game import Game
from rules.leagues.acts.judges import Judge
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from storage.events.store import Request, idempotent
from storage.games.cache import Revision
from storage.games.commits import NextEntry
from storage.games.repository import GameRef
from storage.games.requests.fixing import AllowFix, FixedGame, work_out
from storage.games.requests.stored import StoredGames
from storage.games.values import Committed, EntryKind, LogEntry
from storage.posts import PostKind


def _any_fix(_table: Table, _authors: Collection[int], _entered: Sequence[tuple[Table, AnyAction]]) -> None:
    pass


class FixableGames(StoredGames):
    """Games whose earlier steps can be corrected."""

    async def preview_fix(self, where: GameRef, correction: Correction, *, redone: int = 0) -> FixedGame:
        """Return the game after a correction of earlier steps; nothing is written.

        It reveals no secret role, nor who would win by one, until the game is over. Raises Refusal
        "no_table" and as ``fix`` does.
        """
        view = await self.view(where)
        if view is None:
            raise Refusal("no_table")
        last = view.entries[-1]
        hides = isinstance(view.table, Game) and view.table.outcome is None
        return await work_out(
            *(self._log, view.game, last.at, last.number + 1, correction, redone), hides=hides
        )

    @idempotent
    async def fix(
        self,
        where: GameRef,
        request: Request,
        correction: Correction,
        allow: AllowFix = _any_fix,
        *,
        at: int | None = None,
        redone: int = 0,
        wait: timedelta = timedelta(0),
        judge: Judge | None = None,
    ) -> Committed:
        """Correct earlier steps and replay the later ones, as one entry, which one undo reverses.

        ``allow`` may refuse. ``at``: the required last entry. ``redone``: the step undone last, if it is
        redone first. ``wait``: as in ``act``. It is announced in its channel. Raises Refusal "no_table",
        the refusals of ``work_out`` and ``allow``, "fix_outdated" for ``at``, or as undo does for finished
        games; NotCommitted.
        """
        async with self._repository.enter(where) as loaded:
            before, number = loaded.revision, loaded.last + 1
            if at not in (None, before.number):
                raise Refusal("fix_outdated")
            game = loaded.view.game
            fixed = await work_out(self._log, game, before.number, number, correction, redone)
            allow(before.table, fixed.authors, fixed.entered)
            await self._require_free(loaded, fixed.table)
            entry = LogEntry(
                *(number, EntryKind.ACT, before.number, number, *self._signed(request), None, fixed.events),
                fix=fixed.fix(correction),
            )
            revision = Revision(number, before.number, fixed.table, 0, fixed.turn_times)
            new = NextEntry(
                *(entry, revision),
                announce=PostKind.STEP,
                since=(fixed.base, [step.entry for step in fixed.steps if step.counts]),
                wait=wait,
                judge=judge,
            )
            return await self._with_decided(await self._commits.commit(loaded, new))
