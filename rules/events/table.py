"""The table itself: its lobby, the start, holds, notes."""

from dataclasses import dataclass

from rules.game import Game
from rules.game.lobby import Lobby


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
