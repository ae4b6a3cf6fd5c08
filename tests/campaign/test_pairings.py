"""Tournaments with random results: what checks them, on paper; then a few as they are run."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from campaign.pairings import run
from campaign.pairings.checking import Checker, expected_sizes
from campaign.pairings.tournaments import Tournament, made_up, play
from rules.pairings.duels import pair_duels
from rules.pairings.pairings import OddPods, Pairings, Participant
from rules.pairings.pods import pair_pods
from storage.workers.pool import Workers
from tests.rules.pairings.numbered import numbers
from tests.support.event_loop import held

P = Participant
Points = Mapping[Participant, Fraction]


def players(most: int) -> list[Participant]:
    return [P(number) for number in range(1, most + 1)]


class TestTheChecker:
    def test_everybody_once(self) -> None:
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
            "3 has a bye before everybody had as many",
            "1 rematches in a round that need not have one",
        ]

    def test_rematches_with_and_without_another_way(self) -> None:
        """Four can play three rounds of duels; the fourth has rematches whatever it is."""
        checker = Checker(None)
        assert checker.wrong(players(4), numbers((1, 2), (3, 4))) == []
        assert checker.wrong(players(4), numbers((2, 1), (4, 3))) == [
            "2 rematches in a round that need not have one"
        ]
        assert checker.wrong(players(4), numbers((1, 3), (2, 4))) == []
        assert checker.wrong(players(4), numbers((4, 1), (3, 2))) == []
        assert checker.wrong(players(4), numbers((4, 1), (3, 2))) == []
        assert (checker.rematches, checker.unavoidable) == (4, 2)

    def test_going_first(self) -> None:
        checker = Checker(OddPods.LOW_THREES)
        for table in ((1, 2, 3, 4), (1, 3, 2, 4)):
            assert checker.wrong(players(4), numbers(table)) == []
        assert checker.wrong(players(4), numbers((1, 4, 2, 3))) == [
            "1 goes first for the third time in 3 rounds"
        ]

    def test_going_first_in_duels_with_and_without_another_way(self) -> None:
        checker = Checker(None)
        for tables in (((1, 2), (3, 4)), ((1, 3), (2, 4))):
            assert checker.wrong(players(4), numbers(*tables)) == []
        assert checker.wrong(players(4), numbers((1, 4), (2, 3))) == [
            "1 goes first for the third time in 3 rounds"
        ]
        checker = Checker(None)
        for tables in (((1, 5), (2, 6), (3, 7), (4, 8)), ((1, 6), (2, 7), (3, 8), (4, 5))):
            assert checker.wrong(players(8), numbers(*tables)) == []
        assert checker.wrong(players(4), numbers((1, 2), (3, 4))) == [], "the others have dropped"
        assert checker.forced_starts == 2


@pytest.mark.sample(4)
@pytest.mark.parametrize("number", range(12))
def test_a_tournament_of_any_kind(number: int) -> None:
    assert play(made_up(7, number, 32)).wrong == []


@pytest.mark.full
@pytest.mark.parametrize(("most", "rounds"), [(32, 5), (64, 6)])
def test_nobody_meets_again(most: int, rounds: int) -> None:
    played = play(Tournament(players=most, rounds=rounds, seed=2))
    assert (played.wrong, played.rematches) == ([], 0)


@pytest.mark.alone
@pytest.mark.parametrize("pair", [pair_pods, pair_duels])
async def test_512_are_paired_beside_the_event_loop(pair: Callable[[Points], Pairings]) -> None:
    """In a worker: the loop is never held for 50 ms. The campaign measures how long a round takes."""
    points = {one: Fraction(one % 5) for one in players(512)}
    async with Workers() as workers:
        pairings, longest = await held(workers.run(1, pair, points))
    assert sorted(pairings.participants) == players(512)
    assert longest < 0.05


@pytest.mark.full
async def test_the_campaign_says_what_it_has_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "NEVER", ((16, 2),))
    monkeypatch.setattr(run, "made_up", partial(made_up, most=20))
    text, clean = await run.run(3, 1, tmp_path)
    assert clean
    assert "| tournaments | 4 |" in text
    assert (tmp_path / "pairings.md").read_text() == text
