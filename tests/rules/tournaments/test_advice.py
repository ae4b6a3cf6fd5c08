"""Suggested rounds, the points that make the cut, reasons of pairings, fixed tables and extra time."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

import pytest
from msgspec.structs import replace

from rules.pairings.pairings import METHOD, PairingMethod, Pairings, numbered
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import BeginCut, BeginRound, Drop
from rules.tournaments.advice.cut_line import cut_line
from rules.tournaments.advice.hindsight import Drawing
from rules.tournaments.advice.race import CutRace, can_reach, can_reach_by_points
from rules.tournaments.advice.reasons import SeatExplanation, SeatReason, explain_seat
from rules.tournaments.advice.suggestion import RoundPlan, suggested
from rules.tournaments.deadlines import GiveTime, TakeBackTime
from rules.tournaments.judging import ChangePairings, FixTable, moved, swapped
from rules.tournaments.penalties import Penalize
from rules.tournaments.schedule import PlanRounds
from rules.tournaments.state import PenaltyKind, TournamentPlay, TournamentState
from tests.rules.tournaments.test_rounds import P, after, begun, won

DUELS, PODS = TournamentPlay.DUELS, TournamentPlay.PODS


@pytest.mark.parametrize(
    ("play", "players", "rounds", "cut"),
    [
        # Magic Tournament Rules, Appendix E.
        *((DUELS, *row) for row in ((4, 3, 0), (8, 3, 0), (9, 5, 4), (16, 5, 4), (17, 5, 8), (32, 5, 8))),
        *(
            (DUELS, *row)
            for row in ((33, 6, 8), (64, 6, 8), (65, 7, 8), (128, 7, 8), (129, 8, 8), (226, 8, 8))
        ),
        *((DUELS, *row) for row in ((227, 9, 8), (409, 9, 8), (410, 10, 8), (512, 10, 8))),
        # The multiplayer addendum, as TopDeck's tournaments quote it.
        *((PODS, *row) for row in ((16, 2, 0), (17, 3, 4), (34, 3, 4), (35, 4, 10), (64, 4, 10))),
        *((PODS, *row) for row in ((65, 5, 16), (128, 5, 16), (129, 6, 16), (208, 6, 16), (304, 7, 16))),
    ],
)
def test_rounds_are_suggested_as_the_rules_have_them(
    play: TournamentPlay, players: int, rounds: int, cut: int
) -> None:
    assert suggested(play, players) == RoundPlan(rounds, cut)


@pytest.mark.parametrize(("play", "players"), [(DUELS, 3), (PODS, 5), (PODS, 305)])
def test_nothing_is_suggested_where_no_source_says_anything(play: TournamentPlay, players: int) -> None:
    assert suggested(play, players) is None


def partitions(players: tuple[int, ...], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to seat players at tables of these sizes."""
    if not sizes:
        yield []
        return
    first, size = players[0], sizes[0]
    for others in combinations(players[1:], size - 1):
        left = tuple(one for one in players if one not in (first, *others))
        for rest in partitions(left, sizes[1:]):
            yield [(first, *others), *rest]


def ends(tables: Sequence[Sequence[int]], win: int) -> Iterator[dict[int, int]]:
    """Yield the possible gains of a round: a win at each table, or one point for all there."""
    outcomes = [[*({one: win} for one in table), dict.fromkeys(table, 1)] for table in tables]
    for chosen in product(*outcomes):
        yield {one: gained for each in chosen for one, gained in each.items()}


@cache
def standings_after(
    totals: tuple[int, ...], rounds: int, size: int, win: int, by_points: bool
) -> frozenset[tuple[int, ...]]:
    """Return every standing that rounds of whole tables can end with, by trying all of them."""
    if not rounds:
        return frozenset([tuple(sorted(totals, reverse=True))])
    found = set[tuple[int, ...]]()
    players, sizes = tuple(range(len(totals))), [size] * (len(totals) // size)
    ranked = sorted(totals, reverse=True)
    wanted = sorted(tuple(ranked[at : at + size]) for at in range(0, len(ranked), size))
    for tables in partitions(players, sizes):
        points = sorted(tuple(sorted((totals[one] for one in table), reverse=True)) for table in tables)
        if by_points and points != wanted:
            continue
        for gains in ends(tables, win):
            now = tuple(sorted((total + gains.get(one, 0) for one, total in enumerate(totals)), reverse=True))
            found |= standings_after(now, rounds - 1, size, win, by_points)
    return frozenset(found)


@pytest.mark.parametrize(
    ("totals", "rounds", "size", "win"),
    [
        ((0,) * 4, 2, 2, 3),
        ((0,) * 4, 3, 2, 3),
        ((0,) * 6, 2, 2, 3),
        ((3, 3, 1, 1, 0, 0), 2, 2, 3),
        ((6, 4, 3, 3, 1, 0), 1, 2, 3),
        ((4, -2, 3, 0), 2, 2, 3),
        ((0,) * 8, 2, 4, 5),
        ((5, 5, 1, 1, 1, 1, 0, 0), 1, 4, 5),
    ],
)
def test_which_points_can_be_reached_is_what_trying_every_round_finds(
    totals: tuple[int, ...], rounds: int, size: int, win: int
) -> None:
    """By points exactly; with any pairings, what is said to be out of reach is."""
    race = CutRace(totals=totals, rounds=rounds, sizes=(size,) * (len(totals) // size), byes=0, win=win)
    for by_points in (False, True):
        standings = standings_after(totals, rounds, size, win, by_points)
        for least in range(min(totals), max(totals) + rounds * win + 2):
            most = max(sum(total >= least for total in standing) for standing in standings)
            for players in range(1, len(totals) + 1):
                if by_points:
                    assert can_reach_by_points(race, least, players) is (players <= most), (least, players)
                else:
                    assert can_reach(race, least, players) or players > most, (least, players)


def planned(state: TournamentState, rounds: int, cut: int) -> TournamentState:
    return PlanRounds(rounds=rounds, cut=cut).apply(state)


def test_the_cut_of_eight_pairs_by_hand() -> None:
    """Eight duels, three rounds, top four: by points at most one is 3-0 and three are 2-1, so six points
    are enough; with a draw, five may have five or more: 7 4 4 4 … A round of four draws first, then ones
    with a win: 3+1+1 = 5 for at least five players is possible, as all but the losers of one round have it.
    """
    line = cut_line(planned(after(players=8, play=DUELS), 3, 4))
    assert line is not None
    assert (line.sure, line.unsure) == (6, 5)


def test_three_rounds_of_eleven_in_pods() -> None:
    """Nine tables give nine wins, so that at most four players have two of them: ten points are enough with
    any pairings."""
    line = cut_line(planned(after(players=11), 3, 4))
    assert line is not None
    assert line.certain == 10
    assert line.sure is not None
    assert line.sure <= 10


def test_while_the_last_round_is_played_the_line_is_exact() -> None:
    """After a round of draws and one of wins, 1, 3, 5 and 7 have four points. 1 plays 3, and 5 plays 7;
    2, 4, 6 and 8 have one point, so that two of them get four. Of a top two, seven points are sure: only
    the winners of both tables have them. Five may miss it, if others have seven; of a top four, five are
    sure: four players have five or more only if both tables draw."""
    first = (begun((1, 2), (3, 4), (5, 6), (7, 8)), *(won(1, table) for table in (1, 2, 3, 4)))
    second = (begun((1, 4), (3, 2), (5, 8), (7, 6)), won(2, 1, 1), won(2, 2, 3), won(2, 3, 5), won(2, 4, 7))
    state = after(*first, *second, begun((1, 3), (5, 7), (2, 8), (4, 6)), play=DUELS)
    two, four = (cut_line(planned(state, 3, cut)) for cut in (2, 4))
    assert two is not None
    assert (two.sure, two.unsure, two.certain) == (7, 5, 7)
    assert four is not None
    assert (four.sure, four.certain) == (5, 5)
    assert four.unsure == 4


@pytest.mark.parametrize("cut", [1, 2, 3, 4, 5])
def test_the_last_round_by_trying_every_end_of_it(cut: int) -> None:
    first = (begun((1, 2), (3, 4), (5, 6)), won(1, 1, 1), won(1, 2), won(1, 3, 5))
    state = after(*first, begun((1, 5), (3, 2), (4, 6)), won(2, 3, 6), players=6, play=DUELS)
    line = cut_line(replace(state, rules=replace(state.rules, rounds=2, cut=cut)))
    before = {1: 3, 2: 0, 3: 1, 4: 1, 5: 3, 6: 3}
    standings = [
        [total + gains.get(one, 0) for one, total in before.items()] for gains in ends([(1, 5), (3, 2)], 3)
    ]
    reachable = sorted({total for standing in standings for total in standing})
    sure = [
        least for least in reachable if all(sum(one >= least for one in each) <= cut for each in standings)
    ]
    assert line is not None
    assert line.sure == (sure[0] if sure else None)
    assert line.unsure == max((one for one in reachable if not sure or one < sure[0]), default=None)


def test_nothing_is_said_where_nothing_can_be() -> None:
    state = after(players=8, play=DUELS)
    assert cut_line(state) is None, "without a plan"
    assert cut_line(planned(state, 3, 0)) is None, "without a cut"
    assert cut_line(planned(state, 3, 8)) is None, "all go on"
    roles = planned(after(players=8), 3, 4)
    assert cut_line(replace(roles, rules=replace(roles.rules, variant="treachery"))) is None, "several win"


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (PlanRounds(rounds=3, cut=5), "cut_size"),
        (PlanRounds(rounds=0, cut=4), "cut_without_rounds"),
    ],
)
def test_a_plan_that_pods_cannot_play_is_refused(plan: PlanRounds, reason: str) -> None:
    with pytest.raises(Refusal) as refused:
        plan.apply(after())
    assert refused.value.reason == reason


def test_a_plan_ends_no_earlier_than_what_is_paired_and_not_after_the_cut() -> None:
    played = after(begun((1, 2, 3, 4), (5, 6, 7, 8)), won(1, 1, 2), won(1, 2, 5))
    again = BeginRound(pairings=Pairings(tables=((P(1), P(5), P(3), P(7)), (P(2), P(6), P(4), P(8))))).apply(
        played
    )
    with pytest.raises(Refusal, match="rounds_paired"):
        PlanRounds(rounds=1).apply(again)
    with pytest.raises(Refusal, match="cut_begun"):
        PlanRounds(rounds=2).apply(BeginCut(seeds=(P(1), P(2), P(3), P(4))).apply(played))


# Fixed tables


def order(*tables: tuple[int, ...]) -> Pairings:
    return Pairings(tables=tuple(tuple(P(one) for one in table) for table in tables))


ROUND = order((1, 2), (3, 4), (5, 6), (7, 8))


@pytest.mark.parametrize(
    ("fixed", "kept", "tables"),
    [
        ({}, (), ROUND),
        ({P(8): 1}, (), order((7, 8), (1, 2), (3, 4), (5, 6))),
        ({P(1): 3, P(6): 1}, (), order((5, 6), (3, 4), (1, 2), (7, 8))),
        ({P(1): 9}, (), order((3, 4), (5, 6), (7, 8), (1, 2))),
        ({P(1): 2, P(2): 4}, (), order((3, 4), (1, 2), (5, 6), (7, 8))),
        ({P(1): 2, P(5): 2}, (), order((3, 4), (1, 2), (5, 6), (7, 8))),
        ({P(1): 3, P(9): 1}, (3,), order((1, 2), (3, 4), (5, 6), (7, 8))),
    ],
)
def test_tables_are_numbered_so_that_players_have_theirs(
    fixed: dict[int, int], kept: tuple[int, ...], tables: Pairings
) -> None:
    """The first of two who want one number has it; a number above all tables is the last one."""
    assert numbered(ROUND, {P(one): table for one, table in fixed.items()}, kept) == tables


def test_who_has_a_fixed_table_stays_there_when_moved() -> None:
    """The other players there move instead; a table that has ended, or isn't concerned, keeps its number."""
    state = after(FixTable(player=P(1), table=2), begun((3, 4), (1, 2), (5, 6), (7, 8)), play=DUELS)
    assert swapped(state, P(1), P(3)) == order((3, 2), (1, 4), (5, 6), (7, 8))
    assert swapped(state, P(3), P(5)) == order((5, 4), (1, 2), (3, 6), (7, 8))
    ended = won(1, 1, 3).apply(state)
    assert swapped(ended, P(1), P(5)) == order((3, 4), (1, 6), (5, 2), (7, 8))
    late = FixTable(player=P(7), table=1).apply(state)
    assert swapped(late, P(2), P(5)).tables[0] == (3, 4), "the games of other tables go on"
    pods = after(FixTable(player=P(1), table=2), begun((5, 6, 7, 8), (1, 2, 3, 4)))
    assert moved(pods, P(1), 1) == order((2, 3, 4), (5, 6, 7, 8, 1))


def test_a_fixed_table_lasts_through_a_drop_until_it_is_taken_away() -> None:
    state = after(FixTable(player=P(2), table=3), Drop(player=P(2)))
    assert state.fixed_tables == {2: 3}
    assert FixTable(player=P(2), table=0).apply(state).fixed_tables == {}
    with pytest.raises(Refusal, match="not_signed_up"):
        FixTable(player=P(99), table=1).apply(state)


# Extra time

TIMED = replace(begun((1, 2), (3, 4), (5, 6), (7, 8)), minutes=50)


def test_time_is_given_to_tables_that_play_and_taken_back_in_turn() -> None:
    state = after(TIMED, won(1, 4, 7), GiveTime(minutes=5), GiveTime(minutes=3, table=2), play=DUELS)
    assert [state.rounds[-1].minutes_added(table) for table in (1, 2, 3, 4)] == [5, 8, 5, 0]
    state = TakeBackTime().apply(state)
    assert [state.rounds[-1].minutes_added(table) for table in (1, 2)] == [5, 5]
    state = TakeBackTime().apply(GiveTime(minutes=1, table=1).apply(state))
    assert state.rounds[-1].minutes_added(1) == 5
    state = TakeBackTime().apply(state)
    assert not any(state.rounds[-1].minutes_added(table) for table in (1, 2, 3, 4))
    with pytest.raises(Refusal, match="no_time_given"):
        TakeBackTime().apply(state)


def test_who_sits_down_later_has_the_whole_time_without_what_others_were_given() -> None:
    state = after(TIMED, GiveTime(minutes=5), play=DUELS)
    state = ChangePairings(pairings=swapped(state, P(1), P(3))).apply(state)
    assert [state.rounds[-1].minutes_added(table) for table in (1, 2, 3, 4)] == [0, 0, 5, 5]


@pytest.mark.parametrize(
    ("acts", "act", "reason"),
    [
        ((), GiveTime(minutes=5), "no_event_round"),
        ((begun((1, 2), (3, 4), (5, 6), (7, 8)),), GiveTime(minutes=5), "round_without_time"),
        ((TIMED, won(1, 2, 3)), GiveTime(minutes=5, table=2), "event_table_ended"),
        ((TIMED,), GiveTime(minutes=5, table=9), "no_event_table"),
        ((TIMED, *(won(1, table) for table in (1, 2, 3, 4))), GiveTime(minutes=5), "round_played"),
    ],
)
def test_time_that_no_table_could_use_is_refused(
    acts: tuple[TournamentAct, ...], act: GiveTime, reason: str
) -> None:
    with pytest.raises(Refusal, match=reason):
        act.apply(after(*acts, play=DUELS))


# Reasons


def explained(
    before: TournamentState, pairings: Pairings, player: int, seed: int = 1
) -> SeatExplanation | None:
    act = BeginRound(pairings=pairings, seed=seed, method=METHOD)
    drawing = Drawing(before=before, pairings=pairings, seed=seed, last=False)
    return explain_seat(act.apply(before), drawing, P(player))


def test_in_the_first_round_chance_decides() -> None:
    found = explained(after(players=9, play=DUELS), replace(ROUND, byes=(P(9),)), 1)
    assert found is not None
    assert found.reason is SeatReason.RANDOM
    bye = explained(after(players=9, play=DUELS), replace(ROUND, byes=(P(9),)), 9)
    assert bye is not None
    assert bye.reason is SeatReason.RANDOM


def test_three_winners_do_not_fill_tables_so_one_is_paired_down() -> None:
    """1, 3 and 5 have three points, 7 and 8 one after a draw: 5 has to meet one of those, 7; so 8 meets one
    without points."""
    state = after(
        begun((1, 2), (3, 4), (5, 6), (7, 8)), won(1, 1, 1), won(1, 2, 3), won(1, 3, 5), won(1, 4), play=DUELS
    )
    pairings = order((1, 3), (5, 7), (8, 2), (4, 6))
    down, up, same = (explained(state, pairings, one) for one in (5, 7, 1))
    assert down is not None
    assert (down.reason, down.lower, down.at_least) == (SeatReason.SIZES, [7], 3)
    assert down.points == {5: 3, 7: 1}
    assert up is not None
    assert (up.reason, up.higher, up.more) == (SeatReason.SIZES, [5], 3)
    assert same is not None
    assert same.reason is SeatReason.EQUAL


def test_who_would_meet_again_is_paired_down_though_tables_could_be_filled() -> None:
    """1 and 2 have drawn and then won, so both lead with four points; they don't meet again."""
    first = (begun((1, 2), (3, 4), (5, 6), (7, 8)), *(won(1, table) for table in (1, 2, 3, 4)))
    second = (begun((1, 3), (2, 4), (5, 7), (6, 8)), won(2, 1, 1), won(2, 2, 2), won(2, 3), won(2, 4))
    state = after(*first, *second, play=DUELS)
    found = explained(state, order((1, 5), (2, 6), (3, 7), (4, 8)), 1)
    assert found is not None
    assert (found.reason, found.lower, found.again) == (SeatReason.CLOSEST, [5], [])
    again = explained(state, order((1, 2), (3, 5), (4, 6), (7, 8)), 2)
    assert again is not None
    assert again.again == [1]


def test_a_bye_is_for_the_fewest_points_unless_others_come_first() -> None:
    first = (begun((1, 2), (3, 4), byes=(5,)), won(1, 1, 1), won(1, 2, 3))
    state = after(*first, players=5, play=DUELS)
    lowest = explained(state, replace(order((1, 3), (5, 2)), byes=(P(4),)), 4)
    assert lowest is not None
    assert (lowest.reason, lowest.points) == (SeatReason.LOWEST_BYE, {4: 0})
    other = explained(state, replace(order((3, 5), (2, 4)), byes=(P(1),)), 1)
    assert other is not None
    assert other.reason is SeatReason.BYE
    assert explained(state, replace(order((1, 3), (5, 2)), byes=()), 4) is None


def test_what_a_judge_or_a_file_has_seated_says_so() -> None:
    state = after(players=8, play=DUELS)
    by_file = explained(state, ROUND, 1, seed=0)
    assert by_file is not None
    assert by_file.reason is SeatReason.JUDGE
    act = BeginRound(pairings=ROUND, seed=1, method=METHOD)
    drawing = Drawing(before=state, pairings=ROUND, seed=1, last=False)
    seated = act.apply(state)
    seated = ChangePairings(pairings=swapped(seated, P(1), P(3))).apply(seated)
    reasons = [found.reason for one in (1, 3, 5) if (found := explain_seat(seated, drawing, P(one)))]
    assert reasons == [SeatReason.JUDGE, SeatReason.JUDGE, SeatReason.RANDOM]


def test_in_the_top_cut_the_seed_decides() -> None:
    played = after(begun((1, 2), (3, 4)), won(1, 1, 1), won(1, 2, 3), players=4, play=DUELS)
    cut = BeginCut(seeds=(P(3), P(1))).apply(played)
    found = explained(cut, order((3, 1)), 1)
    assert found is not None
    assert (found.reason, found.seed) == (SeatReason.CUT, 2)


def test_points_taken_by_a_judge_count_for_the_line() -> None:
    state = after(players=4, play=DUELS)
    fined = Penalize(player=P(1), kind=PenaltyKind.POINTS, points=3).apply(state)
    line = cut_line(planned(fined, 1, 2))
    assert line is not None
    assert (line.sure, line.unsure) == (3, 1)


def test_where_points_do_not_pair_nothing_is_planned_and_the_reason_says_so() -> None:
    state = after(begun((1, 2), (3, 4)), players=4, play=DUELS)
    robin = replace(state, rules=replace(state.rules, pairing=PairingMethod.ROUND_ROBIN))
    with pytest.raises(Refusal, match="plan_of_swiss"):
        planned(robin, 3, 0)
    found = explain_seat(robin, None, P(1))
    assert found is not None
    assert found.reason is SeatReason.DRAWN
