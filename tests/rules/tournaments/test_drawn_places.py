"""Events whose places are drawn at the start: who may join and drop, and what can be taken back."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.pairings.pairings import PairingMethod, Participant
from rules.pairings.round_robin import circle_round, places_of
from rules.refusal import Refusal
from rules.tournaments.absences import MarkNoShow
from rules.tournaments.acts import (
    BeginCut,
    BeginRound,
    CloseTournament,
    CreateTournament,
    Drop,
    EnterOutcome,
    ReopenTournament,
    SignUp,
    TakeBackRound,
)
from rules.tournaments.judging import ChangePairings
from rules.tournaments.penalties import Penalize
from rules.tournaments.standings import champion, elimination, final_places, have_all_met, pairing_points
from rules.tournaments.state import (
    PenaltyKind,
    SignUpStage,
    TournamentId,
    TournamentPlay,
    TournamentRules,
    TournamentState,
)
from tests.support.machines import examples

P = Participant


def created(players: int, pairing: PairingMethod, most: int | None = None) -> TournamentState:
    rules = TournamentRules(name="Friday", play=TournamentPlay.DUELS, pairing=pairing, most=most)
    state = CreateTournament(rules=rules).apply(
        TournamentState(tournament=TournamentId(1), guild=1, channel=2)
    )
    for number in range(1, players + 1):
        state = SignUp(player=P(number)).apply(state)
    return state


def begun(state: TournamentState) -> TournamentState:
    """The event after the next round is paired, in the order of numbers where places are drawn."""
    there = [one.number for one in state.at(SignUpStage.IN)]
    bracket = state.rules.is_bracket
    places = state.places or (tuple(there) if bracket else places_of(there))
    if bracket:
        pairings = elimination(replace(state, places=places))
        assert pairings is not None
    else:
        pairings = circle_round(places, there, [one.pairings for one in state.rounds], 0)
    return BeginRound(pairings=pairings, places=() if state.places else places).apply(state)


def won(state: TournamentState, *winners: int) -> TournamentState:
    """The event after these have won their tables; tables without one of them are a draw."""
    for table, there in state.rounds[-1].tables.items():
        first = tuple(one for one in there if one in winners)
        state = EnterOutcome(round=len(state.rounds), table=table, winners=first).apply(state)
    return state


def tables(state: TournamentState) -> list[set[int]]:
    return [{*map(int, table)} for table in state.rounds[-1].pairings.tables]


BRACKET, ROBIN = PairingMethod.DOUBLE_ELIMINATION, PairingMethod.ROUND_ROBIN


def test_a_draw_sends_the_higher_seed_on_and_the_other_to_the_losers_bracket() -> None:
    state = begun(won(begun(created(4, BRACKET))))
    assert tables(state) == [{1, 2}, {3, 4}]


def test_final_places_follow_the_bracket() -> None:
    """3 loses to 2 and 4, 4 to 1 and 2, 2 to 1 twice. Waiting for an opponent is worth nothing."""
    state = won(begun(won(begun(won(begun(won(begun(created(4, BRACKET)), 1, 2)), 1, 4)), 2)), 1)
    assert champion(state) == 1
    assert elimination(state) is None
    assert [(place, row.player) for place, row in final_places(state)] == [(1, 1), (2, 2), (3, 4), (4, 3)]
    assert [row.account.byes for _, row in final_places(state)] == [0, 0, 0, 0]
    assert champion(Drop(player=P(1)).apply(state)) == 1, "a champion who leaves has still won"


def test_the_round_of_the_last_loss_is_shared() -> None:
    """Of eight, those who lose in the first two rounds share the seventh place, and so on."""
    state = created(8, BRACKET)
    while champion(state) is None:
        state = begun(state)
        state = won(state, *(min(table) for table in tables(state)))
    assert [place for place, _ in final_places(state)] == [1, 2, 3, 4, 5, 5, 7, 7]


@pytest.mark.parametrize("act", [Drop(player=P(2)), Penalize(player=P(2), kind=PenaltyKind.DISQUALIFICATION)])
def test_who_leaves_after_a_win_is_skipped(act: Drop | Penalize) -> None:
    state = begun(act.apply(won(begun(created(4, BRACKET)), 1, 2)))
    assert tables(state) == [{3, 4}]
    assert state.rounds[-1].pairings.byes == (1,)


def test_a_no_show_is_out_and_the_opponent_goes_on() -> None:
    state = MarkNoShow(player=P(2)).apply(begun(created(4, BRACKET)))
    state = begun(won(state, 1, 3))
    assert tables(state) == [{1, 3}]
    assert state.rounds[-1].pairings.byes == (4,)


def test_a_double_loss_is_played_out_in_the_losers_bracket() -> None:
    state = won(begun(created(4, BRACKET)), 1)
    both = EnterOutcome(round=1, table=2, lost=(P(2), P(3)), judged=True)
    assert tables(begun(both.apply(state))) == [{2, 3}]


def test_no_one_joins_a_bracket_and_who_dropped_comes_back_until_they_are_skipped() -> None:
    state = begun(created(4, BRACKET))
    with pytest.raises(Refusal, match="bracket_begun"):
        SignUp(player=P(5)).apply(state)
    state = Drop(player=P(2)).apply(won(state, 1, 2))
    back = begun(SignUp(player=P(2)).apply(state))
    assert tables(back) == [{1, 2}, {3, 4}]
    with pytest.raises(Refusal, match="bracket_begun"):
        SignUp(player=P(2)).apply(begun(state))


def test_the_waiting_list_does_not_move_up_into_a_bracket() -> None:
    state = Drop(player=P(1)).apply(begun(created(5, BRACKET, most=4)))
    assert state.players[P(5)].stage is SignUpStage.WAITING


@pytest.mark.parametrize("pairing", [BRACKET, ROBIN])
def test_the_places_fix_all_pairings(pairing: PairingMethod) -> None:
    state = begun(created(4, pairing))
    with pytest.raises(Refusal, match="pairings_drawn"):
        ChangePairings(pairings=state.rounds[-1].pairings).apply(state)


def test_a_bracket_has_no_top_cut() -> None:
    with pytest.raises(Refusal, match="event_is_bracket"):
        BeginCut(seeds=(P(1), P(2))).apply(created(4, BRACKET))


@examples(30)
@given(
    st.integers(2, 9),
    st.lists(st.integers(0, 1), min_size=20, max_size=20),
    st.sampled_from([BRACKET, ROBIN]),
)
def test_taking_a_round_back_restores_the_state_before_it(
    players: int, chances: Sequence[int], pairing: PairingMethod
) -> None:
    """But for how often seats have changed, by which the games at its tables are known."""
    state, count = created(players, pairing), 0
    for _ in range(players - 1):
        before, state = state, begun(state)
        back = TakeBackRound().apply(state)
        assert replace(back, taken_back={}) == before
        assert begun(back).rounds[-1].pairings == state.rounds[-1].pairings
        winners = [table[chances[(count := count + 1) % 20]] for table in state.rounds[-1].pairings.tables]
        state = won(state, *winners)
        assert replace(TakeBackRound().apply(state), taken_back={}) == before
        closed = CloseTournament().apply(state)
        assert ReopenTournament().apply(closed) == state
        if champion(state) is not None and pairing is BRACKET:
            break


def test_correcting_an_earlier_round_leaves_paired_rounds_and_counts_when_they_are_taken_back() -> None:
    state = begun(won(begun(created(4, BRACKET)), 1, 2))
    corrected = EnterOutcome(round=1, table=2, winners=(P(3),)).apply(state)
    assert tables(begun(won(corrected, 1, 4))) == [{2, 4}]
    assert tables(begun(TakeBackRound().apply(corrected))) == [{1, 3}, {2, 4}]


def test_a_late_player_takes_the_free_place_of_a_round_robin() -> None:
    """Five have six places. Who joins meets those who haven't had their bye yet; another one finds none."""
    state = won(begun(created(5, ROBIN)))
    (bye,) = state.rounds[0].pairings.byes
    state = SignUp(player=P(6)).apply(state)
    with pytest.raises(Refusal, match="places_taken"):
        SignUp(player=P(7)).apply(state)
    met = set[int]()
    while not have_all_met(state):
        state = won(begun(state))
        assert state.rounds[-1].pairings.byes == ()
        (table,) = (table for table in tables(state) if 6 in table)
        met |= table
    assert met - {6} == {1, 2, 3, 4, 5} - {bye}
    assert len(state.rounds) == 5


def test_who_drops_from_a_round_robin_gives_the_others_byes_and_may_come_back_to_the_place() -> None:
    state = Drop(player=P(1)).apply(won(begun(created(4, ROBIN)), 1))
    state = won(begun(state))
    (bye,) = state.rounds[1].pairings.byes
    assert pairing_points(state)[bye] >= 3
    again = begun(SignUp(player=P(1)).apply(state))
    assert any(1 in table for table in tables(again))
    taken = SignUp(player=P(5)).apply(state)
    with pytest.raises(Refusal, match="places_taken"):
        SignUp(player=P(1)).apply(taken)


def test_a_place_that_becomes_free_goes_to_the_waiting_list() -> None:
    state = Drop(player=P(2)).apply(won(begun(created(5, ROBIN, most=4))))
    assert sorted(state.places) == [1, 3, 4, 5]


def test_a_round_robin_can_lead_to_a_top_cut() -> None:
    state = created(4, ROBIN)
    while not have_all_met(state):
        state = begun(state)
        state = won(state, *(min(table) for table in tables(state)))
    state = BeginCut(seeds=(P(1), P(2))).apply(state)
    final = elimination(state)
    assert final is not None
    assert final.tables == ((1, 2),)
