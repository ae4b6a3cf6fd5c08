"""Life totals and damage."""

from dataclasses import dataclass

from rules.game import PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageDealt:
    """A source dealt damage to a player (120); `commander` is set when it is tallied (903.10a)."""

    to: PlayerId
    amount: int
    source: PlayerId | None = None
    combat: bool = False
    commander: str | None = None
    tally: int = 0
    """Combat damage by this commander to this player over the game, after this."""
    rule: str = "120.3"


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeLost:
    """A player lost life (119.3); `total` is the holder's total after it."""

    who: PlayerId
    amount: int
    total: int
    cause: str
    rule: str
    source: PlayerId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeGained:
    """A player gained life (119.3); `total` is the holder's total after it."""

    who: PlayerId
    amount: int
    total: int
    cause: str
    rule: str
    source: PlayerId | None = None
