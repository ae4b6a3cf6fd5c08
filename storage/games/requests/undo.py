"""Undo and redo: each is one entry, which changes the current action."""

from collections.abc import Callable, Collection
from datetime import timedelta
from typing import TypeAlias

from rules.game.undo_tree import UndoTree
from rules.leagues.acts.judges import Judge
from rules.refusal import Refusal
from rules.table import Table
from storage.events.store import Request, idempotent
from storage.games.cache import REVISIONS_KEPT, History, LoadedGame
from storage.games.commits import NextEntry
from storage.games.replay import revisions_up_to
from storage.games.repository import GameRef
from storage.games.requests.stored import StoredGames
from storage.games.values import Committed, EntryKind, LogEntry, MovedSteps

AllowStep: TypeAlias = Callable[[Table, Collection[int]], None]
"""A check of an undo or redo on the current table, given the users whose actions are undone or redone;
raises Refusal."""
_Step: TypeAlias = Callable[[UndoTree, int, int], int]


def _anything(_table: Table, _authors: Collection[int]) -> None:
    pass


class UndoableGames(StoredGames):
    """Games whose steps can be undone and redone."""

    async def undo(
        self,
        where: GameRef,
        request: Request,
        steps: int = 1,
        allow: AllowStep = _anything,
        *,
        last: int | None = None,
        judge: Judge | None = None,
        wait: timedelta = timedelta(0),
    ) -> Committed:
        """Undo the last ``steps`` actions, also those that ended the game.

        ``allow`` may refuse. ``last``: the required last action. ``judge``: the requester, if a judge.
        ``wait``: how long leagues wait for an ending that is new to them. Raises Refusal "no_table",
        "nothing_to_undo", "undone_already" or "not_the_last_step" for ``last``, "table_in_use" if the channel
        plays another game by now, and as `withdrawal` does for a sealed result; NotCommitted.
        """

        def back(tree: UndoTree, at: int, count: int) -> int:
            if last is not None and at != last:
                if last in tree.path(at):
                    raise Refusal("not_the_last_step")
                raise Refusal("undone_already")
            return tree.undo(at, count)

        return await self._move(where, request, EntryKind.UNDO, back, steps, allow, judge, wait)

    async def redo(
        self,
        where: GameRef,
        request: Request,
        steps: int = 1,
        allow: AllowStep = _anything,
        *,
        first: int | None = None,
        judge: Judge | None = None,
        wait: timedelta = timedelta(0),
    ) -> Committed:
        """Carry out the last ``steps`` undone actions again.

        ``first``: the required first one of them. Raises as undo does: "nothing_to_redo", or
        "not_the_next_step" for ``first``.
        """

        def forward(tree: UndoTree, at: int, count: int) -> int:
            if first is not None and (not tree.is_followed(at) or tree.redo(at) != first):
                raise Refusal("not_the_next_step")
            return tree.redo(at, count)

        return await self._move(where, request, EntryKind.REDO, forward, steps, allow, judge, wait)

    async def moved(self, done: Committed, most: int) -> MovedSteps:
        """Return the steps that an undo or redo affected, reading at most this many entries."""
        entry = done.entry
        later, earlier = max(entry.parent, entry.at), min(entry.parent, entry.at)
        loaded = self._repository.in_memory(done.game)
        if loaded is None or loaded.history is None:
            async with await self._repository.hold(done.game):
                loaded = await self._repository.get(done.game)
                await self._history(loaded)
        numbers = (await self._history(loaded)).tree.between(later, earlier)
        first = numbers[:most] if entry.kind is EntryKind.UNDO else numbers[::-1][:most]
        known = {one.number: one for one in loaded.view.entries}
        if not known.keys() >= {*first}:
            known = {one.number: one async for one in self._log.numbered(done.game, tuple(sorted(first)))}
        return MovedSteps(len(numbers), [known[number] for number in first])

    @idempotent
    async def _move(
        self,
        where: GameRef,
        request: Request,
        kind: EntryKind,
        step: _Step,
        steps: int,
        allow: AllowStep,
        judge: Judge | None,
        wait: timedelta,
    ) -> Committed:
        async with self._repository.enter(where) as loaded:
            game, before = loaded.view.game, loaded.revision
            history = await self._history(loaded)
            to = step(history.tree, before.number, steps)
            ends = (before.number, to) if kind is EntryKind.UNDO else (to, before.number)
            allow(before.table, history.authors(history.tree.between(*ends)))
            revision = loaded.kept(to)
            if revision is None:
                # Of a redo also those to which the next ones lead.
                ahead = to if kind is EntryKind.UNDO else history.tree.ahead(to, REVISIONS_KEPT - 1)
                read = await revisions_up_to(self._log, game, ahead, to)
                loaded.keep(read)
                revision = next(one for one in read if one.number == to)
            await self._require_free(loaded, revision.table)
            entry = LogEntry(
                *(loaded.last + 1, kind, before.number, to, *self._signed(request)), action=None, events=()
            )
            can_redo = history.tree.is_followed(to)
            new = NextEntry(entry, revision, can_redo=can_redo, judge=judge, wait=wait)
            return await self._commits.commit(loaded, new)

    async def _history(self, loaded: LoadedGame) -> History:
        if loaded.history is None:
            loaded.history = History(await self._log.actions(loaded.view.game))
        return loaded.history
