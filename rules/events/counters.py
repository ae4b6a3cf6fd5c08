"""Counters on players."""

from msgspec.structs import replace

from rules.events.event import PlayerEvent, by_other, with_blow
from rules.game.game import Game
from rules.game.parts import PlayerId


class _CountersChanged(PlayerEvent, frozen=True, kw_only=True):
    """A player's counters of a kind changed by `amount`; `total` is the holder's number after it."""

    kind: str
    amount: int
    total: int
    rule: str = "122.1"

    def apply(self, game: Game) -> Game:
        holder = game.counter_holder(self.who, self.kind)
        kinds = {**game.counters_of(holder), self.kind: self.total}
        kept = {name: n for name, n in kinds.items() if n}
        return replace(game, counters={**game.counters, holder: kept})


class CountersAdded(_CountersChanged, frozen=True, kw_only=True):
    """A player got counters (122.1)."""

    source: PlayerId | None = None

    def apply(self, game: Game) -> Game:
        after = super().apply(game)
        if self.kind != "poison":
            return after
        return with_blow(after, "poison", game.poison_holder(self.who), self.dealer(game))

    def dealer(self, game: Game) -> PlayerId | None:
        """Return the player who put the counters there; None if unknown."""
        return by_other(game, self.who, self.source)


class CountersRemoved(_CountersChanged, frozen=True, kw_only=True):
    """A player lost counters or paid with them (107.14)."""
