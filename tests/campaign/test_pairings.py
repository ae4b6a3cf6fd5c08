"""Tournaments with random results: what checks them, on paper; then a few as they are run."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.pairings import run
from campaign.pairings.checking import Checker, expected_sizes
from campaign.pairings.tournaments import ONE_UNDEFEATED, Tournament, made_up, play
from rules.pairings.duels import pair_duels
from rules.pairings.pairings import OddPods, Pairings, Participant
from rules.pairings.pods import pair_pods
from storage.workers.pool import Workers
from tests.rules.pairings.numbered import numbers, points
from tests.support.event_loop import held

P = Participant
Points = Mapping[Participant, Fraction]


def players(most: int) -> dict[Participant, Fraction]:
    """So many with equal points."""
    return points(*[0] * most)


class TestTheChecker:
    def test_everyone_once(self) -> None:
        checker = Checker(OddPods.LOW_THREES)
        assert checker.wrong(players(8), numbers((1, 2, 3, 4), (5, 6, 7, 7))) == [
            "not everybody is seated once"
        ]

    def test_sizes(self) -> None:
        assert expected_sizes(23, OddPods.LOW_THREES) == [3, 4, 4, 4, 4, 4]
        assert expected_sizes(13, OddPods.LOW_FIVES) == [4, 4, 5]
        assert expected_sizes(23, OddPods.BYES) == [4, 4, 4, 4, 4]
        assert expected_sizes(7, None) == [2, 2, 2]
        assert Checker(None).wrong(players(4), numbers((1, 2, 3), byes=(4,))) == ["4 at tables of [3]"]

    def test_a_second_bye(self) -> None:
        checker = Checker(None)
        assert checker.wrong(players(3), numbers((1, 2), byes=(3,))) == []
        assert checker.wrong(players(3), numbers((2, 1), byes=(3,))) == [
            "3 has a bye before everybody had as many"
        ]

    @pytest.mark.parametrize("odd", [None, OddPods.BYES])
    def test_a_bye_of_the_second_last(self, odd: OddPods | None) -> None:
        tables = ((3, 4), (5, 1)) if odd is None else ((1, 3, 4, 5),)
        (wrong,) = Checker(odd).wrong(points(0, 1, 2, 3, 4), numbers(*tables, byes=(2,)))
        assert wrong in ("bye of 1 where 0 can be", "byes of (2,) where lower ones can be")

    def test_rematches_with_and_without_another_way(self) -> None:
        """Four can play three rounds of duels; the fourth has rematches whatever it is."""
        checker = Checker(None)
        assert checker.wrong(players(4), numbers((1, 2), (3, 4))) == []
        assert checker.wrong(players(4), numbers((2, 1), (4, 3))) == ["rematches of 2 where 0 can be"]
        assert checker.wrong(players(4), numbers((1, 3), (2, 4))) == []
        assert checker.wrong(players(4), numbers((4, 1), (3, 2))) == []
        assert checker.wrong(players(4), numbers((4, 1), (3, 2))) == []
        assert (checker.rematches, checker.unavoidable) == (4, 2)

    def test_leaders_who_do_not_meet_and_pairs_across_points(self) -> None:
        """6 against 3 twice is nearer than 6 against 0, and still two who lead don't meet."""
        totals = points(6, 6, 3, 3)
        assert Checker(None).wrong(totals, numbers((1, 3), (2, 4))) == ["leaders of 2 where 0 can be"]
        totals = points(9, 9, 6, 6, 3, 3)
        assert Checker(None).wrong(totals, numbers((1, 2), (3, 5), (4, 6))) == ["apart of 18 where 0 can be"]

    def test_going_first(self) -> None:
        checker = Checker(OddPods.LOW_THREES)
        assert checker.wrong(players(4), numbers((1, 2, 3, 4))) == []
        assert checker.wrong(players(4), numbers((1, 3, 2, 4))) == ["1 goes first at a table of [3, 2, 4]"]

    def test_going_first_in_duels_with_and_without_another_way(self) -> None:
        """1 to 4 went first: they can meet those who didn't, or, 3 and 4 by points, only each other."""
        first = numbers((1, 5), (2, 6), (3, 7), (4, 8))
        again = numbers((1, 2), (3, 4), (6, 5), (7, 8))
        checker = Checker(None)
        assert checker.wrong(players(8), first) == []
        assert checker.wrong(players(8), again) == ["starts of 2 where 0 can be"]
        checker = Checker(None)
        assert checker.wrong(players(8), first) == []
        assert checker.wrong(points(3, 3, 9, 9, 6, 6, 0, 0), again) == []


@pytest.mark.sample(4)
@pytest.mark.parametrize("number", range(12))
def test_a_tournament_of_any_kind(number: int) -> None:
    assert play(made_up(7, number, 32)).wrong == []


@pytest.mark.parametrize(("most", "rounds"), ONE_UNDEFEATED)
@pytest.mark.parametrize("times", [10, pytest.param(200, marks=pytest.mark.full)])
def test_where_the_better_player_always_wins_one_stays_undefeated(most: int, rounds: int, times: int) -> None:
    """Half of those with as many points win each round, so everyone has an opponent with as many."""
    for seed in range(times):
        played = play(Tournament(players=most, rounds=rounds, odd=None, better_wins=True, seed=seed))
        assert (played.wrong, played.undefeated, played.crossings) == ([], 1, 0)


@pytest.mark.parametrize(("most", "rounds"), [(16, 2), (64, 3)])
@pytest.mark.parametrize("times", [1, pytest.param(200, marks=pytest.mark.full)])
def test_pods_of_the_undefeated(most: int, rounds: int, times: int) -> None:
    for seed in range(times):
        played = play(Tournament(players=most, rounds=rounds, better_wins=True, seed=seed))
        assert (played.wrong, played.undefeated) == ([], 1)


@pytest.mark.parametrize("odd", [None, OddPods.BYES])
@pytest.mark.parametrize("times", [10, pytest.param(500, marks=pytest.mark.full)])
def test_byes_are_at_the_bottom(odd: OddPods | None, times: int) -> None:
    """Up to fifteen, by trying every bye: no one with fewer points could have had it without a rematch."""
    for number in range(times):
        tournament = made_up(11, number, 14)
        uneven = replace(tournament, players=tournament.players | 1, odd=odd)
        assert play(uneven).wrong == []


@pytest.mark.full
@pytest.mark.parametrize(("most", "rounds"), [(32, 5), (64, 6)])
def test_no_one_meets_again(most: int, rounds: int) -> None:
    played = play(Tournament(players=most, rounds=rounds, seed=2))
    assert (played.wrong, played.rematches) == ([], 0)


@pytest.mark.alone
@pytest.mark.parametrize("pair", [pair_pods, pair_duels])
async def test_512_are_paired_beside_the_event_loop(pair: Callable[[Points], Pairings]) -> None:
    """In a worker: the loop is never held for 50 ms. The campaign measures how long a round takes."""
    totals = points(*(number % 5 for number in range(512)))
    async with Workers() as workers:
        pairings, longest = await held(workers.run(1, pair, totals))
    assert sorted(pairings.participants) == sorted(totals)
    assert longest < 0.05


@pytest.mark.full
async def test_the_campaign_says_what_it_has_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "NEVER", ((16, 2),))
    monkeypatch.setattr(run, "ONE_UNDEFEATED", ((8, 3),))
    monkeypatch.setattr(run, "made_up", partial(made_up, most=20))
    text, clean = await run.run(3, 1, tmp_path)
    assert clean
    assert "| tournaments | 7 |" in text
    assert (tmp_path / "pairings.md").read_text() == text
