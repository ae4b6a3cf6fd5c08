"""The page at the first address, which needs no link."""

from bot.page_serving import requests_of
from storage.links import LinkPurpose, new_token
from tests.support.evening import Evening, service_of
from tests.support.tables import FOUR, deal
from tests.web.answers import client, status
from tests.web.shown import show
from web.access.addresses import WebAddress
from web.access.limits import MISSES
from web.setup import served


async def test_it_says_how_to_get_a_link_and_names_no_game(evening: Evening) -> None:
    await deal(evening)
    page = await show(service_of(evening.bot).pages)
    assert "/game page" in page.text
    assert "<a " not in page.html
    assert not any(name in page.text for name in FOUR.split(", "))


async def test_at_the_local_table_it_leads_to_games_in_progress(evening: Evening) -> None:
    place, token = evening.place, new_token()
    assert place.guild is not None
    await evening.games.links.make(
        LinkPurpose.WATCH, place.guild, place.channel, evening.people["Ana"].id, token=token
    )
    here = WebAddress("127.0.0.1", 0, channels=(("table-1", token), ("table-2", new_token())))
    async with served(evening.games, requests_of(evening.bot, evening.games), here) as address:
        assert "No game" in (await show(address.base)).text
        await deal(evening)
        page = await show(address.base, "#table-1")
        assert "Turn 1: Ana's turn" in page.text
        assert "#table-2" not in page.text
        assert (await show(page.link("#table-1"))).totals["Ana"] == "40"
        await evening.types("Ana", "game end")
        assert "#table-1" not in (await show(address.base, "No game")).text


async def test_strangers_ask_for_it_only_so_often(evening: Evening) -> None:
    address, stranger = service_of(evening.bot).pages, client()
    answers = [await status(address, **stranger) for _ in range(int(MISSES.burst) + 2)]
    assert (answers[0], answers[-1]) == (200, 429)
    assert await status(address) == 200, "others are answered"
