"""Clocks and the pace of turns, with moments made up on paper: a minute is 60,000 of them."""

import pytest
from msgspec.structs import replace

from rules.events.endings import GameEnded
from rules.events.library import HandChanged
from rules.events.life import LifeLost
from rules.events.table import GameStarted
from rules.events.turns import MarkerRemoved, TurnBegan, TurnEnded
from rules.game.parts import Hand, Outcome, PlayerOutcome, TurnKind
from rules.game.turn_times import RunningTurn, TimeUsed, TurnTimes
from rules.refusal import Refusal
from rules.turns.clock import (
    SECOND,
    CallTime,
    CallTurn,
    Clock,
    ClockChange,
    ExtendRound,
    ExtendTurn,
    Pause,
    Resume,
    StartRound,
    StartTurnTimer,
    Stop,
    due_moments,
)
from rules.turns.turn_times import advance, affects_turns
from tests.rules.deals import deal

MINUTE = 60 * SECOND
NOON = 720 * MINUTE
ANA, BEN = RunningTurn(taker="ana", since=NOON), RunningTurn(taker="ben", since=NOON + 4 * MINUTE)
ROUND = StartRound(seconds=50 * 60, turns=5)
THREE = StartTurnTimer(seconds=3 * 60)


def after(*changes: tuple[float, ClockChange], clock: Clock | None = None) -> Clock:
    """Return the clock after changes, each at so many minutes after noon."""
    clock = clock or Clock()
    for minutes, change in changes:
        clock = change.apply(clock, NOON + round(minutes * MINUTE))
    return clock


def due(clock: Clock, *running: RunningTurn) -> dict[str, float]:
    """Return what is due, in minutes after noon."""
    return {
        what: (moment - NOON) / MINUTE
        for what, moment in due_moments(clock, TurnTimes(running=running or (ANA,))).items()
    }


def refused(clock: Clock, change: ClockChange) -> str:
    with pytest.raises(Refusal) as caught:
        change.apply(clock, NOON)
    return caught.value.reason


def began(taker: str, marker: int | None = None, number: int = 2) -> TurnBegan:
    return TurnBegan(taker=taker, kind=TurnKind.NORMAL, number=number, rule="", marker=marker)


class TestRound:
    def test_it_is_announced_five_minutes_and_one_minute_before_and_at_its_end(self) -> None:
        assert due(after((10, ROUND))) == {"round:300": 55, "round:60": 59, "round:0": 60}

    def test_a_pause_moves_it(self) -> None:
        paused = after((0, ROUND), (20, Pause()))
        assert due(paused) == {}
        assert due(after((32.5, Resume()), clock=paused))["round:0"] == 62.5
        twice = after((32.5, Resume()), (40, Pause()), (41, Resume()), clock=paused)
        assert due(twice)["round:0"] == 63.5

    def test_an_extension_lengthens_it(self) -> None:
        assert due(after((0, ROUND), (49, ExtendRound(seconds=180))))["round:0"] == 53

    def test_an_extension_after_time_counts_from_then(self) -> None:
        called = after((0, ROUND), (50, CallTime(turn=12)))
        assert due(called) == {}
        assert called.round is not None
        assert called.round.last == 17
        longer = after((52, ExtendRound(seconds=180)), clock=called)
        assert due(longer)["round:0"] == 55

    def test_an_extension_during_a_pause(self) -> None:
        paused = after((0, ROUND), (20, Pause()), (25, ExtendRound(seconds=180)))
        assert due(after((30, Resume()), clock=paused))["round:0"] == 63

    def test_there_is_one_at_a_time(self) -> None:
        assert refused(after((0, ROUND)), ROUND) == "round_runs"
        assert due(after((0, ROUND), (5, Stop(what="round")), (7, ROUND)))["round:0"] == 57

    def test_what_is_left_of_it_goes_on_in_the_next_game_of_a_match(self) -> None:
        match = replace(ROUND, match=True)
        assert after((0, match)).carried(NOON + 20 * MINUTE) == replace(match, seconds=30 * 60)
        assert after((0, match)).carried(NOON + 50 * MINUTE) is None
        assert after((0, ROUND)).carried(NOON + 20 * MINUTE) is None
        assert after((0, match), (49, CallTime(turn=9))).carried(NOON + 49 * MINUTE) is None
        paused = after((0, match), (10, Pause()))
        assert paused.carried(NOON + 90 * MINUTE) == replace(match, seconds=40 * 60)

    def test_nothing_is_due_once_no_one_takes_a_turn(self) -> None:
        assert due_moments(after((0, ROUND), (0, THREE)), TurnTimes()) == {}


class TestTurnTimer:
    def test_the_turn_that_runs_has_its_time_from_now_on_and_others_from_their_beginning(self) -> None:
        clock = after((2, THREE))
        assert due(clock) == {"turn:0": 5}
        assert due(clock, BEN) == {"turn:0": 7}

    def test_each_marker_has_its_own(self) -> None:
        running = replace(ANA, marker=1), replace(BEN, marker=2)
        assert due(after((0, THREE)), *running) == {"turn:1": 3, "turn:2": 7}

    def test_it_is_announced_once(self) -> None:
        told = after((0, THREE), (3, CallTurn(turn=ANA)))
        assert due(told) == {}
        assert due(told, BEN) == {"turn:0": 7}

    def test_one_turn_is_extended(self) -> None:
        longer = after((0, THREE), (1, ExtendTurn(seconds=60, turn=ANA)))
        assert (due(longer), due(longer, BEN)) == ({"turn:0": 4}, {"turn:0": 7})

    def test_a_turn_over_time_is_extended_from_now_and_told_again(self) -> None:
        told = after((0, THREE), (3, CallTurn(turn=ANA)), (5, ExtendTurn(seconds=60, turn=ANA)))
        assert due(told) == {"turn:0": 6}

    def test_a_pause_moves_it(self) -> None:
        assert due(after((0, THREE), (1, Pause()), (11, Resume()))) == {"turn:0": 13}

    def test_another_one_takes_its_place(self) -> None:
        assert due(after((0, THREE), (1, StartTurnTimer(seconds=30)))) == {"turn:0": 1.5}


@pytest.mark.parametrize(
    ("clock", "change", "reason"),
    [
        (Clock(), ExtendRound(seconds=60), "no_round"),
        (Clock(), ExtendTurn(seconds=60, turn=ANA), "no_turn_timer"),
        (Clock(), CallTime(turn=3), "no_round"),
        (Clock(), Resume(), "clock_not_paused"),
        (after((0, Pause())), Pause(), "clock_paused"),
        (Clock(), Stop(what="both"), "no_clock"),
        (after((0, ROUND)), Stop(what="turn"), "no_turn_timer"),
        (after((0, THREE)), Stop(what="round"), "no_round"),
    ],
)
def test_what_can_not_be(clock: Clock, change: ClockChange, reason: str) -> None:
    assert refused(clock, change) == reason


def test_a_pause_ends_with_the_last_clock() -> None:
    paused = after((0, ROUND), (0, THREE), (1, Pause()))
    one = after((2, Stop(what="round")), clock=paused)
    assert (one.round, one.paused_at) == (None, NOON + MINUTE)
    none = after((4, Stop(what="turn")), clock=one)
    assert (none.timer, none.paused_at, none.paused) == (None, None, 3 * MINUTE)


class TestPace:
    def test_turns_are_summed(self) -> None:
        pace = advance(TurnTimes(), [GameStarted(game=deal("free_for_all", 3))], 0)
        (first,) = pace.running
        ana, ben = first.taker, "b"
        for at, ending, beginning in ((40, ana, ben), (100, ben, ana), (110, ana, ben)):
            pace = advance(pace, [TurnEnded(taker=ending), began(beginning)], at)
        assert pace.running == (RunningTurn(taker=ben, since=110),)
        assert pace.spent == {
            ana: TimeUsed(total=50, turns=2, longest=40),
            ben: TimeUsed(total=60, turns=1, longest=60),
        }

    def test_a_corrected_turn_ends_the_one_before(self) -> None:
        pace = advance(TurnTimes(running=(RunningTurn(taker="a", since=5),)), [began("b")], 20)
        assert pace.running == (RunningTurn(taker="b", since=20),)
        assert pace.spent == {"a": TimeUsed(total=15, turns=1, longest=15)}

    def test_markers_run_beside_each_other(self) -> None:
        game = deal("grand_melee", 10)
        pace = advance(TurnTimes(), [GameStarted(game=game)], 0)
        assert [turn.marker for turn in pace.running] == [1, 2]
        first, second = (turn.taker for turn in pace.running)
        pace = advance(pace, [TurnEnded(taker=second, marker=2), began("x", 2)], 30)
        assert pace.running == (
            RunningTurn(taker=first, since=0, marker=1),
            RunningTurn(taker="x", since=30, marker=2),
        )
        pace = advance(pace, [TurnEnded(taker=first, marker=1), MarkerRemoved(marker=1, rule="")], 40)
        assert [turn.marker for turn in pace.running] == [2]
        assert pace.spent[first].total == 40

    def test_the_first_turn_begins_when_opening_hands_are_kept(self) -> None:
        kept = HandChanged(who="a", hand=Hand(drawn=7, kept=True), rule="")
        pace = advance(TurnTimes(running=(RunningTurn(taker="a", since=0),)), [kept], 70)
        assert pace.running == (RunningTurn(taker="a", since=70),)
        pace = advance(pace, [TurnEnded(taker="a"), began("b")], 90)
        assert advance(pace, [kept], 95) == pace

    def test_the_end_of_the_game_ends_every_turn(self) -> None:
        outcome = Outcome(result=PlayerOutcome.WON, winners=("a",), rule="", cause="")
        running = RunningTurn(taker="a", since=0, marker=1), RunningTurn(taker="b", since=10, marker=2)
        pace = advance(TurnTimes(running=running), [GameEnded(outcome=outcome, results={})], 15)
        assert pace == TurnTimes(
            spent={
                "a": TimeUsed(total=15, turns=1, longest=15),
                "b": TimeUsed(total=5, turns=1, longest=5),
            }
        )

    def test_a_clock_set_back_takes_no_ones_time(self) -> None:
        pace = advance(TurnTimes(running=(RunningTurn(taker="a", since=50),)), [began("b")], 20)
        assert pace.spent["a"].total == 0

    def test_other_facts_leave_it_as_it_is(self) -> None:
        pace = TurnTimes(running=(RunningTurn(taker="a", since=0),))
        lost = LifeLost(who="a", amount=1, total=19, cause="", rule="")
        assert advance(pace, [lost], 30) is pace
        assert not affects_turns([lost])
        assert affects_turns([lost, began("b")])
