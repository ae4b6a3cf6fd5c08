"""Cards that act on players, as data: what each of them does with the players and numbers that are chosen."""

from collections.abc import Mapping

from rules.actions.action import Action
from rules.actions.cards import ResolveCard
from rules.actions.table import Together
from rules.cards.card import Card, Play
from rules.cards.damage import DAMAGE
from rules.cards.effects import EFFECTS
from rules.cards.endings import ENDINGS
from rules.cards.hands import HANDS
from rules.cards.life import LIFE
from rules.cards.totals import TOTALS
from rules.refusal import Refusal

CARDS: Mapping[str, Card] = {
    card.name: card
    for card in sorted((*LIFE, *DAMAGE, *TOTALS, *EFFECTS, *HANDS, *ENDINGS), key=lambda card: card.name)
}
"""Every card by its name, in alphabetical order."""


def play(card: Card, chosen: Play) -> Action:
    """What a card does, as one event.

    Raises Refusal "card_needs_players", "card_needs_x" and "card_needs_numbers" for what is still to be
    chosen, and "card_players" for players whom it can't have.
    """
    card.require_complete(chosen)
    title = ResolveCard(who=chosen.by, card=card.name, key=card.rule)
    return Together(actions=(title, *card.actions(chosen)))


def card_named(name: str) -> Card:
    """The card of this name, whatever its case; raises Refusal "no_such_card"."""
    wanted = name.strip().casefold()
    for card in CARDS.values():
        if card.name.casefold() == wanted:
            return card
    raise Refusal("no_such_card", card=name)
