"""A fix whose reply is lost is still announced in the channel."""

import pytest

from rules.fixing import Correction
from tests.storage.table import request
from tests.support.evening import Evening
from tests.support.tables import deal
from tests.support.wording import gist


@pytest.mark.own_bot
async def test_the_channel_hears_of_a_fix_that_no_one_has_answered(evening: Evening) -> None:
    """The bot goes down right after the commit and comes back."""
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    await evening.games.fix(evening.place, request(), Correction(changes={4: None}))
    await evening.restart(settled=True)
    said = [text for text in evening.chat() if "**Ben** 37 → 40" in text]
    assert [gist(one) for one in said] == [["Ana 4 Ben 3", "Ben 37 40"]]
