"""The game as an immutable value, and what it is made of."""

from rules.game.game import Game
from rules.game.names import (
    CommanderId,
    DayNight,
    EffectKind,
    Holder,
    MarkerState,
    PlayerId,
    PlayerOutcome,
    SideId,
    Taker,
    TurnKind,
)
from rules.game.parts import (
    Commander,
    Departure,
    Dungeon,
    Effect,
    Hand,
    Marker,
    Outcome,
    Player,
    Ruleset,
    Side,
    Turn,
)

__all__ = [
    "Commander",
    "CommanderId",
    "DayNight",
    "Departure",
    "Dungeon",
    "Effect",
    "EffectKind",
    "Game",
    "Hand",
    "Holder",
    "Marker",
    "MarkerState",
    "Outcome",
    "Player",
    "PlayerId",
    "PlayerOutcome",
    "Ruleset",
    "Side",
    "SideId",
    "Taker",
    "Turn",
    "TurnKind",
]
