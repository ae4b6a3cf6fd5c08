"""What one process asks another one, over a real server."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack

import pytest

from storage.engine import asking
from storage.engine.asking import AnswerQuestion, ServerQuestions
from storage.engine.postgresql.database import PostgresqlDatabase
from tests.support.postgresql.fixtures import Server
from tests.support.processes import SECONDS

FIRST, SECOND = 1, 1 << 22
"""Servers on the first shard and on the second."""
LONG = "ÿ€\U0001f40d \\ \" '\n" * 3_000


async def silent(_question: str) -> str:
    """Never answer."""
    return await asyncio.get_running_loop().create_future()


async def broken(_question: str) -> str:
    raise ValueError("I can't.")


async def echo(question: str) -> str:
    return f"{question}!"


@pytest.fixture
async def two(postgresql: Server) -> AsyncGenerator[list[PostgresqlDatabase]]:
    """Two processes, which serve a shard each."""
    address = await postgresql.blank()
    async with AsyncExitStack() as stack:
        found: list[PostgresqlDatabase] = []
        for told in ((0,), (1,)):
            database, shards = await stack.enter_async_context(PostgresqlDatabase.join(address, told))
            await shards.agree(2)
            await shards.look()
            found.append(database)
        yield found


async def test_questions_and_answers_arrive_whole_however_long(two: list[PostgresqlDatabase]) -> None:
    first, second = (ServerQuestions(database, echo) for database in two)
    questions = ["", "how?", LONG, *(f"{n} {LONG}" for n in range(5))]
    asked = [
        requester.ask(guild, one)
        for one in questions
        for requester, guild in ((first, SECOND), (second, FIRST))
    ]
    assert await asyncio.gather(*asked) == [f"{one}!" for one in questions for _ in range(2)]


@pytest.mark.parametrize("answer", [silent, broken])
async def test_who_gets_no_answer_waits_no_longer_than_people_do(
    two: list[PostgresqlDatabase], answer: AnswerQuestion, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asking.DATABASE_ANSWER_TIMEOUT < 3, "Discord waits for three seconds, and so do people"
    first, second = ServerQuestions(two[0], echo), ServerQuestions(two[1], answer)
    with monkeypatch.context() as patch:
        patch.setattr(asking, "DATABASE_ANSWER_TIMEOUT", 0.5)
        assert await first.ask(SECOND, "how?") is None
    monkeypatch.setattr(asking, "DATABASE_ANSWER_TIMEOUT", SECONDS)
    assert await second.ask(FIRST, "how?") == "how?!"
