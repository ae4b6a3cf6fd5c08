"""Commanders: their names, and casting them."""

from msgspec.structs import replace

from rules.events.event import PlayerEvent, with_player_fields
from rules.game.game import Game
from rules.game.parts import Commander


class CommanderNamed(PlayerEvent, frozen=True, kw_only=True):
    """A player has this commander (903.3)."""

    commander: Commander

    def apply(self, game: Game) -> Game:
        cards = game.player(self.who).commanders
        others = (card for card in cards if card.id != self.commander.id)
        return with_player_fields(game, self.who, commanders=(*others, self.commander))


class CommanderCast(PlayerEvent, frozen=True, kw_only=True):
    """A commander was cast from the command zone, `casts` times by now: `tax` mana more next time (903.8)."""

    commander: str
    casts: int
    tax: int
    rule: str = "903.8"

    def apply(self, game: Game) -> Game:
        cards = game.player(self.who).commanders
        cast = (replace(card, casts=self.casts) if card.id == self.commander else card for card in cards)
        return with_player_fields(game, self.who, commanders=tuple(cast))


class CommanderDamageSet(PlayerEvent, frozen=True, kw_only=True):
    """The combat damage by a commander to a player over the game counts as this much now (903.10a)."""

    commander: str
    tally: int
    team: int | None = None
    """The change of the team's total, if teams share it."""

    def apply(self, game: Game) -> Game:
        tallies = {**game.player(self.who).commander_damage, self.commander: self.tally}
        return with_player_fields(
            game, self.who, commander_damage={one: n for one, n in tallies.items() if n}
        )
