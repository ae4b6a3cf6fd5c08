"""Life totals and damage."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from rules.events.event import GameEvent, PlayerEvent, by_other, with_blow, with_player_fields
from rules.game.game import Game
from rules.game.parts import PlayerId

LifeCause: TypeAlias = Literal[
    "loss",
    "damage",
    "payment",
    "rad",
    "gain_replaced",
    "gain",
    "lifelink",
    "set",
    "double",
    "exchange",
    "redistribute",
    "replacement",
]
"""The cause of a life total's change, as in logs; each is worded in `cogs/text/facts/life.py`."""


class DamageDealt(GameEvent, frozen=True, kw_only=True):
    """A source dealt damage to a player (120); `commander` is set when it is tallied (903.10a)."""

    to: PlayerId
    amount: int
    source: PlayerId | None = None
    combat: bool = False
    commander: str | None = None
    tally: int = 0
    """Combat damage by this commander to this player over the game, after this."""
    team: int | None = None
    """The change of the team's total, if teams share it."""
    rule: str = "120.3"

    def apply(self, game: Game) -> Game:
        if self.commander is None:
            return game
        tallies = {**game.player(self.to).commander_damage, self.commander: self.tally}
        return with_player_fields(game, self.to, commander_damage=tallies)


class DamagePrevented(GameEvent, frozen=True, kw_only=True):
    """Damage that a source would have dealt to a player was prevented, so it never happened (615.6)."""

    to: PlayerId
    amount: int
    rule: str
    source: PlayerId | None = None
    combat: bool = False
    commander: str | None = None


class DamageReplaced(GameEvent, frozen=True, kw_only=True):
    """A source deals another amount of damage to a player than it would have, such as double (614.6)."""

    to: PlayerId
    before: int
    after: int
    rule: str
    source: PlayerId | None = None


class _LifeChanged(PlayerEvent, frozen=True, kw_only=True):
    """A player's life total changed by `amount` (119.3); `total` is the holder's total after it."""

    amount: int
    total: int
    cause: str
    rule: str
    source: PlayerId | None = None

    def apply(self, game: Game) -> Game:
        return replace(game, life={**game.life, game.life_holder(self.who): self.total})


class LifePaid(PlayerEvent, frozen=True, kw_only=True):
    """A player paid 0 life, which changes no total (119.4b); any other payment is a loss of life."""

    amount: int
    rule: str


class LifeLost(_LifeChanged, frozen=True, kw_only=True):
    """A player lost life."""

    def apply(self, game: Game) -> Game:
        return with_blow(super().apply(game), "life", game.life_holder(self.who), self.dealer(game))

    def dealer(self, game: Game) -> PlayerId | None:
        """Return the player who caused the loss of life; None if unknown."""
        if self.cause == "payment":
            return self.who
        return self.source if self.cause == "damage" else by_other(game, self.who, self.source)


class LifeGained(_LifeChanged, frozen=True, kw_only=True):
    """A player gained life."""
