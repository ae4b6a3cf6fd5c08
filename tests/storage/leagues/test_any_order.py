"""Whatever happens in whatever order, points are those of the results that count, also after a restart."""

import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.leagues.result import LeagueId, PlayerNumber
from rules.leagues.result import ResultNumber as R
from rules.leagues.state import Person
from rules.refusal import Refusal
from storage.engine.opening import open_database
from storage.games.games import Games
from storage.leagues.leagues import Leagues
from storage.leagues.repository import LeagueRepository
from storage.leagues.results import ReportedResult
from tests.storage.leagues.ledger import assert_sound
from tests.storage.leagues.people import (
    ANA,
    BEN,
    CY,
    DEE,
    JUDGE,
    T0,
    ZOE,
    Watch,
    by,
    drawn,
    found,
    points,
    won,
)
from tests.support.postgresql.fixtures import Server

EVERYBODY = (ANA, BEN, CY, DEE, ZOE)
LATE = Person("Late", 106)
"""Whoever claims the guest Zoe; never in a result of their own."""

people = st.permutations(EVERYBODY).flatmap(
    lambda all: st.integers(min_value=2, max_value=4).map(lambda n: tuple(all[:n]))
)
game = st.tuples(people, st.booleans(), st.integers(min_value=1, max_value=50))
number = st.integers(min_value=1, max_value=8)
step = st.one_of(
    st.tuples(st.just("report"), game, number),
    st.tuples(st.just("edit"), game, number),
    st.tuples(st.sampled_from(("void", "restore", "claim", "release", "restart")), game, number),
)
Game = tuple[Sequence[Person], bool, int]


def told(game: Game) -> ReportedResult:
    who, is_draw, played = game
    return drawn(*who, played=T0 + played) if is_draw else won(*who, played=T0 + played)


@dataclass
class Sheet:
    """What the league should be: who was in each result, whether it was a draw, which are void."""

    results: list[Game] = field(default_factory=list[Game])
    void: set[int] = field(default_factory=set[int])
    known: bool = False
    """Whether the guest has ever been in one."""
    claimed: bool = False

    def points(self) -> dict[str, int]:
        """3 for a win, 1 for a draw, 0 for a loss."""
        found = Counter[str]()
        for number, (who, is_draw, _) in enumerate(self.results, start=1):
            if number in self.void:
                continue
            for index, person in enumerate(who):
                name = LATE.name if self.claimed and person is ZOE else person.name
                found[name] += 1 if is_draw else 3 if index == 0 else 0
        return dict(found)

    def fits(self, kind: str, game: Game, number: int) -> bool:
        """Whether this can be done and changes something."""
        match kind:
            case "report":
                return True
            case "edit" | "void" if number > len(self.results) or number in self.void:
                return False
            case "edit":
                return game != self.results[number - 1]
            case "void":
                return True
            case "restore":
                return number in self.void
            case "claim":
                return self.known and not self.claimed
            case _:
                return self.claimed


async def carry_out(leagues: Leagues, league: LeagueId, kind: str, game: Game, number: int) -> None:
    match kind:
        case "report":
            await leagues.results.report(league, by(JUDGE), told(game), judge=True)
        case "edit":
            await leagues.results.edit(league, by(JUDGE), R(number), told(game), "", judge=True)
        case "void":
            await leagues.results.void(league, by(JUDGE), R(number), "")
        case "restore":
            await leagues.results.restore(league, by(JUDGE), R(number), "")
        case "claim":
            await leagues.players.claim(league, by(JUDGE), await zoe(leagues, league), LATE)
        case _:
            await leagues.players.release(league, by(JUDGE), await zoe(leagues, league))


async def zoe(leagues: Leagues, league: LeagueId) -> PlayerNumber:
    """The number of the guest; 99 before she has one."""
    players = (await leagues.state(league)).players.values()
    return next((player.number for player in players if player.name == ZOE.name), PlayerNumber(99))


def note(sheet: Sheet, kind: str, game: Game, number: int) -> None:
    sheet.known |= kind in ("report", "edit") and ZOE in game[0]
    match kind:
        case "report":
            sheet.results.append(game)
        case "edit":
            sheet.results[number - 1] = game
        case "void":
            sheet.void.add(number)
        case "restore":
            sheet.void.remove(number)
        case _:
            sheet.claimed = kind == "claim"


async def live(address: str | Path, steps: list[tuple[str, Game, int]]) -> None:
    sheet = Sheet()
    async with open_database(address) as database:
        leagues = Games(database, Watch()).leagues
        league = await found(leagues)
        for kind, game, number in steps:
            if kind == "restart":
                leagues = Games(database, Watch()).leagues
                continue
            if sheet.fits(kind, game, number):
                await carry_out(leagues, league, kind, game, number)
                note(sheet, kind, game, number)
            else:
                with pytest.raises(Refusal):
                    await carry_out(leagues, league, kind, game, number)
            assert await points(leagues, league) == {name: str(n) for name, n in sheet.points().items()}
        again = Leagues(LeagueRepository(database, Watch(), lambda: None))
        assert await points(again, league) == await points(leagues, league)
        await assert_sound(database, league)


@settings(max_examples=40, deadline=None)
@given(st.lists(step, max_size=25))
async def test_points_are_those_of_the_results_that_count(steps: list[tuple[str, Game, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        await live(Path(folder) / "arbiter.db", steps)


@settings(max_examples=8)
@given(steps=st.lists(step, max_size=25))
async def test_points_are_those_of_the_results_that_count_on_a_server(
    postgresql: Server, steps: list[tuple[str, Game, int]]
) -> None:
    await live(await postgresql.blank(), steps)
