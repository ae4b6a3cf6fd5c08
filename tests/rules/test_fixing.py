"""A step is carried out again on a table that has become another one."""

import pytest

from rules.actions.damage import DealDamage
from rules.actions.endings import Concede
from rules.actions.life import DrainLife, LoseLife, PayLife
from rules.actions.table import Together
from rules.fixing import replay_step
from rules.game.game import Game
from rules.table import act
from tests.rules.deals import deal


@pytest.fixture
def game() -> Game:
    """A, C and D with 20 life; B has conceded."""
    table = act(deal("free_for_all", 4), Concede(who="B")).table
    assert isinstance(table, Game)
    return table


@pytest.mark.parametrize("keep", [True, False])
def test_what_is_still_allowed_is_done_in_full(game: Game, keep: bool) -> None:
    replayed = replay_step(game, LoseLife(who=("A", "C"), amount=3), keep=keep)
    assert (replayed.refusal, replayed.out) == (None, False)
    assert isinstance(replayed.transition.table, Game)
    assert [replayed.transition.table.life[who] for who in "ACD"] == [17, 17, 20]


def test_of_several_players_those_still_in_the_game_are_kept(game: Game) -> None:
    replayed = replay_step(game, PayLife(payments={"A": 2, "B": 3}), keep=True)
    assert replayed.refusal is not None
    assert (replayed.refusal.reason, replayed.out) == ("left_game", False)
    assert isinstance(replayed.transition.table, Game)
    assert replayed.transition.table.life["A"] == 18


def test_amounts_of_players_who_are_gone_take_nothing_from_the_others(game: Game) -> None:
    """A drains B for 2 and C for 1; without B, A gains what C loses."""
    replayed = replay_step(game, DrainLife(who=("B", "C"), amount=1, amounts={"B": 2}, by="A"), keep=True)
    assert isinstance(replayed.transition.table, Game)
    assert [replayed.transition.table.life[who] for who in "AC"] == [21, 19]


def test_of_several_actions_the_allowed_ones_are_kept(game: Game) -> None:
    several = Together(actions=(LoseLife(who=("B",), amount=1), LoseLife(who=("C",), amount=1)))
    kept, dropped = replay_step(game, several, keep=True), replay_step(game, several, keep=False)
    assert isinstance(kept.transition.table, Game)
    assert kept.transition.table.life["C"] == 19
    assert (dropped.out, dropped.transition.table, dropped.transition.events) == (True, game, ())


def test_nothing_is_left_of_what_was_about_no_one_else(game: Game) -> None:
    for action in (LoseLife(who=("B",), amount=1), Concede(who="B"), DealDamage(to=("B",), amount=1)):
        replayed = replay_step(game, action, keep=True)
        assert (replayed.out, replayed.transition.table) == (True, game)
