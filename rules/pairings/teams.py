"""Tables of teams: who of them plays whom once the teams are paired."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from rules.pairings.pairings import Participant
from rules.refusal import Refusal


class TeamPlay(StrEnum):
    """How paired teams play each other."""

    TOGETHER = "together"
    """All at one table, as in Two-Headed Giant: teammates sit beside each other."""
    BY_SEAT = "by_seat"
    """As many tables as a team has members: the first of each team, the second of each, and so on."""


def team_tables(
    table: Sequence[Participant],
    members: Mapping[Participant, Sequence[Participant]],
    play: TeamPlay = TeamPlay.TOGETHER,
) -> list[tuple[Participant, ...]]:
    """The tables of a pairing of teams, in seat order, given each team's members.

    By seat, the team in the first place goes first at the first table, the next one at the second, and so on.
    Raises Refusal "team_sizes_differ" where teams who play by seat are not of one size.
    """
    if play is TeamPlay.TOGETHER:
        return [tuple(one for team in table for one in members[team])]
    sizes = {len(members[team]) for team in table}
    if len(sizes) != 1:
        raise Refusal("team_sizes_differ")
    teams = list(table)
    return [
        tuple(members[team][seat] for team in (*teams[first:], *teams[:first]))
        for seat in range(sizes.pop())
        for first in (seat % len(teams),)
    ]
