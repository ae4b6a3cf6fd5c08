"""What cards that protect players, or change what happens to them, do to what comes next, and how long."""

from collections.abc import Callable, Mapping

import pytest
from msgspec.structs import replace

from rules.actions.action import Action
from rules.actions.continuous_effects import BeginEffect
from rules.actions.damage import DealDamage
from rules.actions.endings import LoseGame, WinGame
from rules.actions.library import CountLibrary, DrawCards, FailDraw
from rules.actions.life import GainLife, LoseLife, SetLife
from rules.actions.table import Together
from rules.actions.turns import EndTurn
from rules.cards import CARDS, Play, card_named, play
from rules.cards.effects import EFFECT_CARDS
from rules.cards.replacements import REPLACEMENTS
from rules.game.game import Game
from rules.game.parts import EffectKind, PlayerOutcome
from rules.refusal import Refusal
from rules.table import act
from tests.rules.cards.test_totals import CASES as TOTALS
from tests.rules.deals import deal
from tests.rules.deals import play as after

VARIANTS = {
    "duel": ("two_player", 2),
    "four": ("commander", 4),
    "giant": ("two_headed_giant", 4),
    "emperor": ("emperor", 6),
}
"""Where cards are played: in an Emperor game A, a general, reaches B, A's emperor, and F (801.2, 809.3a)."""
FOE = {"duel": "B", "four": "B", "giant": "C", "emperor": "F"}


MODES = {
    "The One Ring": "cast",
    "Worship": "controls_creature",
    "Sulfuric Vortex": "in_play",
    "Coalition Victory": "all_colors",
    "Triskaidekaphobia": "then_gain_1",
}


def played(
    name: str,
    game: Game,
    *chosen: str,
    x: int | None = None,
    numbers: Mapping[str, int] | None = None,
    mode: str = "",
) -> Game:
    """Return the game after A's card."""
    mode = mode or MODES.get(name, "")
    card = Play(game=game, by="A", chosen=chosen, x=x, numbers=numbers or {}, mode=mode)
    return after(game, play(card_named(name), card))


def hit(by: str, to: str, amount: int, *, combat: bool = False) -> Action:
    return DealDamage(to=(to,), amount=amount, by=by, combat=combat)


def total(game: Game, who: str) -> int:
    return game.life[game.life_holder(who)]


def change(name: str, variant: str, action: Callable[[str], Action], who: str = "A") -> int:
    """Return what a foe's action changes about someone's total while A's card is in force."""
    game = played(name, deal(*VARIANTS[variant]))
    seen = FOE[variant] if who == "foe" else who
    before = total(game, seen)
    try:
        return total(after(game, action(FOE[variant])), seen) - before
    except Refusal:
        return 0  # nothing happens


def has_won(game: Game, variant: str) -> bool:
    """Return whether a card has made A win; in an Emperor game its opponents in range lose instead, which is
    F, and the others play on (801.14)."""
    if variant == "emperor":
        out = [player.id for player in game.players if player.result is PlayerOutcome.LOST]
        return out == ["F"] and game.outcome is None
    return game.player("A").result is PlayerOutcome.WON


WINNERS = ("Thassa's Oracle", "Felidar Sovereign", "Coalition Victory")


def about_to_win(game: Game, who: str, x: int = 3) -> tuple[Game, Callable[[str], Play]]:
    """Return the game in which a player meets what the winning cards ask for, 40 life and 3 cards in the
    library for a devotion of 3, and each card as played."""
    game = after(game, SetLife(to={who: 41}), SetLife(to={who: 40}), CountLibrary(who=who, cards=3))
    return game, lambda name: Play(
        game=game, by=who, x=x if name == "Thassa's Oracle" else None, mode=MODES.get(name)
    )


FOGS = ("Fog", "Holy Day", "Moment's Peace", "Constant Mists", "Spore Frog", "Tangle")
Case = tuple[str, Callable[[str], Action], str, int]
"""A card, what happens next, whose total is looked at, and what it changes by."""
CASES: tuple[Case, ...] = (
    ("Teferi's Protection", lambda foe: hit(foe, "A", 7), "A", 0),
    ("Teferi's Protection", lambda foe: LoseLife(who=("A",), amount=7), "A", 0),
    ("Teferi's Protection", lambda foe: GainLife(who=("A",), amount=7), "A", 0),
    ("The One Ring", lambda foe: hit(foe, "A", 7, combat=True), "A", 0),
    ("The One Ring", lambda foe: LoseLife(who=("A",), amount=7), "A", -7),
    *((fog, lambda foe: hit(foe, "A", 7, combat=True), "A", 0) for fog in FOGS),
    *((fog, lambda foe: hit("A", foe, 7, combat=True), "foe", 0) for fog in FOGS),
    *((fog, lambda foe: hit(foe, "A", 7), "A", -7) for fog in FOGS),
    ("Solitary Confinement", lambda foe: hit(foe, "A", 7), "A", 0),
    ("Glacial Chasm", lambda foe: hit(foe, "A", 7), "A", 0),
    ("Glacial Chasm", lambda foe: hit("A", foe, 7), "foe", -7),
    ("Everybody Lives!", lambda foe: LoseLife(who=(foe,), amount=7), "foe", 0),
    ("Everybody Lives!", lambda foe: hit(foe, "A", 7), "A", 0),
    ("Platinum Emperion", lambda foe: hit(foe, "A", 7), "A", 0),
    ("Platinum Emperion", lambda foe: GainLife(who=("A",), amount=7), "A", 0),
    ("Erebos, God of the Dead", lambda foe: GainLife(who=(foe,), amount=4), "foe", 0),
    ("Erebos, God of the Dead", lambda foe: GainLife(who=("A",), amount=4), "A", 4),
    ("Sulfuric Vortex", lambda foe: GainLife(who=("A",), amount=4), "A", 0),
    ("Tainted Remedy", lambda foe: GainLife(who=(foe,), amount=4), "foe", -4),
    ("Boon Reflection", lambda foe: GainLife(who=("A",), amount=4), "A", 8),
    ("Rhox Faithmender", lambda foe: GainLife(who=("A",), amount=4), "A", 8),
    ("Furnace of Rath", lambda foe: hit(foe, "A", 4), "A", -8),
    ("Furnace of Rath", lambda foe: hit("A", foe, 4), "foe", -8),
    ("Fiery Emancipation", lambda foe: hit("A", foe, 4), "foe", -12),
    ("Fiery Emancipation", lambda foe: hit(foe, "A", 4), "A", -4),
    ("Gisela, Blade of Goldnight", lambda foe: hit("A", foe, 5), "foe", -10),
    ("Gisela, Blade of Goldnight", lambda foe: hit(foe, "A", 5), "A", -2),  # 3 of 5 are prevented
)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_what_comes_next_is_changed(
    case: tuple[str, Callable[[str], Action], str, int], variant: str
) -> None:
    name, action, who, difference = case
    assert change(name, variant, action, who) == difference


@pytest.mark.parametrize(
    ("variant", "hurt"), [("duel", "A"), ("four", "A"), ("giant", ""), ("emperor", "A"), ("melee", "A")]
)
def test_a_vortex_hurts_whose_upkeep_it_is(variant: str, hurt: str) -> None:
    """Both heads of a giant; in a Grand Melee A and E have turns at once, and for A's card A's own is the
    nearest."""
    game = deal(*VARIANTS.get(variant, ("grand_melee", 8)))
    after_it = played("Sulfuric Vortex", game, mode="upkeep_damage")
    if variant == "giant":
        assert total(after_it, "A") == total(game, "A") - 4
    else:
        lost = [id for id in game.life if after_it.life[id] == game.life[id] - 2]
        assert lost == hurt.split()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", ["Angel's Grace", "Worship"])
def test_damage_leaves_one_life(name: str, variant: str) -> None:
    game = after(played(name, deal(*VARIANTS[variant])), hit(FOE[variant], "A", 99))
    assert total(game, "A") == 1
    assert game.player("A").in_game


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", ["Platinum Angel", "Angel's Grace"])
def test_no_one_loses_or_wins_against_an_angel(name: str, variant: str) -> None:
    game, foe = played(name, deal(*VARIANTS[variant])), FOE[variant]
    game = after(game, LoseLife(who=("A",), amount=99), FailDraw(who=("A",)))
    assert game.player("A").in_game
    with pytest.raises(Refusal):
        act(game, LoseGame(who=("A",)))
    with pytest.raises(Refusal):
        act(game, WinGame(who=foe))


@pytest.mark.parametrize("variant", VARIANTS)
def test_lichs_mirror_gives_twenty_life(variant: str) -> None:
    game = after(played("Lich's Mirror", deal(*VARIANTS[variant])), LoseLife(who=("A",), amount=99))
    assert game.player("A").in_game
    assert total(game, "A") == 20


def rounds(game: Game, turns: int) -> Game:
    for _ in range(turns):
        game = after(game, EndTurn())
    return game


@pytest.mark.parametrize("name", sorted({card.name for card in EFFECT_CARDS}))
def test_every_effect_ends_when_it_should(name: str) -> None:
    """Until end of turn; until A's next turn; or as long as A has the permanent."""
    game = played(name, deal("commander"))
    this_turn = {*FOGS, "Angel's Grace", "Everybody Lives!"}
    next_turn = {"Teferi's Protection", "The One Ring"}
    assert game.effects
    assert bool(rounds(game, 1).effects) == (name not in this_turn)
    assert bool(rounds(game, 3).effects) == (name not in this_turn)
    assert bool(rounds(game, 4).effects) == (name not in this_turn | next_turn)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", WINNERS)
def test_a_card_that_wins_wins(name: str, variant: str) -> None:
    game, card = about_to_win(deal(*VARIANTS[variant]), "A")
    game = after(game, play(card_named(name), card(name)))
    assert has_won(game, variant)
    guarded, card = about_to_win(played("Platinum Angel", deal(*VARIANTS[variant])), FOE[variant])
    with pytest.raises(Refusal, match="cant_win_game"):
        act(guarded, play(card_named(name), card(name)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_condition_that_is_not_met_wins_nothing(variant: str) -> None:
    """39 life are not 40; a devotion of 2 is less than 3 cards in the library."""
    game, card = about_to_win(deal(*VARIANTS[variant]), "A", x=2)
    less = after(game, LoseLife(who=("A",), amount=1))
    for table, name in ((less, "Felidar Sovereign"), (game, "Thassa's Oracle")):
        with pytest.raises(Refusal, match="card_condition"):
            play(card_named(name), replace(card(name), game=table))
    with pytest.raises(Refusal, match="card_needs_libraries"):
        play(card_named("Thassa's Oracle"), Play(game=deal(*VARIANTS[variant]), by="A", x=2))
    with pytest.raises(Refusal, match="card_needs_mode"):
        play(card_named("Coalition Victory"), Play(game=game, by="A"))


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_empty_library_wins_with_the_maniac(variant: str) -> None:
    """614.11: winning replaces the draw, which then can't fail even if the player can't win."""
    game = after(played("Laboratory Maniac", deal(*VARIANTS[variant])), CountLibrary(who="A", cards=1))
    drawn = after(game, DrawCards(who="A", n=1))
    assert drawn.outcome is None
    assert has_won(after(drawn, DrawCards(who="A", n=2)), variant)
    assert has_won(after(drawn, FailDraw(who=("A",))), variant)
    kept = after(drawn, BeginEffect(who=("A",), kind=EffectKind.CANT_WIN_GAME))
    together = Together(actions=(DrawCards(who="A", n=1), LoseLife(who=("A",), amount=1)))
    assert after(kept, together).player("A").in_game


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", ["Door to Nothingness", "Phage the Untouchable"])
def test_a_card_that_makes_someone_lose_does(name: str, variant: str) -> None:
    game = played(name, deal(*VARIANTS[variant]), FOE[variant])
    assert not game.player(FOE[variant]).in_game
    guarded = played("Platinum Angel", deal(*VARIANTS[variant]))
    with pytest.raises(Refusal):
        act(guarded, play(card_named(name), Play(game=guarded, by=FOE[variant], chosen=("A",))))


@pytest.mark.parametrize("variant", VARIANTS)
def test_triskaidekaphobia_looks_for_thirteen(variant: str) -> None:
    """Each player at 13 loses; then each player who is left gains, or loses, 1 life: each head of a team."""
    game, foe = deal(*VARIANTS[variant]), FOE[variant]
    heads, start = (2 if variant == "giant" else 1), total(game, "A")
    assert total(played("Triskaidekaphobia", game), "A") == start + heads
    assert total(played("Triskaidekaphobia", game, mode="then_lose_1"), foe) == start - heads
    game = after(game, LoseLife(who=(foe,), amount=total(game, foe) - 13))
    assert not played("Triskaidekaphobia", game).player(foe).in_game
    guarded = after(played("Platinum Angel", game), LoseLife(who=("A",), amount=total(game, "A") - 13))
    assert played("Triskaidekaphobia", guarded).player("A").in_game
    # At 12, one more loss does not look for 13 again.
    at_14 = after(deal(*VARIANTS[variant]), SetLife(to={foe: 13 + heads}))
    assert played("Triskaidekaphobia", at_14, mode="then_lose_1").player(foe).in_game


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("name", "x", "cards"),
    [
        *(("Wheel of Fortune", None, 7), ("Windfall", 4, 4), ("Prosperity", 3, 3)),
        ("Temple Bell", None, 1),
    ],
)
def test_everyone_draws_at_once(name: str, x: int | None, cards: int, variant: str) -> None:
    """A library that is one card short loses at the check, all together a draw (104.4a); in an Emperor game
    those in range, A's emperor among them, so that the other team's are left (801.10, 809.5b)."""
    game = deal(*VARIANTS[variant])
    emperor = variant == "emperor"
    enough = game
    for player in game.players:
        game = after(game, CountLibrary(who=player.id, cards=cards - 1))
        enough = after(enough, CountLibrary(who=player.id, cards=cards))
    ended, drawn = played(name, game, x=x), played(name, enough, x=x)
    assert ended.outcome is not None
    if emperor:
        assert ended.outcome.winners == ("D", "E", "F")
    else:
        assert {player.result for player in ended.players} == {PlayerOutcome.DRAW}
    left = {player.id: player.library for player in drawn.players}
    far = "CDE" if emperor else ""
    assert left == {id: cards if id in far else 0 for id in left}
    assert drawn.outcome is None


@pytest.mark.parametrize("variant", VARIANTS)
def test_half_of_a_library_is_drawn(variant: str) -> None:
    """Rounded up: of 5 counted cards 3; of a library that isn't counted, the number that is said."""
    foe, game = FOE[variant], deal(*VARIANTS[variant])
    counted = after(game, CountLibrary(who=foe, cards=5))
    assert played("Peer into the Abyss", counted, foe).player(foe).library == 2
    assert total(played("Peer into the Abyss", game, foe, x=4), foe) == total(game, foe) // 2
    with pytest.raises(Refusal, match="card_needs_x"):
        played("Peer into the Abyss", game, foe)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", ["Timetwister", "Sway of the Stars"])
def test_hand_and_graveyard_are_shuffled_in_first(name: str, variant: str) -> None:
    """A library of 3 has 20 cards when seven of them are drawn; one that isn't counted needs no number."""
    game = after(deal(*VARIANTS[variant]), CountLibrary(who="A", cards=3))
    assert played(name, game, numbers={"A": 20}).player("A").library == 13
    assert not played(name, game, numbers={"A": 6}).player("A").in_game
    with pytest.raises(Refusal, match="card_needs_libraries"):
        played(name, game)
    assert played(name, deal(*VARIANTS[variant])).player("A").in_game


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("name", "x", "cards"),
    [
        *(("Blue Sun's Zenith", 5, 5), ("Sign in Blood", None, 2)),
        ("Caress of Phyrexia", None, 3),
    ],
)
def test_one_player_draws(name: str, x: int | None, cards: int, variant: str) -> None:
    foe = FOE[variant]
    game = after(deal(*VARIANTS[variant]), CountLibrary(who=foe, cards=cards))
    assert played(name, game, foe, x=x).player(foe).library == 0
    short = after(game, CountLibrary(who=foe, cards=cards - 1))
    assert not played(name, short, foe, x=x).player(foe).in_game


@pytest.mark.parametrize("variant", VARIANTS)
def test_poison(variant: str) -> None:
    game, foe = deal(*VARIANTS[variant]), FOE[variant]
    heads = 2 if variant == "giant" else 1  # each of them gets a counter, which the team shares (810.10)
    assert played("Infectious Inquiry", game).poison(foe) == heads
    assert played("Prologue to Phyresis", game).poison(foe) == heads
    assert played("Caress of Phyrexia", game, foe).poison(foe) == 3
    poisoned = played("Caress of Phyrexia", game, foe)
    assert played("Contagion Engine", poisoned, foe).poison(foe) == 5  # 3, and proliferated twice
    assert played("Contagion Engine", game, foe).poison(foe) == 0


def test_every_card_is_played_somewhere_here() -> None:
    """What isn't in this file is in the tables of totals and replacements beside it."""
    here = {card.name for card in EFFECT_CARDS} | {
        "Triskaidekaphobia",
        "Contagion Engine",
        "Prologue to Phyresis",
    }
    here |= {*WINNERS, "Sway of the Stars"}
    here |= {"Door to Nothingness", "Phage the Untouchable", "Wheel of Fortune", "Timetwister", "Windfall"}
    here |= {"Prosperity", "Temple Bell", "Blue Sun's Zenith"}
    here |= {card.name for card in REPLACEMENTS}
    assert here | {case.card for case in TOTALS} == set(CARDS)
