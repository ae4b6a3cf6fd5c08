"""What holds for any set of results: standings are a function of it, however it came about."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, rule
from msgspec.structs import replace

from rules.leagues.league import LEAGUE_PRESETS, Extras, League, Tiebreaker, TieRules, preset
from rules.leagues.matches import NumberedResult
from rules.leagues.result import Draw, Elimination, Result
from rules.leagues.result import PlayerNumber as P
from rules.leagues.result import ResultNumber as R
from rules.leagues.standings import Standings, StandingsLine
from rules.leagues.tally import Tally
from tests.rules.leagues.brute import Table
from tests.rules.leagues.made import bye, drawn, game, match, placed, tally
from tests.support.machines import examples

EVERY_TIEBREAKER = TieRules(order=tuple(Tiebreaker))
FEW = examples(40)
LEAGUES = [
    *(preset(key, key) for key in LEAGUE_PRESETS if key != "stake"),
    *(
        replace(preset(key, key), ties=EVERY_TIEBREAKER, drop_worst=1, minimum=2)
        for key in ("swiss", "places")
    ),
    replace(
        preset("swiss", "kills"),
        scoring=replace(preset("swiss", "").scoring, extras=Extras(kill=Fraction(1))),
    ),
]


def chance(random: Random, count: int, players: int = 8) -> list[Result]:
    """Return games, draws, teams, whole matches and byes of so many players, at times that may be the
    same."""
    found: list[Result] = []
    for _ in range(count):
        played = random.randint(0, 20) * 3600
        some = random.sample(range(1, players + 1), random.choice((2, 2, 3, 4, 4)))
        made = random.choice(
            (
                game(*some),
                game(*some[:2]),
                drawn(*some, draw=random.choice(tuple(Draw))),
                drawn(*some[:2]),
                placed((1, tuple(some[:1])), (2, tuple(some[1:]))),
                match(some[0], some[1], random.choice(("2-0", "2-1", "1-1-1", "1-0"))),
                bye(some[0]),
            )
        )
        found.append(replace(made, played=played))
    return found


def numbered_as(number: int, result: Result) -> NumberedResult:
    return NumberedResult(result.played, R(number), result)


def rows(made: Tally) -> list[StandingsLine]:
    return list(Standings(made).rows())


@FEW
@given(st.sampled_from(LEAGUES), st.randoms(use_true_random=False))
def test_the_order_of_entry_does_not_matter(league: League, random: Random) -> None:
    results = list(enumerate(chance(random, 30), 1))
    expected = rows(tally(league, [result for _, result in results]))
    random.shuffle(results)
    shuffled = Tally(league)
    for number, result in results:
        shuffled.add(numbered_as(number, result))
    assert rows(shuffled) == expected


class Counting(RuleBasedStateMachine):
    """Results come, go, and are put right in any order; only those that are in count."""

    inside = Bundle("inside")

    @initialize(league=st.sampled_from(LEAGUES))
    def begin(self, league: League) -> None:
        self.league, self.tally, self.results, self.last = league, Tally(league), dict[int, Result](), 0

    def put(self, number: int, result: Result) -> None:
        self.results[number] = result
        self.tally.add(numbered_as(number, result))

    @rule(target=inside, result=st.integers(0, 2**16).map(lambda seed: chance(Random(seed), 1)[0]))
    def add(self, result: Result) -> int:
        self.last += 1
        self.put(self.last, result)
        return self.last

    @rule(number=consumes(inside))
    def remove(self, number: int) -> None:
        self.tally.remove(numbered_as(number, self.results.pop(number)))

    @rule(number=inside, hour=st.none() | st.integers(0, 20))
    def put_right(self, number: int, hour: int | None) -> None:
        """The result is void and restored, or at another hour."""
        result = self.results[number]
        self.remove(number)
        self.put(number, result if hour is None else replace(result, played=hour * 3600))

    @rule()
    def compare(self) -> None:
        fresh = Tally(self.league)
        for number, result in self.results.items():
            fresh.add(numbered_as(number, result))
        assert self.tally.accounts == fresh.accounts
        assert rows(self.tally) == rows(fresh)

    def teardown(self) -> None:
        self.compare()


TestCounting = Counting.TestCase
TestCounting.settings = examples(30, 40)


@FEW
@given(st.sampled_from(LEAGUES), st.randoms(use_true_random=False))
def test_a_claimed_guest_changes_no_one_elses_points(league: League, random: Random) -> None:
    """Guest 8 was player 1. Games with both of them are left out here."""
    results = [one for one in chance(random, 40) if not {1, 8} <= set(one.players)]
    apart, joined = tally(league, results), tally(league, results, {P(8): P(1)})
    assert 8 not in joined.accounts
    points = {player: account.points for player, account in apart.accounts.items()}
    together = points.pop(P(1), Fraction(0)) + points.pop(P(8), Fraction(0))
    merged = {player: account.points for player, account in joined.accounts.items()}
    assert merged.pop(P(1), Fraction(0)) == together
    assert merged == points


@FEW
@given(st.sampled_from(LEAGUES), st.randoms(use_true_random=False), st.integers(0, 8), st.integers(0, 8))
def test_a_page_is_a_part_of_the_whole(league: League, random: Random, start: int, stop: int) -> None:
    made = tally(league, chance(random, 15))
    assert list(Standings(made).rows(start, stop)) == rows(made)[start:stop]


@FEW
@given(st.sampled_from(LEAGUES), st.randoms(use_true_random=False), st.integers(0, 8), st.integers(0, 40))
def test_ties_that_are_broken_bit_by_bit_are_the_same(
    league: League, random: Random, start: int, bits: int
) -> None:
    """Also where someone reads before it is done."""
    made = tally(league, chance(random, 15))
    standings = Standings(made)
    for _ in islice(standings.breaking_ties(start, start + 3), bits):
        pass
    assert list(standings.rows()) == rows(made)


@FEW
@given(st.sampled_from(LEAGUES), st.randoms(use_true_random=False))
def test_many_at_once_are_what_they_are_one_by_one(league: League, random: Random) -> None:
    """Some had been in before; a guest was claimed; players put each other out."""
    dealt = Elimination(order=1, cause="lose_commander", by=P(1))
    results = [one for one in chance(random, 40) if not {1, 8} <= set(one.players)]
    results += [
        replace(one, entrants=(one.entrants[0], replace(one.entrants[1], lines=(replace(line, out=dealt),))))
        for one in (game(1, 2), game(1, 3), game(4, 5))
        for line in one.entrants[1].lines
    ]
    numbered = [NumberedResult(one.played, R(number), one) for number, one in enumerate(results, 1)]
    made, one_by_one = (
        Tally(league, {P(8): P(1)}),
        Tally(league, {P(8): P(1)}),
    )
    for one in numbered:
        one_by_one.add(one)
    for one in numbered[:5]:
        made.add(one)
    made.add_all(numbered[5:])
    assert made.accounts == one_by_one.accounts
    for one in numbered[::2]:
        made.remove(one)
        one_by_one.remove(one)
    assert made.accounts == one_by_one.accounts


MTR = (Tiebreaker.OPPONENTS_MATCH_WINS, Tiebreaker.GAME_WINS, Tiebreaker.OPPONENTS_GAME_WINS)
BRUTE = [
    preset("swiss", "Swiss"),
    League(name="Pods", scoring=preset("pods", "").scoring, ties=TieRules(order=MTR)),
    League(
        name="Floor", scoring=preset("addendum", "").scoring, ties=TieRules(order=MTR, floor=Fraction(1, 7))
    ),
    League(
        name="Byes",
        scoring=preset("pods", "").scoring,
        ties=TieRules(order=MTR, byes_count=False, bye_opponents=3, bye_opponent_wins=Fraction(1, 5)),
    ),
]


def _scored(random: Random, league: League, count: int, players: int) -> Sequence[Result]:
    """Whole matches and byes where the league plays best of three, else single games of anything."""
    if league.best_of == 1:
        return [one for one in chance(random, count, players) if not one.drawn_games]
    found: list[Result] = []
    for _ in range(count):
        one, other = random.sample(range(1, players + 1), 2)
        score = random.choice(("2-0", "2-1", "1-1-1", "2-0-1"))
        found.append(match(one, other, score) if random.random() < 0.9 else bye(one))
    return found


def _compare(league: League, results: Sequence[Result]) -> None:
    table = Table(league, results)
    found = Standings(tally(league, results)).rows()
    assert [(row.player, row.points, *row.ties.values()) for row in found] == table.lines()
    assert [row.place for row in found] == table.places()


@FEW
@given(st.sampled_from(BRUTE), st.randoms(use_true_random=False))
def test_small_leagues_are_as_when_worked_out_the_slow_way(league: League, random: Random) -> None:
    _compare(league, _scored(random, league, random.randint(1, 25), 8))


@pytest.mark.sample(1)
@pytest.mark.parametrize("league", BRUTE, ids=lambda league: league.name)
def test_a_season_of_two_hundred_is_as_when_worked_out_the_slow_way(league: League) -> None:
    _compare(league, _scored(Random(7), league, 200, 24))
