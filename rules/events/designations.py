"""Designations, speed, the Ring and dungeons."""

from dataclasses import dataclass

from rules.game import DayNight, Dungeon, PlayerId


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
    """Taking the initiative, or an upkeep with it, makes its holder venture into the Undercity (726.2)."""

    who: PlayerId
    rule: str
    upkeep: bool = False


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
