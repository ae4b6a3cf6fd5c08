"""Sign-up of a tournament: places, the waiting list, check-in and drops."""

from collections.abc import Sequence

import pytest

from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import (
    CheckIn,
    CloseCheckIn,
    CloseTournament,
    CreateTournament,
    Drop,
    OpenCheckIn,
    SignUp,
)
from rules.tournaments.state import SignUpStage, TournamentId, TournamentRules, TournamentState

P = Participant


def after(*acts: TournamentAct, most: int | None = None) -> TournamentState:
    state = TournamentState(tournament=TournamentId(1), guild=1, channel=2)
    rules = TournamentRules(name="Friday", most=most)
    for act in (CreateTournament(rules=rules), *acts):
        state = act.apply(state)
    return state


def joined(*players: int) -> Sequence[TournamentAct]:
    return [SignUp(player=P(player)) for player in players]


def numbers(state: TournamentState, stage: SignUpStage) -> list[int]:
    return [player.number for player in state.at(stage)]


def test_places_go_in_the_order_of_sign_up_and_then_the_waiting_list() -> None:
    state = after(*joined(1, 2, 3, 4), most=2)
    assert numbers(state, SignUpStage.IN) == [1, 2]
    assert numbers(state, SignUpStage.WAITING) == [3, 4]


def test_who_drops_makes_room_for_who_waits_longest() -> None:
    state = after(*joined(1, 2, 3, 4), Drop(player=P(1)), most=2)
    assert set(numbers(state, SignUpStage.IN)) == {2, 3}
    assert numbers(state, SignUpStage.WAITING) == [4]


def test_who_comes_back_waits_behind_the_others() -> None:
    state = after(*joined(1, 2, 3), Drop(player=P(1)), *joined(4, 1), most=1)
    assert numbers(state, SignUpStage.IN) == [2]
    assert numbers(state, SignUpStage.WAITING) == [3, 4, 1]


def test_no_shows_are_dropped_and_who_waits_and_is_here_takes_their_place() -> None:
    """1 is here, 2 is not; of those who wait 4 is here, 3 is not."""
    here = [CheckIn(player=P(1)), CheckIn(player=P(4))]
    state = after(*joined(1, 2, 3, 4), OpenCheckIn(), *here, CloseCheckIn(), most=2)
    assert set(numbers(state, SignUpStage.IN)) == {1, 4}
    assert numbers(state, SignUpStage.WAITING) == [3]
    assert numbers(state, SignUpStage.OUT) == [2]


def test_guests_need_no_check_in() -> None:
    guest = SignUp(player=P(1), here=True)
    state = after(guest, *joined(2), OpenCheckIn(), CloseCheckIn())
    assert numbers(state, SignUpStage.IN) == [1]


@pytest.mark.parametrize(
    ("acts", "reason"),
    [
        ([*joined(1, 1)], "signed_up_already"),
        ([Drop(player=P(1))], "not_signed_up"),
        ([*joined(1), Drop(player=P(1)), Drop(player=P(1))], "not_signed_up"),
        ([*joined(1), CheckIn(player=P(1))], "check_in_closed"),
        ([CloseCheckIn()], "check_in_closed"),
        ([OpenCheckIn(), OpenCheckIn()], "check_in_open"),
        ([OpenCheckIn(), CheckIn(player=P(1))], "not_signed_up"),
        ([*joined(1), OpenCheckIn(), CheckIn(player=P(1)), CheckIn(player=P(1))], "checked_in_already"),
        ([CloseTournament(), *joined(1)], "event_over"),
        ([CloseTournament(), CloseTournament()], "event_over"),
    ],
)
def test_what_cannot_be(acts: Sequence[TournamentAct], reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        after(*acts)
