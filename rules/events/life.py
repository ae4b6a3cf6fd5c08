"""Life totals and damage."""

from dataclasses import dataclass, replace

from rules.events.event import GameEvent, change
from rules.game.game import Game
from rules.game.parts import PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageDealt(GameEvent):
    """A source dealt damage to a player (120); `commander` is set when it is tallied (903.10a)."""

    to: PlayerId
    amount: int
    source: PlayerId | None = None
    combat: bool = False
    commander: str | None = None
    tally: int = 0
    """Combat damage by this commander to this player over the game, after this."""
    rule: str = "120.3"

    def apply(self, game: Game) -> Game:
        commander = self.commander
        if commander is None:
            return game
        return change(
            game,
            self.to,
            lambda player: replace(
                player, commander_damage={**player.commander_damage, commander: self.tally}
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeLost(GameEvent):
    """A player lost life (119.3); `total` is the holder's total after it."""

    who: PlayerId
    amount: int
    total: int
    cause: str
    rule: str
    source: PlayerId | None = None

    def apply(self, game: Game) -> Game:
        holder = game.life_holder(self.who)
        return replace(game, life={**game.life, holder: game.life[holder] - self.amount})


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeGained(GameEvent):
    """A player gained life (119.3); `total` is the holder's total after it."""

    who: PlayerId
    amount: int
    total: int
    cause: str
    rule: str
    source: PlayerId | None = None

    def apply(self, game: Game) -> Game:
        holder = game.life_holder(self.who)
        return replace(game, life={**game.life, holder: game.life[holder] + self.amount})
