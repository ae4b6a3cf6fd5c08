"""What cards that change gains, losses, damage and counters make of what comes next, worked out on paper.

A has the card in a duel, at a table of four, in Two-Headed Giant and in an Emperor game; F is a foe, as in
`test_effects`. It is A's turn.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from rules.actions.action import Action
from rules.actions.continuous_effects import BeginEffect
from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede
from rules.actions.library import CountLibrary, DrawCards
from rules.actions.life import GainLife, LoseLife, PayLife
from rules.actions.table import Simultaneous
from rules.actions.turns import EndTurn
from rules.cards import Play, card_named, play
from rules.cards.replacements import REPLACEMENTS
from rules.game.game import Game
from rules.game.parts import Afterwards, EffectKind, PlayerOutcome
from rules.refusal import Refusal
from rules.table import act
from tests.rules.cards.test_effects import FOE, VARIANTS, has_won, hit, played, total
from tests.rules.cards.test_forbidden import tried
from tests.rules.deals import deal
from tests.rules.deals import play as after


@dataclass(frozen=True)
class Case:
    """A card, what comes next, and whose total changes by how much: A's or the foe's."""

    card: str
    then: Callable[[str], Action]
    who: str
    change: int
    mode: str = ""
    x: int | None = None
    shield: str = ""
    """Who has all damage prevented."""


def creature(by: str, to: str, amount: int) -> Action:
    return DealDamage(to=(to,), amount=amount, by=by, creature=True)


def combat(by: str, to: str, amount: int) -> Action:
    return DealDamage(to=(to,), amount=amount, by=by, combat=True)


def gains(who: str, n: int) -> Action:
    return GainLife(who=(who,), amount=n)


ONE_MORE = ("Leyline of Hope", "Angel of Vitality", "Heron of Hope", "Honor Troll", "Cleric Class")
NO_GAIN = ("Leyline of Punishment", "Everlasting Torment", "Giant Cindermaw")
NO_PREVENTION = ("Leyline of Punishment", "Everlasting Torment", "Flaring Pain")
CASES: tuple[Case, ...] = (
    Case("Bloodletter of Aclazotz", lambda foe: LoseLife(who=(foe,), amount=3), "F", -6),
    Case("Bloodletter of Aclazotz", lambda foe: LoseLife(who=("A",), amount=3), "A", -3),
    *(Case(card, lambda foe: gains("A", 3), "A", 4) for card in ONE_MORE),
    *(Case(card, lambda foe: gains(foe, 3), "F", 3) for card in ONE_MORE),
    Case("Alhammarret's Archive", lambda foe: gains("A", 3), "A", 6),
    Case("Torbran, Thane of Red Fell", lambda foe: hit("A", foe, 3), "F", -5, "right_sources"),
    Case("Torbran, Thane of Red Fell", lambda foe: hit(foe, "A", 3), "A", -3, "right_sources"),
    Case("Torbran, Thane of Red Fell", lambda foe: hit("A", "A", 3), "A", -3, "right_sources"),
    Case("Mechanized Warfare", lambda foe: hit("A", foe, 3), "F", -4, "right_sources"),
    Case("Fated Firepower", lambda foe: hit("A", foe, 3), "F", -7, x=4),
    Case("Artist's Talent", lambda foe: hit("A", foe, 3), "F", -5, "level_3"),
    Case("Artist's Talent", lambda foe: combat("A", foe, 3), "F", -3, "level_3"),
    Case("Gratuitous Violence", lambda foe: creature("A", foe, 3), "F", -6),
    Case("Gratuitous Violence", lambda foe: combat("A", foe, 3), "F", -6),
    Case("Gratuitous Violence", lambda foe: hit("A", foe, 3), "F", -3),
    Case("Angrath's Marauders", lambda foe: hit("A", foe, 3), "F", -6),
    Case("City on Fire", lambda foe: hit("A", foe, 3), "F", -9),
    Case("Dictate of the Twin Gods", lambda foe: hit(foe, "A", 3), "A", -6),
    Case("Fiendish Duo", lambda foe: hit(foe, foe, 3), "F", -6),
    Case("Fiendish Duo", lambda foe: hit(foe, "A", 3), "A", -3),
    Case("Solphim, Mayhem Dominus", lambda foe: hit("A", foe, 3), "F", -6),
    Case("Solphim, Mayhem Dominus", lambda foe: combat("A", foe, 3), "F", -3),
    Case("Solphim, Mayhem Dominus", lambda foe: hit(foe, foe, 3), "F", -3),
    Case("Questing Beast", lambda foe: combat("A", foe, 3), "F", -3, shield="F"),
    Case("Questing Beast", lambda foe: hit("A", foe, 3), "F", 0, shield="F"),
    Case("Questing Beast", lambda foe: combat(foe, "A", 3), "A", 0, shield="A"),
    *(Case(card, lambda foe: gains(foe, 3), "F", 0) for card in NO_GAIN),
    *(Case(card, lambda foe: hit(foe, "A", 3), "A", -3, shield="A") for card in NO_PREVENTION),
    Case("Sunspine Lynx", lambda foe: gains("A", 3), "A", 0, "in_play"),
    Case("Sunspine Lynx", lambda foe: hit("A", foe, 3), "F", -3, "in_play", shield="F"),
    Case("Tibalt, Rakish Instigator", lambda foe: gains("A", 3), "A", 3),
    Case("Tibalt, Rakish Instigator", lambda foe: gains(foe, 3), "F", 0),
    Case("Archfiend of Despair", lambda foe: gains(foe, 3), "F", 0, "in_play"),
)


def begun(case: Case, variant: str) -> Game:
    game, foe = deal(*VARIANTS[variant]), FOE[variant]
    if case.shield:
        shielded = foe if case.shield == "F" else "A"
        game = after(game, BeginEffect(who=(shielded,), kind=EffectKind.PREVENT_DAMAGE))
    return played(case.card, game, x=case.x, mode=case.mode)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.card)
def test_what_comes_next_is_changed(case: Case, variant: str) -> None:
    game, foe = begun(case, variant), FOE[variant]
    who = foe if case.who == "F" else "A"
    before = total(game, who)
    assert total(tried(game, case.then(foe)), who) - before == case.change


def test_bloodletter_counts_in_its_controllers_turns_alone() -> None:
    game = after(played("Bloodletter of Aclazotz", deal()), EndTurn(), LoseLife(who=("B",), amount=3))
    assert game.life["B"] == 17


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("card", "dealt", "mode", "gained"),
    [
        *(("Stomp", 2, "", 3), ("Skullcrack", 3, "", 0)),
        *(("Wild Slash", 2, "power_4", 3), ("Wild Slash", 0, "no_power_4", 3)),
    ],
)
def test_burn_that_can_not_be_prevented(card: str, dealt: int, mode: str, gained: int, variant: str) -> None:
    """The foe has all damage prevented, and then gains 3 life; until end of turn."""
    foe = FOE[variant]
    game = after(deal(*VARIANTS[variant]), BeginEffect(who=(foe,), kind=EffectKind.PREVENT_DAMAGE))
    burned = played(card, game, foe, mode=mode)
    assert total(game, foe) - total(burned, foe) == dealt
    assert total(tried(burned, gains(foe, 3)), foe) == total(burned, foe) + gained
    assert [effect.kind for effect in after(burned, EndTurn()).effects] == [EffectKind.PREVENT_DAMAGE]


def counters(who: str, n: int, by: str | None, kind: str = "poison") -> AddCounters:
    return AddCounters(who=(who,), kind=kind, n=n, by=by)


def of(game: Game, who: str, kind: str) -> int:
    return game.counters_of(game.counter_holder(who, kind)).get(kind, 0)


COUNTERS: tuple[tuple[str, Callable[[str], AddCounters], str, int, str], ...] = (
    ("Vorinclex, Monstrous Raider", lambda foe: counters(foe, 1, "A"), "F", 2, ""),
    ("Vorinclex, Monstrous Raider", lambda foe: counters("A", 3, foe), "A", 1, ""),
    ("Vorinclex, Monstrous Raider", lambda foe: counters("A", 3, None, "energy"), "A", 6, ""),
    ("Vorinclex, Monstrous Raider", lambda foe: counters(foe, 3, None, "energy"), "F", 1, ""),
    ("Innkeeper's Talent", lambda foe: counters(foe, 3, "A"), "F", 6, "level_3"),
    ("Winding Constrictor", lambda foe: counters("A", 3, None, "energy"), "A", 4, ""),
    ("Winding Constrictor", lambda foe: counters(foe, 3, "A"), "F", 3, ""),
    ("Solemnity", lambda foe: counters(foe, 3, "A"), "F", 0, ""),
    ("Solemnity", lambda foe: counters("A", 3, None, "energy"), "A", 0, ""),
    ("Melira, Sylvok Outcast", lambda foe: counters("A", 3, foe), "A", 0, ""),
    ("Melira, Sylvok Outcast", lambda foe: counters(foe, 3, "A"), "F", 3, ""),
)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("card", "action", "who", "n", "mode"),
    COUNTERS,
)
def test_counters_are_changed(
    card: str, action: Callable[[str], AddCounters], who: str, n: int, mode: str, variant: str
) -> None:
    game, foe = played(card, deal(*VARIANTS[variant]), mode=mode), FOE[variant]
    change = action(foe)
    assert of(tried(game, change), foe if who == "F" else "A", change.kind) == n


@pytest.mark.parametrize("variant", VARIANTS)
def test_damage_at_no_life_poisons(variant: str) -> None:
    """Phyrexian Unlife: at 0 or less life A doesn't lose, and damage gives poison counters instead."""
    foe = FOE[variant]
    game = played("Phyrexian Unlife", deal(*VARIANTS[variant]))
    game = after(game, LoseLife(who=("A",), amount=total(game, "A") - 1), hit(foe, "A", 4), hit(foe, "A", 4))
    assert total(game, "A") == -3
    assert of(game, "A", "poison") == 4
    assert game.player("A").in_game


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_prevented_is_dealt_back(variant: str) -> None:
    foe, start = FOE[variant], total(deal(*VARIANTS[variant]), "A")
    game = played("Deflecting Palm", deal(*VARIANTS[variant]), foe)
    game = after(game, hit(foe, "A", 7))
    assert (total(game, "A"), total(game, foe)) == (start, start - 7)
    assert total(after(game, hit(foe, "A", 7)), "A") == start - 7


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("card", ["Laboratory Maniac", "Jace, Wielder of Mysteries"])
def test_an_empty_library_wins(card: str, variant: str) -> None:
    game = after(played(card, deal(*VARIANTS[variant])), CountLibrary(who="A", cards=1))
    assert after(game, DrawCards(who="A", n=1)).outcome is None
    assert has_won(after(game, DrawCards(who="A", n=2)), variant)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("card", ["Angel of Jubilation", "Yasharn, Implacable Earth"])
def test_life_is_paid_as_spells_resolve_alone(card: str, variant: str) -> None:
    game, foe = played(card, deal(*VARIANTS[variant])), FOE[variant]
    with pytest.raises(Refusal, match="cant_pay_life"):
        act(game, PayLife(payments={foe: 2}))
    assert total(after(game, PayLife(payments={foe: 2}, resolving=True)), foe) == total(game, foe) - 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_demon_keeps_its_controllers_opponents_alive(variant: str) -> None:
    foe = FOE[variant]
    game = played("Abyssal Persecutor", deal(*VARIANTS[variant]))
    assert after(game, LoseLife(who=(foe,), amount=99)).player(foe).in_game


def test_what_two_cards_count_of_players() -> None:
    """Sunspine Lynx as it enters: nonbasic lands; Archfiend of Despair at an end step: the life lost."""
    game = played("Sunspine Lynx", deal(), numbers={"A": 2, "C": 5}, mode="enters_damage")
    assert [*game.life.values()] == [18, 20, 15, 20]
    game = played("Archfiend of Despair", deal(), numbers={"B": 3, "C": 4}, mode="end_step_loss")
    assert [*game.life.values()] == [20, 17, 16, 20]
    with pytest.raises(Refusal, match="card_numbers_of"):
        played("Archfiend of Despair", deal(), numbers={"A": 3}, mode="end_step_loss")


def test_every_card_is_played_here() -> None:
    here = {case.card for case in CASES} | {"Stomp", "Skullcrack", "Wild Slash", "Deflecting Palm"}
    here |= {"Vorinclex, Monstrous Raider", "Innkeeper's Talent", "Winding Constrictor", "Solemnity"}
    here |= {"Melira, Sylvok Outcast", "Phyrexian Unlife", "Laboratory Maniac", "Jace, Wielder of Mysteries"}
    here |= {"Angel of Jubilation", "Yasharn, Implacable Earth", "Abyssal Persecutor"}
    assert here == {card.name for card in REPLACEMENTS}


@pytest.mark.parametrize("players", [("A",), ("A", "F")])
def test_damage_that_is_dealt_back_without_end_is_refused(players: tuple[str, ...]) -> None:
    """Each event causes the next one, which nothing ends (104.4b)."""
    game = deal("two_player", 2)
    ids = dict(zip("AF", (one.id for one in game.players), strict=True))
    for who in players:
        back = BeginEffect(
            who=(ids[who],),
            kind=EffectKind.PREVENT_DAMAGE,
            source=ids[who],
            afterwards=Afterwards.DEAL_BACK,
        )
        game = after(game, back)
    with pytest.raises(Refusal, match="endless_loop"):
        act(game, DealDamage(to=(ids["A"],), amount=1, by=ids[players[-1]]))


def test_a_card_at_the_same_time_as_a_concession_makes_both_lose() -> None:
    """No one is left who could win (104.4a)."""
    game = deal("two_player", 2)
    mine, other = (one.id for one in game.players)
    door = play(card_named("Door to Nothingness"), Play(game=game, by=mine, chosen=(other,)))
    game = after(game, Simultaneous(actions=(door, Concede(who=mine))))
    assert [one.result for one in game.players] == [PlayerOutcome.DRAW] * 2
