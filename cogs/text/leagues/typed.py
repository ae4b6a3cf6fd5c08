"""Words for the leagues' forms and options, in any language."""

from cogs.text.formatting import visible
from cogs.text.language import mark, tr
from cogs.text.typed import means

SPLIT, REPLAY = mark("split"), mark("replay")
"""Words for a draw's worth beside points."""
SELF_KILL = mark("self-kill")
"""The achievement for knocking oneself out."""
PLAY_OF_THE_GAME = mark("play of the game")
"""The achievement of a preset; all others have the names that judges give them."""
LONGEST_AWARD = 50
NOW, TODAY, YESTERDAY = mark("now"), mark("today"), mark("yesterday")


def award(typed: str) -> str:
    """Return a typed achievement as leagues store it."""
    return PLAY_OF_THE_GAME if means(typed, PLAY_OF_THE_GAME) else visible(typed).casefold()[:LONGEST_AWARD]


def awarded(award: str) -> str:
    """Return an achievement in its displayed and typed form."""
    return tr(PLAY_OF_THE_GAME) if award == PLAY_OF_THE_GAME else award
