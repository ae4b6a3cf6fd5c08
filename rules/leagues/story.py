"""A season week by week: who led when, and how many games were played."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from rules.leagues.league import League
from rules.leagues.matches import NumberedResult
from rules.leagues.replays.stakes import Stakes
from rules.leagues.result import PlayerNumber, Time
from rules.leagues.standings import Standings
from rules.leagues.statistics import WEEK
from rules.leagues.tally import Claims, Tally


class StoryWeek(Struct, frozen=True, kw_only=True):
    """What stood at the end of a week. ``leaders`` have the most points and enough matches to be ranked.

    ``watched`` are the points of the players whom somebody wanted to follow, in the same order.
    """

    starts: Time
    ends: Time
    games: int
    leaders: Sequence[PlayerNumber]
    points: Fraction
    watched: Sequence[Fraction]


def story(
    results: Sequence[NumberedResult],
    claims: Claims,
    league: League,
    carried: Mapping[PlayerNumber, Fraction],
    watched: Sequence[PlayerNumber],
) -> list[StoryWeek]:
    """Return the weeks of a season, from that of its first result to that of its last; weeks without a game
    are left out.

    Weeks end every seven days after the first result. ``carried``: points from the season before and from
    judges.
    """
    tally, weeks = Tally(league, claims), list[StoryWeek]()
    stakes = None if league.scoring.stake is None else Stakes(league, claims)
    starts, games = results[0].played if results else 0, 0

    def close() -> None:
        standings = Standings(tally, carried=carried, stakes=None if stakes is None else stakes.points())
        leaders = standings.leaders()
        weeks.append(
            StoryWeek(
                starts=starts,
                ends=starts + WEEK,
                games=games,
                leaders=leaders,
                points=standings.points(leaders[0]) if leaders else Fraction(0),
                watched=tuple(standings.points(player) for player in watched),
            )
        )

    for one in results:
        if one.played >= starts + WEEK:
            close()
            starts, games = starts + (one.played - starts) // WEEK * WEEK, 0
        tally.add(one)
        if stakes is not None:
            stakes.add(one)
        games += not one.result.is_bye
    if results:
        close()
    return weeks
