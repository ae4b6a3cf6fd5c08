"""Standings that are first asked for while the league goes on, and ratings as the library gives them."""

import asyncio
from collections.abc import Awaitable, Callable
from fractions import Fraction

import pytest
from msgspec.structs import replace
from openskill.models import PlackettLuce

from rules.leagues.league import SeasonRules, Stake, Tiebreaker, TieRules
from rules.leagues.result import LeagueId, ResultNumber, SeasonNumber
from rules.leagues.state import Person
from storage.engine.database import Database
from storage.leagues.leagues import Leagues
from storage.leagues.repository import LeagueRepository
from tests.storage.leagues.people import (
    ANA,
    BEN,
    CY,
    DEE,
    JUDGE,
    OPEN,
    T0,
    ZOE,
    Watch,
    by,
    drawn,
    found,
    points,
    won,
)

MANY = 1200
"""More than are read at once."""
BATCH = 200
"""Few enough for one commit to be in time on a busy machine."""


async def large(leagues: Leagues) -> LeagueId:
    """Ana beats Ben and Ben beats Zoe, again and again."""
    league = await found(leagues)
    told = [
        won(ANA, BEN, played=T0 + n) if n % 2 else won(BEN, ZOE, played=T0 + n) for n in range(1, MANY + 1)
    ]
    for first in range(0, MANY, BATCH):
        await leagues.results.bring_in(league, by(JUDGE), told[first : first + BATCH])
    return league


async def void_and_report(leagues: Leagues, league: LeagueId) -> None:
    """Void the first, the last and one in the middle; report others."""
    for number in (1, MANY, MANY // 2):
        await leagues.results.void(league, by(JUDGE), ResultNumber(number), "")
        await leagues.results.report(league, by(JUDGE), won(CY, DEE, played=T0 + number), judge=True)


async def change_rules(leagues: Leagues, league: LeagueId) -> None:
    await leagues.edit(
        league, by(JUDGE), lambda rules: replace(rules, scoring=replace(rules.scoring, win=Fraction(5)))
    )


async def claim(leagues: Leagues, league: LeagueId) -> None:
    zoe = next(one.number for one in (await leagues.state(league)).players.values() if one.guest)
    await leagues.players.claim(league, by(JUDGE), zoe, Person("Late", 106))


CHANGES = (void_and_report, change_rules, claim)
Change = Callable[[Leagues, LeagueId], Awaitable[None]]


@pytest.mark.sample(4)
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("turns", [0, 2, 20])
async def test_what_changes_while_results_are_read_is_not_missed(
    leagues: Leagues, database: Database, change: Change, turns: int
) -> None:
    league = await large(leagues)
    reading = asyncio.create_task(leagues.projections.standings(league))
    for _ in range(turns):
        await asyncio.sleep(0)
    await change(leagues, league)
    await reading
    again = Leagues(LeagueRepository(database, Watch(), lambda: None))
    assert await points(leagues, league) == await points(again, league)


@pytest.mark.sample(2)
@pytest.mark.parametrize("change", CHANGES)
async def test_what_changes_while_results_are_added_up_is_not_missed(
    leagues: Leagues, database: Database, change: Change
) -> None:
    league = await large(leagues)
    await leagues.projections.look(league, lambda results, claims: None)  # they are read, and nothing more
    making = asyncio.create_task(leagues.projections.standings(league))
    await asyncio.sleep(0)
    await change(leagues, league)
    await making
    again = Leagues(LeagueRepository(database, Watch(), lambda: None))
    assert await points(leagues, league) == await points(again, league)


@pytest.mark.parametrize("turns", [5, 10, 20])
async def test_a_season_is_closed_though_everything_is_forgotten_meanwhile(
    leagues: Leagues, turns: int
) -> None:
    """Who closes it has the league for themselves, and so must not wait for it."""
    league = await found(leagues)
    await leagues.seasons.open(league, by(JUDGE), "One", starts=T0)
    await leagues.results.bring_in(league, by(JUDGE), [won(ANA, BEN, played=T0 + n) for n in range(600)])
    closing = asyncio.create_task(leagues.seasons.close(league, by(JUDGE)))
    for _ in range(turns):
        await asyncio.sleep(0)
        leagues.hear("", "")
    async with asyncio.timeout(60):
        [season] = (await closing).state.seasons
    assert [one.points for one in season.table] == [1800, 0]


async def test_points_of_many_results_by_arithmetic(leagues: Leagues) -> None:
    league = await large(leagues)
    await points(leagues, league)
    await void_and_report(leagues, league)
    # Ana has won 600 times, of which one is void; Ben 600 times, of which two are; Cy 3 times.
    assert await points(leagues, league) == {"Ana": "1797", "Ben": "1794", "Cy": "9", "Zoe": "0", "Dee": "0"}


async def test_ratings_are_the_librarys_also_after_a_correction(leagues: Leagues) -> None:
    league = await found(leagues)
    for played, winner, loser in ((1, ANA, BEN), (2, BEN, CY), (3, CY, ANA), (4, ANA, BEN)):
        await leagues.results.report(league, by(JUDGE), won(winner, loser, played=T0 + played), judge=True)
    await leagues.projections.ratings(league)
    await leagues.results.void(league, by(JUDGE), ResultNumber(2), "")
    await leagues.results.report(league, by(JUDGE), won(CY, BEN, played=T0 + 2), judge=True)
    model = PlackettLuce()
    expected = {name: model.rating() for name in (1, 2, 3)}  # Ana, Ben, Cy
    for winner, loser in ((1, 2), (3, 2), (3, 1), (1, 2)):
        ((expected[winner],), (expected[loser],)) = model.rate([[expected[winner]], [expected[loser]]])
    now = (await leagues.projections.ratings(league)).at(4)
    assert {name: (one.mu, one.sigma) for name, one in now.items()} == {
        name: (one.mu, one.sigma) for name, one in expected.items()
    }


async def test_stakes_and_ratings_decide_a_season(leagues: Leagues) -> None:
    stake = replace(
        OPEN,
        scoring=replace(OPEN.scoring, stake=Stake(start=Fraction(1000), share=Fraction(1, 10))),
        seasons=SeasonRules(keep_ratings=False),
        ties=TieRules(order=(Tiebreaker.RATING,)),
    )
    league = await found(leagues, stake)
    for told in (won(ANA, BEN, played=T0 + 1), won(CY, DEE, played=T0 + 1)):
        await leagues.results.report(league, by(JUDGE), told, judge=True)
    await leagues.seasons.open(league, by(JUDGE), "One", starts=T0 + 2)
    for told in (won(BEN, ANA, played=T0 + 3), drawn(CY, DEE, played=T0 + 4)):
        await leagues.results.report(league, by(JUDGE), told, judge=True)
    # A tenth of 1000 goes from the loser to the winner. For all time Ana's 1100 lose 110 to Ben's 900, and
    # Cy's 1100 and Dee's 900 stake 110 and 90, of which each takes half.
    season = {"Ben": "1100", "Cy": "1000", "Dee": "1000", "Ana": "900"}
    assert await points(leagues, league, SeasonNumber(1)) == season
    assert await points(leagues, league) == {"Cy": "1090", "Ben": "1010", "Ana": "990", "Dee": "910"}
    closed = (await leagues.seasons.close(league, by(JUDGE))).state
    table = [(closed.players[one.player].name, str(one.points), one.place) for one in closed.seasons[0].table]
    # Cy and Dee have the same points and, as ratings restart with the season, the same rating.
    assert table == [("Ben", "1100", 1), ("Cy", "1000", 2), ("Dee", "1000", 2), ("Ana", "900", 4)]
