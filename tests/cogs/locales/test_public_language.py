"""What everybody reads is in the channel's language, whoever caused it and whatever they speak."""

from pathlib import Path

import aiohttp
import pytest

from storage.settings.definitions import CALL, CHART, LANGUAGE, Level
from tests.support.evening import Evening
from tests.support.tables import deal
from tests.web.play.remotes import pressed, remote
from web.access.addresses import WebAddress


async def speak_german(evening: Evening, who: str) -> None:
    await evening.settings.choose(Level.OWN, evening.people[who].id, LANGUAGE, "de")


async def leave_board_behind(evening: Evening, who: str) -> None:
    """Post a new board while the earlier one can't be retired, so that it keeps its buttons."""
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001)
    await evening.types(who, "game board")
    evening.errors()


@pytest.mark.parametrize(
    ("life", "press", "said"),
    [(3, "−5", "loses the game"), (-10, "Undo", "Back in the game"), (3, "Pass turn", "your turn")],
)
async def test_a_press_on_an_earlier_board_tells_everybody_in_english(
    evening: Evening, life: int, press: str, said: str
) -> None:
    """Ben, who reads German, has so much life and the turn."""
    await deal(evening, names="Ben, Ana, Cy")
    await speak_german(evening, "Ben")
    await evening.settings.choose(Level.OWN, evening.people["Ana"].id, CALL, "on")
    await evening.types("Ana", "life lose", amount=40 - life, who="Ben")
    earlier = evening.board_message()
    await leave_board_behind(evening, "Ana")
    await evening.people["Ben"].click(earlier, label=press)
    evening.errors()
    assert said in evening.chat()[-1]


async def test_a_page_in_german_posts_an_english_chart(tmp_path: Path) -> None:
    pages = WebAddress("127.0.0.1", 0)
    async with Evening(tmp_path / "arbiter.db", pages=pages) as evening:
        await evening.as_by_default(CHART)
        await deal(evening, names="Ana, Ben")
        await evening.types("Ana", "life lose", amount=3)
        address = await remote(evening, "Ben")
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{address}press?lang=de", json=pressed("concede")) as answer,
        ):
            assert answer.status == 200
        await evening.until(lambda: any(message.attachments for message in evening.channel.history()))
        assert evening.chat()[-1] == "-# Life chart for game 1"
