"""What a large league costs: its standings, one result more, one put right in the past, and its ratings."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from statistics import median

from rules.leagues.league import League, TieRules
from rules.leagues.matches import Numbered
from rules.leagues.presets import preset
from rules.leagues.ratings import Ratings
from rules.leagues.result import Draw, Ending, Entrant, Line, Result
from rules.leagues.standings import Standings
from rules.leagues.tally import Tally

SEED = 20_260_801
PLAYERS = 1_000
POD = 4
FLOOR = Fraction(1, 7)
PAGE = 20
APART = 600
"""Seconds between two results."""
TIMES = 15
RECORDED = 200
"""Results that are put in for one measurement."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Seconds, in a league of so many results of pods of four; medians where it is done again and again."""

    results: int
    players: int
    page: float
    """The first rows of the standings after a change, ties broken and tie-breakers in exact fractions."""
    whole: float
    """The same of everybody."""
    recorded: float
    """One more result, in points and ratings."""
    growth: float
    """That, over the same in a league that has just begun."""
    corrected: float
    """A result in the middle is put right, and the first rows are shown."""
    rated: float
    """The ratings after a result in the middle was put right."""
    replayed: float
    """Everybody's ratings from nothing."""


def measure(results: int) -> Figures:
    """Make a league by chance, always the same, and measure it."""
    random = Random(SEED)
    league = replace(preset("addendum", "Bench"), ties=TieRules(floor=FLOOR))
    played = [Numbered(number * APART, number, _pod(random, number)) for number in range(1, results + 1)]
    tally, ratings = Tally(league), Ratings(league, None, played)
    for one in played:
        tally.add(one.number, one.result)
    replayed = _timed(ratings.catch_up)
    late = [_recorded(tally, ratings, random, results + n * RECORDED) for n in range(TIMES)]
    young = _young(league, random)
    return Figures(
        results=results,
        players=len(tally.accounts),
        page=_median(lambda: Standings(tally).rows(0, PAGE)),
        whole=_median(lambda: Standings(tally).rows()),
        recorded=median(late),
        growth=median(late) / median(young),
        corrected=_median(lambda: _correct(tally, played[results // 2])),
        rated=_median(lambda: _rate_anew(ratings, played[results // 2]), times=3),
        replayed=replayed,
    )


def _pod(random: Random, number: int) -> Result:
    """Four players, one of whom wins; an eighth of the games is drawn."""
    players = random.sample(range(1, PLAYERS + 1), POD)
    drawn = random.random() < 1 / 8
    first, others = (Ending.DREW, Ending.DREW) if drawn else (Ending.WON, Ending.LOST)
    return Result(
        played=number * APART,
        entrants=tuple(
            Entrant(
                lines=(Line(player=player, seat=seat, commanders=(f"Commander {player % 97}",)),),
                place=1 if drawn or seat == 1 else 2,
                ending=first if seat == 1 else others,
            )
            for seat, player in enumerate(players, 1)
        ),
        draw=Draw.TIME if drawn else None,
    )


def _young(league: League, random: Random) -> list[float]:
    """Seconds for one result more in leagues that have just begun."""
    return [_recorded(Tally(league), Ratings(league), random, 0) for _ in range(TIMES)]


def _recorded(tally: Tally, ratings: Ratings, random: Random, after: int) -> float:
    """Seconds that a result takes to be put in after so many others, with the ratings that come of it."""
    numbers = range(after + 1, after + RECORDED + 1)
    new = [Numbered(number * APART, number, _pod(random, number)) for number in numbers]

    def record() -> None:
        for one in new:
            tally.add(one.number, one.result)
            ratings.add(one)
            ratings.catch_up()

    return _timed(record) / RECORDED


def _correct(tally: Tally, one: Numbered) -> None:
    """Puts a result right; in truth the same one again, which costs as much."""
    tally.remove(one.number, one.result)
    tally.add(one.number, one.result)
    Standings(tally).rows(0, PAGE)


def _rate_anew(ratings: Ratings, one: Numbered) -> None:
    ratings.remove(one)
    ratings.add(one)
    ratings.catch_up()


def _median(what: Callable[[], object], times: int = TIMES) -> float:
    return median(_timed(what) for _ in range(times))


def _timed(what: Callable[[], object]) -> float:
    began = time.perf_counter()
    what()
    return time.perf_counter() - began
