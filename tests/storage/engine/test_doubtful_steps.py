"""Steps after a commit whose answer was lost: they follow what is there, and none is refused."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from rules.tournaments.acts import SignUp
from rules.tournaments.state import TournamentRules
from storage.engine.group_commit import MayBeCommitted, NotCommitted
from storage.engine.metadata import put_fact
from storage.engine.opening import open_database
from storage.games.games import Games
from storage.posts import Post, PostKind
from storage.tournaments.change import TournamentChange
from tests.storage.leagues.people import ANA, BEN, JUDGE, NOON, OPEN, by, found, won
from tests.storage.table import LIFE, PLACE, ana_has, assert_sound, deal, lose, request
from tests.support.postgresql.fixtures import Server
from tests.support.postgresql.proxy import Network, network


class Line:
    """Games on a database, and the way to it."""

    def __init__(self, games: Games, way: Network) -> None:
        self.games = games
        self._way = way

    def breaks(self, commit: bytes = b"COMMIT") -> None:
        """Right after the next commit, the answer to which is lost."""
        self._way.commit, self._way.cuts = commit, 1

    def is_mended(self) -> None:
        self._way.broken = False


@pytest.fixture
async def line(postgresql: Server, tmp_path: Path) -> AsyncGenerator[Line]:
    address = (await postgresql.blank()).replace(str(postgresql.folder), str(tmp_path))
    async with AsyncExitStack() as stack:
        way = await stack.enter_async_context(network(postgresql.folder, tmp_path))
        database = await stack.enter_async_context(open_database(address))
        yield Line(Games(database, lambda: NOON), way)


@pytest.mark.parametrize("asked", [False, True], ids=["nobody asks meanwhile", "somebody does"])
async def test_a_table_goes_on_from_a_doubtful_step(line: Line, asked: bool) -> None:
    game = await deal(line.games)
    line.breaks(b"Ana")
    with pytest.raises(MayBeCommitted):
        await line.games.act(PLACE, request(), lose(1))
    if asked:
        with pytest.raises(NotCommitted) as refused:
            await line.games.act(PLACE, request(), lose(10))
        assert not isinstance(refused.value, MayBeCommitted)
    line.is_mended()
    await line.games.act(PLACE, request(), lose(100))
    assert await ana_has(line.games) == LIFE - 101
    await assert_sound(Games(line.games.database), game)
    assert await ana_has(Games(line.games.database)) == LIFE - 101


async def test_a_doubtful_step_that_is_sent_again_acts_once(line: Line) -> None:
    await deal(line.games)
    line.breaks(b"Ana")
    same = request()
    with pytest.raises(MayBeCommitted):
        await line.games.act(PLACE, same, lose(1))
    line.is_mended()
    assert (await line.games.act(PLACE, same, lose(1))).repeated
    assert await ana_has(line.games) == LIFE - 1


async def test_a_league_goes_on_from_a_doubtful_result(line: Line) -> None:
    leagues = line.games.leagues
    league = await found(leagues, OPEN)
    line.breaks()
    with pytest.raises(MayBeCommitted):
        await leagues.results.report(league, by(ANA), won(ANA, BEN), judge=True)
    line.is_mended()
    second = await leagues.results.report(league, by(BEN), won(BEN, ANA), judge=True)
    assert [record.number for record in second.records] == [2]


async def test_an_announcement_is_known_that_was_committed_after_all(line: Line) -> None:
    post, outbox = Post("league", 1, 7, PostKind.CONFIRM, PLACE, 1), line.games.outbox
    line.breaks()
    with pytest.raises(MayBeCommitted):
        await outbox.send(post, also=[put_fact("asked", "once")])
    line.is_mended()
    await line.games.database.settle()
    assert [one.key for one in outbox.of(post.topic)] == [post.key]


async def test_an_event_goes_on_from_a_doubtful_sign_up(line: Line) -> None:
    events = line.games.tournaments
    event = (await events.create(PLACE, by(JUDGE), TournamentRules(name="Friday"))).tournament

    def join(name: str) -> Callable[[TournamentChange], None]:
        def joined(change: TournamentChange) -> None:
            change.add(SignUp(player=change.number((None, name))))

        return joined

    line.breaks()
    with pytest.raises(MayBeCommitted):
        await events.change(event, by(JUDGE), join("Zoe"))
    line.is_mended()
    state = await events.change(event, by(JUDGE), join("Yan"))
    assert {one.name for one in state.players.values()} == {"Zoe", "Yan"}
