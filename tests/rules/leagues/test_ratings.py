"""Ratings are what the openskill library gives over the same list, whatever was put right in the past."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from weakref import WeakSet

import pytest
from msgspec.structs import replace
from openskill.models import PlackettLuce, PlackettLuceRating

from rules.leagues.league import DrawRule, Draws, League, RatingRules, Scoring, Share
from rules.leagues.matches import NumberedResult
from rules.leagues.replays import incremental
from rules.leagues.replays.incremental import IncrementalReplay
from rules.leagues.replays.ratings import MU, SIGMA, CommanderRatings, Rating, Ratings
from rules.leagues.result import DAY, Draw, Result
from rules.leagues.result import PlayerNumber as P
from rules.leagues.result import ResultNumber as R
from tests.rules.leagues.made import PLAIN, bye, drawn, game, match, numbered, placed

LATE = 10**9


def library(results: Sequence[Result]) -> dict[int, tuple[float, float]]:
    """Mean and sigma of everyone by the library alone, over results in the order of play."""
    model = PlackettLuce()
    ratings: dict[int, PlackettLuceRating] = {}
    for result in sorted(results, key=lambda one: one.played):
        for player in result.players:
            ratings.setdefault(player, model.rating())
        teams = [[ratings[player] for player in entrant.players] for entrant in result.entrants]
        rated = model.rate(teams, ranks=[float(entrant.place) for entrant in result.entrants])
        for entrant, team in zip(result.entrants, rated, strict=True):
            ratings.update(zip(entrant.players, team, strict=True))
    return {player: (rating.mu, rating.sigma) for player, rating in ratings.items()}


def ours(ratings: Ratings) -> dict[int, tuple[float, float]]:
    return {player: (rating.mu, rating.sigma) for player, rating in ratings.at(LATE).items()}


def chance(seed: int, count: int) -> list[Result]:
    """Return games of anything: two to six sides of up to three, shared places, draws; all at different
    times."""
    random = Random(seed)
    found: list[Result] = []
    for played in range(count):
        players = random.sample(range(1, 31), 18)
        size = random.choice((1, 1, 1, 2, 3))
        sides = [tuple(players[n * size : (n + 1) * size]) for n in range(random.randint(2, 6))]
        if random.random() < 0.15:
            found.append(placed(*((1, side) for side in sides), draw=Draw.TIME, played=played))
            continue
        places = [1, *sorted(random.choices(range(2, len(sides) + 1), k=len(sides) - 1))]
        shared = [1 + sum(other < place for other in places) for place in places]
        found.append(placed(*zip(shared, sides, strict=True), played=played))
    return found


def test_the_same_as_the_library_over_two_hundred_games() -> None:
    results = chance(1, 200)
    assert ours(Ratings(PLAIN, None, numbered(results))) == library(results)


def test_the_same_after_corrections_in_the_past(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are taken out, put in and put right, early and late, with states saved every few games."""
    monkeypatch.setattr(incremental, "SAVE_EVERY", 7)
    results = dict(enumerate(chance(2, 200), 1))
    ratings = Ratings(PLAIN)
    for number, result in results.items():
        ratings.add(NumberedResult(result.played, R(number), result))
    assert ours(ratings) == library(list(results.values()))
    for number, other in zip((150, 3, 199, 80, 1), chance(3, 5), strict=True):
        was = results.pop(number)
        ratings.remove(NumberedResult(was.played, R(number), was))
        assert ours(ratings) == library(list(results.values()))
        results[number] = replace(other, played=was.played)
        ratings.add(NumberedResult(was.played, R(number), results[number]))
        assert ours(ratings) == library(list(results.values()))


def test_few_states_are_saved_and_a_change_costs_what_follows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 1000 results with a state every 10: one at each distance that doubles, which are seven."""

    class Step:
        """What a step has come to; it lives as long as a state with it does."""

    monkeypatch.setattr(incremental, "SAVE_EVERY", 10)
    alive, done = WeakSet[Step](), list[int]()

    def step(state: dict[str, Step], item: tuple[int]) -> None:
        state["last"] = Step()
        alive.add(state["last"])
        done.append(item[0])

    results = [NumberedResult(played, R(played), game(1, 2, played=played)) for played in range(1000)]
    replay = IncrementalReplay(lambda one: (one.played,), step, results)
    replay.state()
    assert len(alive) <= 10
    for distance in (1, 45, 333, 900):
        done.clear()
        replay.remove(results[-distance])
        replay.state()
        replay.add(results[-distance])
        replay.state()
        assert done[-1] == 999
        assert len(done) <= 2 * (2 * distance + 10)


def test_catching_up_step_by_step_comes_to_the_same() -> None:
    results = chance(4, 50)
    ratings = Ratings(PLAIN, None, numbered(results))
    steps = 1
    while not ratings.catch_up(8):
        steps += 1
    # Fifty results, eight at a time; no commanders.
    assert steps == 7
    assert ours(ratings) == library(results)


def test_who_beats_everyone_leads_and_games_are_counted() -> None:
    ratings = Ratings(PLAIN, None, numbered([game(1, 2, 3, played=1), game(1, 3, played=5)])).at(LATE)
    assert max(ratings, key=lambda player: ratings[player].ordinal) == 1
    assert {player: (one.games, one.last) for player, one in ratings.items()} == {
        1: (2, 5),
        2: (1, 1),
        3: (2, 5),
    }


def test_what_says_nothing_about_skill_is_not_rated() -> None:
    """Byes, and draws that are replayed."""
    again = Draws(time=DrawRule(share=Share.REPLAY))
    league = League(name="L", scoring=Scoring(draws=again))
    assert ours(Ratings(league, None, numbered([bye(1), drawn(1, 2)]))) == {}
    assert ours(Ratings(PLAIN, None, numbered([match(1, 2, "2-1")]))) == library([game(1, 2)])


def test_a_claimed_guest_is_rated_as_the_player() -> None:
    games = [game(1, 2, played=1), game(9, 2, played=2)]
    as_one = [game(1, 2, played=1), game(1, 2, played=2)]
    assert ours(Ratings(PLAIN, {P(9): P(1)}, numbered(games))) == library(as_one)


def _with(result: Result, *names: tuple[str, ...]) -> Result:
    """Return the same result with these commanders, side by side."""
    return replace(
        result,
        entrants=tuple(
            replace(entrant, lines=(replace(entrant.lines[0], commanders=commanders),))
            for entrant, commanders in zip(result.entrants, names, strict=True)
        ),
    )


def test_commanders_have_their_own_ratings() -> None:
    """Partners count together in either order and case; who has the same commander as another is left out of
    that game, and so is whose commander no one knows; a game in which one is left says nothing."""
    results = [
        _with(game(1, 2, 3, 4, played=1), ("Tymna", "Thrasios"), ("Kinnan",), ("Kinnan",), ("Najeela",)),
        _with(game(2, 1, 3, played=2), ("najeela",), ("THRASIOS", "Tymna"), ()),
        _with(game(1, 2, played=3), ("Kinnan",), ()),
        _with(game(1, 2, played=4), ("Kinnan",), ("Kinnan",)),
    ]
    expected = library([game(1, 4, played=1), game(4, 1, played=2)])
    found = CommanderRatings(PLAIN, None, numbered(results)).at(LATE)
    assert {names: (one.mu, one.sigma) for names, one in found.items()} == {
        ("thrasios", "tymna"): expected[1],
        ("najeela",): expected[4],
    }
    without = League(name="L", ratings=RatingRules(commanders=False))
    assert CommanderRatings(without, None, numbered(results)).at(LATE) == {}


DECAY = RatingRules(decay_days=7, decay_sigma=Fraction(1, 2), provisional=3)


@pytest.mark.parametrize(
    ("days", "sigma"),
    # A half for each whole week since the last game, never above what everyone begins with.
    [(0, 5.0), (6, 5.0), (7, 5.5), (20, 6.0), (21, 6.5), (400, SIGMA)],
)
def test_ratings_become_less_certain(days: int, sigma: float) -> None:
    rating = Rating(30.0, 5.0, 4, 1000)
    assert rating.aged(1000 + days * DAY, DECAY) == Rating(30.0, sigma, 4, 1000)
    assert rating.aged(1000 + days * DAY, RatingRules()) == rating


def test_decay_is_part_of_the_next_game_and_of_a_look_at_it() -> None:
    """After three weeks without a game both sigmas have grown by 3/20 when they meet again."""
    league = League(name="L", ratings=replace(DECAY, decay_sigma=Fraction(1, 20)))
    results = numbered([game(1, 2), game(1, 2, played=21 * DAY)])
    first = library([game(1, 2)])
    model = PlackettLuce()
    teams = [[model.create_rating([mu, sigma + 3 * 0.05])] for mu, sigma in first.values()]
    (winner,), (loser,) = model.rate(teams, ranks=[1.0, 2.0])
    ratings = Ratings(league, None, results)
    found = ratings.at(21 * DAY)
    assert [(found[player].mu, found[player].sigma) for player in (P(1), P(2))] == [
        (winner.mu, winner.sigma),
        (loser.mu, loser.sigma),
    ]
    assert ratings.at(28 * DAY)[P(1)].sigma == winner.sigma + 0.05


def test_everyone_begins_in_the_middle_and_is_provisional_for_a_while() -> None:
    rating = Rating()
    assert (rating.mu, rating.sigma) == (MU, SIGMA) == (PlackettLuce().mu, PlackettLuce().sigma)
    assert rating.ordinal == pytest.approx(0)
    assert [Rating(games=games).provisional(DECAY) for games in (0, 2, 3)] == [True, True, False]


def test_a_draw_of_equals_changes_no_mean() -> None:
    """And each has learnt something of the other: sigma shrinks, but for the model's own tau of 25/300."""
    found = Ratings(PLAIN, None, numbered([drawn(1, 2)])).at(LATE)
    assert found[P(1)] == found[P(2)]
    assert found[P(1)].mu == pytest.approx(MU)
    assert found[P(1)].sigma < sqrt(SIGMA**2 + (25 / 300) ** 2)
