"""Drawing cards, as far as it can lose the game (121.4, 704.5b)."""

from rules.events import CardDrawn, DrewFromEmptyLibrary, LibraryCounted
from rules.game import PlayerId
from rules.refusal import Refusal
from rules.step import Step

MOST_AT_ONCE = 250
"""Cards that one effect makes somebody draw at most: every draw is recorded by itself."""


def count(step: Step, who: PlayerId, cards: int) -> None:
    """The table says how many cards a player's library has; raises Refusal for less than none."""
    step.require_playing(who)
    if cards < 0:
        raise Refusal("bad_number", text=str(cards))
    step.record(LibraryCounted(who=who, cards=cards))


def draw(step: Step, who: PlayerId, cards: int) -> None:
    """A player draws one card at a time; without a card left the draw fails and is remembered.

    Raises Refusal for more cards than anybody draws at once.
    """
    step.require_playing(who)
    if cards > MOST_AT_ONCE:
        raise Refusal("too_many_cards", allows=MOST_AT_ONCE)
    for _ in range(cards):
        if step.game.player(who).library == 0:
            fail_draw(step, who)
        else:
            step.record(CardDrawn(who=who))


def fail_draw(step: Step, who: PlayerId) -> None:
    """A player had to draw from an empty library and loses at the next check (704.5b)."""
    step.require_playing(who)
    step.record(DrewFromEmptyLibrary(who=who, rule=step.rule("lose_library")))
