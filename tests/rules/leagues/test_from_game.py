"""A table's finished game as a result: played by the engine, expected by the rules of the game."""

import pytest

from rules.actions.action import Action
from rules.actions.commanders import NameCommander
from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.endings import (
    AbandonGame,
    AgreeDraw,
    Concede,
    CreditKnockOut,
    DrawGame,
    LoseGame,
    RestartGame,
    WinGame,
)
from rules.actions.library import KeepHand, TakeMulligan
from rules.actions.life import LoseLife, PayLife
from rules.actions.turns import EndTurn
from rules.events.table import GameStarted
from rules.game.game import Game
from rules.game.parts import GameId
from rules.leagues.from_game import TimedEvents, result_of
from rules.leagues.result import Draw, Elimination, Ending, PlayerResult, Result, ResultSource
from rules.leagues.result import PlayerNumber as P
from rules.refusal import Refusal
from rules.table import act
from tests.rules.deals import deal

NUMBERS = {letter: P(number) for number, letter in enumerate("ABCDEFGH", 11)}
"""A is player 11 of the league, B is 12, and so on."""


def result(game: Game, *actions: Action, time_up: bool = False) -> Result | None:
    """Return the league's result of a game of these actions, one each ten seconds."""
    log = [TimedEvents(when=1000, events=(GameStarted(game=game),))]
    for action in actions:
        done = act(game, action)
        assert isinstance(done.table, Game)
        game = done.table
        log.append(TimedEvents(when=log[-1].when + 10, events=done.events))
    return result_of(game, log, NUMBERS, number=GameId(5), entry=len(log), time_up=time_up)


def finished(game: Game, *actions: Action) -> Result:
    found = result(game, *actions)
    assert found is not None
    return found


def lines(found: Result) -> dict[int, PlayerResult]:
    return {line.player: line for line in found.lines}


def places(found: Result) -> dict[tuple[int, ...], tuple[int, Ending]]:
    return {entrant.players: (entrant.place, entrant.ending) for entrant in found.entrants}


WON, LOST, DREW = Ending.WON, Ending.LOST, Ending.DREW


def test_a_pod_from_the_first_death_to_the_last() -> None:
    """C dies first by B, then B by A's commander, then D concedes; A, who sits last but one, began."""
    found = finished(
        deal("commander", 4, first="C"),
        NameCommander(who="A", name="Atraxa"),
        DealDamage(to=("C",), amount=40, by="B"),
        EndTurn(),
        DealDamage(to=("B",), amount=21, by="A", combat=True, commander="A:1"),
        LoseLife(who=("A",), amount=7),
        Concede(who="D"),
    )
    assert places(found) == {(11,): (1, WON), (12,): (3, LOST), (13,): (4, LOST), (14,): (2, LOST)}
    assert lines(found) == {
        11: PlayerResult(player=P(11), seat=3, commanders=("Atraxa",), life=33),
        12: PlayerResult(
            player=P(12),
            seat=4,
            life=19,
            out=Elimination(order=2, cause="lose_commander", turn=2, by=P(11)),
        ),
        13: PlayerResult(
            player=P(13),
            seat=1,
            life=0,
            out=Elimination(order=1, cause="lose_life", turn=1, by=P(12)),
        ),
        14: PlayerResult(
            player=P(14),
            seat=2,
            life=40,
            out=Elimination(order=3, cause="lose_concession", turn=2),
        ),
    }
    assert (found.source, found.game, found.entry) == (ResultSource.TABLE, 5, 7)
    assert (found.played, found.seconds, found.turns, found.variant) == (1060, 60, 2, "commander")
    assert (found.first, found.draw) == ((13,), None)


def test_who_dies_in_one_event_shares_a_place() -> None:
    found = finished(deal(count=4), LoseLife(who=("B", "C"), amount=20), Concede(who="D"))
    assert places(found) == {(11,): (1, WON), (14,): (2, LOST), (12,): (3, LOST), (13,): (3, LOST)}


@pytest.mark.parametrize(
    ("actions", "by"),
    [
        ([LoseLife(who=("B",), amount=20, by="A")], 11),
        ([LoseLife(who=("B",), amount=19, by="A"), LoseLife(who=("B",), amount=1, by="C")], 13),
        ([LoseLife(who=("B",), amount=19, by="A"), LoseLife(who=("B",), amount=1)], None),
        ([LoseLife(who=("B",), amount=19, by="A"), LoseLife(who=("B",), amount=1, by="B")], None),
        ([PayLife(payments={"B": 20})], 12),
        ([DealDamage(to=("B",), amount=20, by="B")], 12),
        ([DealDamage(to=("B",), amount=10, by="C", infect=True)], 13),
        (
            [
                DealDamage(to=("B",), amount=9, by="C", infect=True),
                AddCounters(who=("B",), kind="poison", n=1),
            ],
            None,
        ),
        ([LoseGame(who=("B",))], None),
    ],
    ids=[
        *("life", "the last blow", "nobody said", "one's own entry", "paid", "one's own damage"),
        *("poison", "poison, nobody said", "effect"),
    ],
)
def test_who_dealt_it(actions: list[Action], by: int | None) -> None:
    found = finished(deal(count=3), *actions, Concede(who="C"))
    out = lines(found)[12].out
    assert out is not None
    assert (out.order, out.by) == (1, by)


@pytest.mark.parametrize(
    ("action", "draw"),
    [
        (LoseLife(who=("A", "B", "C"), amount=20), Draw.SIMULTANEOUS),
        (AgreeDraw(), Draw.AGREED),
        (DrawGame(by="A"), Draw.EFFECT),
    ],
)
def test_a_draw_is_one_of_those_who_were_left(action: Action, draw: Draw) -> None:
    found = finished(deal(count=4), Concede(who="D"), action)
    assert found.draw is draw
    assert places(found) == {(11,): (1, DREW), (12,): (1, DREW), (13,): (1, DREW), (14,): (4, LOST)}


def test_a_draw_that_is_agreed_when_time_is_up_is_one_for_time() -> None:
    agreed = result(deal(count=4), AgreeDraw(), time_up=True)
    assert agreed is not None
    assert agreed.draw is Draw.TIME
    by_an_effect = result(deal(count=4), DrawGame(by="A"), time_up=True)
    assert by_an_effect is not None
    assert by_an_effect.draw is Draw.EFFECT


def test_who_is_still_there_when_an_effect_wins_shares_the_second_place() -> None:
    found = finished(deal(count=4), Concede(who="D"), WinGame(who="B"))
    assert places(found) == {(12,): (1, WON), (11,): (2, LOST), (13,): (2, LOST), (14,): (4, LOST)}
    assert lines(found)[11].out is None


def test_giants_have_one_seat_and_one_place() -> None:
    found = finished(deal("two_headed_giant", 4), LoseLife(who=("C",), amount=30, by="A"))
    assert places(found) == {(11, 12): (1, WON), (13, 14): (2, LOST)}
    assert [line.seat for line in found.lines] == [1, 1, 2, 2]
    assert found.first == (11, 12)
    assert {line.life for line in found.lines} == {30, 0}


def test_an_emperors_team_wins_with_its_dead_and_sits_in_six_seats() -> None:
    """A, B, C against D, E, F, the emperors in the middle: a general dies, then the other emperor, whom B
    reaches past the empty seat (801.2c)."""
    found = finished(
        deal("emperor", 6),
        LoseLife(who=("A",), amount=20, by="F"),
        EndTurn(),
        LoseLife(who=("E",), amount=20, by="B"),
    )
    assert places(found) == {(11, 12, 13): (1, WON), (14, 15, 16): (2, LOST)}
    assert sorted(line.seat or 0 for line in found.lines) == [1, 2, 3, 4, 5, 6]
    outs = {player: line.out.by for player, line in lines(found).items() if line.out is not None}
    assert outs[11] == 16
    assert outs[15] == 12


def test_a_restarted_game_counts_from_there_for_those_still_in_it() -> None:
    found = finished(
        deal(count=4),
        LoseLife(who=("D",), amount=20, by="A"),
        EndTurn(),
        RestartGame(by="B"),
        Concede(who="A"),
        Concede(who="C"),
    )
    assert places(found) == {(12,): (1, WON), (11,): (3, LOST), (13,): (2, LOST)}
    assert (found.seconds, found.turns, found.first) == (20, 1, (12,))
    assert lines(found)[11].out == Elimination(order=1, cause="lose_concession", turn=1)


def test_the_table_says_who_has_knocked_someone_out_also_after_the_end() -> None:
    """No one has said whose damage it was, until someone does; what is said last counts."""
    hit = DealDamage(to=("C",), amount=20, by="A", assumed=True)
    before = finished(deal(count=3), hit, LoseLife(who=("B",), amount=20))
    assert {player: line.out.by for player, line in lines(before).items() if line.out} == {12: None, 13: None}
    after = finished(
        deal(count=3),
        hit,
        CreditKnockOut(who="C", by="A"),
        CreditKnockOut(who="C", by="B"),
        LoseLife(who=("B",), amount=20),
        CreditKnockOut(who="B", by="A"),
    )
    assert {player: line.out.by for player, line in lines(after).items() if line.out} == {12: 11, 13: 12}


@pytest.mark.parametrize(
    ("who", "by", "why"), [("B", "A", "not_knocked_out"), ("C", "C", "knocked_out_by_own")]
)
def test_no_one_else_is_credited(who: str, by: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        finished(deal(count=3), Concede(who="C"), CreditKnockOut(who=who, by=by))


def test_no_result_without_an_end() -> None:
    assert result(deal(count=3), LoseLife(who=("A",), amount=3)) is None
    assert result(deal(count=3), AbandonGame()) is None


def test_rivals_may_win_together() -> None:
    """Five seats, and one wins when both players opposite have lost: with D the last rival of A and of B."""
    found = finished(deal("star", 5), LoseLife(who=("C", "E"), amount=20), Concede(who="D"))
    assert places(found) == {
        **dict.fromkeys([(11,), (12,)], (1, WON)),
        **{(14,): (3, LOST)},
        **dict.fromkeys([(13,), (15,)], (4, LOST)),
    }
    assert found.draw is None


def test_mulligans_are_known_of_all_once_one_hand_is_recorded() -> None:
    """Who records nothing at a table that does so has kept the first hand."""
    taken = finished(
        deal("commander", 3), TakeMulligan(who="A"), TakeMulligan(who="A"), Concede(who="B"), Concede(who="C")
    )
    assert {line.player: line.mulligans for line in taken.lines} == {11: 2, 12: 0, 13: 0}
    kept = finished(deal("commander", 2), KeepHand(who="B"), Concede(who="B"))
    assert {line.player: line.mulligans for line in kept.lines} == {11: 0, 12: 0}
    silent = finished(deal("commander", 2), EndTurn(), Concede(who="B"))
    assert {line.player: line.mulligans for line in silent.lines} == {11: None, 12: None}
