"""Standings with many equal players: ties are broken in slices, and a result may arrive meanwhile."""

import asyncio
import time
from collections.abc import Iterator

from rules.leagues.standings import Standings
from rules.leagues.state import Person
from storage.leagues.leagues import Leagues
from storage.workers.slices import SLICE_SECONDS
from tests.storage.leagues.people import ANA, JUDGE, by, found, won

PAIRS = 10
"""Each of two guests who have met once: 10 players with 3 points and 10 without."""


async def test_a_result_in_between_is_counted(leagues: Leagues) -> None:
    """Ana beats Loser 7 while ties are being broken: she is one of 11 winners of one match."""
    league = await found(leagues)
    told = [won(Person(f"Winner {n}"), Person(f"Loser {n}")) for n in range(PAIRS)]
    await leagues.results.bring_in(league, by(JUDGE), told)
    begun = asyncio.Event()

    def slowly(table: Standings) -> Iterator[None]:
        for _ in table.breaking_ties(0, len(table)):
            begun.set()
            end = time.thread_time() + 2 * SLICE_SECONDS
            while time.thread_time() < end:
                pass
            yield

    looking = asyncio.create_task(leagues.projections.standings(league, breaking=slowly))
    await begun.wait()
    await leagues.results.report(league, by(ANA), won(ANA, Person("Loser 7")))
    assert not looking.done()
    table = await looking
    assert [row.points for row in table.rows()] == [3] * (PAIRS + 1) + [0] * PAIRS
    # Each winner has met one player who has won nothing, so nothing parts them.
    assert {row.place for row in table.rows(0, PAIRS + 1)} == {1}


async def test_results_that_keep_coming_in_keep_no_one_waiting(leagues: Leagues) -> None:
    """One more result whenever ties begin to be broken: in the end that is done at once."""
    league = await found(leagues)
    for n in range(3):
        await leagues.results.report(league, by(ANA), won(ANA, Person(f"Guest {n}")))
    reports: list[asyncio.Task[object]] = []

    def interrupted(table: Standings) -> Iterator[None]:
        n = 3 + len(reports)
        task = leagues.results.report(league, by(ANA), won(ANA, Person(f"Guest {n}")))
        reports.append(asyncio.ensure_future(task))
        while not reports[0].done():  # at the first time it comes in for sure
            yield
        for _ in table.breaking_ties(0, len(table)):
            end = time.thread_time() + 2 * SLICE_SECONDS
            while time.thread_time() < end:
                pass
            yield

    table = await leagues.projections.standings(league, breaking=interrupted)
    rows = table.rows()
    assert rows[0].points == 3 * (len(rows) - 1)
    assert 1 < len(reports) <= 6
    await asyncio.gather(*reports)
