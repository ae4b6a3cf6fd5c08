"""What has been chosen for a card, as buttons and forms carry it."""

from msgspec.structs import replace

from cogs.core.custom_ids import Number, Value, mask, places, whole
from rules.cards import Card, Play, card_named
from rules.game.game import Game
from rules.refusal import Refusal

NOTHING = "-"
"""What is carried in place of no number."""


class Chosen(Value, frozen=True):
    """A card, the seats of whoever plays it and of those it is played on, its number, and the last step of
    the game when it was chosen."""

    between = "."
    by: Number
    at: Number
    seats: str
    """The sum of two to the power of each seat, in hexadecimal."""
    x: str
    card: str

    def play(self, game: Game) -> Play:
        """The card as it is played at a game. Raises Refusal "outdated" where it lacks a seat."""
        ids = [player.id for player in game.players]
        try:
            chosen = tuple(ids[seat] for seat in places(self.seats))
            x = None if self.x == NOTHING else whole(self.x)
            return Play(game=game, by=ids[self.by], chosen=chosen, x=x)
        except IndexError:
            raise Refusal("outdated") from None


def of_play(card: Card, play: Play, at: int) -> Chosen:
    """What buttons carry for a card."""
    ids = [player.id for player in play.game.players]
    seats, x = mask(ids.index(id) for id in play.chosen), NOTHING if play.x is None else str(play.x)
    return Chosen(ids.index(play.by), at, seats, x, card.name)


def read(carried: str) -> Chosen:
    """What a button carries; raises Refusal "outdated" for anything else."""
    chosen = Chosen.read(carried)
    return replace(chosen, card=card_named(chosen.card).name)
