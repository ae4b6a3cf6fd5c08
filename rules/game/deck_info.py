"""What players say about their Commander decks before a game: the bracket, and what else the table asks."""

from msgspec import Struct

BRACKETS = range(1, 6)
"""Commander brackets, from Exhibition to cEDH."""
MAX_TURN = 10
"""The last turn by which a deck can be said to win; it stands for later ones, too."""
MAX_GAME_CHANGERS = 10
"""The number of Game Changers that stands for more of them, too."""


class DeckInfo(Struct, frozen=True, kw_only=True, gc=False):
    """A player's own words about a deck, which no rule checks."""

    bracket: int | None = None
    """None if it wasn't said, as below."""
    wins_by: int | None = None
    """The turn by which the deck expects to win."""
    game_changers: int | None = None
    """The number of cards on the list of Game Changers."""
    combos: bool = False
    """Whether it has infinite combos."""
    land_destruction: bool = False
    """Whether it has mass land destruction."""
    proxies: bool = False


def is_valid(deck: DeckInfo) -> bool:
    """Return whether all of its numbers can be said."""
    turn, changers = deck.wins_by, deck.game_changers
    return (
        (deck.bracket is None or deck.bracket in BRACKETS)
        and (turn is None or 1 <= turn <= MAX_TURN)
        and (changers is None or 0 <= changers <= MAX_GAME_CHANGERS)
    )
