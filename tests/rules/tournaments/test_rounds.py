"""Rounds of a tournament: outcomes, standings by hand, the top cut and the champion."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.leagues.league import Tiebreaker
from rules.leagues.result import PlayerNumber
from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal
from rules.tournaments.absences import replaceable
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import (
    BeginCut,
    BeginRound,
    CreateTournament,
    Drop,
    EnterOutcome,
    OpenCheckIn,
    SignUp,
    TakeBackRound,
    WithdrawOutcome,
)
from rules.tournaments.log import TournamentEntry, about_table
from rules.tournaments.penalties import Penalize
from rules.tournaments.standings import best, champion, elimination, pairing_points, standings
from rules.tournaments.state import (
    PenaltyKind,
    TournamentId,
    TournamentPlay,
    TournamentRules,
    TournamentState,
)

P = Participant


def after(
    *acts: TournamentAct, players: int = 8, play: TournamentPlay = TournamentPlay.PODS
) -> TournamentState:
    state = TournamentState(tournament=TournamentId(1), guild=1, channel=2)
    begin = [CreateTournament(rules=TournamentRules(name="Friday", play=play))]
    signed = [SignUp(player=P(number)) for number in range(1, players + 1)]
    for act in (*begin, *signed, *acts):
        state = act.apply(state)
    return state


def begun(*tables: tuple[int, ...], byes: tuple[int, ...] = ()) -> BeginRound:
    return BeginRound(
        pairings=Pairings(
            tables=tuple(tuple(P(one) for one in table) for table in tables),
            byes=tuple(P(one) for one in byes),
        )
    )


def won(round: int, table: int, *winners: int) -> EnterOutcome:
    return EnterOutcome(round=round, table=table, winners=tuple(P(one) for one in winners))


ROUND = (begun((1, 2, 3, 4), (5, 6, 7, 8)), won(1, 1, 2), won(1, 2))


def test_pods_give_five_for_a_win_and_one_for_a_draw() -> None:
    assert pairing_points(after(*ROUND)) == {1: 0, 2: 5, 3: 0, 4: 0, 5: 1, 6: 1, 7: 1, 8: 1}


def test_a_bye_is_worth_a_win_and_a_late_entry_has_nothing() -> None:
    state = after(begun((1, 2, 3, 4), byes=(5,)), won(1, 1, 1), SignUp(player=P(6)), players=5)
    assert pairing_points(state) == {1: 5, 2: 0, 3: 0, 4: 0, 5: 5, 6: 0}


def test_duels_give_three_for_a_win() -> None:
    state = after(begun((1, 2), (3, 4)), won(1, 1, 1), won(1, 2), players=4, play=TournamentPlay.DUELS)
    assert pairing_points(state) == {1: 3, 2: 0, 3: 1, 4: 1}


def test_who_has_dropped_stays_in_the_standings_and_is_not_paired() -> None:
    state = after(*ROUND, Drop(player=P(2)))
    assert standings(state)[0].player == 2
    assert 2 not in pairing_points(state)
    assert 2 not in best(state, 4)


def test_ties_are_broken_by_the_opponents() -> None:
    """1 and 5 have a win each. 1's opponents 2, 3, 4 have won nothing after it; 6 has beaten 7 and 8 later.

    Of their opponents' matches, no lower than a fifth: 2, 3 and 4 nothing, so 1/5 each; 6 has 5 of 10 points.
    """
    rounds = (
        *(begun((1, 2, 3, 4), (5, 6, 7, 8)), won(1, 1, 1), won(1, 2, 5)),
        *(begun((6, 2, 3, 7), (4, 8, 9, 10)), won(2, 1, 6), won(2, 2, 9)),
    )
    rows = standings(after(*rounds, players=10))
    assert [row.points for row in rows][:4] == [5, 5, 5, 5]
    order = [int(row.player) for row in rows]
    assert order.index(5) < order.index(1)


@pytest.mark.parametrize(
    ("play", "floor", "least"),
    [
        (TournamentPlay.DUELS, None, Fraction(33, 100)),
        (TournamentPlay.DUELS, Fraction(1, 3), Fraction(1, 3)),
        (TournamentPlay.PODS, None, Fraction(1, 5)),
        (TournamentPlay.PODS, Fraction(1, 3), Fraction(1, 3)),
    ],
)
def test_opponents_who_have_won_nothing_count_as_the_floor(
    play: TournamentPlay, floor: Fraction | None, least: Fraction
) -> None:
    """MTR Appendix C; events without their own floor keep that of the preset."""
    tables = ((1, 2), (3, 4)) if play is TournamentPlay.DUELS else ((1, 2, 3, 4),)
    state = after(begun(*tables), *(won(1, table, 2 * table - 1) for table in range(1, len(tables) + 1)))
    rules = replace(state.rules, play=play, floor=floor)
    first = standings(replace(state, rules=rules))[0]
    assert first.ties[Tiebreaker.OPPONENTS_MATCH_WINS] == least


@pytest.mark.parametrize(
    ("counts", "average"), [(None, Fraction(1, 3)), (False, Fraction(1, 3)), (True, Fraction(23, 60))]
)
def test_byes_of_pods_count_as_won_where_that_is_chosen(counts: bool | None, average: Fraction) -> None:
    """2 has met 1, 3, 4 and then 3, 4, 5. 1 has won all and 3 and 4 nothing, which counts as a fifth; 5 lost
    after a bye, which is a fifth, or a half with the bye: 1 + 4/5 + 1/5 or 1/2, for six."""
    rounds = (begun((1, 2, 3, 4), byes=(5,)), won(1, 1, 1), begun((2, 3, 4, 5), byes=(1,)), won(2, 1, 2))
    state = after(*rounds, players=5)
    rows = standings(replace(state, rules=replace(state.rules, byes_count=counts)))
    ties = {row.player: row.ties[Tiebreaker.OPPONENTS_MATCH_WINS] for row in rows}
    assert ties[PlayerNumber(2)] == average


def test_an_outcome_can_be_corrected_and_withdrawn() -> None:
    assert pairing_points(after(*ROUND, won(1, 1, 3)))[P(2)] == Fraction(0)
    assert after(*ROUND, WithdrawOutcome(round=1, table=2)).rounds[0].unfinished == [2]


def test_the_top_cut_is_single_elimination_to_a_champion() -> None:
    seeds = tuple(P(one) for one in (2, 5, 6, 7))
    state = after(*ROUND, BeginCut(seeds=seeds))
    assert champion(state) is None
    final = elimination(state)
    assert final is not None
    assert final.tables == (seeds,)
    drawn = after(*ROUND, BeginCut(seeds=seeds), BeginRound(pairings=final), won(2, 1))
    assert elimination(drawn) is None
    assert champion(drawn) == 2, "a draw sends the higher seed on"
    assert pairing_points(drawn)[P(2)] == 5, "the cut counts for no standings"


EIGHT = (begun((1, 2), (3, 4), (5, 6), (7, 8)), *(won(1, table, 2 * table - 1) for table in range(1, 5)))
"""A round of duels, won by 1, 3, 5 and 7."""


def cut(*acts: TournamentAct) -> TournamentState:
    """Return the cut of those four, in this order, after these acts."""
    seeds = (P(1), P(3), P(5), P(7))
    return after(*EIGHT, BeginCut(seeds=seeds), *acts, play=TournamentPlay.DUELS)


def test_who_has_dropped_is_not_paired_in_the_cut() -> None:
    """1 would play 7, and 3 play 5 (MTR 2.10)."""
    one = elimination(cut(Drop(player=P(7))))
    assert one is not None
    assert (one.tables, one.byes) == (((3, 5),), (1,))
    both = elimination(cut(Drop(player=P(1)), Drop(player=P(7))))
    assert both is not None
    assert (both.tables, both.byes) == (((3, 5),), ())
    final = (begun((3, 5)), won(2, 1, 5))
    assert champion(cut(Drop(player=P(1)), Drop(player=P(7)), *final)) == 5


def test_who_drops_before_the_final_hands_it_over_and_after_it_has_won() -> None:
    semifinals = (begun((1, 7), (3, 5)), won(2, 1, 1), won(2, 2, 5))
    assert champion(cut(*semifinals, Drop(player=P(1)))) == 5
    assert elimination(cut(*semifinals, Drop(player=P(1)))) is None
    final = (*semifinals, begun((1, 5)), won(3, 1, 1))
    assert champion(cut(*final, Drop(player=P(1)))) == 1
    assert champion(cut(*semifinals, Drop(player=P(1)), Drop(player=P(5)))) is None


def test_a_cut_can_be_replaced_or_taken_back_until_its_first_round() -> None:
    state = cut(BeginCut(seeds=(P(3), P(5))))
    assert elimination(state) == Pairings(tables=((P(3), P(5)),))
    assert state.before_cut == 1
    assert cut(BeginCut(seeds=())) == replace(after(*EIGHT, play=TournamentPlay.DUELS), before_cut=1)
    with pytest.raises(Refusal, match="cut_begun"):
        cut(begun((1, 7), (3, 5)), won(2, 1, 1), won(2, 2, 5), BeginCut(seeds=(P(1), P(5))))


def test_a_match_loss_goes_with_the_round_that_is_taken_back_and_other_penalties_stay() -> None:
    """Neither the seat nor a substitute at the next pairings of that round depends on it."""
    given = [
        Penalize(player=P(1), kind=PenaltyKind.MATCH_LOSS),
        Penalize(player=P(2), kind=PenaltyKind.POINTS, points=1),
        Penalize(player=P(3), kind=PenaltyKind.DISQUALIFICATION),
    ]
    state = after(begun((1, 2), (3, 4)), *given, players=4, play=TournamentPlay.DUELS)
    back = TakeBackRound().apply(state)
    assert [one.kind for one in back.penalties] == [PenaltyKind.POINTS, PenaltyKind.DISQUALIFICATION]
    again = begun((1, 2), byes=(4,)).apply(back)
    assert again.rounds[0].absent == ()
    assert replaceable(again, 1) == [1, 2]


def test_without_a_cut_the_first_of_the_standings_is_the_champion() -> None:
    assert champion(after()) is None
    assert champion(after(*ROUND[:2])) is None
    assert champion(after(*ROUND)) == 2


@pytest.mark.parametrize(
    ("acts", "reason"),
    [
        ([ROUND[0], ROUND[0]], "round_unfinished"),
        ([OpenCheckIn(), ROUND[0]], "check_in_first"),
        ([won(1, 1, 1)], "no_event_table"),
        ([ROUND[0], won(1, 3, 1)], "no_event_table"),
        ([ROUND[0], won(1, 1, 5)], "not_at_event_table"),
        ([ROUND[0], WithdrawOutcome(round=2, table=1)], "no_event_table"),
    ],
)
def test_what_cannot_be(acts: list[TournamentAct], reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        after(*acts)


def test_a_cut_takes_so_many_who_are_in() -> None:
    with pytest.raises(Refusal, match="cut_too_large"):
        best(after(*ROUND), 9)


def test_how_a_table_ended_is_known_though_a_later_round_was_taken_back() -> None:
    first, second = begun((1, 2, 3, 4)), begun((1, 2, 3, 4))
    acts = [first, won(1, 1, 2), second, won(2, 1, 3), TakeBackRound(), second, won(2, 1, 4)]
    entries = [
        TournamentEntry(number=number, when=number, user=None, interaction=None, act=act)
        for number, act in enumerate(acts, start=1)
    ]
    assert [one.number for one in about_table(entries, 1, 1)] == [2]
    assert [one.number for one in about_table(entries, 2, 1)] == [7]
