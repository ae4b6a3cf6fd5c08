"""Cards that protect, change, draw, poison, win and lose, with an effect in force that forbids or changes it.

A plays the card in each of three games, after an effect has begun; what comes is worked out on paper. Those
that change totals have this in the table of `test_totals`.
"""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from rules.actions.action import Action
from rules.actions.continuous_effects import BeginEffect
from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede
from rules.actions.library import CountLibrary
from rules.actions.life import GainLife, LoseLife
from rules.cards import CARDS, card_named, play
from rules.cards.effects import EFFECT_CARDS
from rules.cards.replacements import REPLACEMENTS
from rules.game.game import Game
from rules.game.parts import EffectKind, PlayerOutcome
from rules.refusal import Refusal
from tests.rules.cards.test_effects import FOE, FOGS, VARIANTS, WINNERS, about_to_win, played, total
from tests.rules.cards.test_totals import CASES as TOTALS
from tests.rules.deals import deal
from tests.rules.deals import play as after


class Case(NamedTuple):
    """A card, an effect in force such as "A cant_gain_life" (F: the foe), what happens, and whose total
    changes by how much."""

    card: str
    effect: str
    then: Callable[[str], Action]
    who: str
    change: int


def combat(foe: str) -> Action:
    return DealDamage(to=("A",), amount=7, by=foe, combat=True)


def unpreventable(foe: str) -> Action:
    return DealDamage(to=("A",), amount=7, by=foe, combat=True, unpreventable=True)


def five_from_a(foe: str) -> Action:
    return DealDamage(to=(foe,), amount=5, by="A")


def five_to_a(foe: str) -> Action:
    return DealDamage(to=("A",), amount=5, by=foe)


def a_gains(foe: str) -> Action:
    return GainLife(who=("A",), amount=4)


def foe_gains(foe: str) -> Action:
    return GainLife(who=(foe,), amount=4)


def a_loses(foe: str) -> Action:
    return LoseLife(who=("A",), amount=5)


CASES = (
    # Damage that can't be prevented is dealt (615.12); a life total that can't change doesn't.
    Case("Teferi's Protection", "A multiply_life_loss 2", unpreventable, "A", 0),
    Case("The One Ring", "A multiply_damage 2", combat, "A", 0),
    Case("The One Ring", "A multiply_damage 2", unpreventable, "A", -14),
    *(Case(fog, "A multiply_damage 2", combat, "A", 0) for fog in FOGS),
    *(Case(fog, "A multiply_damage 2", unpreventable, "A", -14) for fog in FOGS),
    *(Case(fog, "A cant_lose_life", unpreventable, "A", 0) for fog in FOGS),
    Case("Solitary Confinement", "A multiply_damage 2", combat, "A", 0),
    Case("Solitary Confinement", "A multiply_damage 2", unpreventable, "A", -14),
    Case("Glacial Chasm", "A halve_damage_up", combat, "A", 0),
    Case("Glacial Chasm", "A halve_damage_up", unpreventable, "A", -4),
    # Life that can't be lost can be gained, twice as much.
    Case("Everybody Lives!", "A multiply_life_gain 2", a_gains, "A", 8),
    Case("Everybody Lives!", "A gain_becomes_loss", a_gains, "A", 0),
    Case("Platinum Emperion", "A multiply_life_gain 2", a_gains, "A", 0),
    Case("Platinum Emperion", "A multiply_damage 2", combat, "A", 0),
    # 119.7: of a gain that can't be, nothing is replaced or doubled.
    Case("Erebos, God of the Dead", "F multiply_life_gain 2", foe_gains, "F", 0),
    Case("Erebos, God of the Dead", "A multiply_life_gain 2", a_gains, "A", 8),
    Case("Sulfuric Vortex", "A multiply_life_gain 2", a_gains, "A", 0),
    Case("Sulfuric Vortex", "A gain_becomes_loss", a_gains, "A", 0),
    Case("Tainted Remedy", "F cant_gain_life", foe_gains, "F", 0),
    Case("Tainted Remedy", "F cant_lose_life", foe_gains, "F", 0),
    Case("Tainted Remedy", "F multiply_life_loss 2", foe_gains, "F", -8),
    Case("Boon Reflection", "A cant_gain_life", a_gains, "A", 0),
    Case("Boon Reflection", "A multiply_life_gain 3", a_gains, "A", 24),
    Case("Rhox Faithmender", "A cant_gain_life", a_gains, "A", 0),
    Case("Rhox Faithmender", "A gain_becomes_loss", a_gains, "A", -4),
    # 616.1: 3 of 5 are prevented before the rest is doubled or tripled, which is best for whom it hits.
    Case("Furnace of Rath", "A prevent_next_damage 3", five_to_a, "A", -4),
    Case("Furnace of Rath", "F prevent_damage", five_from_a, "F", 0),
    Case("Fiery Emancipation", "F prevent_next_damage 3", five_from_a, "F", -6),
    Case("Fiery Emancipation", "A cant_lose_life", five_to_a, "A", 0),
    Case("Gisela, Blade of Goldnight", "F prevent_damage", five_from_a, "F", 0),
    # Half is prevented, which can't be of damage that can't be prevented.
    Case("Gisela, Blade of Goldnight", "A multiply_damage 2", unpreventable, "A", -14),
    # Half of 5, down, is dealt and then doubled.
    Case("Gisela, Blade of Goldnight", "A multiply_damage 2", five_to_a, "A", -4),
    # Damage leaves one life, twice as much damage too; losing life isn't damage.
    *(Case(card, "A multiply_damage 20", combat, "A", -99) for card in ("Worship", "Angel's Grace")),
    *(Case(card, "A multiply_life_loss 2", a_loses, "A", -10) for card in ("Worship", "Angel's Grace")),
)


def with_effect(variant: str, effect: str) -> Game:
    """Return a game in which this effect is in force, in a game where everyone has 100 life."""
    who, kind, *n = effect.split()
    id = FOE[variant] if who == "F" else who
    game = deal(*VARIANTS[variant])
    for holder in list(game.life):
        player = holder if holder in {one.id for one in game.players} else game.side(holder).members[0]
        game = after(game, GainLife(who=(player,), amount=100 - game.life[holder]))
    return after(game, BeginEffect(who=(id,), kind=EffectKind(kind), n=int(n[0]) if n else None))


def tried(game: Game, action: Action) -> Game:
    """Return the game after an action, or as it was if the action is refused."""
    try:
        return after(game, action)
    except Refusal:
        return game


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.card}, {case.effect}")
def test_what_comes_next_under_another_effect(case: Case, variant: str) -> None:
    game = played(case.card, with_effect(variant, case.effect))
    who = FOE[variant] if case.who == "F" else case.who
    game = tried(game, case.then(FOE[variant]))
    assert total(game, who) - 100 == case.change


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("card", ["Platinum Angel", "Angel's Grace", "Everybody Lives!"])
def test_conceding_is_not_an_effect(card: str, variant: str) -> None:
    """104.3a: whatever effects say. Heads leave as one (810.8b)."""
    game = after(played(card, deal(*VARIANTS[variant])), Concede(who="A"))
    assert not game.player("A").in_game


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_mirror_can_not_give_life_that_can_not_be_gained(variant: str) -> None:
    """Losing is replaced once (704.7), the total stays below 0, and the mirror is gone at the next check."""
    game = after(
        played("Lich's Mirror", with_effect(variant, "A cant_gain_life")), LoseLife(who=("A",), amount=150)
    )
    assert not game.player("A").in_game


@pytest.mark.parametrize(
    "variant", [one for one in VARIANTS if one != "emperor"]
)  # it falls with its emperor
@pytest.mark.parametrize(("card", "x"), [("Wheel of Fortune", None), ("Windfall", 7), ("Prosperity", 7)])
def test_an_angel_saves_the_player_who_draws_too_many(card: str, x: int | None, variant: str) -> None:
    """Everyone draws seven of six cards: all lose but those who can't (704.5b), a head with the other."""
    game = played("Platinum Angel", deal(*VARIANTS[variant]))
    for player in game.players:
        game = after(game, CountLibrary(who=player.id, cards=6))
    ended = played(card, game, x=x)
    assert ended.player("A").result is PlayerOutcome.WON
    assert ended.player(FOE[variant]).result is PlayerOutcome.LOST


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_angel_saves_the_player_who_draws_one_too_many(variant: str) -> None:
    """Temple Bell, and cards that A has one player draw."""
    game = played("Platinum Angel", deal(*VARIANTS[variant]))
    short = after(game, CountLibrary(who="A", cards=0))
    assert played("Temple Bell", short).player("A").in_game
    for card, x in (("Blue Sun's Zenith", 5), ("Sign in Blood", None), ("Peer into the Abyss", 3)):
        assert played(card, short, "A", x=x).player("A").in_game
    assert played("Night's Whisper", short).player("A").in_game


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_poison_for_who_can_not_get_any(variant: str) -> None:
    """810.10c: nor for the other head."""
    foe = FOE[variant]
    game = with_effect(variant, "F cant_get_poison")
    assert played("Infectious Inquiry", game).poison(foe) == 0
    assert played("Prologue to Phyresis", game).poison(foe) == 0
    assert played("Caress of Phyrexia", game, foe).poison(foe) == 0
    poisoned = after(deal(*VARIANTS[variant]), AddCounters(who=(foe,), kind="poison", n=3))
    kept = after(poisoned, BeginEffect(who=(foe,), kind=EffectKind.CANT_GET_POISON))
    assert played("Contagion Engine", kept, foe).poison(foe) == 3
    assert played("Contagion Engine", poisoned, foe).poison(foe) == 5


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("card", WINNERS)
def test_a_win_that_an_effect_forbids(card: str, variant: str) -> None:
    """104.2b, and 810.8a: if one head can't win, neither can the team."""
    mate = "B" if variant == "giant" else "A"
    game = after(deal(*VARIANTS[variant]), BeginEffect(who=(mate,), kind=EffectKind.CANT_WIN_GAME))
    game, chosen = about_to_win(game, "A")
    with pytest.raises(Refusal, match="cant_win_game"):
        after(game, play(card_named(card), chosen(card)))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("card", ["Door to Nothingness", "Phage the Untouchable"])
def test_a_loss_that_an_effect_forbids_or_replaces(card: str, variant: str) -> None:
    foe = FOE[variant]
    mate = "D" if variant == "giant" else foe
    guarded = after(deal(*VARIANTS[variant]), BeginEffect(who=(mate,), kind=EffectKind.CANT_LOSE_GAME))
    with pytest.raises(Refusal, match="cant_lose_game"):
        played(card, guarded, foe)
    saved = after(deal(*VARIANTS[variant]), BeginEffect(who=(foe,), kind=EffectKind.REPLACE_GAME_LOSS, n=20))
    assert played(card, saved, foe).player(foe).in_game


@pytest.mark.parametrize("variant", VARIANTS)
def test_thirteen_life_that_can_not_be_lost_by(variant: str) -> None:
    foe = FOE[variant]
    game = with_effect(variant, "F cant_lose_game")
    game = after(game, LoseLife(who=(foe,), amount=87))
    assert total(game, foe) == 13
    assert total(played("Triskaidekaphobia", game), foe) == (15 if variant == "giant" else 14)


def test_every_card_meets_an_effect_that_forbids_or_changes_it() -> None:
    here = {case.card for case in CASES} | {"Lich's Mirror", "Platinum Angel", "Triskaidekaphobia", *WINNERS}
    here |= {"Timetwister", "Laboratory Maniac"}  # what it draws is in the tests of effects
    here |= {"Door to Nothingness", "Phage the Untouchable", "Infectious Inquiry", "Prologue to Phyresis"}
    here |= {"Contagion Engine", "Wheel of Fortune", "Timetwister", "Windfall", "Prosperity"}
    here |= {"Temple Bell", "Blue Sun's Zenith"}
    assert {card.name for card in EFFECT_CARDS} <= here
    here |= {card.name for card in REPLACEMENTS}
    assert here | {case.card for case in TOTALS if case.effect} == set(CARDS)
