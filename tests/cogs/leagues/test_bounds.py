"""Times and sizes out of bounds, as people type them and bring them in files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.leagues.core.parsing import parse_moment
from rules.leagues.acts.bounds import EARLIEST
from rules.refusal import Refusal
from tests.storage.leagues.people import NOON
from tests.support.evening import Evening
from tests.support.leagues import create, report
from tests.support.messages import message_of

POISON = "0001-01-01T00:00+23:59"
WRONG = (POISON, "9999-12-31T23:59-23:59", "1992-12-31", "<t:0>", "9999w", "<t:999999999999>")


@given(st.text(max_size=40) | st.datetimes().map(str) | st.integers().map(lambda n: f"<t:{n}>"))
def test_every_text_is_a_time_within_bounds_or_refused(text: str) -> None:
    try:
        found = parse_moment(text, NOON)
    except Refusal:
        return
    assert found >= EARLIEST


@pytest.mark.sample(2)
@pytest.mark.parametrize("when", WRONG)
async def test_times_when_no_one_played_are_refused_and_every_export_works(
    evening: Evening, when: str
) -> None:
    await create(evening, by="nobody")
    await report(evening, "Ana", "Ana, Ben")
    answer = await report(evening, "Ana", "Ana, Ben", when=when)
    assert answer.private
    assert answer.text in (
        "That time isn't possible. Results go from 1993 to tomorrow.",
        "That time is in the future. Enter when the game ended.",
    )
    assert (await evening.types("Ana", "league season open", name="One", starts=when)).private
    exported = message_of(await evening.people["Ana"].slash(evening.channel, "league export", format="csv"))
    assert "can't be read" not in exported.content
