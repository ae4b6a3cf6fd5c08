"""What memory keeps of games, as they were committed."""

from array import array
from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rules.formats.options import MatchGame
from rules.game.lobby import Lobby
from rules.game.parts import GameId
from rules.game.turn_times import TurnTimes
from rules.game.undo_tree import UndoTree
from rules.setup import match
from rules.table import Table
from rules.turns.clock import Clock
from storage.events.cache import HeldLock, LruCache, StreamLocks
from storage.games.values import BoardMessage, EntryKind, GameView, LogEntry

ENTRIES_SHOWN = 6
REVISIONS_KEPT = 8
"""Of a game at which people undo and redo."""
REVISIONS_KEPT_AT_FIRST = 2
"""Of any other, of which there may be ten thousand in memory."""


class Revision(Struct, frozen=True, gc=False):
    """The table after an action, and the action before it on the way there."""

    number: int
    parent: int
    table: Table
    unsaved: int
    """How many actions lie between this and the nearest snapshot on the way to it."""
    turn_times: TurnTimes


START = Revision(number=0, parent=0, table=Lobby(), unsaved=0, turn_times=TurnTimes())
NO_CLOCK = Clock()
"""That of a table at which nobody has started or paused any."""


class History:
    """The actions of a game, undone ones too, and the user who asked for each."""

    def __init__(self, actions: Iterable[tuple[int, int, int]]) -> None:
        self.tree = UndoTree()
        self._authors = array("q")
        for number, parent, user in actions:
            self.add(number, parent, user)

    def add(self, number: int, parent: int, user: int) -> None:
        """An action has been taken."""
        self.tree.add(number, parent)
        self._authors.extend([0] * (number + 1 - len(self._authors)))
        self._authors[number] = user

    def authors(self, numbers: Iterable[int]) -> set[int]:
        """The users who asked for these actions."""
        return {self._authors[number] for number in numbers}


class LoadedGame:
    """A game in memory, never more than the log says: it changes only right after a commit."""

    __slots__ = ("continuing", "earlier", "history", "revision", "revisions", "view")

    def __init__(self, view: GameView, revisions: Iterable[Revision]) -> None:
        self.view = view
        self.revisions = tuple(revisions)
        """Those that an undo or redo is likely to lead to; the one on which the table stands is the last."""
        self.revision = self.revisions[-1]
        self.history: History | None = None
        """Once an undo or redo has asked for it."""
        self.continuing = 0
        """The entry that may go on as one step with the next one, if there is one."""
        self.earlier: Mapping[int, MatchGame] = {}
        """The games of its match before it as they stood when it was loaded, by their numbers."""

    def learn(self, earlier: Mapping[int, MatchGame]) -> None:
        """Remember these games as those of the match before."""
        self.earlier = earlier
        self.revision = self.as_matched(self.revision)
        self.revisions = (*self.revisions[:-1], self.revision)
        self.view = replace(self.view, table=self.revision.table)

    def as_matched(self, revision: Revision) -> Revision:
        """A revision with the winners of earlier games of the match as they are known now."""
        options = match.corrected(revision.table.options, self.earlier) if self.earlier else None
        if options is None or options is revision.table.options:
            return revision
        return replace(revision, table=replace(revision.table, options=options))

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return self.view.entries[-1].number

    def advance(self, entry: LogEntry, revision: Revision, clock: Clock, *, can_redo: bool) -> None:
        """The entry is committed, and the table stands on this revision now, with these clocks."""
        if entry.parent != self.revision.number:  # the entry stands in place of the last one
            self.revisions = self.revisions[:-1]
        self.revision = revision
        self.keep([revision])
        if self.history is not None and entry.kind is EntryKind.ACT:
            self.history.add(entry.number, entry.parent, entry.user)
        was = self.view
        self.view = GameView(
            *(was.game, was.location, was.opened, was.board, revision.table),
            (*was.entries[1 - ENTRIES_SHOWN :], entry),
            can_undo=revision.parent != 0,
            can_redo=can_redo,
            clock=clock,
            turn_times=revision.turn_times,
        )

    def keep(self, revisions: Iterable[Revision]) -> None:
        """Keep revisions for the next undo or redo, in place of the oldest ones."""
        numbered = {one.number: one for one in revisions}
        others = [one for one in self.revisions if one.number not in numbered]
        most = REVISIONS_KEPT_AT_FIRST if self.history is None else REVISIONS_KEPT
        self.revisions = (*others, *numbered.values())[-most:]

    def kept(self, number: int) -> Revision | None:
        """The revision after an action, where it is kept."""
        return next((one for one in self.revisions if one.number == number), None)

    def show(self, board: BoardMessage | None) -> None:
        """The board is committed."""
        self.view = replace(self.view, board=board)


class GameCache:
    """The games in memory: the ``limit`` that were used last, and those of channels with somebody at work.

    ``on_dropped`` is called with each game that makes room, or is dropped alone.
    """

    def __init__(self, limit: int, on_dropped: Callable[[GameId], None]) -> None:
        self._on_dropped = on_dropped
        self._locks = StreamLocks[int]()
        self._games = LruCache[GameId, LoadedGame](limit, in_use=self._in_use, dropped=self._dropped)
        self._current: dict[int, GameId] = {}
        """The game of each channel that is in progress, or else the newest one."""

    def __contains__(self, game: GameId) -> bool:
        """Whether a game is in memory."""
        return self._games.peek(game) is not None

    def hold(self, channel: int) -> HeldLock[int]:
        """``async with`` it to be alone with the games of a channel; whoever came first is first."""
        return self._locks.hold(channel)

    def get(self, game: GameId) -> LoadedGame | None:
        """A game as the last commit left it; None where it isn't in memory."""
        return self._games.get(game)

    def current(self, channel: int) -> LoadedGame | None:
        """The channel's game in progress, or else its newest one; None where it isn't in memory."""
        game = self._current.get(channel)
        return None if game is None else self._games.get(game)

    def put(self, loaded: LoadedGame, *, current: bool = False) -> None:
        """Keep a game, which may be its channel's current one."""
        self._games.put(loaded.view.game, loaded)
        if current:
            self._current[loaded.view.location.channel] = loaded.view.game

    def forget_current(self, channel: int) -> None:
        """Another game of the channel may be the current one now."""
        self._current.pop(channel, None)

    def drop_others(self, owns: Callable[[int | None], bool]) -> None:
        """Games of servers that another process serves now are loaded when they are needed here again."""
        self._games.clear(lambda loaded: not owns(loaded.view.location.guild))
        self._current = {
            channel: game for channel, game in self._current.items() if self._games.peek(game) is not None
        }

    def drop(self, game: GameId) -> None:
        """The log of a game has been rewritten: the game is loaded when it is needed next."""
        loaded = self._games.pop(game)
        if loaded is not None:
            self._dropped(game, loaded)

    def _in_use(self, game: GameId) -> bool:
        loaded = self._games.peek(game)
        return loaded is not None and loaded.view.location.channel in self._locks

    def _dropped(self, game: GameId, loaded: LoadedGame) -> None:
        if self._current.get(loaded.view.location.channel) == game:
            self.forget_current(loaded.view.location.channel)
        self._on_dropped(game)
