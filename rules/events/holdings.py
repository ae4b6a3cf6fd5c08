"""Counters, commanders, effects, libraries and opening hands."""

from dataclasses import dataclass

from rules.game import Commander, Effect, Hand, PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class CountersAdded:
    """A player got counters (122.1); `total` is the holder's number after it."""

    who: PlayerId
    kind: str
    amount: int
    total: int
    rule: str = "122.1"
    source: PlayerId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountersRemoved:
    """A player lost counters or paid with them (107.14)."""

    who: PlayerId
    kind: str
    amount: int
    total: int
    rule: str = "122.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommanderNamed:
    """A player has this commander (903.3)."""

    who: PlayerId
    commander: Commander


@dataclass(frozen=True, slots=True, kw_only=True)
class CommanderCast:
    """A commander was cast from the command zone, `casts` times by now: `tax` mana more next time (903.8)."""

    who: PlayerId
    commander: str
    casts: int
    tax: int
    rule: str = "903.8"


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectBegan:
    """A continuous effect began (611)."""

    effect: Effect


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectEnded:
    """A continuous effect ended: removed, used up, expired, or its source left."""

    effect: Effect
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryCounted:
    """The table said how many cards a player's library has."""

    who: PlayerId
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn:
    """A player drew a card from a library that the table counts (121)."""

    who: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class DrewFromEmptyLibrary:
    """A player could not draw (121.4) and loses at the next check (704.5b)."""

    who: PlayerId
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandChanged:
    """A player took a mulligan or kept (103.5)."""

    who: PlayerId
    hand: Hand
    rule: str
