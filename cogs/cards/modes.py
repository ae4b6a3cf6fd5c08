"""Labels of cards' abilities and conditions, one of which has to be chosen."""

from collections.abc import Mapping

from cogs.core import autocomplete
from cogs.text.language import mark, tr
from rules.cards import Card, card_named
from rules.cards.card import Mode
from rules.refusal import Refusal

MODES: Mapping[Mode, str] = {
    "all_colors": mark("You control a land of each basic land type and a creature of each color"),
    "cast": mark("You cast it"),
    "end_step_loss": mark("At an end step: opponents lose the life that they have lost this turn"),
    "enters_damage": mark("It enters: damage for nonbasic lands"),
    "level_3": mark("It is at level 3"),
    "no_power_4": mark("You control no creature with power 4 or greater"),
    "power_4": mark("You control a creature with power 4 or greater"),
    "right_sources": mark("All your sources are of the kind that it names, such as red"),
    "controls_creature": mark("You control a creature"),
    "deal_2": mark("2 damage, and you gain 2 life"),
    "gain_for_spells": mark("A spell is cast: gain life for each spell of yours this turn"),
    "in_play": mark("It has come into play"),
    "pay_50": mark("Pay 50 life: 50 damage"),
    "set_to_10": mark("An opponent's life total becomes 10"),
    "then_gain_1": mark("Then each player gains 1 life"),
    "then_lose_1": mark("Then each player loses 1 life"),
    "upkeep_damage": mark("At an upkeep: 2 damage"),
    "upkeep_loss": mark("At your upkeep: lose life"),
}


def modes_of(card: Card) -> dict[str, Mode]:
    """Return a card's modes: the shown text, and the value."""
    return {tr(MODES[mode]): mode for mode in card.modes}


def suggest_modes(name: str, typed: str) -> autocomplete.Choices:
    """Return the modes of a card that match the typed text; empty for a card without modes."""
    try:
        modes = modes_of(card_named(name))
    except Refusal:
        return []
    return autocomplete.labelled(
        {shown: mode for shown, mode in modes.items() if typed.strip().casefold() in shown.casefold()}
    )


def parse_mode(card: Card, typed: str | None) -> Mode | None:
    """Return the typed mode, by its value or its shown text; raises Refusal for any other."""
    if typed is None:
        return None
    wanted = typed.strip().casefold()
    for shown, mode in modes_of(card).items():
        if wanted in (mode, shown.casefold()):
            return mode
    raise Refusal("card_needs_mode", card=card.name)
