"""Counters on players."""

from msgspec.structs import replace

from rules.events.event import GameEvent
from rules.game.game import Game
from rules.game.parts import PlayerId


class CountersAdded(GameEvent, frozen=True, kw_only=True):
    """A player got counters (122.1); `total` is the holder's number after it."""

    who: PlayerId
    kind: str
    amount: int
    total: int
    rule: str = "122.1"
    source: PlayerId | None = None

    def apply(self, game: Game) -> Game:
        return _with_counters(game, self.who, self.kind, self.total)


class CountersRemoved(GameEvent, frozen=True, kw_only=True):
    """A player lost counters or paid with them (107.14)."""

    who: PlayerId
    kind: str
    amount: int
    total: int
    rule: str = "122.1"

    def apply(self, game: Game) -> Game:
        return _with_counters(game, self.who, self.kind, self.total)


def _with_counters(game: Game, who: PlayerId, kind: str, total: int) -> Game:
    holder = game.counter_holder(who, kind)
    kinds = {**game.counters_of(holder), kind: total}
    kept = {name: n for name, n in kinds.items() if n}
    return replace(game, counters={**game.counters, holder: kept})
