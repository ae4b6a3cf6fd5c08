"""What every card that changes life totals comes to, worked out on paper from what the card says.

A plays it: in a duel against B, at a table of four, and in Two-Headed Giant with B against C and D. Totals
are of the players, and there of the teams. Then the same at the table of four with an effect in force.
"""

from typing import NamedTuple

import pytest

from rules.actions.continuous_effects import BeginEffect
from rules.actions.life import SetLife
from rules.cards import CARDS, Play, card_named, play, with_words
from rules.cards.card import ANY_NUMBER, MEMBERS
from rules.game.game import Game
from rules.game.parts import EffectKind
from rules.refusal import Refusal
from tests.rules.deals import deal
from tests.rules.deals import play as after

REFUSED = "refused"
EVEN = ("20 20", "40 40 40 40", "30 30")
UNEVEN = ("20 7", "40 12 25 3", "30 11")
VARIANTS = (("two_player", 2), ("commander", 4), ("two_headed_giant", 4))


class Case(NamedTuple):
    """A card and its totals in the three games, and under an effect such as "B cant_lose_life"."""

    card: str
    duel: str
    four: str
    giant: str
    effect: str
    under: str
    x: int | None = None
    numbers: tuple[str, str, str] = ("", "", "")
    chosen: tuple[str, str, str] = ("", "", "")
    start: tuple[str, str, str] = EVEN
    mode: str | None = None
    parts: int | None = None


ONE = ("B", "B", "C")
"""Whom a card with one chosen player chooses."""
TWO = ("AB", "BC", "AC")
SOME = ("B", "BC", "C")
CASES = (
    # Each opponent loses X, and A gains what was lost; teammates lose for the same team.
    Case("Exsanguinate", "23 17", "49 37 37 37", "36 24", "B cant_lose_life", "46 40 37 37", x=3),
    Case(
        "Gray Merchant of Asphodel",
        "22 18",
        "46 38 38 38",
        "34 26",
        "A multiply_life_gain 2",
        "52 38 38 38",
        2,
    ),
    Case("Debt to the Deathless", "24 16", "52 36 36 36", "38 22", "A cant_gain_life", "40 36 36 36", 2),
    Case("Kokusho, the Evening Star", "25 15", "55 35 35 35", "40 20", "B life_cant_change", "50 40 35 35"),
    Case("Syphon Soul", "22 18", "46 38 38 38", "34 26", "C multiply_life_loss 2", "46 38 36 38"),
    Case("Blind Obedience", "21 19", "43 39 39 39", "32 28", "A gain_becomes_loss", "37 39 39 39"),
    Case("Zulaport Cutthroat", "21 19", "41 39 39 39", "31 28", "B cant_lose_life", "41 40 39 39"),
    Case("Ayara, First of Locthwain", "21 19", "41 39 39 39", "31 28", "A cant_gain_life", "40 39 39 39"),
    Case("Bontu's Monument", "21 19", "41 39 39 39", "31 28", "D life_cant_change", "41 39 39 40"),
    Case("Palace Siege", "22 18", "42 38 38 38", "32 26", "A multiply_life_gain 2", "44 38 38 38"),
    Case("Blood Artist", "21 19", "41 39 40 40", "31 29", "B cant_lose_life", "41 40 40 40", chosen=ONE),
    Case(
        "Sanguine Bond",
        "20 16",
        "40 36 40 40",
        "30 26",
        "B multiply_life_loss 2",
        "40 32 40 40",
        4,
        chosen=ONE,
    ),
    Case("Exquisite Blood", "24 20", "44 40 40 40", "34 30", "A cant_gain_life", "40 40 40 40", 4),
    Case("Ribbons", "20 17", "40 37 37 37", "30 24", "C cant_lose_life", "40 37 40 37", 3),
    Case("Bolas's Citadel", "20 10", "40 30 30 30", "30 10", "B life_cant_change", "40 40 30 30"),
    Case(
        *("Torment of Hailfire", "20 14", "40 34 37 40", "30 21", "B multiply_life_loss 2", "40 28 37 40"),
        numbers=("B2", "B2 C1 D0", "C2 D1"),
    ),
    Case(
        *("Wound Reflection", "20 15", "40 35 37 40", "30 25", "B cant_lose_life", "40 40 37 40"),
        numbers=("B5", "B5 C3", "C5"),
    ),
    Case("Congregate", "20 26", "40 46 40 40", "30 36", "B gain_becomes_loss", "40 34 40 40", 3, chosen=ONE),
    # Half of 30 for each of two heads is all of it.
    Case("Heartless Hidetsugu", "10 10", "20 20 20 20", "0 0", "B prevent_damage", "20 40 20 20"),
    Case("Flame Rift", "16 16", "36 36 36 36", "22 22", "B multiply_damage 2", "36 32 36 36"),
    Case("Pestilence", "19 19", "39 39 39 39", "28 28", "A multiply_damage_dealt 2", "38 38 38 38"),
    Case("Earthquake", "15 15", "35 35 35 35", "20 20", "C prevent_next_damage 3", "35 35 38 35", 5),
    Case(
        "Purphoros, God of the Forge", "20 18", "40 38 38 38", "30 26", "B halve_damage_down", "40 39 38 38"
    ),
    Case("Impact Tremors", "20 19", "40 39 39 39", "30 28", "B prevent_damage", "40 40 39 39"),
    Case("Guttersnipe", "20 18", "40 38 38 38", "30 26", "D damage_causes_no_loss", "40 38 38 40"),
    Case("Comet Storm", "20 16", "40 36 36 40", "30 26", "B prevent_damage", "40 40 36 40", 4, chosen=SOME),
    Case(
        "Terror of the Peaks",
        "20 14",
        "40 34 40 40",
        "30 24",
        "B damage_life_floor 36",
        "40 36 40 40",
        6,
        chosen=ONE,
    ),
    Case(
        "Lightning Bolt",
        "20 17",
        "40 37 40 40",
        "30 27",
        "A multiply_damage_dealt 3",
        "40 31 40 40",
        chosen=ONE,
    ),
    # 7 divided between two targets, of which one is a creature where one player is chosen.
    Case(
        "Fireball",
        "20 17",
        "40 37 37 40",
        "30 27",
        "B prevent_damage",
        "40 40 37 40",
        7,
        chosen=SOME,
        parts=2,
    ),
    Case("Lightning Helix", "23 17", "43 37 40 40", "33 27", "A cant_gain_life", "40 37 40 40", chosen=ONE),
    Case(
        *("Price of Progress", "18 12", "38 34 40 30", "28 20", "D prevent_damage", "38 34 40 40"),
        numbers=("A1 B4", "A1 B3 C0 D5", "A1 B0 C2 D3"),
    ),
    Case(
        *("Acidic Soil", "18 15", "38 35 34 37", "27 23", "C multiply_damage 2", "38 35 28 37"),
        numbers=("A2 B5", "A2 B5 C6 D3", "A2 B1 C3 D4"),
    ),
    Case(
        *("Aetherflux Reservoir", "10 50", "10 50 100 100", "10 50", "A cant_pay_life", REFUSED),
        mode="pay_50",
        chosen=ONE,
        start=("60 100", "60 100 100 100", "60 100"),
    ),
    Case("Repay in Kind", "7 7", "3 3 3 3", "11 11", "B cant_lose_life", "3 12 3 3", start=UNEVEN),
    Case(
        "Arbiter of Knollridge",
        "20 20",
        "40 40 40 40",
        "30 30",
        "B cant_gain_life",
        "40 12 40 40",
        start=UNEVEN,
    ),
    Case("Worldfire", "1 1", "1 1 1 1", "1 1", "C life_cant_change", "1 1 25 1", start=UNEVEN),
    # Of a team one member is chosen (810.9d): the one whose number is said.
    Case(
        *("Biorhythm", "2 1", "4 1 6 2", "5 2", "B cant_lose_life", "4 12 6 2"),
        numbers=("A2 B1", "A4 B1 C6 D2", "B5 C2"),
        start=UNEVEN,
    ),
    Case(
        "Magister Sphinx",
        "20 10",
        "40 10 25 3",
        "30 10",
        "B cant_lose_life",
        "40 12 25 3",
        chosen=ONE,
        start=UNEVEN,
    ),
    Case(
        "Sorin Markov",
        "20 10",
        "40 10 25 3",
        "30 10",
        "B life_cant_change",
        "40 12 25 3",
        mode="set_to_10",
        chosen=ONE,
        start=UNEVEN,
    ),
    Case(
        "Blessed Wind",
        "20 20",
        "40 20 25 3",
        "30 20",
        "B cant_gain_life",
        "40 12 25 3",
        chosen=ONE,
        start=UNEVEN,
    ),
    Case(
        *("Resolute Archangel", "20 7", "40 12 25 3", "30 11", "A cant_gain_life", "10 12 25 3"),
        start=("6 7", "10 12 25 3", "8 11"),
    ),
    Case(
        *("Beacon of Immortality", "20 14", "40 24 25 3", "30 22", "B multiply_life_gain 2", "40 36 25 3"),
        chosen=ONE,
        start=UNEVEN,
    ),
    # An exchange of which one half can't happen does not happen (701.12a).
    Case(
        "Axis of Mortality",
        "7 20",
        "40 25 12 3",
        "11 30",
        "B cant_gain_life",
        REFUSED,
        chosen=TWO,
        start=UNEVEN,
    ),
    Case(
        "Soul Conduit", "7 20", "40 25 12 3", "11 30", "C cant_lose_life", REFUSED, chosen=TWO, start=UNEVEN
    ),
    Case(
        "Mirror Universe",
        "7 20",
        "12 40 25 3",
        "11 30",
        "A cant_lose_life",
        REFUSED,
        chosen=ONE,
        start=UNEVEN,
    ),
    Case(
        "Tree of Perdition",
        "20 13",
        "40 13 25 3",
        "30 13",
        "B cant_gain_life",
        REFUSED,
        13,
        chosen=ONE,
        start=UNEVEN,
    ),
    Case(
        "Tree of Redemption", "13 7", "13 12 25 3", "13 11", "A life_cant_change", REFUSED, 13, start=UNEVEN
    ),
    Case(
        *("Reverse the Sands", "7 20", "3 40 12 25", "11 30", "B cant_gain_life", REFUSED),
        numbers=("A7 B20", "A3 B40 C12 D25", "A11 C30"),
        start=UNEVEN,
    ),
    Case("Sway of the Stars", "7 7", "7 7 7 7", "7 7", "C cant_lose_life", "7 7 25 7", start=UNEVEN),
    Case("Sign in Blood", "20 18", "40 38 40 40", "30 28", "B cant_lose_life", "40 40 40 40", chosen=ONE),
    Case("Night's Whisper", "18 20", "38 40 40 40", "28 30", "A multiply_life_loss 2", "36 40 40 40"),
    Case("Phyrexian Arena", "19 20", "39 40 40 40", "29 30", "A life_cant_change", "40 40 40 40"),
    Case(
        "Peer into the Abyss",
        "20 10",
        "40 20 40 40",
        "30 15",
        "B cant_lose_life",
        "40 40 40 40",
        10,
        chosen=ONE,
    ),
    Case(
        "Caress of Phyrexia", "20 17", "40 37 40 40", "30 27", "B cant_lose_life", "40 40 40 40", chosen=ONE
    ),
    Case("Infectious Inquiry", "18 20", "38 40 40 40", "28 30", "A cant_lose_life", "40 40 40 40"),
)


def begin(place: int, start: str) -> Game:
    """Return the game at this place of VARIANTS, with these totals."""
    game = deal(*VARIANTS[place])
    holders = list(game.life)
    for holder, total in zip(holders, map(int, start.split()), strict=True):
        who = holder if holder in {player.id for player in game.players} else game.side(holder).members[0]
        if game.life[holder] != total:
            game = after(game, SetLife(to={who: total}))
    return game


def totals(case: Case, place: int, effect: str = "") -> str:
    """Return what the card makes of the totals, or REFUSED."""
    game = begin(place, case.start[place])
    if effect:
        who, kind, *n = effect.split()
        number = int(n[0]) if n else None
        game = after(game, BeginEffect(who=(who,), kind=EffectKind(kind), n=number))
    numbers = {part[0]: int(part[1:]) for part in case.numbers[place].split()}
    chosen = Play(
        game=game,
        by="A",
        chosen=tuple(case.chosen[place]),
        x=case.x,
        numbers=numbers,
        mode=case.mode,
        parts=case.parts,
    )
    try:
        game = after(game, play(card_named(case.card), chosen))
    except Refusal:
        return REFUSED
    return " ".join(str(total) for total in game.life.values())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.card)
def test_every_card_comes_to_what_it_says(case: Case) -> None:
    assert [totals(case, place) for place in range(3)] == [case.duel, case.four, case.giant]
    assert totals(case, 1, case.effect) == case.under


def test_what_is_missing_is_asked_for() -> None:
    game = deal()
    for name, chosen, x, reason in (
        ("Gray Merchant of Asphodel", "", None, "card_needs_x"),
        ("Gray Merchant of Asphodel", "", -1, "card_needs_x"),
        ("Gray Merchant of Asphodel", "B", 1, "card_takes_no_players"),
        ("Blood Artist", "", None, "card_needs_players"),
        ("Blood Artist", "BC", None, "card_needs_players"),
        ("Axis of Mortality", "B", None, "card_needs_players"),
        ("Comet Storm", "", 3, "card_needs_players"),
        ("Biorhythm", "", None, "card_needs_numbers"),
        ("Sorin Markov", "B", None, "card_needs_mode"),
        ("Mirror Universe", "A", None, "card_players"),
        ("Fireball", "B", 3, "card_needs_parts"),
        ("Black Lotus", "", None, "no_such_card"),
    ):
        with pytest.raises(Refusal) as refused:
            play(card_named(name), Play(game=game, by="A", chosen=tuple(chosen), x=x))
        assert refused.value.reason == reason, name


@pytest.mark.parametrize("name", ["Torment of Hailfire", "Wound Reflection"])
@pytest.mark.parametrize("other", ["A", "B"])
def test_what_each_opponent_suffers_is_counted_of_opponents_alone(name: str, other: str) -> None:
    """Neither of the controller nor, in Two-Headed Giant, of the teammate."""
    game = deal(*VARIANTS[2])
    with pytest.raises(Refusal, match="card_numbers_of"):
        play(card_named(name), Play(game=game, by="A", numbers={"C": 1, other: 2}))


def test_names_are_found_whatever_their_case() -> None:
    assert card_named(" gray merchant of ASPHODEL ") is CARDS["Gray Merchant of Asphodel"]
    assert card_named("merchant gray") is CARDS["Gray Merchant of Asphodel"]
    assert {"Angel's Grace", "Platinum Angel", "Resolute Archangel"} <= {*with_words("ANGEL")}
    assert with_words("angel")[0].startswith("Angel")
    with pytest.raises(Refusal, match="no_such_card"):
        card_named("of the")
    assert {card.whom for card in CARDS.values()} == {
        *("nobody", "player", "opponent", "two", ANY_NUMBER, MEMBERS)
    }
