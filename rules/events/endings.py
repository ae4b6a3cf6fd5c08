"""Checks, departures and the end."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.game import Game, Outcome, PlayerId, PlayerOutcome


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
    by: PlayerId | None = None
    """The player who has said so, where it was another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersLeft:
    """Players left the game in one event, having lost or drawn (104.5)."""

    leaving: tuple[Leaving, ...]
    result: PlayerOutcome


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The game is over (104.1) and `results` is final for everybody."""

    outcome: Outcome
    results: Mapping[PlayerId, PlayerOutcome]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRestarted:
    """The players still in the game began anew from this value; nobody won, lost or drew (104.6)."""

    game: Game
    by: PlayerId
    rule: str
