"""Double elimination: brackets on paper, and what holds however the tables end."""

from collections.abc import Collection, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.pairings.double_elimination import DoubleElimination, Stage
from rules.pairings.pairings import Pairings, Participant
from tests.rules.pairings.numbered import numbers
from tests.support.machines import examples

P = Participant


def bracket(players: int) -> DoubleElimination:
    seeds = tuple(P(one) for one in range(1, players + 1))
    return DoubleElimination(seeds=seeds).advanced(seeds)


def following(
    before: DoubleElimination, winners: Collection[int], there: Collection[Participant] | None = None
) -> DoubleElimination:
    """The bracket after a round that these have won; both lose a table without any of them."""
    there = before.seeds if there is None else there
    pairings = paired(before, there)
    through = {table: next((one for one in table if one in winners), None) for table in pairings.tables}
    return before.after(through).advanced(there)


def paired(before: DoubleElimination, there: Collection[Participant] | None = None) -> Pairings:
    found = before.pairings(before.seeds if there is None else there)
    assert found is not None
    return found


def test_four_players_on_paper() -> None:
    """1 and 2 win; 4 beats 3 and so plays the loser of their final, 2; the winner of that plays 1 again."""
    first = bracket(4)
    assert paired(first) == numbers((1, 4), (2, 3))
    second = following(first, [1, 2])
    assert paired(second) == numbers((1, 2), (3, 4))
    third = following(second, [1, 4])
    assert paired(third) == numbers((2, 4), byes=(1,))
    final = following(third, [2])
    assert paired(final) == numbers((1, 2))
    assert following(final, [1]).champion == 1


def test_the_player_without_a_loss_has_to_be_beaten_twice() -> None:
    final = following(following(following(bracket(4), [1, 2]), [1, 4]), [2])
    again = following(final, [2])
    assert (again.champion, paired(again)) == (None, numbers((1, 2)))
    for winner in (1, 2):
        over = following(again, [winner])
        assert (over.champion, over.pairings(over.seeds)) == (winner, None)


def test_the_first_seeds_wait_where_the_bracket_is_not_full() -> None:
    """Of five, 2 and 3 are in the second round of the winners' bracket at once, and needn't wait for it."""
    assert paired(bracket(6)) == numbers((4, 5), (3, 6), byes=(1, 2))
    assert paired(bracket(5)) == numbers((4, 5), (2, 3), byes=(1,))


def test_two_who_both_lose_play_for_one_place_among_those_with_a_loss() -> None:
    """4 waits for the winner of that; no one comes out of the winners' bracket but 1, who has one there."""
    first = following(bracket(4), [1])
    assert paired(first) == numbers((2, 3), byes=(1, 4))
    assert paired(following(first, [3])) == numbers((3, 4), byes=(1,))


def test_two_who_both_lose_the_decider_leave_no_champion() -> None:
    again = following(following(following(following(bracket(4), [1, 2]), [1, 4]), [2]), [2])
    over = following(again, [])
    assert (over.is_over, over.champion) == (True, None)


def test_a_second_loss_together_in_the_final_leaves_the_one_with_the_first() -> None:
    final = following(following(following(bracket(4), [1, 2]), [1, 4]), [2])
    assert following(final, []).champion == 1


def test_who_has_dropped_is_skipped_and_comes_back_until_then() -> None:
    """3 wins and goes. Back before the next round, 3 plays 1; afterwards 1 has gone on without a game."""
    first = bracket(4)
    through: Mapping[tuple[Participant, ...], Participant | None] = {(P(1), P(4)): P(1), (P(2), P(3)): P(3)}
    played = first.after(through)
    assert paired(played.advanced(first.seeds)) == numbers((1, 3), (2, 4))
    without = played.advanced([P(1), P(2), P(4)])
    assert paired(without, [P(1), P(2), P(4)]) == numbers((2, 4), byes=(1,))
    last = following(without, [4], [P(1), P(2), P(4)])
    assert paired(last, first.seeds) == numbers((1, 4)), "4 had no one to play for the place in the final"


@st.composite
def evenings(draw: st.DrawFn) -> tuple[int, Sequence[int]]:
    """A number of players, and what chooses who wins."""
    players = draw(st.integers(2, 33))
    return players, draw(st.lists(st.integers(0, 1), min_size=2 * players, max_size=2 * players))


@examples(60)
@given(evenings())
def test_everyone_loses_twice_before_being_out(evening: tuple[int, Sequence[int]]) -> None:
    """So there are 2n - 2 games, or one more where the champion has lost once."""
    players, chances = evening
    now, losses, games = bracket(players), dict.fromkeys(range(1, players + 1), 0), 0
    while (pairings := now.pairings(now.seeds)) is not None:
        assert {*pairings.participants} == {one for one in losses if losses[one] < 2}
        assert len(pairings.participants) == len({*pairings.participants})
        assert pairings.tables
        winners = [table[chances[games + number]] for number, table in enumerate(pairings.tables)]
        for one in {one for table in pairings.tables for one in table} - {*winners}:
            losses[one] += 1
        games += len(pairings.tables)
        now = following(now, winners)
    champion = now.champion
    assert champion is not None
    assert losses.pop(champion) == games - (2 * players - 2) <= 1
    assert {*losses.values()} == {2}


@examples(60)
@given(st.integers(2, 6), st.lists(st.integers(0, 1), min_size=128, max_size=128))
def test_players_meet_again_only_once_too_few_are_left_to_keep_them_apart(
    depth: int, chances: Sequence[int]
) -> None:
    """Losers of round r of a full winners' bracket of 2^d come into round 2r - 2 of the other one, which has
    2^(d - r) matches then. Players from one part of the bracket can be kept apart while each match there can
    be filled from parts that haven't met: in its second round from 8 players on, in its third one from 16,
    in its fourth one from 32."""
    now, met, count = bracket(2**depth), set[frozenset[int]](), 0
    apart = {2: 3, 3: 4, 4: 5}
    while (pairings := now.pairings(now.seeds)) is not None:
        for table in pairings.tables:
            place = now.place_of(table)
            assert place is not None
            if place.stage is Stage.WINNERS or (
                place.stage is Stage.LOSERS and depth >= apart.get(place.round, 1 if place.round == 1 else 99)
            ):
                assert frozenset(table) not in met
            met.add(frozenset(table))
        winners = [table[chances[(count + number) % 128]] for number, table in enumerate(pairings.tables)]
        count += len(winners)
        now = following(now, winners)


@examples(60)
@given(st.integers(2, 20), st.lists(st.integers(0, 4), min_size=80, max_size=80))
def test_it_ends_with_any_drops_and_double_losses(players: int, chances: Sequence[int]) -> None:
    """Each table has a winner, a winner who drops, a loser who drops, or none; everyone is in one place."""
    now, rounds, there, count = bracket(players), 0, [*bracket(players).seeds], 0
    while (pairings := now.pairings(there)) is not None:
        assert {*pairings.participants} <= {*there}
        assert len(pairings.participants) == len({*pairings.participants})
        rounds += 1
        through = dict[tuple[Participant, ...], Participant | None]()
        for table in pairings.tables:
            match chances[count % 80]:
                case 4:
                    through[table] = None
                case 3:
                    through[table] = table[0]
                    there.remove(table[0])
                case 2:
                    through[table] = table[0]
                    there.remove(table[1])
                case chance:
                    through[table] = table[chance]
            count += 1
        now = now.after(through).advanced(there)
    assert rounds <= 3 * players


@pytest.mark.parametrize("players", [2, 3])
def test_the_smallest_brackets(players: int) -> None:
    now, games = bracket(players), 0
    while (pairings := now.pairings(now.seeds)) is not None:
        games += len(pairings.tables)
        now = following(now, [min(table) for table in pairings.tables])
    assert (now.champion, games) == (1, 2 * players - 2)
