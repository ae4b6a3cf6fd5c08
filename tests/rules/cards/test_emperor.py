"""What every card comes to in an Emperor game, where its controller reaches some players only (801, 809).

A, B and C play against D, E and F; B and E are the emperors. A, a general, reaches F and B (809.3a). The
numbers are those of `test_totals` unless they are here. Worked out on paper.
"""

import pytest

from rules.actions.life import SetLife
from rules.cards import CARDS, Play, card_named, play
from rules.cards.card import ANY_NUMBER, Card
from rules.game.game import Game
from rules.refusal import Refusal
from tests.rules.cards.test_totals import CASES
from tests.rules.cards.test_totals import Case as Numbers
from tests.rules.deals import deal
from tests.rules.deals import play as after

BY_CARD = {case.card: case for case in CASES}
START = "20 12 5 3 9 7"
Case = tuple[str, str, str] | tuple[str, str, str, str]
"""A card, whom it chooses, the totals after it, and what is counted of players."""
EVEN: tuple[Case, ...] = (
    # Everyone has 20. Of the opponents F alone is in range.
    ("Exsanguinate", "", "23 20 20 20 20 17"),
    ("Gray Merchant of Asphodel", "", "22 20 20 20 20 18"),
    ("Debt to the Deathless", "", "24 20 20 20 20 16"),
    ("Kokusho, the Evening Star", "", "25 20 20 20 20 15"),
    ("Syphon Soul", "", "24 18 20 20 20 18"),
    ("Blind Obedience", "", "21 20 20 20 20 19"),
    ("Zulaport Cutthroat", "", "21 20 20 20 20 19"),
    ("Ayara, First of Locthwain", "", "21 20 20 20 20 19"),
    ("Bontu's Monument", "", "21 20 20 20 20 19"),
    ("Palace Siege", "", "22 20 20 20 20 18"),
    ("Blood Artist", "F", "21 20 20 20 20 19"),
    ("Sanguine Bond", "F", "20 20 20 20 20 16"),
    ("Exquisite Blood", "", "24 20 20 20 20 20"),
    ("Ribbons", "", "20 20 20 20 20 17"),
    ("Bolas's Citadel", "", "20 20 20 20 20 10"),
    ("Torment of Hailfire", "", "20 20 20 20 20 14", "F2"),
    ("Wound Reflection", "", "20 20 20 20 20 15", "F5"),
    ("Congregate", "F", "20 20 20 20 20 26"),
    ("Heartless Hidetsugu", "", "10 10 20 20 20 10"),
    ("Flame Rift", "", "16 16 20 20 20 16"),
    ("Pestilence", "", "19 19 20 20 20 19"),
    ("Earthquake", "", "15 15 20 20 20 15"),
    ("Purphoros, God of the Forge", "", "20 20 20 20 20 18"),
    ("Impact Tremors", "", "20 20 20 20 20 19"),
    ("Guttersnipe", "", "20 20 20 20 20 18"),
    ("Comet Storm", "BF", "20 16 20 20 20 16"),
    ("Terror of the Peaks", "F", "20 20 20 20 20 14"),
    ("Lightning Bolt", "F", "20 20 20 20 20 17"),
    ("Fireball", "F", "20 20 20 20 20 17"),
    ("Lightning Helix", "F", "23 20 20 20 20 17"),
    ("Price of Progress", "", "18 14 20 20 20 12", "A1 B3 F4"),
    ("Acidic Soil", "", "18 15 20 20 20 14", "A2 B5 F6"),
    ("Sign in Blood", "F", "20 20 20 20 20 18"),
    ("Night's Whisper", "", "18 20 20 20 20 20"),
    ("Phyrexian Arena", "", "19 20 20 20 20 20"),
    ("Peer into the Abyss", "F", "20 20 20 20 20 10"),
    ("Caress of Phyrexia", "F", "20 20 20 20 20 17"),
    ("Infectious Inquiry", "", "18 20 20 20 20 20"),
)
UNEVEN: tuple[Case, ...] = (
    # From START. What is the lowest and the highest total A's cards see among A, B and F only (801.11).
    ("Repay in Kind", "", "7 7 5 3 9 7"),
    ("Arbiter of Knollridge", "", "20 20 5 3 9 20"),
    ("Worldfire", "", "1 1 5 3 9 1"),
    ("Biorhythm", "", "2 4 5 3 9 1", "A2 B4 F1"),
    ("Magister Sphinx", "F", "20 12 5 3 9 10"),
    ("Sorin Markov", "F", "20 12 5 3 9 10"),
    ("Blessed Wind", "F", "20 12 5 3 9 20"),
    ("Beacon of Immortality", "F", "20 12 5 3 9 14"),
    ("Axis of Mortality", "BF", "20 7 5 3 9 12"),
    ("Soul Conduit", "AF", "7 12 5 3 9 20"),
    ("Mirror Universe", "F", "7 12 5 3 9 20"),
    ("Tree of Perdition", "F", "20 12 5 3 9 13"),
    ("Tree of Redemption", "", "13 12 5 3 9 7"),
    ("Reverse the Sands", "", "7 20 5 3 9 12", "A7 B20 F12"),
    ("Sway of the Stars", "", "7 7 5 3 9 7"),
)
OTHERS: tuple[tuple[str, Case], ...] = (
    ("60 20 20 20 20 20", ("Aetherflux Reservoir", "F", "10 20 20 20 20 -30")),
    ("6 12 5 3 9 7", ("Resolute Archangel", "", "20 12 5 3 9 7")),
)
TABLE = (
    *(("20 20 20 20 20 20", case) for case in EVEN),
    *((START, case) for case in UNEVEN),
    *OTHERS,
)


def begin(totals: str) -> Game:
    game = deal("emperor", 6)
    for player, total in zip(game.players, map(int, totals.split()), strict=True):
        if game.life[player.id] != total:
            game = after(game, SetLife(to={player.id: total}))
    return game


def chosen(game: Game, case: Numbers, players: str, numbers: str = "") -> Play:
    return Play(
        game=game,
        by="A",
        chosen=tuple(players),
        x=case.x,
        numbers={one[0]: int(one[1:]) for one in numbers.split()},
        mode=case.mode,
        parts=case.parts,
    )


@pytest.mark.parametrize(("start", "case"), TABLE, ids=lambda part: part[0] if len(part) < 9 else "")
def test_a_card_touches_those_in_range(start: str, case: Case) -> None:
    name, players, totals, *numbers = case
    game = begin(start)
    game = after(game, play(card_named(name), chosen(game, BY_CARD[name], players, *numbers)))
    assert " ".join(str(total) for total in game.life.values()) == totals


def test_every_card_that_changes_totals_is_here() -> None:
    assert {case[0] for _, case in TABLE} == BY_CARD.keys()


def kinds(card: Card) -> list[tuple[str, Card]]:
    return [*card.modes.items()] or [("", card)]


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        (name, mode)
        for name, card in CARDS.items()
        for mode, kind in kinds(card)
        if kind.whom in ("player", "opponent", "two", ANY_NUMBER)
    ],
)
def test_no_card_chooses_a_player_out_of_range(name: str, mode: str) -> None:
    """801.4: D sits three seats from A."""
    two = CARDS[name].whom == "two"
    play_at = Play(game=begin(START), by="A", chosen=("D", "F") if two else ("D",), x=3, mode=mode, parts=2)
    with pytest.raises(Refusal, match="out_of_range"):
        play(card_named(name), play_at)
