"""Judges' penalties that are taken back."""

import pytest
from msgspec.structs import replace

from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.absences import MarkNoShow, replaceable
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import CloseTournament, CreateTournament, Drop, SignUp
from rules.tournaments.penalties import Penalize, TakeBackPenalty
from rules.tournaments.standings import pairing_points, standings
from rules.tournaments.state import (
    PenaltyKind,
    SignUpStage,
    TournamentId,
    TournamentPlay,
    TournamentRules,
    TournamentState,
)
from rules.tournaments.teams import SignUpTeam
from tests.rules.tournaments.test_rounds import after, begun, won

P = Participant
BEGUN = begun((1, 2, 3, 4), (5, 6, 7, 8))
BACK = TakeBackPenalty(player=P(1))


def given(kind: PenaltyKind, player: int = 1, points: int = 0) -> Penalize:
    return Penalize(player=P(player), kind=kind, points=points)


LOSS = given(PenaltyKind.MATCH_LOSS)
OUT = given(PenaltyKind.DISQUALIFICATION)


def test_the_newest_penalty_of_a_player_goes_and_the_others_stay() -> None:
    first, last = (given(PenaltyKind.POINTS, points=points) for points in (1, 3))
    other = given(PenaltyKind.POINTS, 2, points=2)
    state = after(BEGUN, first, last, other, BACK)
    assert [(one.player, one.points) for one in state.penalties] == [(1, 1), (2, 2)]
    assert pairing_points(state) == pairing_points(after(BEGUN, first, other))
    with pytest.raises(Refusal, match="no_penalty"):
        BACK.apply(BACK.apply(state))


def test_nothing_is_taken_back_without_a_penalty_or_after_the_end() -> None:
    with pytest.raises(Refusal, match="no_penalty"):
        after(BEGUN, given(PenaltyKind.MATCH_LOSS, 2), BACK)
    with pytest.raises(Refusal, match="event_over"):
        after(BEGUN, LOSS, CloseTournament(), BACK)


@pytest.mark.parametrize("act", [LOSS, OUT, given(PenaltyKind.GAME_LOSS)])
def test_who_lost_a_table_that_is_still_played_is_back_there(act: Penalize) -> None:
    assert after(BEGUN, act).rounds[0].absent == (1,)
    state = after(BEGUN, act, BACK)
    assert state.rounds[0].absent == ()
    assert 1 in replaceable(state, 1)
    assert state.players[P(1)].stage is SignUpStage.IN


@pytest.mark.parametrize(
    "acts",
    [
        (LOSS, LOSS, BACK),
        (MarkNoShow(player=P(1)), LOSS, BACK),
        (LOSS, won(1, 1, 2), BACK),
        (LOSS, won(1, 1, 2), won(1, 2), begun((1, 3, 5, 7), (2, 4, 6, 8)), LOSS, MarkNoShow(player=P(3))),
    ],
)
def test_a_seat_stays_empty_for_another_reason_and_at_a_table_that_has_ended(
    acts: tuple[TournamentAct, ...],
) -> None:
    """The last one: a penalty of an earlier round, which is taken back here after the newer one."""
    state = after(BEGUN, *acts)
    assert 1 in state.rounds[0].absent
    if len(state.rounds) == 2:
        state = BACK.apply(BACK.apply(state))
        assert (state.rounds[0].absent, state.rounds[1].absent) == ((1,), (3,))
    assert state.rounds[0].outcomes == after(BEGUN, *(one for one in acts if one != BACK)).rounds[0].outcomes


def test_who_was_disqualified_stands_in_the_standings_again() -> None:
    played = (BEGUN, won(1, 1, 2), won(1, 2))
    assert 1 not in [row.player for row in standings(after(*played, OUT))]
    back = after(*played, OUT, BACK)
    assert 1 in [row.player for row in standings(back)]
    assert pairing_points(back) == pairing_points(after(*played))


def test_who_had_dropped_before_a_disqualification_stays_out() -> None:
    state = after(BEGUN, Drop(player=P(1)), OUT, BACK)
    assert state.players[P(1)].stage is SignUpStage.OUT
    assert SignUp(player=P(1)).apply(state).players[P(1)].stage is SignUpStage.IN


def full(*acts: TournamentAct) -> TournamentState:
    """Two players of an event for two, and a third one who waits."""
    state = TournamentState(tournament=TournamentId(1), guild=1, channel=2)
    rules = TournamentRules(name="Friday", most=2)
    signed = [SignUp(player=P(number)) for number in (1, 2, 3)]
    for act in (CreateTournament(rules=rules), *signed, *acts):
        state = act.apply(state)
    return state


def test_a_place_that_was_given_away_is_waited_for() -> None:
    state = full(OUT, BACK)
    assert [one.number for one in state.at(SignUpStage.IN)] == [2, 3]
    assert [one.number for one in state.at(SignUpStage.WAITING)] == [1]
    assert [one.number for one in Drop(player=P(3)).apply(state).at(SignUpStage.IN)] == [2, 1]


def test_a_team_is_in_again_unless_a_member_plays_in_another_one() -> None:
    state = TournamentState(tournament=TournamentId(1), guild=1, channel=2)
    rules = TournamentRules(name="Friday", team_size=2, play=TournamentPlay.DUELS)
    teams = [SignUpTeam(team=P(one), members=(P(one + 1), P(one + 2))) for one in (1, 4)]
    for act in (CreateTournament(rules=rules), *teams, OUT):
        state = act.apply(state)
    assert BACK.apply(state).players[P(1)].stage is SignUpStage.IN
    moved = SignUpTeam(team=P(7), members=(P(2), P(8))).apply(state)
    assert BACK.apply(moved).players[P(1)].stage is SignUpStage.OUT


def test_a_penalty_has_a_number_that_no_other_one_gets() -> None:
    state = after(BEGUN, LOSS, BACK, given(PenaltyKind.MATCH_LOSS, 2), LOSS)
    assert [one.number for one in state.penalties] == [2, 3]
    assert replace(state, penalties=()).penalized == 3
