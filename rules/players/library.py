"""Drawing cards, as far as it can lose the game (121.4, 704.5b)."""

from rules.events.library import CardDrawn, DrewFromEmptyLibrary
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from rules.resolution import Resolution

MOST_AT_ONCE = 250
"""Cards that one effect makes somebody draw at most: every draw is recorded by itself."""


def draw(resolution: Resolution, who: PlayerId, cards: int) -> None:
    """A player draws one card at a time; without a card left the draw fails and is remembered.

    Raises Refusal for more cards than anybody draws at once.
    """
    resolution.require_playing(who)
    if cards > MOST_AT_ONCE:
        raise Refusal("too_many_cards", allows=MOST_AT_ONCE)
    for _ in range(cards):
        if resolution.game.player(who).library == 0:
            fail_draw(resolution, who)
        else:
            resolution.record(CardDrawn(who=who))


def fail_draw(resolution: Resolution, who: PlayerId) -> None:
    """A player had to draw from an empty library and loses at the next check (704.5b)."""
    resolution.require_playing(who)
    resolution.record(DrewFromEmptyLibrary(who=who, rule=resolution.rule("lose_library")))
