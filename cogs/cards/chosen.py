"""The choices made for a card, encoded in buttons and forms."""

from msgspec.structs import replace

from cogs.core.custom_ids import IdNumber, Value, decode_places, mask, whole
from rules.cards import Card, Play, card_named
from rules.game.game import Game
from rules.refusal import Refusal

BLANK = "-"
"""A placeholder for no number and no mode."""
CHOICE_SEPARATOR = "/"


class Chosen(Value, frozen=True):
    """A card, the seats of its player and targets, its other options, and the game's last step when it was
    chosen."""

    between = "."
    by: IdNumber
    at: IdNumber
    seats: str
    """The seats as a bit mask, in hexadecimal."""
    said: str
    """The card's number, followed by the targets it is divided among and its mode, if any."""
    card: str

    def play(self, game: Game) -> Play:
        """Return the card's play at a game. Raises Refusal "outdated" if a seat is gone."""
        ids = [player.id for player in game.players]
        x, parts, mode = (None if one == BLANK else one for one in _three(self.said))
        try:
            return Play(
                game=game,
                by=ids[self.by],
                chosen=tuple(ids[seat] for seat in decode_places(self.seats)),
                x=None if x is None else whole(x),
                parts=None if parts is None else whole(parts),
                mode=mode,
            )
        except IndexError:
            raise Refusal("outdated") from None


def _three(said: str) -> list[str]:
    values = said.split(CHOICE_SEPARATOR)
    return [*values, *(BLANK,) * (3 - len(values))][:3]


def of_play(card: Card, play: Play, at: int) -> Chosen:
    """Encode a card's play for buttons."""
    ids = [player.id for player in play.game.players]
    said = [BLANK if one is None else str(one) for one in (play.x, play.parts, play.mode)]
    while len(said) > 1 and said[-1] == BLANK:
        said.pop()
    seats = mask(ids.index(id) for id in play.chosen)
    return Chosen(ids.index(play.by), at, seats, CHOICE_SEPARATOR.join(said), card.name)


def decode_choice(carried: str) -> Chosen:
    """Decode a button's value; raises Refusal "outdated" for anything else."""
    chosen = Chosen.read(carried)
    return replace(chosen, card=card_named(chosen.card).name)
