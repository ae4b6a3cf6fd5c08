"""Pending edits of boards' messages: two edits at once may arrive in either order."""

import contextlib
from collections.abc import Callable, Generator

from msgspec import Struct, field

from rules.game.parts import GameId


class Writes(Struct):
    """Pending edits of one message."""

    number: int = 0
    """The number of pending writes."""
    entries: set[int | None] = field(default_factory=set[int | None])
    """The possible entries that the message shows afterwards; None for unknown."""
    wanted: bool = False
    """Whether an edit was postponed until they are over."""


class BoardWrites:
    """The pending writes, by message.

    ``settle`` is called with a game, its message and the writes once all have ended.
    """

    def __init__(self, settle: Callable[[GameId, int, Writes], None]) -> None:
        self._settle = settle
        self._writes: dict[int, Writes] = {}

    @contextlib.contextmanager
    def write(self, game: GameId, message: int, entry: int, *, own: bool = False) -> Generator[None]:
        """Write to a message inside the block, so that it shows an entry. ``own``: the caller handles a
        failure."""
        writes = self._writes.setdefault(message, Writes())
        writes.number += 1
        try:
            yield
        except BaseException:
            if not own:
                writes.entries.add(None)
            raise
        else:
            writes.entries.add(entry)
        finally:
            writes.number -= 1
            if not writes.number:
                del self._writes[message]
                self._settle(game, message, writes)

    def put_off(self, message: int) -> bool:
        """Return whether a message has pending writes; if so, another edit follows them."""
        writes = self._writes.get(message)
        if writes is None:
            return False
        writes.wanted = True
        return True
