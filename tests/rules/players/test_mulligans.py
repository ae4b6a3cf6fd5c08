"""Who declares next about the opening hand."""

from rules.actions.endings import Concede
from rules.actions.library import KeepHand, TakeMulligan
from rules.formats.options import Options
from rules.players.mulligans import declaring
from tests.rules.deals import deal, play


def test_rounds_go_around_those_who_have_not_kept() -> None:
    """103.5: all declare in turn order; players who take a mulligan declare again in the next round."""
    game = deal("free_for_all", 3)
    assert declaring(game) == ("A",)
    game = play(game, TakeMulligan(who="A"))
    assert declaring(game) == ("B",)
    game = play(game, KeepHand(who="B"), TakeMulligan(who="C"))
    assert declaring(game) == ("A",)
    game = play(game, KeepHand(who="A"))
    assert declaring(game) == ("C",)
    assert declaring(play(game, KeepHand(who="C"))) == ()


def test_anyone_who_has_left_is_not_waited_for() -> None:
    assert declaring(play(deal("free_for_all", 3), Concede(who="A"))) == ("B",)


def test_teams_declare_together() -> None:
    """103.5d: the starting team first, its members in any order."""
    game = deal("two_headed_giant", 4)
    assert declaring(game) == ("A", "B")
    game = play(game, TakeMulligan(who="B"))
    assert declaring(game) == ("A",)
    assert declaring(play(game, KeepHand(who="A"))) == ("C", "D")


def test_in_2006_one_side_is_done_before_the_next_begins() -> None:
    """101.4: first the starting player takes any mulligans."""
    game = deal("two_player", 2, Options(edition="2006"))
    game = play(game, TakeMulligan(who="A"))
    assert declaring(game) == ("A",)
    assert declaring(play(game, KeepHand(who="A"))) == ("B",)
