"""Who is forgotten by one process is forgotten by all: nothing in their memory brings a name back."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack

import pytest

from rules.actions.counters import AddCounters
from rules.game.parts import GameId, PlayerId
from rules.refusal import Refusal
from storage.engine.postgresql.database import PostgresqlDatabase
from storage.engine.postgresql.shards import Shards
from storage.events.store import Location
from tests.storage.privacy.world import ANA, BEN, CY, NAME, World
from tests.support.postgresql.fixtures import Server

ELSEWHERE = Location(channel=300, guild=1 << 22)
"""On the second shard."""


@pytest.fixture
async def two(postgresql: Server) -> AsyncGenerator[list[tuple[World, Shards]]]:
    """Two processes, which serve a shard each."""
    address = await postgresql.blank()
    async with AsyncExitStack() as stack:
        found: list[tuple[World, Shards]] = []
        for told in ((0,), (1,)):
            database, shards = await stack.enter_async_context(PostgresqlDatabase.join(address, told))
            await shards.agree(2)
            found.append((World(database), shards))
        for _, shards in [*found, *found]:
            await shards.look()
        assert [shards.owned for _, shards in found] == [{0}, {1}]
        yield found


async def seats(world: World, game: GameId) -> list[PlayerId]:
    return [player.id for player in (await world.table(game)).players]


async def test_a_user_is_forgotten_by_all_processes(two: list[tuple[World, Shards]]) -> None:
    (first, _), (second, _) = two
    game = await second.play(ELSEWHERE)
    assert str(BEN) in await seats(second, game)
    forgotten = await first.privacy.forget(BEN)
    assert [one.game for one in forgotten] == [game]
    await asyncio.sleep(0.2)
    assert str(BEN) not in await seats(second, game)
    # Play goes on where the game is served, and nothing brings the name back, not even a snapshot.
    cy = str(CY)
    for _ in range(70):
        await second.act(game, ANA, "Ana", AddCounters(who=(cy,), kind="energy", n=1))
    for name in ("entry", "snapshot"):
        rows = await first.database.fetch(f"SELECT * FROM {name}")
        assert rows
        assert not [row for row in rows if NAME in str([*row]) or str(BEN) in str([*row])]


async def test_no_one_is_forgotten_while_a_process_does_not_answer(
    two: list[tuple[World, Shards]], monkeypatch: pytest.MonkeyPatch
) -> None:
    (first, _), (second, _) = two
    game = await second.play(ELSEWHERE)
    async with second.database.forgetting(BEN):  # busy with the same
        with monkeypatch.context() as briefly:
            briefly.setattr("storage.privacy.READY_WITHIN", 0.5)
            with pytest.raises(Refusal, match="being_forgotten"):
                await first.privacy.forget(BEN)
    assert str(BEN) in await seats(second, game)
    assert [one.game for one in await first.privacy.forget(BEN)] == [game]


async def test_who_has_just_joined_is_not_taken_for_someone_else(
    two: list[tuple[World, Shards]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.privacy.READY_WITHIN", 0.5)
    (first, _), (second, _) = two
    game = await second.play(ELSEWHERE)
    async with PostgresqlDatabase.join(first.database.address) as (database, _):
        third = World(database)  # it is ready at once
        async with second.database.forgetting(BEN):  # busy with the same
            with pytest.raises(Refusal, match="being_forgotten"):
                await first.privacy.forget(BEN)
        assert str(BEN) in await seats(third, game)
    assert str(BEN) in await seats(second, game)


async def test_who_has_joined_since_the_last_look_forgets_too(postgresql: Server) -> None:
    address = await postgresql.blank()
    async with (
        PostgresqlDatabase.join(address, (0,)) as (one, first_shards),
        PostgresqlDatabase.join(address, (1,)) as (other, second_shards),
    ):
        await first_shards.agree(2)
        first, second = World(one), World(other)
        await second_shards.agree(2)
        await second_shards.look()
        game = await second.play(ELSEWHERE)
        assert [one.game for one in await first.privacy.forget(BEN)] == [game]
        await asyncio.sleep(0.2)
        assert str(BEN) not in await seats(second, game)


async def test_who_could_not_wait_forgets_what_it_knew(
    two: list[tuple[World, Shards]], monkeypatch: pytest.MonkeyPatch
) -> None:
    (first, _), (second, _) = two
    game = await second.play(ELSEWHERE)
    monkeypatch.setattr("storage.privacy.WRITE_BAN", 0.0)
    await first.privacy.forget(BEN)
    await asyncio.sleep(0.2)
    assert str(BEN) not in await seats(second, game)
