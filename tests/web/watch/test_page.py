"""The page of a table in a real browser: complete at once, right after every change, and for everyone."""

import asyncio
import re
import sqlite3
from contextlib import closing

import aiohttp
import pytest
from playwright.async_api import Browser, expect

from rules.events.life import LifeLost
from storage.settings.definitions import LANGUAGE, Level
from tests.support.evening import Evening
from tests.support.games import view_of
from tests.support.messages import message_of
from tests.support.panels import forget
from tests.support.tables import FOUR, begin, deal, gather, two_headed
from tests.web.accessibility import overflow
from tests.web.shown import show
from tests.web.watching import address_in, expect_gone, is_closed, link, links, totals, watch
from web.watch.table import TableHistory

FOUR_AT_40 = {"Ana": "40", "Ben": "40", "Cy": "40", "Dee": "40"}


async def test_it_is_complete_without_a_script(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    page = await show(await link(evening))
    assert page.heading == "Turn 1: Ana's turn"
    assert page.totals == FOUR_AT_40 | {"Ben": "37"}
    assert re.findall(r'<li class="seat active[^"]*">\s*<h3>.*?▸ </span>(\w+)', page.html) == ["Ana"]
    for part in ("last", "story"):
        assert "Ben 40 → 37 (lost 3 life)" in page.part(part)
    assert "<svg" in page.html


async def test_the_story_goes_on_after_a_fix(evening: Evening) -> None:
    """Ben goes from 40 to 37, and to 33, which is fixed to 32; then to 31."""
    await deal(evening)
    history = TableHistory(evening.games)

    async def lost() -> tuple[str, list[int]]:
        view = await view_of(evening.games, evening.place)
        events = [event for step in await history.steps(view) for event in step.events]
        return str(view.entries[-1].number), [one.total for one in events if isinstance(one, LifeLost)]

    await evening.types("Ben", "life lose", amount=3)
    await evening.types("Ben", "life lose", amount=4)
    step, before = await lost()
    preview = message_of(await evening.people["Ana"].slash(evening.channel, "fix", step=step, amount="5"))
    await evening.people["Ana"].click(preview, label="Do it")
    assert [before, (await lost())[1]] == [[37, 33], [37, 32]]
    await evening.types("Ben", "life lose", amount=1)
    assert (await lost())[1] == [37, 32, 31]


async def test_every_change_is_there_at_once(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await watch(browser, await link(evening))
    for step in range(1, 6):
        await evening.types("Ben", "life lose", amount=1)
        await expect(page.locator(".seat", has_text="Ben").locator(".number")).to_have_text(str(40 - step))
    await evening.types("Ben", "undo")
    await expect(page.locator(".seat", has_text="Ben").locator(".number")).to_have_text("36")
    await expect(page.locator("[data-part=last]")).to_contain_text("undid step")
    await evening.presses("Ana", "Pass turn")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Turn 2: Ben's turn")
    await expect(page.locator(".seat.active")).to_contain_text("Ben")


async def test_it_lives_inside_of_discord_and_of_no_one_else(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    address = await link(evening)
    page, frame = await browser.new_page(), f'<iframe src="{address}"></iframe>'
    await page.route(re.compile("^https:"), lambda route: route.fulfill(body=frame, content_type="text/html"))
    await page.goto("https://discord.com/channels/1/2")
    await evening.types("Ben", "life lose", amount=3)
    number = page.frame_locator("iframe").locator(".seat", has_text="Ben").locator(".number")
    await expect(number).to_have_text("37")
    await evening.types("Ben", "life lose", amount=4)
    await expect(number).to_have_text("33")
    await page.goto("https://discord.com.elsewhere.example/")
    await expect(number).to_have_count(0)
    assert [frame.url for frame in page.frames[1:]] == ["chrome-error://chromewebdata/"]


async def test_what_counts_stands_beside_the_totals(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ana", "commander set", name="Tana, the Bloodsower")
    await evening.types("Ana", "damage", amount=15, who="Ben", commander="Tana, the Bloodsower")
    page = await show(await link(evening))
    assert page.totals["Ben"] == "25"
    assert "−15" in page.seats["Ben"]
    assert "<li class=near>Tana 15/21" in page.html
    await evening.types("Cy", "counter add", kind="poison", amount=3)
    await evening.types("Dee", "designate monarch")
    page = await show(page.address, "monarch")
    assert page.seats["Cy"].endswith("poison 3/10")
    assert page.seats["Dee"].endswith("monarch")


async def test_a_loss_and_the_result_are_announced_with_their_rules(evening: Evening) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    await evening.types("Ben", "life lose", amount=20)
    page = await show(await link(evening))
    assert "Ana wins" in page.heading
    assert '<li class="seat out' in page.html
    assert "704.5a" in page.part("last")
    assert "704.5a" in page.part("story")
    await evening.types("Ana", "undo")
    page = await show(page.address, "Turn 1: Ana's turn")
    assert page.totals == {"Ana": "20", "Ben": "20"}


async def test_no_id_is_on_the_page_of_who_was_left_out(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Cy", "life lose", amount=40)
    await evening.types("Ana", "game restart")  # without Cy, who has lost (727.1)
    page = await show(await link(evening))
    assert "704.5a" in page.part("story")
    await evening.types("Ana", "undo")
    await evening.types("Ana", "redo")
    page = await show(page.address, "restarted 1×")
    assert "<@" not in page.text


async def test_a_team_has_one_total(evening: Evening) -> None:
    await two_headed(evening)
    await evening.types("Ben", "life lose", amount=1)
    page = await show(await link(evening))
    assert page.totals["Red"] == "29"
    assert "Ana · Ben" in page.seats["Red"]


async def test_the_page_of_a_lobby_becomes_that_of_its_game(evening: Evening, browser: Browser) -> None:
    await gather(evening, "commander", "Ana, Ben")
    page = await watch(browser, await link(evening))
    await expect(page.get_by_role("heading", level=1)).to_have_text("Commander")
    await expect(page.locator(".seat h3")).to_have_text(["Ana", "Ben"])
    await evening.types("Cy", "game join")
    await expect(page.locator(".seat h3")).to_have_text(["Ana", "Ben", "Cy"])
    await begin(evening, "Ana, Ben, Cy")
    await expect(page.locator(".seat .number")).to_have_text(["40", "40", "40"])


@pytest.mark.own_bot
async def test_a_channels_page_shows_whatever_is_played_there(evening: Evening, browser: Browser) -> None:
    address = await link(evening, channel=True)
    page = await watch(browser, address)
    await expect(page.get_by_role("heading", level=1)).to_have_text("No game here yet")
    await deal(evening, "two_player", "Ana, Ben")
    await expect(page.locator(".about")).to_contain_text("Game 1")
    first = await watch(browser, await link(evening))
    await evening.types("Ana", "game end")
    await deal(evening, "two_player", "Cy, Dee")
    await expect(page.locator(".about")).to_contain_text("Game 2")
    assert await totals(page) == {"Cy": "20", "Dee": "20"}
    assert await totals(first) == {"Ana": "20", "Ben": "20"}


@pytest.mark.own_bot(real_time=True)
async def test_clocks_run_on_the_page(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    await evening.types("Ana", "clock round", minutes=50)
    page = await watch(browser, await link(evening))
    clock = page.locator(".clocks dd")
    await expect(clock.last).to_have_text(re.compile("49:5."))
    for number, before in enumerate(await clock.all_inner_texts()):
        await expect(clock.nth(number)).not_to_have_text(before)
    await evening.types("Ana", "clock pause")
    await expect(page.locator(".note")).to_have_text("Timers are paused.")
    before = await clock.all_inner_texts()
    await asyncio.sleep(1.1)
    assert await clock.all_inner_texts() == before


async def test_only_what_is_committed_is_shown(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await watch(browser, await link(evening))
    with closing(sqlite3.connect(evening.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # no one else can commit now
        losing = asyncio.create_task(evening.refused("Ben", "life lose", amount=3))
        await asyncio.sleep(0.1)
        assert await totals(page) == FOUR_AT_40
        await losing
        assert evening.errors()  # that the database was locked
        assert await totals(page) == FOUR_AT_40
        other.execute("ROLLBACK")
    await evening.types("Ben", "life lose", amount=3)
    await expect(page.locator(".seat", has_text="Ben").locator(".number")).to_have_text("37")


async def test_it_is_in_the_language_of_the_channel_or_of_the_address(evening: Evening) -> None:
    await evening.settings.choose(Level.SERVER, evening.server.id, LANGUAGE, "de")
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    address = address_in(await evening.types("Ana", "game page"))
    for query, language, word in (("", "de", "Lebenspunkte"), ("?lang=ja", "ja", "ライフ")):
        page = await show(address + query)
        assert f'<html lang="{language}">' in page.html
        assert word in page.part("last")
        assert word in await read_parts(address, "", language)


async def test_anyone_who_is_forgotten_is_gone_from_open_pages(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    page = await watch(browser, await link(evening))
    await expect(page.locator("body")).to_contain_text("Ben")
    await forget(evening, "Ben")
    await expect(page.locator("body")).not_to_contain_text("Ben")
    await expect(page.locator(".seat", has_text="Player 1").locator(".number")).to_have_text("37")


async def test_a_revoked_link_closes_its_pages(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await watch(browser, await link(evening))
    await evening.types("Ben", "life lose", amount=1)
    await expect(page.locator(".seat", has_text="Ben").locator(".number")).to_have_text("39")
    shown = (await links(evening, "Ana")).response
    assert shown is not None
    await is_closed(page, lambda: evening.people["Ana"].click(shown, label="Revoke all"))
    await evening.types("Ben", "life lose", amount=1)
    await asyncio.sleep(0.5)
    assert (await totals(page))["Ben"] == "39"
    await page.reload()
    await expect(page.get_by_role("heading")).to_have_text("Nothing here")


async def read_parts(address: str, have: str, language: str = "en") -> str:
    """Return what a stream says first to a page that shows something."""
    asked, headers = f"{address}events?lang={language}", {"Last-Event-ID": have}
    async with aiohttp.ClientSession() as session, session.get(asked, headers=headers) as stream:
        await stream.content.readuntil(b"\n\n")  # after how long to come again
        return (await stream.content.readuntil(b"\n\n")).decode()


async def test_a_reconnect_gets_what_is_missing_and_nothing_else(evening: Evening) -> None:
    await deal(evening)
    address, game = await link(evening), await evening.game()
    first = await read_parts(address, "")
    (id,) = re.findall("^id: (.*)$", first, re.MULTILINE)
    last = (await evening.types("Ana", "log", file=True)) and await evening.number_of_entries()
    assert id.startswith(f"{game}.{last}.")  # the game and the last entry of its log
    assert (await read_parts(address, id)).startswith("event: alive")
    await evening.types("Ben", "life lose", amount=3)
    await evening.types("Ben", "life lose", amount=4)
    missing = ""
    async with asyncio.timeout(60):
        while not missing.startswith(f"id: {game}.{last + 2}."):
            missing = await read_parts(address, id)
    assert all(part in missing for part in ("40 → 37", "37 → 33", "Ben"))


async def test_events_may_come_another_way(evening: Evening, browser: Browser) -> None:
    """As inside of a Discord Activity: here the test reads what the server says, and hands it to the page."""
    await deal(evening)
    address, asked = await link(evening), list[str]()
    page = await browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    await page.add_init_script(
        "globalThis.arbiterEvents = (address, hear) => (Object.assign(self, { address, hear }), () => {})"
    )
    await page.goto(address)
    await evening.types("Ben", "life lose", amount=3)
    async with (
        asyncio.timeout(60),
        aiohttp.ClientSession() as session,
        session.get(f"{address}events") as stream,
    ):
        while await totals(page) == FOUR_AT_40:
            event = (await stream.content.readuntil(b"\n\n")).decode()
            if told := dict(re.findall("^(id|data): (.*)$", event, re.MULTILINE)):
                await page.evaluate("([data, id]) => hear('parts', data, id)", [told["data"], told["id"]])
    assert await totals(page) == FOUR_AT_40 | {"Ben": "37"}
    await page.evaluate("hear('gone')")
    await expect_gone(page)
    assert (await page.evaluate("address")).startswith(f"{address}events?have=")
    assert [one for one in asked if "events" in one] == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("others", ["Ben", "Ben, Cy, Dee", ", ".join(f"Guest {n}" for n in range(11))])
async def test_it_fits_the_smallest_phone(evening: Evening, browser: Browser, others: str) -> None:
    await deal(evening, "free_for_all", f"Ana, {others}", life=40)
    await evening.types("Ana", "life set", to=999_999)
    await evening.types("Ana", "life lose", amount=123_456)
    page = await watch(browser, await link(evening), viewport={"width": 320, "height": 640})
    assert await overflow(page) <= 0
    boxes = [await one.bounding_box() for one in await page.locator(".number").all()]
    assert all(box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 320 for box in boxes)
    assert all(box is not None and box["height"] >= 24 for box in boxes)


async def test_names_stand_in_the_order_of_turns_that_was_drawn(evening: Evening) -> None:
    """The page's title lists the next turns in order, no matter who goes first."""
    await gather(evening, "commander", FOUR)
    await evening.types("Ana", "game start")
    address, taken = await link(evening), list[str]()
    for turn in range(1, 5):
        page = await show(address, f"Turn {turn}: ")
        taken.append(page.heading.removeprefix(f"Turn {turn}: ").removesuffix("'s turn"))
        await evening.types("Ana", "turn next")
    assert sorted(taken) == FOUR.split(", ")
    names = [*(await show(address)).totals]
    first = names.index(taken[0])
    assert [*names[first:], *names[:first]] == taken


@pytest.mark.full
async def test_totals_are_large_on_a_tablet(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await watch(browser, await link(evening), viewport={"width": 1180, "height": 820})
    boxes = [await one.bounding_box() for one in await page.locator(".number").all()]
    assert len(boxes) == 4
    assert all(box is not None and box["height"] >= 100 for box in boxes)


async def test_the_chart_grows_on_an_open_page(evening: Evening, browser: Browser) -> None:
    """It comes within four seconds after a change."""
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    page = await watch(browser, await link(evening))
    curve = page.locator(".chart path.curve").nth(1)
    before = await curve.get_attribute("d")
    assert before
    await evening.types("Ben", "life lose", amount=10)
    await expect(curve).not_to_have_attribute("d", before)
    await expect(curve).to_have_attribute("d", re.compile(r"^M"))
