"""Commanders: their names, and casting them."""

from msgspec.structs import replace

from rules.events.event import GameEvent, change
from rules.game.game import Game
from rules.game.parts import Commander, Player, PlayerId


class CommanderNamed(GameEvent, frozen=True, kw_only=True):
    """A player has this commander (903.3)."""

    who: PlayerId
    commander: Commander

    def apply(self, game: Game) -> Game:
        def name(player: Player) -> Player:
            others = (card for card in player.commanders if card.id != self.commander.id)
            return replace(player, commanders=(*others, self.commander))

        return change(game, self.who, name)


class CommanderCast(GameEvent, frozen=True, kw_only=True):
    """A commander was cast from the command zone, `casts` times by now: `tax` mana more next time (903.8)."""

    who: PlayerId
    commander: str
    casts: int
    tax: int
    rule: str = "903.8"

    def apply(self, game: Game) -> Game:
        def cast(player: Player) -> Player:
            cards = (
                replace(card, casts=self.casts) if card.id == self.commander else card
                for card in player.commanders
            )
            return replace(player, commanders=tuple(cards))

        return change(game, self.who, cast)
