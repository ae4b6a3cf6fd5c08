"""What every card that changes life totals comes to under an effect, in a duel and in Two-Headed Giant.

The cards, numbers and first totals are those of `test_totals`, which has the same at a table of four. F is
the foe whom A's card is about: B in a duel, C of C and D in Two-Headed Giant. Worked out on paper.
"""

import pytest

from tests.rules.cards.test_totals import CASES, REFUSED, Case, totals

BY_CARD = {case.card: case for case in CASES}
FOE = {0: "B", 2: "C"}
TABLE = (
    # C loses twice as much, D doesn't; A gains what both lost.
    ("Gray Merchant of Asphodel", "F multiply_life_loss 2", "24 16", "36 24"),
    ("Blind Obedience", "F multiply_life_loss 2", "22 18", "33 27"),
    ("Exsanguinate", "A multiply_life_gain 2", "26 17", "42 24"),
    ("Debt to the Deathless", "A cant_gain_life", "20 16", "30 22"),
    ("Kokusho, the Evening Star", "A multiply_life_gain 2", "30 15", "50 20"),
    # B is hit too; A would gain 2, or 6, and loses that instead.
    ("Syphon Soul", "A gain_becomes_loss", "18 18", "22 26"),
    # What damage causes to be lost is doubled, and the damage that A gains by is not.
    ("Syphon Soul", "F multiply_life_loss 2", "22 16", "34 24"),
    ("Syphon Soul", "F prevent_damage", "20 20", "32 28"),
    ("Zulaport Cutthroat", "A multiply_life_gain 2", "22 19", "32 28"),
    ("Ayara, First of Locthwain", "A cant_gain_life", "20 19", "30 28"),
    ("Bontu's Monument", "F multiply_life_loss 2", "21 18", "31 27"),
    ("Palace Siege", "A gain_becomes_loss", "18 18", "28 26"),
    ("Blood Artist", "F cant_lose_life", "21 20", "31 30"),
    ("Sanguine Bond", "F multiply_life_loss 2", "20 12", "30 22"),
    ("Exquisite Blood", "A multiply_life_gain 2", "28 20", "38 30"),
    ("Ribbons", "F multiply_life_loss 2", "20 14", "30 21"),
    ("Bolas's Citadel", "F multiply_life_loss 2", "20 0", "30 0"),
    ("Torment of Hailfire", "F multiply_life_loss 2", "20 8", "30 15"),
    ("Wound Reflection", "F multiply_life_loss 2", "20 10", "30 20"),
    ("Congregate", "F gain_becomes_loss", "20 14", "30 24"),
    # Half of 30 is 15 for each head: A and B take both, D the only other one.
    ("Heartless Hidetsugu", "F prevent_damage", "10 20", "0 15"),
    ("Flame Rift", "F multiply_damage 2", "16 12", "22 18"),
    ("Pestilence", "A multiply_damage_dealt 2", "18 18", "26 26"),
    ("Earthquake", "F prevent_next_damage 3", "15 18", "20 23"),
    ("Purphoros, God of the Forge", "F multiply_damage 2", "20 16", "30 24"),
    ("Impact Tremors", "A multiply_damage_dealt 3", "20 17", "30 24"),
    ("Guttersnipe", "F damage_causes_no_loss", "20 20", "30 28"),
    ("Comet Storm", "F halve_damage_down", "20 18", "30 28"),
    ("Terror of the Peaks", "F damage_life_floor 26", "20 14", "30 26"),
    ("Lightning Bolt", "A multiply_damage_dealt 3", "20 11", "30 21"),
    ("Fireball", "F prevent_next_damage 2", "20 19", "30 29"),
    ("Lightning Helix", "A multiply_life_gain 2", "26 17", "36 27"),
    ("Price of Progress", "F multiply_damage 2", "18 4", "28 16"),
    ("Acidic Soil", "F prevent_damage", "18 20", "27 26"),
    ("Aetherflux Reservoir", "F multiply_damage 2", "10 0", "10 0"),
    # A team chooses its member (810.9d), who has to be named where it makes a difference.
    ("Repay in Kind", "A multiply_life_loss 2", "-6 7", REFUSED),
    ("Arbiter of Knollridge", "F multiply_life_gain 2", "20 33", REFUSED),
    # 810.9g, 810.9h: what a member can't gain or lose, none can.
    ("Worldfire", "F life_cant_change", "1 7", "1 11"),
    ("Biorhythm", "F cant_lose_life", "2 7", "5 11"),
    # From 7 to 10 is a gain of 3, from 11 to 10 a loss of 1.
    ("Magister Sphinx", "F multiply_life_gain 2", "20 13", "30 10"),
    ("Magister Sphinx", "F multiply_life_loss 2", "20 10", "30 9"),
    ("Sorin Markov", "F gain_becomes_loss", "20 4", "30 10"),
    ("Sorin Markov", "F multiply_life_loss 3", "20 10", "30 8"),
    ("Blessed Wind", "F multiply_life_gain 2", "20 33", "30 29"),
    ("Resolute Archangel", "A multiply_life_gain 2", "34 7", "52 11"),
    ("Beacon of Immortality", "F multiply_life_gain 2", "20 21", "30 33"),
    ("Axis of Mortality", "F cant_gain_life", REFUSED, REFUSED),
    ("Soul Conduit", "A cant_lose_life", REFUSED, REFUSED),
    ("Mirror Universe", "A cant_lose_life", REFUSED, REFUSED),
    ("Tree of Perdition", "F cant_gain_life", REFUSED, REFUSED),
    ("Tree of Redemption", "A cant_lose_life", REFUSED, REFUSED),
    ("Reverse the Sands", "F cant_gain_life", REFUSED, REFUSED),
    ("Sway of the Stars", "A cant_lose_life", "20 7", "30 7"),
    ("Sign in Blood", "F multiply_life_loss 2", "20 16", "30 26"),
    ("Night's Whisper", "A cant_lose_life", "20 20", "30 30"),
    ("Phyrexian Arena", "A multiply_life_loss 3", "17 20", "27 30"),
    ("Peer into the Abyss", "F cant_lose_life", "20 20", "30 30"),
    ("Caress of Phyrexia", "F multiply_life_loss 2", "20 14", "30 24"),
    ("Infectious Inquiry", "A multiply_life_loss 2", "16 20", "26 30"),
)


def under(case: Case, place: int, effect: str) -> str:
    """Return the totals under an effect, in the duel (0) or in Two-Headed Giant (2)."""
    return totals(case, place, effect.replace("F ", f"{FOE[place]} "))


@pytest.mark.parametrize(("card", "effect", "duel", "giant"), TABLE)
def test_an_effect_changes_what_a_card_comes_to(card: str, effect: str, duel: str, giant: str) -> None:
    case = BY_CARD[card]
    assert [under(case, 0, effect), under(case, 2, effect)] == [duel, giant]


def test_every_card_that_changes_totals_is_here() -> None:
    assert {row[0] for row in TABLE} == BY_CARD.keys()
