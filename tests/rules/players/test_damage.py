"""Damage as one event with all its results (120)."""

import pytest

from rules.actions.damage import DealDamage
from rules.actions.designations import BecomeMonarch, TakeInitiative
from rules.actions.endings import Concede
from rules.actions.turns import EndTurn
from rules.events.designations import MonarchChanged
from rules.events.life import DamageDealt, LifeGained
from rules.formats.options import Options
from rules.game.game import Game
from rules.refusal import Refusal
from rules.table import act
from tests.rules.deals import deal, play


def test_a_source_gains_its_lifelink_once_for_everyone_it_hurts() -> None:
    done = act(deal(), DealDamage(to=("B", "C", "D"), amount=2, by="A", lifelink=True))
    gains = [event for event in done.events if isinstance(event, LifeGained)]
    assert [(event.who, event.amount) for event in gains] == [("A", 6)]


def test_naming_someone_twice_hurts_once() -> None:
    assert play(deal(), DealDamage(to=("B", "B"), amount=2)).life["B"] == 18


def test_damage_without_a_source_reaches_everyone() -> None:
    game = deal(count=6, options=Options(range=1))
    assert play(game, DealDamage(to=("D",), amount=2)).life["D"] == 18


def test_out_of_range_is_refused_only_when_no_one_is_reached() -> None:
    game = deal(count=6, options=Options(range=1))
    with pytest.raises(Refusal) as refused:
        act(game, DealDamage(to=("C", "D"), amount=2, by="A"))
    assert refused.value.reason == "out_of_range"
    after = play(game, DealDamage(to=("B", "D"), amount=2, by="A"))
    assert (after.life["B"], after.life["D"]) == (18, 20)


def test_a_player_who_has_left_is_not_a_source() -> None:
    game = play(deal(), Concede(who="D"))
    with pytest.raises(Refusal) as refused:
        act(game, DealDamage(to=("B",), amount=3, by="D", combat=True, lifelink=True))
    assert refused.value.reason == "left_game"


def test_the_tally_of_a_commander_is_announced_with_the_damage() -> None:
    strike = DealDamage(to=("B",), amount=8, by="A", combat=True, commander="A:1")
    done = act(play(deal("commander"), strike), strike)
    assert [event.tally for event in done.events if isinstance(event, DamageDealt)] == [16]


def test_only_combat_damage_is_tallied() -> None:
    game = play(deal("commander"), DealDamage(to=("B",), amount=8, by="A", commander="A:1"))
    assert game.player("B").commander_damage == {}


class TestDesignations:
    def test_the_monarch_who_is_hurt_in_combat_is_followed_by_the_attacker(self) -> None:
        game = play(deal(), BecomeMonarch(who="B"))
        assert play(game, DealDamage(to=("B", "C"), amount=1, by="A", combat=True)).monarch == "A"

    def test_anyone_who_is_dealt_none_keeps_the_crown(self) -> None:
        game = play(deal(), BecomeMonarch(who="B"), Concede(who="C"))
        with pytest.raises(Refusal) as refused:
            act(game, DealDamage(to=("B",), amount=0, by="A", combat=True))
        assert refused.value.reason == "nothing_happens"

    def test_a_monarch_who_hurts_themselves_stays_monarch(self) -> None:
        game = play(deal(), BecomeMonarch(who="B"))
        done = act(game, DealDamage(to=("B",), amount=1, by="B", combat=True))
        assert MonarchChanged not in map(type, done.events)

    def test_the_initiative_goes_over_too(self) -> None:
        game = play(deal(), TakeInitiative(who="B"), EndTurn())
        after = play(game, DealDamage(to=("B",), amount=1, by="C", combat=True))
        assert after.initiative == "C"


def test_damage_to_a_team_of_two_heads_is_two_events() -> None:
    game = deal("two_headed_giant")
    done = act(game, DealDamage(to=("C", "D"), amount=4, by="A"))
    assert isinstance(done.table, Game)
    assert done.table.life["team 2"] == 30 - 8
    assert [event.to for event in done.events if isinstance(event, DamageDealt)] == ["C", "D"]
