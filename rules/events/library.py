"""Libraries and opening hands."""

from rules.events.event import PlayerEvent, with_player_fields
from rules.game.game import Game
from rules.game.parts import Hand


class LibraryCounted(PlayerEvent, frozen=True, kw_only=True):
    """The table stated how many cards a player's library has."""

    cards: int

    def apply(self, game: Game) -> Game:
        return with_player_fields(game, self.who, library=self.cards)


class CardDrawn(PlayerEvent, frozen=True, kw_only=True):
    """A player drew a card from a library that the table counts (121)."""

    def apply(self, game: Game) -> Game:
        cards = game.player(self.who).library
        return game if cards is None else with_player_fields(game, self.who, library=cards - 1)


class DrewFromEmptyLibrary(PlayerEvent, frozen=True, kw_only=True):
    """A player could not draw (121.4) and loses at the next check (704.5b)."""

    rule: str

    def apply(self, game: Game) -> Game:
        return with_player_fields(game, self.who, failed_draw=True)


class HandChanged(PlayerEvent, frozen=True, kw_only=True):
    """A player took a mulligan or kept (103.5)."""

    hand: Hand
    rule: str

    def apply(self, game: Game) -> Game:
        return with_player_fields(game, self.who, hand=self.hand)
