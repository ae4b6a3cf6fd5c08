"""A tournament's standings as they were published: 33 players, four rounds, byes and a drawn match.

"Weekly Legacy" of 25 January 2024 on melee.gg (tournament 56493). Players are called by the place that was
published. Its software counts no share below a third, where the rules have 33% (MTR Appendix C).
"""

from fractions import Fraction

from msgspec.structs import replace

from rules.leagues.league import Tiebreaker, TieRules, preset
from rules.leagues.result import Result
from rules.leagues.standings import Standings
from tests.rules.leagues.made import bye, match, tally

ROUNDS = (
    "1:28 2-0, 3:23 2-0, 4:18 2-1, 5:24 2-1, 6:21 2-0, 7:33 2-1, 8:29 2-1, 9:20 2-1, 12:10 2-0, 11:- 2-0, "
    "13:15 2-0, 14:31 2-1, 16:32 2-0, 17:30 2-1, 26:19 2-0, 27:22 2-1, 2:25 2-1",
    "1:7 2-0, 3:11 2-0, 4:17 2-0, 5:27 2-0, 2:6 2-1, 8:12 2-1, 9:26 2-1, 10:30 2-0, 13:23 2-0, 14:16 2-1, "
    "15:- 2-0, 18:20 2-0, 19:33 2-1, 21:31 2-1, 22:29 2-0, 24:32 2-0, 25:28 2-1",
    "1:14 2-0, 3:19 2-0, 4:8 2-1, 5:9 2-1, 6:24 2-0, 7:11 2-1, 10:26 2-0, 2:13 2-1, 15:22 2-1, 16:25 2-1, "
    "17:27 2-0, 12:18 2-1, 20:30 2-1, 32:21 2-0, 23:33 1-1, 28:29 2-0, 31:- 2-0",
    "1:5 2-1, 3:16 2-0, 2:4 2-1, 6:15 2-1, 7:17 2-1, 8:13 2-0, 9:12 2-1, 10:14 2-1, 11:28 2-0, 18:25 2-0, "
    "19:32 2-1, 20:31 2-0, 21:27 2-0, 22:24 2-1, 23:26 2-0, 29:- 2-0, 30:33 2-1",
)
PUBLISHED = """
12 0.583333 0.888889 0.492424
12 0.583333 0.666667 0.563889
12 0.458333 1.0 0.457639
9 0.6875 0.636364 0.600758
9 0.604167 0.636364 0.551389
9 0.583333 0.7 0.502778
9 0.583333 0.545455 0.57702
9 0.520833 0.636364 0.517677
9 0.520833 0.583333 0.503788
9 0.416667 0.666667 0.424242
6 0.694444 0.555556 0.626263
6 0.6875 0.545455 0.621591
6 0.645833 0.555556 0.544508
6 0.645833 0.454545 0.613889
6 0.583333 0.5 0.600337
6 0.541667 0.5 0.537879
6 0.541667 0.5 0.469697
6 0.520833 0.6 0.511364
6 0.5 0.4 0.507576
6 0.479167 0.5 0.486742
6 0.4375 0.444444 0.441667
6 0.375 0.545455 0.391667
4 0.541667 0.375 0.563131
3 0.583333 0.4 0.553788
3 0.583333 0.363636 0.525
3 0.583333 0.333333 0.50625
3 0.5625 0.333333 0.531566
3 0.541667 0.333333 0.535354
3 0.527778 0.333333 0.505051
3 0.520833 0.363636 0.507576
3 0.5 0.4 0.46633
3 0.458333 0.333333 0.436111
1 0.479167 0.363636 0.421023
"""
"""From the first place on: match points, opponents' match wins, game wins, opponents' game wins."""


def result(written: str) -> Result:
    players, score = written.split()
    one, other = players.split(":")
    return bye(int(one)) if other == "-" else match(int(one), int(other), score)


def test_a_published_table_of_a_tournament() -> None:
    league = preset("swiss", "Weekly Legacy")
    league = replace(league, ties=TieRules(order=league.ties.order, floor=Fraction(1, 3)))
    results = [result(written) for round in ROUNDS for written in round.split(", ")]
    rows = Standings(tally(league, results)).rows()
    assert [(row.place, row.player) for row in rows] == [(place, place) for place in range(1, 34)]
    order = (
        Tiebreaker.OPPONENTS_MATCH_WINS,
        Tiebreaker.GAME_WINS,
        Tiebreaker.OPPONENTS_GAME_WINS,
    )
    shown = [(row.points, *(round(float(row.ties[one]), 6) for one in order)) for row in rows]
    assert shown == [tuple(map(float, line.split())) for line in PUBLISHED.split("\n")[1:-1]]
