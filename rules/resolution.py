"""One action being carried out: the game so far and the facts recorded on the way."""

from collections.abc import Callable, Iterable

from rules.events.event import GameEvent
from rules.formats.editions import RuleKey, loss_number, rule
from rules.formats.losses import LeavingKey
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.parts import Player, PlayerId
from rules.refusal import Refusal

MAX_TOTAL = 10**15
"""The highest total, above or below 0: no table counts further, and every program reads it exactly."""

MAX_FOLLOWING = 100
"""Events that follow one another from one action; with more it is a loop that doesn't end (104.4b)."""


class Resolution:
    """Collects events. `before` is the game when the action began: amounts are read from it, so that
    everything in one action happens at once."""

    def __init__(self, game: Game) -> None:
        self.before = game
        self.game = game
        self.events: list[GameEvent] = []
        self._last: list[Callable[[], None]] = []
        self._afterwards: list[Callable[[], None]] = []

    def record(self, event: GameEvent) -> None:
        """Add a fact and apply it to the game."""
        self.game = event.apply(self.game)
        self.events.append(event)

    def defer(self, change: Callable[[], None]) -> None:
        """Make a change at the end of the action, as it depends on everything else in the event."""
        self._last.append(change)

    def finish(self) -> None:
        """End the action: make deferred changes, and then those that follow, each as a separate event.

        Raises Refusal "endless_loop".
        """
        self._end_event()
        for _ in range(MAX_FOLLOWING):
            if not self._afterwards:
                return
            self.before = self.game
            self._afterwards.pop(0)()
            self._end_event()
        if self._afterwards:
            raise Refusal("endless_loop")

    def _end_event(self) -> None:
        for change in self._last:
            change()
        self._last.clear()

    def afterwards(self, change: Callable[[], None]) -> None:
        """Make a change immediately after this event, as a separate one (615.5)."""
        self._afterwards.append(change)

    def begin_next_event(self) -> None:
        """End the action and begin another one, which reads amounts from the current game."""
        self.finish()
        self.before = self.game

    def rule(self, key: RuleKey, *, shared: bool = False) -> str:
        """Return the number of a rule in the edition played; `shared`: for a side that shares its totals."""
        return rule(self.game.rules.edition, key, shared=shared)

    def way(self, key: LeavingKey, *, shared: bool = False) -> str:
        """Return the rule number of a way to lose or draw in the variant and edition played; empty for a
        variant's own way."""
        known = VARIANTS.get(self.game.rules.variant)
        return loss_number(() if known is None else known.losses, self.game.rules.edition, key, shared=shared)

    def playing(self, ids: Iterable[PlayerId]) -> tuple[PlayerId, ...]:
        """Return these players, each once; raises Refusal unless all of them are still in the game."""
        unique = tuple(dict.fromkeys(ids))
        for id in unique:
            player = self.game.player(id)
            if player.left is not None:
                raise Refusal("left_game", who=player.name)
        return unique

    def playing_one(self, id: PlayerId) -> Player:
        """Return a player; raises Refusal unless they are still in the game."""
        self.playing((id,))
        return self.game.player(id)


def require_countable(total: int) -> int:
    """Return the total; raises Refusal if it is too large to track."""
    if abs(total) > MAX_TOTAL:
        raise Refusal("bad_number", text=str(total))
    return total
