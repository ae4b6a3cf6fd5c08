"""Links: only who has the token can use one, only as long as it works, and no one can find it out."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rules.game.parts import GameId
from storage.engine.database import Database
from storage.engine.postgresql.database import PostgresqlDatabase
from storage.links import CHANNEL_LIFETIME, GAME_LIFETIME, MAX_LINKS, Link, LinkPurpose, Links
from tests.support.clock import Clock
from tests.support.postgresql.fixtures import Server

GUILD, CHANNEL, ANA, BEN = 1, 100, 7, 8


@pytest.fixture
def clock() -> Clock[datetime]:
    return Clock(datetime(2026, 11, 22, tzinfo=UTC))


@pytest.fixture
def links(database: Database, clock: Clock[datetime]) -> Links:
    return Links(database, clock)


async def make(links: Links, user: int = ANA, game: int | None = 5, channel: int = CHANNEL) -> str:
    number = None if game is None else GameId(game)
    return await links.make(LinkPurpose.WATCH, GUILD, channel, user, number)


async def found(links: Links, token: str) -> Link:
    link = await links.find(token)
    assert link is not None
    return link


async def waiting(
    work: Coroutine[Any, None, object], point: int, meanwhile: Callable[[], Awaitable[None]]
) -> int:
    """Do work, with something else between its wait number ``point`` and what follows; how often it waits."""
    waits = 0
    with contextlib.suppress(StopIteration):
        while True:
            future = work.send(None)
            await (asyncio.sleep(0) if future is None else asyncio.wait([future]))
            waits += 1
            if waits == point:
                await meanwhile()
    return waits


async def test_a_token_stands_for_what_it_was_made_for(links: Links) -> None:
    link = await found(links, await make(links))
    assert (link.purpose, link.guild, link.channel, link.game) == (LinkPurpose.WATCH, GUILD, CHANNEL, 5)
    assert (await found(links, await make(links, game=None))).game is None


async def test_tokens_have_160_random_bits_and_are_not_in_the_file(links: Links, file: Path) -> None:
    tokens = [await make(links, channel=number) for number in range(100)]
    assert len(set(tokens)) == 100
    assert {len(token) for token in tokens} == {27}  # of 6 bits each, 160 and 2 to spare
    content = b"".join(one.read_bytes() for one in file.parent.iterdir())
    assert not any(token.encode() in content for token in tokens)


async def test_a_token_that_is_nearly_right_is_wrong(links: Links) -> None:
    token = await make(links)
    for wrong in ("", token[:-1], f"{token}A", token.swapcase(), f" {token}", "%", "A" * 27):
        assert await links.find(wrong) is None


async def test_links_expire(links: Links, clock: Clock[datetime]) -> None:
    game, channel = await make(links), await make(links, game=None)
    clock.now += GAME_LIFETIME - timedelta(seconds=1)
    link = await found(links, game)
    assert links.works(link)
    clock.now += timedelta(seconds=1)
    assert await links.find(game) is None
    assert not links.works(link)
    assert await links.of_channel(CHANNEL) == [await found(links, channel)]
    clock.now += CHANNEL_LIFETIME
    assert await links.of_channel(CHANNEL) == []


async def test_no_link_has_the_number_of_one_that_is_gone(
    links: Links, database: Database, clock: Clock[datetime]
) -> None:
    """Logs name guests by it, and lists and pages that are still open choose by it."""
    given = list[int]()
    for gone in ("revoked", "revoked", "expired"):
        given.append((await found(links, await make(links))).id)
        if gone == "revoked":
            await links.revoke(given[-1:])
    clock.now += GAME_LIFETIME
    restarted = Links(database, clock)
    given.append((await found(restarted, await make(restarted))).id)
    assert len(set(given)) == 4
    assert given == sorted(given), "lists have the newest first"
    assert await restarted.get(given[0]) is None


async def test_anyone_who_follows_a_link_reads_that_it_is_revoked(links: Links) -> None:
    first, second = await make(links), await make(links)
    told: list[str] = []
    with (
        links.revoked.following(await found(links, first), lambda: told.append("first")),
        links.revoked.following(await found(links, second), lambda: told.append("second")),
    ):
        await links.revoke([(await found(links, first)).id])
        assert told == ["first"]
        assert await links.find(first) is None
        await links.revoke([(await found(links, second)).id])
    assert told == ["first", "second"]


async def test_what_another_process_has_revoked_in_silence_is_believed_for_a_moment_only(
    links: Links, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.links.BELIEVED", 0.05)
    token = await make(links)
    link = await found(links, token)
    await Links(database).revoke([link.id])
    await asyncio.sleep(0.05)
    assert await links.find(token) is None


async def test_a_link_by_which_a_page_is_open_is_not_looked_up_for_each_press(
    links: Links, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.links.BELIEVED", 0.0)
    token = await make(links)
    link = await found(links, token)
    with links.revoked.following(link, lambda: None):
        assert await waiting(links.find(token), 0, lambda: asyncio.sleep(0)) == 0
        await links.revoke([link.id])
        assert await links.find(token) is None


async def test_of_several_processes_each_looks_up_what_is_open_once_its_moment_is_over(
    postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.links.BELIEVED", 0.0)
    async with PostgresqlDatabase.join(await postgresql.blank()) as (database, shards):
        await shards.agree(1)
        await shards.look()
        links = Links(database)
        token = await make(links)
        with links.revoked.following(await found(links, token), lambda: None):
            await database.write(("DELETE FROM link", ()))  # as if the notice had been lost
            assert await links.find(token) is None


async def test_what_is_revoked_while_it_is_looked_up_is_not_believed(links: Links) -> None:
    point = waits = 0
    while waits >= point:
        point += 1
        token = await make(links)
        newest = (await links.of_channel(CHANNEL))[0]
        waits = await waiting(links.find(token), point, lambda id=newest.id: links.revoke([id]))
        assert waits < point or await links.find(token) is None
    assert point > 1  # it was revoked during each wait of a lookup


async def test_the_oldest_of_too_many_links_goes(links: Links) -> None:
    bens = await make(links, BEN)
    tokens = [await make(links) for _ in range(MAX_LINKS + 1)]
    assert await links.find(tokens[0]) is None
    assert len(await links.of_channel(CHANNEL, ANA)) == MAX_LINKS
    await found(links, tokens[1])
    await found(links, bens)


async def test_links_of_a_forgotten_person_are_gone_and_closed(links: Links, database: Database) -> None:
    anas, bens = await make(links), await make(links, BEN)
    told: list[str] = []
    with (
        links.revoked.following(await found(links, anas), lambda: told.append("Ana's")),
        links.revoked.following(await found(links, bens), lambda: told.append("Ben's")),
    ):
        part = links.forgetting(ANA)
        await database.write(*part.statements, then=part.then)
    assert told == ["Ana's"]
    assert await links.find(anas) is None
    await found(links, bens)
    assert await links.of_person(ANA) == []
    assert len(await links.of_person(BEN)) == 1
