"""The facts that a game is made of, in past tense.

State is a fold over them; words and statistics are made from them.
"""

from collections.abc import Mapping
from typing import TypeAlias, get_args

from rules.events.designations import (
    DayNightChanged,
    DesignationGained,
    DungeonCompleted,
    DungeonMoved,
    EnginesStarted,
    InitiativeChanged,
    MonarchChanged,
    RingTempted,
    SpeedChanged,
    SpellCast,
    VentureTriggered,
)
from rules.events.endings import (
    ChecksMade,
    GameEnded,
    GameLossReplaced,
    GameRestarted,
    Leaving,
    PlayersLeft,
)
from rules.events.holdings import (
    CardDrawn,
    CommanderCast,
    CommanderNamed,
    CountersAdded,
    CountersRemoved,
    DrewFromEmptyLibrary,
    EffectBegan,
    EffectEnded,
    HandChanged,
    LibraryCounted,
)
from rules.events.life import (
    DamageDealt,
    LifeGained,
    LifeLost,
)
from rules.events.table import (
    ChanceDrawn,
    GameStarted,
    HoldBegan,
    HoldEnded,
    LinkChanged,
    LobbyChanged,
)
from rules.events.turns import (
    ExtraTurnGranted,
    ExtraTurnsSaved,
    MarkerDesignated,
    MarkerMoved,
    MarkerRemoved,
    SkipGranted,
    TurnBegan,
    TurnEnded,
    TurnPassedOver,
    TurnSkipped,
)

__all__ = [
    "EVENTS",
    "CardDrawn",
    "ChanceDrawn",
    "ChecksMade",
    "CommanderCast",
    "CommanderNamed",
    "CountersAdded",
    "CountersRemoved",
    "DamageDealt",
    "DayNightChanged",
    "DesignationGained",
    "DrewFromEmptyLibrary",
    "DungeonCompleted",
    "DungeonMoved",
    "EffectBegan",
    "EffectEnded",
    "EnginesStarted",
    "Event",
    "ExtraTurnGranted",
    "ExtraTurnsSaved",
    "GameEnded",
    "GameEvent",
    "GameLossReplaced",
    "GameRestarted",
    "GameStarted",
    "HandChanged",
    "HoldBegan",
    "HoldEnded",
    "InitiativeChanged",
    "Leaving",
    "LibraryCounted",
    "LifeGained",
    "LifeLost",
    "LinkChanged",
    "LobbyChanged",
    "MarkerDesignated",
    "MarkerMoved",
    "MarkerRemoved",
    "MonarchChanged",
    "PlayersLeft",
    "RingTempted",
    "SkipGranted",
    "SpeedChanged",
    "SpellCast",
    "TurnBegan",
    "TurnEnded",
    "TurnPassedOver",
    "TurnSkipped",
    "VentureTriggered",
]

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
