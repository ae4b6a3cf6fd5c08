"""The table itself: its lobby, the start, holds, notes."""

from msgspec.structs import replace

from rules.events.event import Event, GameEvent, PlayerEvent, change
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.turn_times import TurnTimes


class LobbyChanged(Event, frozen=True, kw_only=True):
    """The lobby is now this: somebody joined or left, or an option was changed."""

    lobby: Lobby
    change: str
    who: str = ""


class GameStarted(Event, frozen=True, kw_only=True):
    """The game began (103) from this value."""

    game: Game


class GameFixed(GameEvent, frozen=True, kw_only=True):
    """Earlier steps were corrected, and what followed them was carried out again: the game is now this, and
    its turns have taken so long."""

    game: Game
    turn_times: TurnTimes

    def apply(self, game: Game) -> Game:
        return self.game


class HoldBegan(GameEvent, frozen=True, kw_only=True):
    """The table enters several changes as one event; checks wait."""

    def apply(self, game: Game) -> Game:
        return replace(game, held=True)


class HoldEnded(GameEvent, frozen=True, kw_only=True):
    """The changes entered since the hold began are one event; checks follow (704.3)."""

    def apply(self, game: Game) -> Game:
        return replace(game, held=False)


class LinkChanged(GameEvent, frozen=True, kw_only=True):
    """The table's webcam room has this address."""

    link: str | None

    def apply(self, game: Game) -> Game:
        return replace(game, options=replace(game.options, link=self.link))


class SeatHandedOver(PlayerEvent, frozen=True, kw_only=True):
    """Another person plays on in a player's seat: the Discord user ``user``, called ``name``; None once that
    person's data was deleted."""

    user: int | None
    name: str

    def apply(self, game: Game) -> Game:
        return change(game, self.who, user=self.user, name=self.name)


class ChanceDrawn(GameEvent, frozen=True, kw_only=True):
    """Dice, a coin or a player drawn by the bot."""

    kind: str
    asked: str
    result: str
