"""The table itself: its lobby, the start, holds, notes."""

from dataclasses import dataclass, replace

from rules.events.event import Event, GameEvent
from rules.game.game import Game
from rules.game.lobby import Lobby


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyChanged(Event):
    """The lobby is now this: somebody joined or left, or an option was changed."""

    lobby: Lobby
    change: str
    who: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(Event):
    """The game began (103) from this value."""

    game: Game


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldBegan(GameEvent):
    """The table enters several changes as one event; checks wait."""

    def apply(self, game: Game) -> Game:
        return replace(game, held=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldEnded(GameEvent):
    """The changes entered since the hold began are one event; checks follow (704.3)."""

    def apply(self, game: Game) -> Game:
        return replace(game, held=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkChanged(GameEvent):
    """The table's webcam room has this address."""

    link: str | None

    def apply(self, game: Game) -> Game:
        return replace(game, options=replace(game.options, link=self.link))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceDrawn(GameEvent):
    """Dice, a coin or a player drawn by the bot."""

    kind: str
    asked: str
    result: str
