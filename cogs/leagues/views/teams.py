"""Teams of a league: their rosters, ranked by their members' total points."""

from bisect import bisect_left
from collections.abc import Mapping
from fractions import Fraction

from cogs.text.formatting import comma_separated, escape, strong
from cogs.text.leagues import text
from rules.leagues.result import PlayerNumber
from rules.leagues.state import LeagueState


def team_rows(state: LeagueState, points: Mapping[PlayerNumber, Fraction]) -> list[str]:
    """Return a line for each team, best first; teams with equal points share a place and the next one is
    skipped.

    ``points``: the points of all players in the standings; others have none.
    """
    totals = {
        team: sum((points.get(state.resolved(one), Fraction(0)) for one in team.members), Fraction(0))
        for team in state.teams
    }
    ordered = sorted(totals, key=lambda team: (-totals[team], team.name.casefold()))
    ranked = [-totals[team] for team in ordered]
    lines: list[str] = []
    for team in ordered:
        members = sorted(team.members, key=lambda one: -points.get(state.resolved(one), Fraction(0)))
        each = (
            f"{text.name(state, one)} {text.points(points.get(state.resolved(one), Fraction(0)))}"
            for one in members
        )
        place = 1 + bisect_left(ranked, -totals[team])
        lines.append(
            f"**{place}.** {strong(escape(team.name))} {text.points_with_unit(totals[team])} · "
            f"{comma_separated(each)}"
        )
    return lines
