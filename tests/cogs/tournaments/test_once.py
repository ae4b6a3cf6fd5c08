"""What an act costs: its event is read once and its message made once, with all that follows."""

from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest

from cogs.tournaments.views import event as event_view
from cogs.tournaments.views import queue as queue_view
from storage.tournaments.tournaments import Tournaments
from tests.cogs.tournaments.test_rounds import GUESTS, tables
from tests.cogs.tournaments.test_sign_up import presses
from tests.support.evening import Evening
from tests.support.leagues import sign_up


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The numbers of reads of events and of messages made."""
    counted = Counter[str]()

    def count(what: str, owner: object, name: str) -> None:
        original: Callable[..., Any] = getattr(owner, name)

        @wraps(original)
        def counting(*args: Any, **options: Any) -> Any:
            counted[what] += 1
            return original(*args, **options)

        monkeypatch.setattr(owner, name, counting)

    count("read", Tournaments, "state")
    count("made", event_view, "_lines")
    count("made", queue_view, "_lines")
    return counted


async def test_an_act_reads_its_event_once_and_makes_its_message_once(
    evening: Evening, calls: Counter[str]
) -> None:
    async def costs(command: str, **options: object) -> tuple[int, int]:
        calls.clear()
        await evening.types("Ana", command, **options)
        await evening.env.settle()
        return calls["read"], calls["made"]

    assert await costs("event create", name="Friday") == (0, 1)
    await sign_up(evening, *GUESTS)
    assert await costs("event add", players="new: Zed, Yan") == (1, 1)
    assert await costs("event drop", who="Zed") == (1, 1)
    assert await costs("event round") == (1 + 3, 1), "and read once more where each table is told"
    assert len(await tables(evening)) == 3
    for table, names in enumerate(await tables(evening), start=1):
        # and one more read for the table's notice
        assert await costs("event result", table=table, winner=names[0]) == (2, 1)
    assert await costs("event close") == (1, 1)
    assert await costs("event queue", name="Duels", play="duels") == (0, 1)


async def test_a_press_is_answered_by_the_message_alone(evening: Evening, calls: Counter[str]) -> None:
    await evening.types("Ana", "event create", name="Friday")
    calls.clear()
    await presses(evening, "Ben", "Join")
    await evening.env.settle()
    assert (calls["read"], calls["made"]) == (1, 1)
