"""What is on its way to the messages of boards: two writes at once may arrive in either order."""

import contextlib
from collections.abc import Callable, Generator

from msgspec import Struct, field

from rules.game.parts import GameId


class Writes(Struct):
    """What is on its way to one message."""

    number: int = 0
    """How many of them."""
    entries: set[int | None] = field(default_factory=set[int | None])
    """The entries that the message shows after one of them; None if no one knows."""
    wanted: bool = False
    """An edit was put off until they are over."""


class BoardWrites:
    """The writes under way, by message.

    ``settle`` is called with a game, its message and the writes once all of them are over.
    """

    def __init__(self, settle: Callable[[GameId, int, Writes], None]) -> None:
        self._settle = settle
        self._writes: dict[int, Writes] = {}

    @contextlib.contextmanager
    def write(self, game: GameId, message: int, entry: int, *, own: bool = False) -> Generator[None]:
        """Write to a message inside of the block, so that it shows an entry. ``own``: the caller handles a
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
        """Return whether something is on its way to a message; an edit is wanted then once that is over."""
        writes = self._writes.get(message)
        if writes is None:
            return False
        writes.wanted = True
        return True
