"""How often the database is visited: each visit delays an answer, more than all that the rules do."""

import logging

import pytest

from tests.support.evening import Evening
from tests.support.tables import deal


def visits(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what was carried out in the database since this was asked last, without what is noted some time
    later about boards."""
    said = [record.getMessage() for record in caplog.records if record.name == "aiosqlite"]
    caplog.clear()
    return [line for line in said if line.startswith("executing") and "SET shown" not in line]


async def test_a_change_visits_the_database_once(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    await deal(evening)
    await evening.types("Ana", "life lose", amount=1)  # from now on everything is in memory
    with caplog.at_level(logging.DEBUG, logger="aiosqlite"):
        await evening.types("Ana", "life lose", amount=3)
        [typed] = visits(caplog)
        await evening.presses("Ana", "−1")
        [pressed] = visits(caplog)
        await evening.types("Ana", "damage", amount=2, who="Ben")
        [dealt] = visits(caplog)
    assert all("INSERT INTO entry" in line for line in (typed, pressed, dealt))
