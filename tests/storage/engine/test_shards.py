"""Shards are shared out fairly, and only their owner writes about their servers."""

import asyncio
from collections.abc import Collection
from contextlib import AsyncExitStack
from pathlib import Path

import asyncpg
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rules.game.parts import GameId
from storage.engine.database import DatabaseUnusable
from storage.engine.group_commit import NotCommitted
from storage.engine.opening import open_database
from storage.engine.postgresql.database import PostgresqlDatabase
from storage.engine.postgresql.shards import Shards
from storage.engine.sharding import OwnershipLost, ServingProcess, SharedShard, shard_of, share_out
from storage.games.games import Games
from storage.settings.definitions import LANGUAGE, Level
from storage.settings.settings import SettingsScope, SettingsStore
from tests.storage.table import DAY, LIFE, PLACE, ana_has, deal, lose, request
from tests.support.leases import DONE, ORACLE, PROCESSES, SHARDS, Interleavings, Step
from tests.support.postgresql.fixtures import Server
from tests.support.postgresql.proxy import network

DEADLINE = "INSERT INTO deadline (kind, key, due, note) VALUES ('kind', ?, 0, '')"

epochs = st.integers(1, 6)
processes = st.lists(
    st.builds(
        ServingProcess,
        epochs,
        st.none() | st.frozensets(st.integers(0, 9), min_size=1, max_size=4),
        st.booleans(),
    ),
    max_size=5,
    unique_by=lambda one: one.epoch,
)
shards = st.lists(st.tuples(st.none() | epochs, st.none() | epochs), min_size=1, max_size=10).map(
    lambda known: [SharedShard(number, *one) for number, one in enumerate(known)]
)


def test_discord_says_which_shard_a_server_is_on() -> None:
    # (guild_id >> 22) % num_shards, and direct messages on shard 0, as Discord documents it.
    assert [shard_of(number << 22, 4) for number in (0, 1, 5, 11)] == [0, 1, 1, 3]
    assert shard_of(81384788765712384, 16) == (81384788765712384 // 4194304) % 16
    assert shard_of(None, 4) == 0


@given(processes=processes, shards=shards)
def test_shards_are_shared_out_evenly_among_those_who_stay(
    processes: list[ServingProcess], shards: list[SharedShard]
) -> None:
    shares = share_out(processes, shards)
    staying = {one.epoch: one for one in processes if not one.leaving}
    assert shares == share_out(processes[::-1], shards)
    told: dict[int, int] = {}
    for epoch in sorted(staying):
        told |= dict.fromkeys(staying[epoch].assigned or (), epoch)
    anyones = [epoch for epoch, one in staying.items() if one.assigned is None]
    for shard in shards:
        if shard.number in told:
            assert shares[shard.number] == told[shard.number]
        elif anyones:
            assert shares[shard.number] in anyones
        else:
            assert shard.number not in shares
    sizes = [
        sum(shares.get(one.number) == epoch and one.number not in told for one in shards) for epoch in anyones
    ]
    assert not sizes or max(sizes) - min(sizes) <= 1


def owners(*epochs: int | None) -> list[SharedShard]:
    return [SharedShard(number, epoch) for number, epoch in enumerate(epochs)]


@pytest.mark.parametrize(
    ("processes", "before", "after"),
    [
        ([1], [None] * 4, [1, 1, 1, 1]),
        ([1, 2], [1, 1, 1, 1], [1, 1, 2, 2]),
        ([1, 2, 3], [1, 1, 2, 2], [1, 1, 2, 3]),
        ([2, 3], [1, 1, 2, 2], [3, 3, 2, 2]),
        ([2], [1, 1, 2, 2], [2, 2, 2, 2]),
    ],
    ids=["alone", "a second one", "a third one", "one gone, one new", "one left"],
)
def test_everyone_keeps_what_they_have_as_far_as_that_is_fair(
    processes: list[int], before: list[int | None], after: list[int]
) -> None:
    shares = share_out(map(ServingProcess, processes), owners(*before))
    assert [shares[number] for number in range(len(after))] == after


def test_the_newest_has_the_shards_that_it_was_told_to_take() -> None:
    old, new = (ServingProcess(epoch, frozenset({0, 1})) for epoch in (1, 2))
    assert share_out([old, new, ServingProcess(3)], owners(1, 1, 3, 3)) == {0: 2, 1: 2, 2: 3, 3: 3}


@pytest.fixture
async def empty(postgresql: Server) -> str:
    """The address of an empty database."""
    return await postgresql.blank()


async def serve(
    stack: AsyncExitStack, address: str, count: int = SHARDS
) -> tuple[PostgresqlDatabase, Shards]:
    """Return a process that serves with so many shards."""
    database, shards = await stack.enter_async_context(PostgresqlDatabase.join(address))
    await shards.agree(count)
    await shards.look()
    return database, shards


async def test_a_second_process_takes_its_share_when_it_is_connected(empty: str) -> None:
    async with AsyncExitStack() as stack:
        first_database, first = await serve(stack, empty)
        assert first.owned == {0, 1, 2, 3}
        second_database, second = await serve(stack, empty)
        assert (second.owned, second.preparing) == (frozenset(), {2, 3})
        await first.look()
        assert (first.owned, first.asked_for) == ({0, 1, 2, 3}, frozenset())
        await second.ready(2)
        await first.look()
        assert first.asked_for == {2}
        on_shard_2 = 2 << 22
        await first_database.write((DEADLINE, ("before",)), guild=on_shard_2)
        await first.give(2, [17, 4])
        with pytest.raises(NotCommitted, match="Another process serves this server"):
            await first_database.write((DEADLINE, ("after",)), guild=on_shard_2)
        assert not second_database.owns(on_shard_2)
        await second.look()
        assert (second.owned, second.handled[2]) == ({2}, {17, 4})
        await second_database.write((DEADLINE, ("after",)), guild=on_shard_2)
        await first.look()
        assert first.owned == {0, 1, 3}


async def test_a_shard_given_while_its_owner_looks_is_not_taken_for_its_own_again(empty: str) -> None:
    async with AsyncExitStack() as stack:
        first_database, first = await serve(stack, empty)
        _, second = await serve(stack, empty)
        await second.ready(2)
        await first.look()
        await asyncio.gather(first.look(), first.give(2, []))
        await second.look()
        assert (2 in first.owned, 2 in second.owned) == (False, True)
        with pytest.raises(NotCommitted, match="Another process serves this server"):
            await first_database.write((DEADLINE, ("after",)), guild=2 << 22)


async def test_a_shard_whose_hand_over_fails_stays_its_owners(postgresql: Server, tmp_path: Path) -> None:
    """People are answered without waiting for the next look, and the next try hands it over."""
    address = await postgresql.blank()
    async with AsyncExitStack() as stack:
        way = await stack.enter_async_context(network(postgresql.folder, tmp_path))
        database, first = await serve(stack, address.replace(str(postgresql.folder), str(tmp_path)))
        _, second = await serve(stack, address)
        await second.ready(2)
        await first.look()
        way.break_off()
        with pytest.raises(NotCommitted):
            await database.write()  # it knows from now on that the line is broken
        with pytest.raises(NotCommitted):
            await first.give(2, [])
        assert first.owned == {0, 1, 2, 3}
        way.mend()
        await database.write((DEADLINE, ("after",)), guild=2 << 22)
        await first.give(2, [])
        await second.look()
        assert (first.owned, second.owned) == ({0, 1, 3}, {2})


async def test_a_shard_that_the_other_process_no_longer_wants_stays_its_owners(empty: str) -> None:
    async with AsyncExitStack() as stack:
        database, first = await serve(stack, empty)
        _, second = await serve(stack, empty)
        await second.ready(2)
        await first.look()
        await second.leave()
        await second.look()
        await first.give(2, [])
        assert first.owned == {0, 1, 2, 3}
        await database.write((DEADLINE, ("after",)), guild=2 << 22)


async def test_an_observer_of_shards_that_fails_keeps_nothing_from_the_others(
    empty: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with AsyncExitStack() as stack:
        _, shards = await stack.enter_async_context(PostgresqlDatabase.join(empty))
        await shards.agree(2)
        gained, renewals = list[Collection[int]](), list[str]()

        def fail(*_: object) -> None:
            raise KeyError("broken")

        def note(new: Collection[int], _lost: Collection[int]) -> None:
            gained.append(new)

        shards.on_change = (fail, note)
        shards.on_renewal = (fail, lambda: renewals.append("renewed"))
        await shards.look()
        assert (gained, renewals) == ([{0, 1}], ["renewed"])
        errors = [record.exc_info[1] for record in caplog.records if record.exc_info]
        assert [type(error) for error in errors] == [KeyError, KeyError]


async def test_numbers_are_given_once_by_all_processes(empty: str) -> None:
    async with AsyncExitStack() as stack:
        databases = [(await serve(stack, empty))[0] for _ in range(2)]
        numbers = await asyncio.gather(*(databases[one % 2].next_number("game") for one in range(20)))
        assert sorted(numbers) == [*range(1, 21)]


@pytest.mark.parametrize(
    ("level", "owner"), [(Level.SERVER, 1 << 22), (Level.CHANNEL, 10), (Level.OWN, 7)], ids=str
)
async def test_a_choice_is_known_to_every_process(empty: str, level: Level, owner: int) -> None:
    here = SettingsScope(guild=1 << 22, channels=(10,), user=7)
    async with AsyncExitStack() as stack:
        stores = [SettingsStore((await serve(stack, empty))[0]) for _ in range(2)]
        assert [(await store.effective(here)).texts for store in stores] == [{}, {}]
        await stores[0].choose(level, owner, LANGUAGE, "de")
        async with asyncio.timeout(60):
            while (await stores[1].effective(here))[LANGUAGE] != "de":  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await stores[0].reset(level, owner, LANGUAGE)
        async with asyncio.timeout(60):
            while (await stores[1].effective(here)).texts:  # noqa: ASYNC110
                await asyncio.sleep(0.01)


async def test_a_game_that_its_owner_compresses_and_goes_on_with_is_read_everywhere(empty: str) -> None:
    async with AsyncExitStack() as stack:
        serving, reading = [Games((await serve(stack, empty, 1))[0]) for _ in range(2)]
        game = await deal(serving)
        assert await ana_has(reading, game) == LIFE
        assert [one async for one in serving.compaction.run(serving.now() + DAY)] == [game]
        assert await ana_has(reading, game) == LIFE
        await serving.act(PLACE, request(), lose(7))
        assert await ana_has(reading, game) == LIFE - 7


async def test_who_reads_of_a_table_elsewhere_hears_of_what_happens_there(empty: str) -> None:
    async with AsyncExitStack() as stack:
        found = [await serve(stack, empty, 1) for _ in range(2)]
        serving, reading = (Games(database) for database, _ in found)
        await deal(serving)
        told: list[int] = []
        seen: dict[int, tuple[GameId, int]] = {}
        with reading.committed.following(PLACE.channel, lambda: told.append(1)):
            await reading.look_elsewhere(seen)
            assert await ana_has(reading) == LIFE
            await reading.look_elsewhere(seen)
            assert len(told) == 1
            await serving.act(PLACE, request(), lose(7))
            await reading.look_elsewhere(seen)
            assert len(told) == 2
            assert await ana_has(reading) == LIFE - 7
            with pytest.raises(NotCommitted):
                await reading.act(PLACE, request(), lose(1))


async def test_a_process_that_stops_leaves_its_shards_at_once(empty: str) -> None:
    async with AsyncExitStack() as stack:
        async with AsyncExitStack() as first:
            await serve(first, empty)
            _, second = await serve(stack, empty)
        await asyncio.wait_for(second.wait(10), 60)  # told by a notice
        await second.look()
        assert second.owned == {0, 1, 2, 3}


async def test_a_killed_process_is_known_by_its_connection(empty: str) -> None:
    connection = await asyncpg.connect(empty)
    async with AsyncExitStack() as stack:
        _, first = await serve(stack, empty)
        _, second = await serve(stack, empty)
        # As if the last renewal were a second and a half ago, and its process gone with its connection.
        await connection.execute(
            "UPDATE process SET until = until - interval '1.6 s', backend = 0 WHERE epoch = $1", first.epoch
        )
        await second.look()
        assert second.owned == {0, 1, 2, 3}
        with pytest.raises(OwnershipLost):
            await first.look()
        assert not first.owned
    await connection.close()


async def test_all_serve_with_as_many_shards_or_one_has_the_database_alone(
    empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.engine.postgresql.shards.AGREEING", 0)
    async with AsyncExitStack() as stack:
        await serve(stack, empty)
        with pytest.raises(DatabaseUnusable, match="with 4 shards, this one has 5"):
            await serve(stack, empty, 5)
        with pytest.raises(DatabaseUnusable, match="in use by another"):
            await stack.enter_async_context(open_database(empty))
    async with open_database(empty):
        with pytest.raises(DatabaseUnusable, match="in use by another"):
            async with PostgresqlDatabase.join(empty):
                pass
    async with AsyncExitStack() as stack:
        _, shards = await serve(stack, empty, 5)
        assert shards.owned == {0, 1, 2, 3, 4}


steps = st.tuples(
    st.sampled_from(DONE), st.integers(0, PROCESSES - 1), st.integers(0, SHARDS - 1), st.booleans()
)


async def played(address: str, steps: list[Step]) -> list[str]:
    """Return what was wrong after these steps."""
    onlooker = await asyncpg.create_pool(address, min_size=1, max_size=2)
    try:
        interleavings = Interleavings(address, onlooker)
        await interleavings.play(steps)
        await interleavings.close()
    finally:
        await onlooker.close()
    return interleavings.wrong


async def with_oracle(server: Server) -> str:
    """Return the address of a database that lets only owners append."""
    address = await server.blank()
    connection = await asyncpg.connect(address)
    await connection.execute(ORACLE)
    await connection.close()
    return address


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(done=st.lists(steps, min_size=8, max_size=25))
@example(
    done=[("look", 0, 0, False), ("expire", 0, 0, False), ("look", 1, 0, False), ("append", 0, 0, False)]
)
def test_who_does_not_own_a_shard_appends_nothing(postgresql: Server, done: list[Step]) -> None:
    """10,000 of these are a campaign: ``python -m campaign leases``."""
    address = asyncio.run(with_oracle(postgresql))
    assert asyncio.run(played(address, done)) == []
