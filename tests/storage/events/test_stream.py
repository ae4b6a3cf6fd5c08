"""What is one for games, leagues and tournaments, with the smallest stream; and all of them in any order."""

from collections.abc import AsyncGenerator
from random import Random

import pytest
from hypothesis import settings

from rules.refusal import Refusal
from storage.engine.database import Database
from storage.engine.group_commit import NotCommitted
from storage.engine.opening import follow_database
from storage.events.store import Request
from storage.events.stream import Change
from tests.support.streams import SUBJECTS, interleavings
from tests.support.totals import LOG, Added, Total, Totals, add_table


@pytest.fixture
async def address(address: str) -> str:
    await add_table(address)
    return address


@pytest.fixture
async def totals(database: Database) -> Totals:
    return Totals(database)


@pytest.fixture
async def told(database: Database) -> AsyncGenerator[Totals]:
    """Yield the totals in a process that is notified of every commit."""
    async with follow_database(database.address, lambda _guild: True) as follower:
        database.followers.append(follower.hear)
        yield Totals(follower)


@pytest.fixture
async def untold(database: Database) -> AsyncGenerator[Totals]:
    """Yield the totals in a process that is notified of nothing."""
    async with follow_database(database.address, lambda _guild: False) as follower:
        yield Totals(follower)


def asked(interaction: int) -> Request:
    return Request(1, "Ana", interaction)


async def test_an_interaction_counts_once_and_a_refused_one_not_at_all(totals: Totals) -> None:
    assert [await totals.add(1, asked(1), 5), await totals.add(1, asked(2), 6)] == [5, 11]
    assert await totals.add(1, asked(1), 5) == 5
    for stream, n, why in ((1, 0, "too_little"), (9, 5, "no_total")):
        with pytest.raises(Refusal, match=why):
            await totals.add(stream, asked(3), n)
    assert (await totals.state(1)).sum == 11


async def test_what_cannot_be_written_changes_nothing(totals: Totals) -> None:
    await totals.add(1, asked(1), 5)
    async with totals.enter(1) as state:
        twice = Change(Total(1, 3, 7), [Added(state.last + 1, 2, 1), Added(state.last + 1, 3, 1)])
        with pytest.raises(NotCommitted):
            await totals.commit(twice)
    assert (await totals.state(1)).sum == 5
    assert await totals.add(1, asked(4), 1) == 6


async def test_a_stream_that_is_rewritten_is_read_again_everywhere(
    totals: Totals, told: Totals, untold: Totals
) -> None:
    await totals.add(1, asked(1), 5)
    assert [(await one.state(1)).sum for one in (totals, told, untold)] == [5, 5, 5]

    async def rewritten(state: Total) -> Change[Total, Added]:
        return Change(state, also=[LOG.rewrite(1, 1, n=50)], rewritten=True)

    async with totals.rewriting([1], rewritten) as attached:
        await totals.database.write(*attached.statements, then=attached.then)
    for process in (told, untold):
        process.drop_others(lambda _guild: False)
    assert [(await one.state(1)).sum for one in (totals, told, untold)] == [50, 50, 50]


@pytest.mark.parametrize("kind", SUBJECTS)
async def test_whatever_is_looked_at_meanwhile_every_look_shows_all_that_was_answered(
    address: str, kind: str
) -> None:
    """In any order, in any of three processes, with what is forgotten, missed, given up or sent again."""
    async with interleavings(address, kind, Random(7)) as played:
        await played.play(settings().max_examples // 10)
