"""The facts that a game is made of, in past tense.

State is a fold over them; words and statistics are made from them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, get_args

from rules.game import (
    Commander,
    DayNight,
    Dungeon,
    Effect,
    Game,
    Hand,
    Outcome,
    PlayerId,
    Result,
    Taker,
    TurnKind,
)
from rules.lobby import Lobby


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyChanged:
    """The lobby is now this: somebody joined or left, or an option was changed."""

    lobby: Lobby
    change: str
    who: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    """The game began (103) from this value."""

    game: Game


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRestarted:
    """The players still in the game began anew from this value; nobody won, lost or drew (104.6)."""

    game: Game
    by: PlayerId
    rule: str


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
class ChecksMade:
    """State-based actions were checked; failed draws before this are forgotten (704.5b)."""

    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLossReplaced:
    """One effect replaced every reason for which a player would lose at once (704.7)."""

    who: PlayerId
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """One player leaving as part of a departure, with the cause, its rule and the last known totals."""

    who: PlayerId
    cause: str
    rule: str
    life: int
    poison: int = 0
    commander: str | None = None
    """The commander that has dealt the player the most combat damage, and how much."""
    commander_damage: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersLeft:
    """Players left the game in one event, having lost or drawn (104.5)."""

    leaving: tuple[Leaving, ...]
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The game is over (104.1) and `results` is final for everybody."""

    outcome: Outcome
    results: Mapping[PlayerId, Result]


@dataclass(frozen=True, slots=True, kw_only=True)
class MonarchChanged:
    """The monarchy moved (725); nobody is monarch when `who` is None."""

    who: PlayerId | None
    cause: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeChanged:
    """The initiative was taken or moved (726)."""

    who: PlayerId | None
    cause: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VentureTriggered:
    """Taking the initiative makes its holder venture into the Undercity (726.2)."""

    who: PlayerId
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DungeonMoved:
    """A player's venture marker is on this room now (701.49)."""

    who: PlayerId
    dungeon: Dungeon
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DungeonCompleted:
    """A player completed a dungeon (309.7)."""

    who: PlayerId
    name: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignationGained:
    """A player got a designation that stays for the game, such as the city's blessing (702.131c)."""

    who: PlayerId
    name: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DayNightChanged:
    """It became day or night (731)."""

    to: DayNight
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellCast:
    """A player cast a spell, counted for day and night (731.2)."""

    who: PlayerId
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnginesStarted:
    """A player controls a permanent with start your engines! (702.179a)."""

    who: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedChanged:
    """A player's speed changed (702.179)."""

    who: PlayerId
    speed: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RingTempted:
    """The Ring tempted a player (701.54)."""

    who: PlayerId
    level: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandChanged:
    """A player took a mulligan or kept (103.5)."""

    who: PlayerId
    hand: Hand
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """A turn began; ranges of influence are those of this moment (801.2c)."""

    taker: Taker
    kind: TurnKind
    number: int
    rule: str
    marker: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """A turn ended."""

    taker: Taker
    marker: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSkipped:
    """A turn that would have begun was skipped (614.10)."""

    taker: Taker
    kind: TurnKind
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPassedOver:
    """The turn of somebody who has left would have begun here (800.4k)."""

    taker: Taker
    kind: TurnKind
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraTurnGranted:
    """Somebody takes an extra turn: after the current one, or before their next where `saved` (807.4j)."""

    taker: Taker
    rule: str
    saved: bool = False
    marker: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipGranted:
    """Somebody will skip the next turn that would begin for them (614.10a)."""

    taker: Taker
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraTurnsSaved:
    """Extra turns wait until just before their taker's next turn (807.4i, 807.4j)."""

    taker: Taker
    amount: int
    marker: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerMoved:
    """A turn marker is with `at`, waiting there, or in transit to `to` (807.4c, 608.4c)."""

    marker: int
    at: PlayerId | None
    kind: TurnKind
    rule: str
    to: PlayerId | None = None
    behind: int | None = None
    """The marker that has to be taken first (608.4c)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerDesignated:
    """A turn marker will be removed: `removals` of them are pending on it (807.4e)."""

    marker: int
    removals: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerRemoved:
    """A turn marker is gone (807.4f)."""

    marker: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldBegan:
    """The table enters several changes as one event; checks wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldEnded:
    """The changes entered since the hold began are one event; checks follow (704.3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkChanged:
    """The table's webcam room has this address."""

    link: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceDrawn:
    """Dice, a coin or a player drawn by the bot."""

    kind: str
    asked: str
    result: str


GameEvent: TypeAlias = (
    DamageDealt
    | LifeLost
    | LifeGained
    | CountersAdded
    | CountersRemoved
    | CommanderNamed
    | CommanderCast
    | EffectBegan
    | EffectEnded
    | LibraryCounted
    | CardDrawn
    | DrewFromEmptyLibrary
    | ChecksMade
    | GameLossReplaced
    | PlayersLeft
    | GameEnded
    | MonarchChanged
    | InitiativeChanged
    | VentureTriggered
    | DungeonMoved
    | DungeonCompleted
    | DesignationGained
    | DayNightChanged
    | SpellCast
    | EnginesStarted
    | SpeedChanged
    | RingTempted
    | HandChanged
    | TurnBegan
    | TurnEnded
    | TurnSkipped
    | TurnPassedOver
    | ExtraTurnGranted
    | SkipGranted
    | ExtraTurnsSaved
    | MarkerMoved
    | MarkerDesignated
    | MarkerRemoved
    | HoldBegan
    | HoldEnded
    | LinkChanged
    | ChanceDrawn
    | GameRestarted
)
Event: TypeAlias = LobbyChanged | GameStarted | GameEvent

EVENTS: Mapping[str, type[Event]] = {type_.__name__: type_ for type_ in get_args(Event)}
"""Every kind of event under its stable name, which is what a log stores."""
