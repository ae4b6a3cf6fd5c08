"""Cards that affect players, as data: each card's effect on the chosen players and numbers."""

from collections.abc import Mapping

from msgspec.structs import replace

from rules.actions.action import Action
from rules.actions.cards import ResolveCard
from rules.actions.continuous_effects import BeginEffect
from rules.actions.table import InOrder
from rules.cards.card import Card, Play
from rules.cards.damage import DAMAGE
from rules.cards.effects import EFFECT_CARDS
from rules.cards.endings import ENDING_CARDS
from rules.cards.hands import HANDS
from rules.cards.life import LIFE
from rules.cards.replacements import REPLACEMENTS
from rules.cards.totals import TOTALS
from rules.formats.editions import cite
from rules.game.parts import PlayerId
from rules.refusal import Refusal

CARDS: Mapping[str, Card] = {
    card.name: card
    for card in sorted(
        (*LIFE, *DAMAGE, *TOTALS, *EFFECT_CARDS, *REPLACEMENTS, *HANDS, *ENDING_CARDS),
        key=lambda card: card.name,
    )
}
"""Every card by its name, in alphabetical order."""


def play(card: Card, chosen: Play) -> Action:
    """Return a card's actions, in the order of its text (608.2c).

    Raises Refusal "card_needs_players", "card_needs_x", "card_needs_numbers", "card_needs_mode" and the
    like for missing choices, "card_players" or "out_of_range" for invalid players, and "card_condition" if
    its condition isn't met.
    """
    try:
        meant = card.meant(chosen)
        title = ResolveCard(who=chosen.by, card=card.name, key=meant.rule)
        return InOrder(actions=(title, *(_made(card, chosen.by, one) for one in meant.actions(chosen))))
    except Refusal as refusal:
        cite(refusal, chosen.game.options.edition)
        raise


def _made(card: Card, by: PlayerId, action: Action) -> Action:
    """Return the card's actions with its player as their controller and the owner of its effects."""
    if isinstance(action, BeginEffect):
        return replace(action, card=card.name, source=by, ranged=True)
    if "ranged" in action.__struct_fields__:
        return replace(action, by=getattr(action, "by", None) or by, ranged=True)
    if "by" in action.__struct_fields__ and getattr(action, "by", None) is None:
        return replace(action, by=by)
    return action


def card_named(name: str) -> Card:
    """Return the card of this name, whatever its case, or the only one with these words in its name.

    Raises Refusal "no_such_card".
    """
    wanted = name.strip().casefold()
    for card in CARDS.values():
        if card.name.casefold() == wanted:
            return card
    match with_words(name):
        case [only] if wanted:
            return CARDS[only]
        case _:
            raise Refusal("no_such_card", card=name, hint="")


def with_words(typed: str) -> list[str]:
    """Return the names of cards that contain every typed word, those that begin with them first."""
    wanted = typed.strip().casefold()
    names = (name for name in CARDS if all(word in name.casefold() for word in wanted.split()))
    return sorted(names, key=lambda name: not name.casefold().startswith(wanted))
