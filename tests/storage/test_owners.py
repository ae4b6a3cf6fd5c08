"""Due deadlines, pending announcements and stale boards are handled once: by their server's process."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from rules.game.parts import GameId
from rules.leagues.result import LeagueId
from rules.tournaments.state import TournamentId, TournamentRules
from storage.engine.database import SqlRow
from storage.engine.deferred_writes import DeferredWrites
from storage.engine.group_commit import NotCommitted, SqlValue
from storage.engine.opening import join_database
from storage.games.games import BoardMessage, Games, Location
from storage.games.outbox import ShownBoards, topic_of
from storage.leagues.sql import LeagueMessage
from storage.outbox import Outbox
from storage.scheduler import Deadline, DeadlineKind, RetryLater, Scheduler, set_deadline
from storage.tournaments.sql import PlayedTable
from tests.storage.leagues.people import JUDGE, OPEN, by
from tests.storage.table import DAY, deal
from tests.storage.test_deadlines import MINUTE, NOON, Kitchen, Watch, idle
from tests.support.postgresql.fixtures import Server

FIRST, SECOND = Location(channel=100, guild=1), Location(channel=200, guild=1 << 22)
"""In servers on the first shard and on the second."""
KINDS = (DeadlineKind.LOBBY, DeadlineKind.DIGEST, DeadlineKind.WINNER, DeadlineKind.REBUILD)
"""About a game, a league, a tournament and the whole database."""
EVERYBODYS = Deadline(DeadlineKind.REBUILD, "1", NOON)


class Process:
    """A process that serves the shard configured for it; ``kitchen`` has what was due there."""

    def __init__(self, address: str, told: int, watch: Watch) -> None:
        self._joining = join_database(address, [told])
        self._watch = watch
        self.kitchen = Kitchen()

    async def start(self, stack: AsyncExitStack) -> None:
        self.database, self.shards = await stack.enter_async_context(self._joining)
        await self.shards.agree(2)
        await self.shards.look()
        self.games = Games(self.database, self._watch)
        stack.push_async_callback(self.games.deadlines.close)
        self.shards.on_change = (lambda _gained, _lost: self.games.follow_shards(),)
        self.games.deadlines.start(dict.fromkeys(KINDS, self.kitchen))

    async def deadlines(self, place: Location) -> list[Deadline]:
        """One about each kind of thing in a server of this process, due at noon; not set yet."""
        assert place.guild is not None
        game = await deal(self.games, place)
        league = (await self.games.leagues.create(place.guild, by(JUDGE), OPEN, ())).state.league
        rules = TournamentRules(name="Friday")
        event = (await self.games.tournaments.create(place, by(JUDGE), rules)).tournament
        return [
            Deadline(DeadlineKind.LOBBY, str(game), NOON),
            Deadline(DeadlineKind.DIGEST, str(league), NOON),
            Deadline(DeadlineKind.WINNER, str(event), NOON),
        ]

    async def fires(self) -> set[Deadline]:
        """Return what has fired here since this was asked last, once it has looked; nothing fires twice."""
        self.games.deadlines.wake()
        await idle()
        served = [*self.kitchen.served]
        self.kitchen.served.clear()
        assert len(served) == len({*served})
        return {*served}


Join: TypeAlias = Callable[[int], Awaitable[Process]]


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
async def join(postgresql: Server, watch: Watch) -> AsyncGenerator[Join]:
    """Starts another process on the database, which is to serve the shard of this number."""
    address = await postgresql.blank()
    async with AsyncExitStack() as stack:

        async def join(told: int) -> Process:
            process = Process(address, told, watch)
            await process.start(stack)
            return process

        yield join


async def hand_over(number: int, before: Process, after: Process) -> None:
    """Let another process serve a shard."""
    await after.shards.look()
    await after.shards.ready(number)
    await before.shards.look()
    await before.shards.give(number, [])
    await after.shards.look()
    assert (before.shards.owned, after.shards.owned) == (frozenset(), {number})


async def test_what_is_due_fires_once_where_its_server_is_served(join: Join, watch: Watch) -> None:
    first, second = await join(0), await join(1)
    here, there = await first.deadlines(FIRST), await second.deadlines(SECOND)
    due = [*here, *there, EVERYBODYS]
    await first.database.write(*map(set_deadline, due))
    assert await second.fires() == {*there}
    assert await first.fires() == {*here, EVERYBODYS}
    third = await join(1)
    await hand_over(1, second, third)
    watch.now += MINUTE
    here, there, due = ([replace(one, due=watch.now) for one in some] for some in (here, there, due))
    await first.database.write(*map(set_deadline, due))
    assert await second.fires() == set()
    assert await first.fires() == {*here, due[-1]}
    assert await third.fires() == {*there}
    assert [await one.fires() for one in (first, second, third)] == [set()] * 3


async def test_many_due_elsewhere_are_passed_over_with_few_questions(
    join: Join, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await join(0), await join(1)
    game = await deal(second.games, SECOND)
    await idle()
    await second.games.deadlines.close()
    due = [Deadline(DeadlineKind.LOBBY, f"{game}:{number}", NOON) for number in range(300)]
    await second.database.write(*map(set_deadline, due))
    fetch, questions = first.database.fetch, list[str]()

    async def counted(sql: str, *values: SqlValue) -> list[SqlRow]:
        questions.append(sql)
        return await fetch(sql, *values)

    monkeypatch.setattr(first.database, "fetch", counted)
    deadlines = Scheduler(first.database, watch, gap=0)
    deadlines.start({DeadlineKind.LOBBY: first.kitchen})
    await idle()
    await deadlines.close()
    assert first.kitchen.served == []
    assert 0 < len(questions) < 10


async def test_what_is_tried_again_is_left_to_a_new_owner(join: Join, watch: Watch) -> None:
    second, third = await join(1), await join(1)
    (due, *_) = await second.deadlines(SECOND)
    tried = list[Deadline]()

    async def while_the_shard_moves(deadline: Deadline) -> None:
        tried.append(deadline)
        await hand_over(1, second, third)
        raise RetryLater

    deadlines = Scheduler(second.database, watch, retries=(0,), gap=0)
    await idle()  # or the process itself may still be looking, because its game is new
    await deadlines.set(due)
    deadlines.start({DeadlineKind.LOBBY: while_the_shard_moves})
    await idle()
    await deadlines.close()
    assert tried == [due]
    async with asyncio.timeout(60):  # it checks periodically, because it serves the shard now
        while not third.kitchen.served:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert third.kitchen.served == [due]


async def test_what_waits_for_discord_waits_where_its_server_is_served(join: Join) -> None:
    """A game's beginning is to be announced, its board is stale, and an earlier one is to link to it."""
    first, second = await join(0), await join(1)
    games = [await deal(one.games, place) for one, place in ((first, FIRST), (second, SECOND))]
    boards = [BoardMessage(place.channel, 8) for place in (FIRST, SECOND)]
    boards[1] = replace(boards[1], message=9)
    for process, game, board in zip((first, second), games, boards, strict=True):
        await process.games.set_board(game, board)
        await process.games.set_board(game, replace(board, message=board.message + 10))

    async def waits(process: Process) -> tuple[object, object, object, object]:
        """Return what a process finds after a start."""
        writes = DeferredWrites(process.database)
        outbox, boards = Outbox(process.database, writes), ShownBoards(process.database, writes)
        loaded = [game for _, game in await outbox.load()]
        unshown = [one.game for one in await process.games.unshown_games(DAY)]
        return (
            loaded,
            [game for game in games if outbox.of(topic_of(game))],
            await boards.earlier_boards(),
            unshown,
        )

    of_first, of_second = (
        ([game], [game], [(game, board)], [game]) for game, board in zip(games, boards, strict=True)
    )
    assert [await waits(one) for one in (first, second)] == [of_first, of_second]
    third = await join(1)
    await hand_over(1, second, third)
    assert [await waits(one) for one in (first, second, third)] == [of_first, ([], [], [], []), of_second]


async def test_a_deadline_whose_key_names_nothing_keeps_no_other_from_firing(
    join: Join, watch: Watch
) -> None:
    first = await join(0)
    odd = Deadline(DeadlineKind.LOBBY, "Friday", NOON)
    await first.database.write(set_deadline(odd), set_deadline(EVERYBODYS))
    watch.now = NOON
    assert EVERYBODYS in await first.fires()


async def test_what_another_process_sets_fires_within_a_nap(join: Join, watch: Watch) -> None:
    first, second = await join(0), await join(1)
    kitchen = Kitchen()
    deadlines = Scheduler(first.database, watch, max_sleep=timedelta(milliseconds=5))
    deadlines.start({DeadlineKind.LATE_PRESS: kitchen})
    await idle()
    await second.database.write(set_deadline(replace(EVERYBODYS, kind=DeadlineKind.LATE_PRESS)))
    async with asyncio.timeout(60):
        await kitchen.notice.wait()
    await deadlines.close()


async def test_only_the_owner_writes_what_stands_beside_a_log(join: Join) -> None:
    second, third = await join(1), await join(1)
    _, league, event = (int(one.key) for one in await second.deadlines(SECOND))
    leagues, tournaments = second.games.leagues, second.games.tournaments
    table = PlayedTable(tournament=TournamentId(event), round=1, number=1, thread=5, game=GameId(1))
    await hand_over(1, second, third)
    for write in (
        leagues.plan_digest(LeagueId(league)),
        leagues.show(LeagueId(league), "standings", 0, LeagueMessage(1, 2)),
        leagues.show(LeagueId(league), "standings", 0, None),
        leagues.set_champion(LeagueId(league), 3),
        tournaments.show(TournamentId(event), 4, 1),
        tournaments.seat(table, 1),
    ):
        with pytest.raises(NotCommitted):
            await write
