"""Continuous effects: what they change, and when they end."""

import pytest

from rules.actions.continuous_effects import BeginEffect, ChangeSourceControl, EndEffect
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede, LoseGame, WinGame
from rules.actions.library import FailDraw
from rules.actions.life import GainLife, LoseLife, PayLife, SetLife
from rules.actions.table import Together
from rules.actions.turns import EndTurn
from rules.events.continuous_effects import EffectBegan, EffectEnded
from rules.events.endings import GameLossReplaced
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.parts import EffectKind, PlayerOutcome, Scope
from rules.refusal import Refusal
from rules.table import act, perform
from tests.rules.deals import deal, play


def under(kind: EffectKind, n: int | None = None, *, who: str = "B", game: Game | None = None) -> Game:
    return play(game or deal(), BeginEffect(who=(who,), kind=kind, n=n))


def hit(amount: int, *, to: str = "B", by: str = "A", lifelink: bool = False) -> DealDamage:
    return DealDamage(to=(to,), amount=amount, by=by, combat=True, lifelink=lifelink)


def test_an_effect_that_needs_a_number_is_refused_without_one() -> None:
    with pytest.raises(Refusal) as refused:
        act(deal(), BeginEffect(who=("B",), kind=EffectKind.MULTIPLY_LIFE_GAIN))
    assert refused.value.reason == "effect_needs_number"


def test_ending_an_effect_ends_the_newest_of_its_kind() -> None:
    game = under(EffectKind.MULTIPLY_LIFE_GAIN, 3, game=under(EffectKind.MULTIPLY_LIFE_GAIN, 2))
    assert play(game, GainLife(who=("B",), amount=1)).life["B"] == 20 + 6
    game = play(game, EndEffect(who=("B",), kind=EffectKind.MULTIPLY_LIFE_GAIN))
    assert play(game, GainLife(who=("B",), amount=1)).life["B"] == 20 + 2


def test_an_effect_that_is_not_there_cannot_end() -> None:
    with pytest.raises(Refusal) as refused:
        act(deal(), EndEffect(who=("B",), kind=EffectKind.CANT_GAIN_LIFE))
    assert refused.value.reason == "no_such_effect"


class TestEnding:
    def test_what_a_leaver_owned_ends_with_them(self) -> None:
        game = play(deal(), BeginEffect(who=("B",), kind=EffectKind.CANT_GAIN_LIFE, source="C"))
        game = play(game, Concede(who="C"), GainLife(who=("B",), amount=3))
        assert game.effects == ()
        assert game.life["B"] == 23

    def test_what_a_leaver_only_controlled_goes_back_once(self) -> None:
        """Two effects of A's card that C controls each end once, and begin once as A's."""
        angel = (
            BeginEffect(who=("A",), kind=kind, source="A", card="Angel", scope=Scope.CONTROLLER)
            for kind in (EffectKind.CANT_LOSE_GAME, EffectKind.CANT_GAIN_LIFE)
        )
        stolen = ChangeSourceControl(object=0, who="A", card="Angel", to="C")
        done = act(play(deal(), *angel, stolen), Concede(who="C"))
        assert isinstance(done.table, Game)
        assert [effect.on for effect in done.table.effects] == ["A", "A"]
        kinds = [type(event) for event in done.events]
        assert (kinds.count(EffectEnded), kinds.count(EffectBegan)) == (2, 2)

    def test_an_effect_without_an_owner_stays(self) -> None:
        game = play(under(EffectKind.CANT_GAIN_LIFE), Concede(who="C"))
        assert [effect.on for effect in game.effects] == ["B"]

    def test_an_effect_on_a_leaver_ends(self) -> None:
        game = play(under(EffectKind.CANT_LOSE_GAME), Concede(who="B"))
        assert game.effects == ()

    def test_until_a_players_next_turn_means_its_beginning(self) -> None:
        start = BeginEffect(who=("B",), kind=EffectKind.CANT_GAIN_LIFE, until_turn_of="C")
        game = play(deal(), start, EndTurn())
        assert len(game.effects) == 1
        done = act(game, EndTurn())
        assert [type(event) for event in done.events].count(EffectEnded) == 1
        assert isinstance(done.table, Game)
        assert done.table.effects == ()

    def test_until_a_departed_players_turn_means_when_it_would_have_begun(self) -> None:
        start = BeginEffect(who=("B",), kind=EffectKind.CANT_GAIN_LIFE, source="C", until_turn_of="C")
        game = play(deal(), start, Concede(who="C"), EndTurn())
        assert len(game.effects) == 1
        assert play(game, EndTurn()).effects == ()

    def test_a_duration_names_someone_who_takes_turns(self) -> None:
        with pytest.raises(Refusal) as refused:
            act(deal(), BeginEffect(who=("B",), kind=EffectKind.CANT_GAIN_LIFE, until_turn_of="nobody"))
        assert refused.value.reason == "not_a_taker"

    def test_a_source_sits_at_the_table(self) -> None:
        with pytest.raises(Refusal) as refused:
            act(deal(), BeginEffect(who=("B",), kind=EffectKind.CANT_GAIN_LIFE, source="nobody"))
        assert refused.value.reason == "not_at_table"


class TestReplacingLoss:
    def test_loss_is_multiplied(self) -> None:
        game = under(EffectKind.MULTIPLY_LIFE_LOSS, 2)
        assert play(game, LoseLife(who=("B",), amount=3)).life["B"] == 14
        assert play(game, hit(3)).life["B"] == 14
        assert play(game, PayLife(payments={"B": 3})).life["B"] == 14

    def test_loss_sets_the_total_instead(self) -> None:
        game = under(EffectKind.LOSS_SETS_LIFE, 15)
        assert play(game, LoseLife(who=("B",), amount=1)).life["B"] == 15
        assert play(game, hit(19)).life["B"] == 15

    def test_a_total_below_is_raised_by_a_loss(self) -> None:
        game = play(deal(), SetLife(to={"B": 4}))
        game = under(EffectKind.LOSS_SETS_LIFE, 10, game=game)
        assert play(game, LoseLife(who=("B",), amount=1)).life["B"] == 10

    def test_damage_causes_no_loss_but_is_dealt(self) -> None:
        game = play(under(EffectKind.DAMAGE_CAUSES_NO_LOSS), hit(5, lifelink=True))
        assert (game.life["B"], game.life["A"]) == (20, 25)
        assert play(game, LoseLife(who=("B",), amount=5)).life["B"] == 15


class TestFloor:
    """Damage that would reduce the total below n reduces it to n instead (120.4d)."""

    def test_damage_stops_at_the_floor(self) -> None:
        assert play(under(EffectKind.DAMAGE_LIFE_FLOOR, 1), hit(30)).life["B"] == 1

    def test_other_loss_does_not_stop(self) -> None:
        game = perform(under(EffectKind.DAMAGE_LIFE_FLOOR, 1), LoseLife(who=("B",), amount=30)).game
        assert game.life["B"] == -10

    def test_damage_of_several_sources_at_once_stops_at_the_floor(self) -> None:
        game = under(EffectKind.DAMAGE_LIFE_FLOOR, 1)
        assert play(game, Together(actions=(hit(15), hit(15, by="C")))).life["B"] == 1

    @pytest.mark.parametrize("first", ["damage", "gain"])
    def test_the_net_change_of_one_event_counts(self, first: str) -> None:
        game = under(EffectKind.DAMAGE_LIFE_FLOOR, 1, game=play(deal(), SetLife(to={"B": 2})))
        both = (hit(5), GainLife(who=("B",), amount=5))
        event = Together(actions=both if first == "damage" else both[::-1])
        assert play(game, event).life["B"] == 2

    @pytest.mark.parametrize("first", ["hit", "strike back"])
    def test_lifelink_of_the_same_event_counts(self, first: str) -> None:
        game = under(EffectKind.DAMAGE_LIFE_FLOOR, 1, game=play(deal(), SetLife(to={"B": 2})))
        both = (hit(5), hit(5, to="A", by="B", lifelink=True))
        event = Together(actions=both if first == "hit" else both[::-1])
        game = play(game, event)
        assert (game.life["B"], game.life["A"]) == (2, 15)

    def test_a_gain_that_is_too_small_leaves_the_floor(self) -> None:
        game = under(EffectKind.DAMAGE_LIFE_FLOOR, 1, game=play(deal(), SetLife(to={"B": 2})))
        event = Together(actions=(hit(9), GainLife(who=("B",), amount=3)))
        assert play(game, event).life["B"] == 1

    def test_below_the_floor_damage_counts_in_full(self) -> None:
        game = under(EffectKind.DAMAGE_LIFE_FLOOR, 7, game=play(deal(), SetLife(to={"B": 5})))
        assert play(game, hit(2)).life["B"] == 3

    def test_doubled_loss_stops_at_the_floor_too(self) -> None:
        game = under(EffectKind.DAMAGE_LIFE_FLOOR, 1, game=under(EffectKind.MULTIPLY_LIFE_LOSS, 2))
        assert play(game, hit(12)).life["B"] == 1


class TestReplacingTheGameLoss:
    def test_it_is_used_up(self) -> None:
        game = play(under(EffectKind.REPLACE_GAME_LOSS, 12), LoseLife(who=("B",), amount=20))
        assert (game.life["B"], game.effects) == (12, ())
        assert play(game, LoseLife(who=("B",), amount=12)).player("B").result is PlayerOutcome.LOST

    def test_an_effect_that_says_lose_is_replaced(self) -> None:
        done = act(under(EffectKind.REPLACE_GAME_LOSS, 12), LoseGame(who=("B",)))
        assert GameLossReplaced in map(type, done.events)
        assert isinstance(done.table, Game)
        assert done.table.player("B").in_game

    def test_someone_elses_win_under_limited_range_is_a_loss_to_replace(self) -> None:
        game = under(EffectKind.REPLACE_GAME_LOSS, 12, game=deal(count=6, options=Options(range=1)))
        game = play(game, WinGame(who="A"))
        assert game.player("B").in_game
        assert game.player("F").result is PlayerOutcome.LOST

    def test_only_one_of_two_is_used(self) -> None:
        game = under(EffectKind.REPLACE_GAME_LOSS, 12, game=under(EffectKind.REPLACE_GAME_LOSS, 7))
        game = play(game, FailDraw(who=("B",)))
        assert (game.life["B"], len(game.effects)) == (12, 1)

    def test_a_total_that_cannot_rise_loses_after_all(self) -> None:
        game = under(EffectKind.REPLACE_GAME_LOSS, 12, game=under(EffectKind.CANT_GAIN_LIFE))
        assert play(game, LoseLife(who=("B",), amount=20)).player("B").result is PlayerOutcome.LOST


def test_no_one_counts_further_than_a_program_can_read() -> None:
    game = deal()
    for _ in range(3):
        game = under(EffectKind.MULTIPLY_LIFE_GAIN, 999_999, game=game)
    with pytest.raises(Refusal) as refused:
        act(game, GainLife(who=("B",), amount=999_999))
    assert refused.value.reason == "bad_number"


def test_effects_are_numbered_and_told() -> None:
    done = act(deal(), BeginEffect(who=("B", "C"), kind=EffectKind.CANT_GAIN_LIFE))
    numbers = [event.effect.id for event in done.events if isinstance(event, EffectBegan)]
    assert len(set(numbers)) == 2
