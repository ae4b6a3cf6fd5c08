"""Tables of teams."""

import pytest

from rules.pairings.pairings import Participant
from rules.pairings.teams import TeamPlay, team_tables
from rules.refusal import Refusal

P = Participant
MEMBERS = {
    P(1): [P(11), P(12), P(13)],
    P(2): [P(21), P(22), P(23)],
    P(3): [P(31), P(32)],
    P(4): [P(41), P(42)],
}


def test_two_headed_giants_sit_beside_each_other() -> None:
    assert team_tables((P(4), P(3)), MEMBERS) == [(41, 42, 31, 32)]


def test_seat_by_seat_teams_take_turns_at_going_first() -> None:
    assert team_tables((P(1), P(2)), MEMBERS, TeamPlay.BY_SEAT) == [(11, 21), (22, 12), (13, 23)]


def test_seat_by_seat_needs_teams_of_one_size() -> None:
    with pytest.raises(Refusal, match="team_sizes_differ"):
        team_tables((P(1), P(3)), MEMBERS, TeamPlay.BY_SEAT)
