"""Joining a game that has begun: who may, where they sit, what they start with, and what is theirs then."""

import pytest

from rules.actions.continuous_effects import BeginEffect
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede, RestartGame
from rules.actions.life import LoseLife
from rules.actions.table import JoinGame
from rules.actions.turns import EndTurn
from rules.events.turns import TurnBegan
from rules.formats.options import Options
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.lobby import Seated
from rules.game.parts import EffectKind, PlayerOutcome, Scope
from rules.game.seating import attackable, in_range
from rules.refusal import Refusal
from rules.table import act
from tests.rules.deals import deal, play


def late(name: str = "Z", team: str | None = None, place: int | None = None) -> JoinGame:
    return JoinGame(seats=(Seated(id=name, name=name, team=team),), place=place)


def seats(game: Game) -> str:
    return "".join(player.id for player in game.players)


def turns(game: Game, count: int) -> str:
    """Return who takes the turns after the current one."""
    takers = ""
    for _ in range(count):
        game = play(game, EndTurn())
        takers += game.turn.taker
    return takers


@pytest.mark.parametrize(
    ("variant", "life"),
    [
        *(("free_for_all", 20), ("commander", 40), ("brawl", 30), ("supervillain_rumble", 40)),
        *(("vanguard", 20), ("planechase", 20), ("conspiracy", 20), ("grand_melee", 20)),
    ],
)
def test_a_late_joiner_starts_as_the_others_did(variant: str, life: int) -> None:
    """The starting life of 806, 903.7, 903.12c, 904.12, 902, 901, 905 and 807, a hand of seven (103.5),
    however the others stand by now."""
    game = play(deal(variant), LoseLife(who=("A",), amount=3), late())
    assert game.life == {"A": life - 3, "B": life, "C": life, "D": life, "Z": life}
    assert game.player("Z").hand.size == 7
    assert seats(game) == "ABCDZ"


def test_with_the_life_total_chosen_for_this_game() -> None:
    game = play(deal("commander", options=Options(life=25)), late())
    assert game.life["Z"] == 25


def test_where_a_game_of_two_started_with_less() -> None:
    """903.12c: 25 life for two. Who comes third starts as these two did."""
    assert play(deal("brawl", 2), late()).life["Z"] == 25


def test_the_last_seat_is_to_the_right_of_who_began() -> None:
    game = play(deal(first="C"), late())
    assert seats(game) == "ABZCD"
    assert turns(game, 5) == "DABZC"


@pytest.mark.parametrize(("place", "order"), [(2, "ZBCDA"), (3, "BZCDA"), (5, "BCDZA"), (None, "BCDZA")])
def test_a_drawn_seat(place: int | None, order: str) -> None:
    assert turns(play(deal(), late(place=place)), 5) == order


@pytest.mark.parametrize("place", [0, 1, 6])
def test_a_seat_that_there_is_not(place: int) -> None:
    with pytest.raises(Refusal, match="number_out_of_bounds"):
        play(deal(), late(place=place))


@pytest.mark.parametrize("variant", [key for key, one in VARIANTS.items() if not one.takes_late_joiners])
def test_variants_for_equal_teams_or_an_exact_number_take_no_one(variant: str) -> None:
    with pytest.raises(Refusal, match="cant_join_late"):
        play(deal(variant, VARIANTS[variant].min_players), late())


def test_no_one_joins_twice_or_as_the_forty_first() -> None:
    game = play(deal(), late())
    with pytest.raises(Refusal, match="already_seated"):
        play(game, late())
    with pytest.raises(Refusal, match="lobby_full"):
        play(deal(count=40), late())


def test_a_team_takes_them_in_at_its_end() -> None:
    """808: B and A against D and C; the smaller team, or the one named, and its end in turn order."""
    game = deal("team_vs_team", 4)
    joined = play(game, late(team="team 1"))
    assert seats(joined) == "ABZCD"
    assert joined.side("team 1").members == ("A", "B", "Z")
    assert joined.life["Z"] == 20
    again = play(joined, late("Y"))
    assert again.player("Y").side == "team 2"
    with pytest.raises(Refusal, match="no_such_team"):
        play(game, late(team="team 3"))


def test_heroes_may_be_any_number_but_the_archenemy_is_alone() -> None:
    """904.2a; 904.13b: these heroes share 60 life, and one more doesn't change that."""
    game = play(deal("archenemy"), late())
    assert (game.player("Z").side, game.life["Z"]) == ("Heroes", 20)
    with pytest.raises(Refusal, match="no_such_team"):
        play(deal("archenemy"), late(team="Archenemy"))
    shared = play(deal("archenemy_commander"), LoseLife(who=("B",), amount=10), late())
    assert shared.life == {"A": 60, "Heroes": 50}
    lost = play(shared, LoseLife(who=("Z",), amount=50))
    assert {one.id for one in lost.players if one.result is PlayerOutcome.LOST} == {"B", "C", "D", "Z"}


def test_ranges_of_influence_reach_who_has_come() -> None:
    """801.2c: between D and A with range 1, Z reaches both and both reach Z; these two lose each other only
    as the next turn begins."""
    game = play(deal(options=Options(range=1)), late())
    assert set(in_range(game, "Z")) == {"D", "Z", "A"}
    assert set(in_range(game, "A")) == {"D", "A", "B", "Z"}
    assert set(in_range(game, "C")) == {"B", "C", "D"}
    later = play(game, EndTurn())
    assert set(in_range(later, "A")) == {"A", "B", "Z"}
    assert set(in_range(later, "D")) == {"C", "D", "Z"}


def test_commander_damage_counts_to_and_from_them() -> None:
    """903.10a: 21 from one commander."""
    game = play(deal("commander"), late())
    hit = play(game, DealDamage(to=("Z",), amount=21, commander="A:1", combat=True))
    assert hit.player("Z").result is PlayerOutcome.LOST
    hit = play(game, DealDamage(to=("A",), amount=21, commander="Z:1", combat=True))
    assert hit.player("A").result is PlayerOutcome.LOST


def test_they_win_as_the_last_one_left() -> None:
    """104.2a."""
    game = play(deal(count=3), late(), Concede(who="A"), Concede(who="B"), Concede(who="C"))
    assert game.outcome is not None
    assert game.outcome.winners == ("Z",)


def test_a_restart_deals_to_them_too() -> None:
    """727.1: all players who were in the game."""
    game = play(deal(), late(), Concede(who="B"), RestartGame(by="Z"))
    assert (seats(game), game.first) == ("ACDZ", "Z")


def test_four_more_players_bring_one_more_turn_marker() -> None:
    """807.4a: one for each full four players. 807.4d: it waits while another is within three seats to the
    left: H's would be at A, who has the turn, so it begins when that marker has moved on far enough."""
    game = deal("grand_melee", 7)
    assert len(game.markers) == 1
    transition = act(game, late("H"))
    game = transition.table if isinstance(transition.table, Game) else game
    assert [(marker.number, marker.at) for marker in game.markers] == [(1, "A"), (2, "H")]
    assert not any(isinstance(event, TurnBegan) for event in transition.events)
    assert attackable(game, "H") == ("A",)
    for _ in "ABC":
        game = play(game, EndTurn(marker=1))
    assert game.active_takers == ("D", "H")


def test_effects_on_each_opponent_are_on_a_late_joiner() -> None:
    hush = BeginEffect(
        who=("B",), kind=EffectKind.CANT_GAIN_LIFE, source="A", scope=Scope.OPPONENTS, ranged=True
    )
    game = play(deal(), hush, late())
    assert [effect.on for effect in game.effects] == ["B", "C", "D", "Z"]
