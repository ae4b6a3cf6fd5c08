"""Whatever happens in whatever order, points are those of the results that count, also after a restart."""

from collections import Counter
from collections.abc import Awaitable, Sequence

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, initialize, invariant, rule

from rules.leagues.result import PlayerNumber
from rules.leagues.result import ResultNumber as R
from rules.leagues.state import Person
from rules.refusal import Refusal
from storage.games.games import Games
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
from tests.support.machines import StoredMachine, awaited, examples, run_on_server
from tests.support.postgresql.fixtures import Server

EVERYBODY = (ANA, BEN, CY, DEE, ZOE)
LATE = Person("Late", 106)
"""Claims the guest Zoe, and is never in their own result."""

people = st.permutations(EVERYBODY).flatmap(
    lambda all: st.integers(min_value=2, max_value=4).map(lambda n: tuple(all[:n]))
)
games = st.tuples(people, st.booleans(), st.integers(min_value=1, max_value=50))
Game = tuple[Sequence[Person], bool, int]


def told(game: Game) -> ReportedResult:
    who, is_draw, played = game
    return drawn(*who, played=T0 + played) if is_draw else won(*who, played=T0 + played)


reported = Bundle("reported")
results = reported | st.just(99)
"""One of the results, or one that there isn't."""


class AnyOrder(StoredMachine):
    """A league beside what it should be: who was in each result, whether it was a draw, which are void."""

    @initialize()
    @awaited
    async def begin(self) -> None:
        self.leagues = Games(self.database, Watch()).leagues
        self.league = await found(self.leagues)
        self.games, self.void, self.claimed = dict[int, Game](), set[int](), False

    async def changes(self, done: Awaitable[object], *, allowed: bool) -> None:
        """It is done, or refused where it can't be done or changes nothing."""
        if allowed:
            await done
        else:
            with pytest.raises(Refusal):
                await done

    @rule(target=reported, game=games)
    @awaited
    async def report(self, game: Game) -> int:
        await self.leagues.results.report(self.league, by(JUDGE), told(game), judge=True)
        number = len(self.games) + 1
        self.games[number] = game
        return number

    @rule(number=results, game=games)
    @awaited
    async def edit(self, number: int, game: Game) -> None:
        allowed = number not in self.void and game != self.games.get(number, game)
        edited = self.leagues.results.edit(self.league, by(JUDGE), R(number), told(game), "", judge=True)
        await self.changes(edited, allowed=allowed)
        if allowed:
            self.games[number] = game

    @rule(number=results)
    @awaited
    async def make_void(self, number: int) -> None:
        voided = self.leagues.results.void(self.league, by(JUDGE), R(number), "")
        await self.changes(voided, allowed=number in self.games.keys() - self.void)
        self.void |= {number} & self.games.keys()

    @rule(number=results)
    @awaited
    async def restore(self, number: int) -> None:
        restored = self.leagues.results.restore(self.league, by(JUDGE), R(number), "")
        await self.changes(restored, allowed=number in self.void)
        self.void.discard(number)

    @rule()
    @awaited
    async def claim(self) -> None:
        """Late says that the guest Zoe is them, which needs a Zoe who has ever been in a result."""
        zoe = await self.zoe()
        claimed = self.leagues.players.claim(self.league, by(JUDGE), zoe or PlayerNumber(99), LATE)
        await self.changes(claimed, allowed=zoe is not None and not self.claimed)
        self.claimed |= zoe is not None

    @rule()
    @awaited
    async def release(self) -> None:
        zoe = await self.zoe() or PlayerNumber(99)
        await self.changes(self.leagues.players.release(self.league, by(JUDGE), zoe), allowed=self.claimed)
        self.claimed = False

    async def zoe(self) -> PlayerNumber | None:
        """Return the number of the guest, once she has one."""
        players = (await self.leagues.state(self.league)).players.values()
        return next((player.number for player in players if player.name == ZOE.name), None)

    @rule()
    @awaited
    async def restart(self) -> None:
        await self.open()
        self.leagues = Games(self.database, Watch()).leagues

    @invariant()
    @awaited
    async def points_are_those_of_the_results_that_count(self) -> None:
        """3 for a win, 1 for a draw, 0 for a loss."""
        expected = Counter[str]()
        for who, is_draw, _ in [game for number, game in self.games.items() if number not in self.void]:
            for place, person in enumerate(who):
                name = LATE.name if self.claimed and person is ZOE else person.name
                expected[name] += 1 if is_draw else 3 if place == 0 else 0
        assert await points(self.leagues, self.league) == {name: str(n) for name, n in expected.items()}

    def teardown(self) -> None:
        self.run(assert_sound(self.database, self.league))
        super().teardown()


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = examples(15, 25)


def test_any_order_on_a_server(postgresql: Server) -> None:
    run_on_server(AnyOrder, postgresql)
