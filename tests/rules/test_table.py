"""The one door in: what an action gives back, what is refused, how changes are held together."""

import pytest

from rules.actions import ACTIONS
from rules.actions.action import Action
from rules.actions.continuous_effects import BeginEffect
from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.endings import (
    AbandonGame,
    AgreeDraw,
    Concede,
    Depart,
    LoseGame,
    Penalise,
    WinGame,
)
from rules.actions.library import CountLibrary, DrawCards, FailDraw
from rules.actions.life import GainLife, LoseLife, PayLife, SetLife
from rules.actions.table import Check, Hold, InOrder, Release, Simultaneous, Together
from rules.actions.turns import BeginTurn, EndTurn
from rules.events import EVENTS
from rules.events.endings import ChecksMade, GameEnded, PlayersLeft
from rules.events.life import LifeLost
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.parts import EffectKind, Outcome, PlayerOutcome
from rules.refusal import Refusal
from rules.setup.lobby_actions import LOBBY_ACTIONS
from rules.table import AnyAction, act, evolve, perform
from rules.turns.turns import upcoming
from tests.rules.deals import deal, lobby, play


def refusal(game: Game, action: AnyAction) -> str:
    with pytest.raises(Refusal) as refused:
        act(game, action)
    return refused.value.reason


def test_an_action_gives_the_next_table_and_what_happened() -> None:
    game = deal()
    done = act(game, LoseLife(who=("B", "C"), amount=3, by="A"))
    assert [
        (one.who, one.amount, one.total, one.source) for one in done.events if isinstance(one, LifeLost)
    ] == [("B", 3, 17, "A"), ("C", 3, 17, "A")]
    assert isinstance(done.table, Game)
    assert dict(done.table.life) == {"A": 20, "B": 17, "C": 17, "D": 20}
    assert dict(game.life) == dict.fromkeys("ABCD", 20)


def test_names_of_actions_and_events_are_their_own() -> None:
    assert len(ACTIONS) + len(LOBBY_ACTIONS) == len({**ACTIONS, **LOBBY_ACTIONS})
    assert {name: type_.__name__ for name, type_ in EVENTS.items()} == {name: name for name in EVENTS}


class TestRefusing:
    def test_what_changes_nothing(self) -> None:
        for action in (LoseLife(who=("A",), amount=0), SetLife(to={"A": 20}), Check(), Together(actions=())):
            assert refusal(deal(), action) == "nothing_happens"

    def test_someone_who_is_not_there(self) -> None:
        assert refusal(deal(), GainLife(who=("X",), amount=1)) == "not_at_table"
        assert refusal(play(deal(), Concede(who="B")), GainLife(who=("B",), amount=1)) == "left_game"

    def test_everything_after_the_end(self) -> None:
        game = play(deal(), AgreeDraw())
        for action in (GainLife(who=("A",), amount=1), EndTurn(), Concede(who="B"), AbandonGame()):
            assert refusal(game, action) == "game_over"

    def test_an_event_before_the_game(self) -> None:
        done = act(deal(), GainLife(who=("A",), amount=1))
        with pytest.raises(Refusal) as refused:
            evolve(lobby("free_for_all", 4), done.events[0])
        assert refused.value.reason == "not_started"

    def test_libraries_of_less_than_nothing_and_draws_without_end(self) -> None:
        assert refusal(deal(), CountLibrary(who="A", cards=-1)) == "bad_number"
        assert refusal(deal(), DrawCards(who="A", n=100_000)) == "too_many_cards"

    def test_turns_of_someone_who_takes_none(self) -> None:
        assert refusal(deal("two_headed_giant"), BeginTurn(taker="A")) == "not_a_taker"
        assert refusal(deal("grand_melee", 10), BeginTurn(taker="A")) == "not_a_taker"
        assert refusal(play(deal(), Concede(who="B")), BeginTurn(taker="B")) == "left_game"


class TestHolding:
    def test_nothing_is_checked_until_the_release(self) -> None:
        game = play(deal(count=2), Hold(), LoseLife(who=("A",), amount=20), LoseLife(who=("B",), amount=20))
        assert game.outcome is None
        assert play(game, Release()).outcome == Outcome(
            result=PlayerOutcome.DRAW, winners=(), rule="104.4a", cause="draw_all"
        )

    def test_without_a_hold_the_first_loses(self) -> None:
        game = play(deal(count=2), LoseLife(who=("A",), amount=20))
        assert game.outcome is not None
        assert game.outcome.winners == ("B",)

    def test_what_is_undone_under_hold_counts_as_never_reached(self) -> None:
        game = play(deal(), Hold(), LoseLife(who=("A",), amount=25), GainLife(who=("A",), amount=9))
        assert play(game, Release()).player("A").in_game

    def test_one_hold_at_a_time(self) -> None:
        assert refusal(play(deal(), Hold()), Hold()) == "already_held"
        assert refusal(deal(), Release()) == "not_held"

    def test_conceding_does_not_wait(self) -> None:
        game = play(deal(count=2), Hold(), LoseLife(who=("A",), amount=25), Concede(who="B"))
        assert game.outcome is not None
        assert game.outcome.winners == ("A",)
        assert not game.held


class TestTogether:
    def test_several_actions_are_one_event(self) -> None:
        both = Together(actions=(LoseLife(who=("A",), amount=20), LoseLife(who=("B",), amount=20)))
        game = play(deal(count=2), both)
        assert game.outcome is not None
        assert game.outcome.result is PlayerOutcome.DRAW

    def test_halves_are_read_before_all_of_it(self) -> None:
        both = Together(actions=(LoseLife(who=("A",), amount=10), LoseLife(who=("A",), amount="half_up")))
        assert perform(deal(), both).game.life["A"] == 0

    def test_one_refusal_refuses_all_of_it(self) -> None:
        game = deal()
        assert refusal(
            game, Together(actions=(LoseLife(who=("A",), amount=1), LoseLife(who=("X",), amount=1)))
        ) == ("not_at_table")
        assert game.life["A"] == 20

    def test_nothing_happens_after_the_game_has_ended(self) -> None:
        game = play(deal(), Together(actions=(AgreeDraw(), LoseLife(who=("B",), amount=3))))
        assert game.life["B"] == 20


def outcome(game: Game, *actions: Action) -> tuple[PlayerOutcome, str] | None:
    """Return how a game ends by actions that were one event, and by which rule; None while it goes on."""
    ended = play(game, Simultaneous(actions=actions)).outcome
    return None if ended is None else (ended.result, ended.rule)


class TestSimultaneous:
    """Players who concede or lose by an effect leave at once, all together (104.4a); then comes the check
    (104.3a, 704.3)."""

    def test_everyone_at_once_is_a_draw(self) -> None:
        dying, drawn = LoseLife(who=("A",), amount=20), (PlayerOutcome.DRAW, "104.4a")
        assert outcome(deal(count=2), dying, LoseLife(who=("B",), amount=20)) == drawn
        assert outcome(deal(count=2), dying, FailDraw(who=("B",))) == drawn
        assert outcome(deal(count=2), Concede(who="A"), Concede(who="B")) == drawn
        assert outcome(deal(count=2), Concede(who="A"), LoseGame(who=("B",))) == drawn
        assert outcome(deal(count=2), Concede(who="A"), Penalise(who="B")) == drawn
        assert outcome(deal(count=3), LoseGame(who=("A",)), Depart(who=("B",)), Concede(who="C")) == drawn

    @pytest.mark.parametrize(
        "other", [Concede(who="B"), LoseGame(who=("B",)), Penalise(who="B"), Depart(who=("B",))]
    )
    def test_what_takes_effect_at_once_comes_before_the_check(self, other: Action) -> None:
        """A at 0 life is the last one left before anything is checked (104.2a)."""
        game = play(deal(count=2), Simultaneous(actions=(LoseLife(who=("A",), amount=20), other)))
        assert game.outcome is not None
        assert game.outcome.winners == ("A",)

    def test_without_everyone_someone_wins(self) -> None:
        game = play(deal(count=3), Simultaneous(actions=(LoseLife(who=("A",), amount=20), Concede(who="B"))))
        assert game.outcome is not None
        assert game.outcome.winners == ("C",)
        left = {one.id: one.left.cause for one in game.players if one.left is not None}
        assert left == {"A": "lose_life", "B": "lose_concession"}

    def test_teams(self) -> None:
        """810.8b: the team of who concedes leaves at once; 104.4d: all teams at once."""
        game = deal("two_headed_giant")
        won = (PlayerOutcome.WON, "104.2c")
        assert outcome(game, LoseLife(who=("A",), amount=30), Concede(who="D")) == won
        assert outcome(game, Concede(who="A"), Concede(who="B")) == won
        assert outcome(game, Concede(who="A"), Concede(who="D")) == (PlayerOutcome.DRAW, "104.4d")

    def test_two_emperors(self) -> None:
        """809.5b: a team is lost with its emperor."""
        game = deal("emperor", 6)
        emperors = [one.id for one in game.players if one.emperor]
        assert len(emperors) == 2
        both = (Concede(who=emperors[0]), LoseGame(who=(emperors[1],)))
        assert outcome(game, *both) == (PlayerOutcome.DRAW, "104.4d")

    def test_a_loss_is_replaced_at_the_check(self) -> None:
        """704.7: B concedes, and then A's failed draw is replaced."""
        saved = BeginEffect(who=("A",), kind=EffectKind.REPLACE_GAME_LOSS, n=7)
        game = play(deal(count=3), saved)
        game = play(game, Simultaneous(actions=(FailDraw(who=("A",)), Concede(who="B"))))
        assert game.outcome is None
        assert game.player("A").in_game
        assert game.life["A"] == 7
        assert not game.player("B").in_game

    def test_a_win_takes_effect_before_the_check(self) -> None:
        """104.1: the game is over before anyone could lose it for 0 life; who is made to lose in the same
        event loses (104.3f)."""
        dying = LoseLife(who=("A",), amount=20)
        for several in (Simultaneous, Together):
            game = play(deal(count=2), several(actions=(dying, WinGame(who="A"))))
            assert game.outcome is not None
            assert game.outcome.winners == ("A",)
            game = play(deal(count=2), several(actions=(LoseGame(who=("A",)), WinGame(who="A"))))
            assert game.outcome is not None
            assert game.outcome.winners == ("B",)

    def test_one_inside_another(self) -> None:
        inner = Simultaneous(actions=(LoseGame(who=("A",)), Concede(who="B")))
        assert outcome(deal(count=3), inner, Concede(who="C")) == (PlayerOutcome.DRAW, "104.4a")

    def test_under_a_hold_the_check_waits(self) -> None:
        game = play(deal(count=3), Hold())
        game = play(game, Simultaneous(actions=(LoseLife(who=("A",), amount=20), Concede(who="B"))))
        assert game.player("A").in_game
        assert not game.player("B").in_game


class TestInOrder:
    """608.2c: the parts of one card's text, one after the other, with the check after all of them."""

    def test_each_part_sees_what_came_before(self) -> None:
        halves = (LoseLife(who=("A",), amount="half_up"), LoseLife(who=("A",), amount="half_up"))
        assert play(deal(), InOrder(actions=halves)).life["A"] == 5

    def test_a_floor_is_about_each_part(self) -> None:
        """At 2 life under Worship: 3 damage leaves 1, and then 3 are gained. In one event the net 0 counts
        (120.4d)."""
        game = play(deal(), LoseLife(who=("A",), amount=18))
        game = play(game, BeginEffect(who=("A",), kind=EffectKind.DAMAGE_LIFE_FLOOR, n=1))
        parts = (DealDamage(to=("A",), amount=3, by="A"), GainLife(who=("A",), amount=3))
        assert play(game, InOrder(actions=parts)).life["A"] == 4
        assert play(game, Together(actions=parts)).life["A"] == 2

    def test_no_check_in_between(self) -> None:
        parts = (LoseLife(who=("A",), amount=20), GainLife(who=("A",), amount=1))
        assert play(deal(), InOrder(actions=parts)).player("A").in_game

    def test_an_ability_leaves_with_who_paid_for_it(self) -> None:
        """704.3, 800.4a: who pays their last life loses before what they paid for."""
        parts = (
            PayLife(payments={"A": 20}),
            Check(resolving="A"),
            DealDamage(to=("B",), amount=20, by="A"),
        )
        game = play(deal(count=3), InOrder(actions=parts))
        assert not game.player("A").in_game
        assert game.life["B"] == 20
        held = play(play(deal(count=3), Hold()), InOrder(actions=parts))
        assert held.life["B"] == 0


class TestEnding:
    def test_all_who_must_lose_leave_as_one_event(self) -> None:
        done = act(deal(), LoseLife(who=("A", "B"), amount=20))
        (left,) = [event for event in done.events if isinstance(event, PlayersLeft)]
        assert [(one.who, one.cause, one.rule, one.life) for one in left.leaving] == [
            ("A", "lose_life", "704.5a", 0),
            ("B", "lose_life", "704.5a", 0),
        ]

    def test_a_team_that_shares_loses_by_its_own_rule(self) -> None:
        done = act(deal("two_headed_giant"), AddCounters(who=("A",), kind="poison", n=15))
        (left,) = [event for event in done.events if isinstance(event, PlayersLeft)]
        assert [(one.who, one.rule, one.poison) for one in left.leaving] == [
            ("A", "704.6b", 15),
            ("B", "704.6b", 15),
        ]

    @pytest.mark.parametrize(
        ("variant", "edition", "rule"),
        [
            ("two_headed_giant", "2006", "420.5h"),
            ("archenemy_commander", "current", "704.5c"),
            ("free_for_all", "current", "704.5c"),
        ],
    )
    def test_poison_that_is_not_shared_kills_by_the_rule_for_players(
        self, variant: str, edition: str, rule: str
    ) -> None:
        done = act(
            deal(variant, options=Options(edition=edition)), AddCounters(who=("B",), kind="poison", n=10)
        )
        (left,) = [event for event in done.events if isinstance(event, PlayersLeft)]
        assert {one.who: one.rule for one in left.leaving}["B"] == rule

    def test_a_failed_draw_is_announced_and_then_forgotten(self) -> None:
        done = act(deal(), FailDraw(who=("A",)))
        assert [type(event) for event in done.events][1:3] == [ChecksMade, PlayersLeft]

    def test_a_table_that_stops_has_no_result(self) -> None:
        game = play(deal(), Concede(who="B"), AbandonGame())
        assert game.outcome is not None
        assert game.outcome.result is PlayerOutcome.NONE
        assert [player.result for player in game.players] == [
            *(PlayerOutcome.NONE, PlayerOutcome.LOST),
            *(PlayerOutcome.NONE, PlayerOutcome.NONE),
        ]

    def test_results_are_announced_for_everyone(self) -> None:
        done = act(deal(count=2), Concede(who="A"))
        (ended,) = [event for event in done.events if isinstance(event, GameEnded)]
        assert ended.results == {"A": PlayerOutcome.LOST, "B": PlayerOutcome.WON}

    def test_a_range_of_influence_limits_a_draw_to_whom_it_reaches(self) -> None:
        game = deal(count=6, options=Options(range=1))
        assert play(game, WinGame(who="A")).outcome is None


class TestTurnOrder:
    def test_what_comes_next(self) -> None:
        game = play(deal(), Concede(who="C"))
        assert upcoming(game, 4) == ("B", "D", "A", "B")

    def test_no_one_is_left(self) -> None:
        assert upcoming(play(deal(count=2), Concede(who="A")), 2) == ("B", "B")
