"""Libraries and opening hands."""

from msgspec.structs import replace

from rules.events.event import GameEvent, change
from rules.game.game import Game
from rules.game.parts import Hand, Player, PlayerId


class LibraryCounted(GameEvent, frozen=True, kw_only=True):
    """The table said how many cards a player's library has."""

    who: PlayerId
    cards: int

    def apply(self, game: Game) -> Game:
        return change(game, self.who, lambda player: replace(player, library=self.cards))


class CardDrawn(GameEvent, frozen=True, kw_only=True):
    """A player drew a card from a library that the table counts (121)."""

    who: PlayerId

    def apply(self, game: Game) -> Game:
        def draw(player: Player) -> Player:
            return player if player.library is None else replace(player, library=player.library - 1)

        return change(game, self.who, draw)


class DrewFromEmptyLibrary(GameEvent, frozen=True, kw_only=True):
    """A player could not draw (121.4) and loses at the next check (704.5b)."""

    who: PlayerId
    rule: str

    def apply(self, game: Game) -> Game:
        return change(game, self.who, lambda player: replace(player, failed_draw=True))


class HandChanged(GameEvent, frozen=True, kw_only=True):
    """A player took a mulligan or kept (103.5)."""

    who: PlayerId
    hand: Hand
    rule: str

    def apply(self, game: Game) -> Game:
        return change(game, self.who, lambda player: replace(player, hand=self.hand))
