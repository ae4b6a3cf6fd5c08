"""What has been chosen for a card, as buttons and forms carry it."""

from msgspec import Struct

from cogs.core.custom_ids import whole
from rules.cards import Card, Play, card_named
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.refusal import Refusal

NOTHING = "-"


class Chosen(Struct, frozen=True, kw_only=True):
    """A card, the seats of whoever plays it and of those it is played on, its number, and the last step of
    the game when it was chosen."""

    card: str
    by: int
    at: int
    seats: tuple[int, ...] = ()
    x: int | None = None

    def __str__(self) -> str:
        seats = sum(1 << seat for seat in self.seats)
        x = NOTHING if self.x is None else self.x
        return f"{self.by}.{self.at}.{seats:x}.{x}.{self.card}"

    def play(self, game: Game) -> Play:
        """The card as it is played at a game. Raises Refusal "outdated" where it lacks a seat."""
        ids = [player.id for player in game.players]
        try:
            chosen = tuple(ids[seat] for seat in self.seats)
            return Play(game=game, by=ids[self.by], chosen=chosen, x=self.x)
        except IndexError:
            raise Refusal("outdated") from None


def of_play(card: Card, play: Play, at: int) -> Chosen:
    """What buttons carry for a card."""
    ids = [player.id for player in play.game.players]
    return Chosen(card=card.name, by=ids.index(play.by), at=at, seats=_seats(ids, play.chosen), x=play.x)


def _seats(ids: list[PlayerId], chosen: tuple[PlayerId, ...]) -> tuple[int, ...]:
    return tuple(sorted(ids.index(id) for id in chosen))


def read(carried: str) -> Chosen:
    """What a button carries; raises Refusal "outdated" for anything else."""
    parts = carried.split(".", 4)
    try:
        by, at, seats, x, name = parts
        mask = int(seats, 16)
    except ValueError:
        raise Refusal("outdated") from None
    chosen = tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
    number = None if x == NOTHING else whole(x)
    return Chosen(card=card_named(name).name, by=whole(by), at=whole(at), seats=chosen, x=number)
