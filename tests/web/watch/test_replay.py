"""Games step by step: with a script and without, as fixes, undo and deletion left them."""

import asyncio
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from rules.game.parts import GameId
from tests.support.evening import Evening
from tests.support.games import view_of
from tests.support.messages import message_of
from tests.support.panels import forget
from tests.support.tables import deal, gather
from tests.web.accessibility import PHONE, SMALL, WIDE, findings, overflow, small_targets
from tests.web.answers import status
from tests.web.shown import show
from tests.web.watching import address_in, expect_gone, link, revoke_all, totals, watch
from web.live import fair
from web.watch import replay as replay_module
from web.watch.replay import MomentKey, Replays

AT_20 = {"Ana": "20", "Ben": "20"}


async def duel(evening: Evening) -> None:
    """Ben goes from 20 to 17, Ana to 16, Ben to 12; then a step that is undone; then Ana's turn ends."""
    await deal(evening, "two_player", "Ana, Ben")
    await evening.types("Ben", "life lose", amount=3)
    await evening.types("Ana", "life lose", amount=4)
    await evening.types("Ben", "life lose", amount=5)
    await evening.types("Ben", "life lose", amount=11)
    await evening.types("Ben", "undo")
    await evening.types("Ana", "turn next")


async def replay(browser: Browser, address: str, query: str = "", **options: object) -> Page:
    """Return the first step of a game, or another one, in the browser."""
    return await watch(browser, f"{address}replay{query}", **options)


def way(page: Page, name: str) -> Locator:
    """Return a link to another step."""
    return page.get_by_role("link", name=name, exact=True)


async def confirm(evening: Evening, command: str, **options: object) -> None:
    """Ana does something of which she sees a preview first."""
    preview = message_of(await evening.people["Ana"].slash(evening.channel, command, **options))
    await evening.people["Ana"].click(preview, label="Do it")


async def test_the_page_leads_through_a_game_without_a_script(evening: Evening) -> None:
    await duel(evening)
    live = await show(await link(evening))
    page = await show(live.link("Replay step by step"))
    seen = [page.totals]
    assert '<input type="range" hidden' in page.html
    while 'data-way="1" aria-label="Next step" aria-disabled' not in page.html:
        page = await show(page.link("Next step"))
        seen.append(page.totals)
    hits = [("20", "17"), ("16", "17"), ("16", "12"), ("16", "12")]
    assert seen == [AT_20, *({"Ana": ana, "Ben": ben} for ana, ben in hits)]
    assert page.heading == "Turn 2: Ben's turn"
    assert page.part("place") == "5 of 5"
    page = await show(page.link("First step"))
    assert page.totals == AT_20
    page = await show(page.link("Ana 20 → 16"))
    assert page.totals == {"Ana": "16", "Ben": "17"}
    assert page.part("last") == "Ana 20 → 16 (lost 4 life)"
    assert "−4" in page.seats["Ana"]
    assert page.link("Live page") == live.address


async def test_a_slider_goes_through_the_log_by_keyboard(evening: Evening, browser: Browser) -> None:
    await duel(evening)
    page = await replay(browser, await link(evening))
    slider = page.get_by_role("slider", name="Step")
    await slider.focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".seat", has_text="Ben").locator(".number")).to_have_text("17")
    await expect(page.locator("[data-part=last][role=status]")).to_have_text("Ben 20 → 17 (lost 3 life)")
    await expect(slider).to_have_attribute("aria-valuetext", "2 of 5")
    await page.keyboard.press("End")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Turn 2: Ben's turn")
    assert await slider.evaluate("one => document.activeElement === one"), "the keyboard has lost its place"
    await page.reload()  # the address is that of the step
    await expect(page.locator(".place")).to_have_text("5 of 5")
    await way(page, "Previous step").press("Enter")
    await way(page, "Previous step").press("Enter")
    await expect(page.locator(".place")).to_have_text("3 of 5")
    await expect(page.get_by_role("slider")).to_have_value("2")
    assert await totals(page) == {"Ana": "16", "Ben": "17"}


async def test_every_press_counts_however_quick(evening: Evening, browser: Browser) -> None:
    """Presses that come before the first page is there go as many steps, and no further than the last."""
    await duel(evening)
    page = await replay(browser, await link(evening))
    await way(page, "Next step").evaluate("one => { for (let n = 0; n < 3; n++) one.click(); }")
    await expect(page.locator(".place")).to_have_text("4 of 5")
    await way(page, "Previous step").evaluate("one => { one.click(); one.click(); }")
    await expect(page.locator(".place")).to_have_text("2 of 5")
    await way(page, "Next step").evaluate("one => { for (let n = 0; n < 9; n++) one.click(); }")
    await expect(page.locator(".place")).to_have_text("5 of 5")


async def test_it_plays_automatically_to_the_end(evening: Evening, browser: Browser) -> None:
    """At a chosen speed; pressed again it stops, and at the end it begins again."""
    await duel(evening)
    page = await replay(browser, await link(evening))
    await page.get_by_role("combobox", name="Speed").select_option("4×")
    play = page.get_by_role("button", name="Play")
    await play.click()
    await expect(page.locator(".place")).to_have_text("5 of 5")
    await expect(play).to_have_attribute("aria-pressed", "false")
    await page.get_by_role("combobox", name="Speed").select_option("½×")
    await play.click()
    await expect(page.locator(".place")).not_to_have_text("5 of 5")
    await play.click()
    await expect(play).to_have_attribute("aria-pressed", "false")


async def test_each_speed_shows_a_step_after_its_time(evening: Evening, browser: Browser) -> None:
    """Two seconds at 1×; the browser's time is the test's."""
    await duel(evening)
    page = await browser.new_page()
    await page.clock.install()
    await page.goto(f"{await link(evening)}replay")
    await page.clock.pause_at(datetime.now(UTC) + timedelta(days=1))
    play, place = page.get_by_role("button", name="Play"), page.locator(".place")
    for speed, milliseconds in (("½×", 4_000), ("1×", 2_000), ("2×", 1_000), ("4×", 500)):
        await page.get_by_role("combobox", name="Speed").select_option(speed)
        await play.click()
        for step in (2, 3):
            await page.clock.run_for(milliseconds - 1)
            assert await place.inner_text() == f"{step - 1} of 5", speed
            await page.clock.run_for(1)
            await expect(place).to_have_text(f"{step} of 5")
        await play.click()
        await way(page, "First step").click()
        await expect(place).to_have_text("1 of 5")


async def test_only_what_counts_is_replayed(evening: Evening) -> None:
    """Ben's 20 → 17 is fixed to 7; his loss of 11 is undone, and Ana's of 4 taken back by its number."""
    await duel(evening)
    address = f"{await link(evening)}replay"
    first = await show(address)
    listed = re.search('data-steps="([^"]*)"', first.html)
    assert listed is not None
    runs = [[*map(int, run.split("-"))] for run in listed[1].split()]
    numbers = [str(number) for run in runs for number in range(run[0], run[-1] + 1)]
    assert "12 → 1" not in first.text
    await confirm(evening, "fix", step=numbers[1], amount="7")
    assert (await show(f"{address}?step=999999")).totals == {"Ana": "16", "Ben": "8"}
    assert (await show(f"{address}?step={numbers[1]}")).totals == {"Ana": "20", "Ben": "13"}
    await confirm(evening, "undo", step=numbers[2])
    gone = await show(f"{address}?step={numbers[2]}")
    assert gone.part("place") == f"Step {numbers[2]} no longer counts. 2 of 4"
    assert gone.totals == {"Ana": "20", "Ben": "13"}
    following = await show(gone.link("Next step"))
    assert following.part("place") == "3 of 4"
    assert following.totals == {"Ana": "20", "Ben": "8"}


@pytest.mark.own_bot
async def test_an_earlier_game_is_replayed_to_its_result(evening: Evening) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    await evening.types("Ben", "life lose", amount=20)
    await deal(evening, "two_player", "Cy, Dee")
    page = await show(f"{await link(evening, game=1)}replay")
    assert page.totals == AT_20
    assert page.heading == "Turn 1: Ana's turn"
    page = await show(page.link("Last step"))
    assert "Ana wins" in page.heading
    assert "704.5a" in page.part("last")
    assert "<svg" in page.html
    assert (await evening.refused("Ana", "game page", game=9)).key == "no_such_game"
    assert (await evening.refused("Ana", "game page", channel=True, game=1)).key == "page_shows_one"


async def test_a_long_game_is_shown_around_the_step(evening: Evening, browser: Browser) -> None:
    await deal(evening, "two_player", "Ana, Ben", life=999)
    for amount in range(1, 41):
        await evening.types("Ben" if amount % 2 else "Ana", "life lose", amount=amount)
    page = await replay(browser, await link(evening))
    await page.get_by_role("slider").fill("39")  # the start, then 39 steps: Ben has lost 1 + 3 + … + 39
    await expect(page.locator(".place")).to_have_text("40 of 41")
    assert await totals(page) == {"Ana": str(999 - 380), "Ben": str(999 - 400)}
    here = page.locator(".story [aria-current=step]")
    await expect(here).to_contain_text("lost 39 life")
    there, story = await here.bounding_box(), await page.locator(".story ol").bounding_box()
    assert there is not None
    assert story is not None
    assert story["y"] <= there["y"] <= story["y"] + story["height"] - there["height"]


async def test_anyone_who_is_forgotten_is_gone_from_every_step(evening: Evening, browser: Browser) -> None:
    await duel(evening)
    address = await link(evening)
    page = await replay(browser, address)
    await expect(page.locator("body")).to_contain_text("Ben")
    await forget(evening, "Ben")
    for name in ("Next step", "Last step", "First step"):
        await way(page, name).click()
        await expect(page.locator("body")).not_to_contain_text("Ben")
        await expect(page.locator(".seat h3").last).to_contain_text("Player 1")


async def place_of(evening: Evening) -> tuple[Replays, GameId]:
    """Replays of an evening's games, and its game."""
    view = await view_of(evening.games, evening.place)
    return Replays(evening.games), view.game


async def test_nothing_is_kept_of_a_user_who_is_forgotten(evening: Evening) -> None:
    await duel(evening)
    replays, game = await place_of(evening)
    assert "Ben" in (await replays.moment("", game, MomentKey(None, "en"))).parts["seats"]
    await evening.types("Ben", "game hand-over", to=evening.people["Eve"])
    assert "Eve" in (await replays.moment("", game, MomentKey(999_999, "en"))).parts["seats"]
    await forget(evening, "Eve")
    assert game not in replays
    assert "Eve" not in (await replays.moment("", game, MomentKey(999_999, "en"))).parts["seats"]


async def test_steps_are_kept_while_their_game_goes_on(evening: Evening) -> None:
    """Ben goes on from 12: to 11, back to 12 by an undo, to 10; then his first loss of 3 is fixed to 7."""
    await duel(evening)
    replays, game = await place_of(evening)
    first = await replays.moment("", game, MomentKey(None, "en"))
    for command, options, count, life in (
        ("life lose", {"amount": 1}, 6, 11),
        ("undo", {}, 5, 12),
        ("life lose", {"amount": 2}, 6, 10),
    ):
        await evening.types("Ben", command, **options)
        assert game in replays
        moment = await replays.moment("", game, MomentKey(999_999, "en"))
        assert (len(moment.numbers), f">{life}<" in moment.parts["seats"]) == (count, True)
    await confirm(evening, "fix", step=str(first.numbers[1]), amount="7")
    await evening.types("Ben", "life lose", amount=1)
    moment = await replays.moment("", game, MomentKey(999_999, "en"))
    assert (len(moment.numbers), ">5<" in moment.parts["seats"]) == (7, True)
    await evening.types("Ben", "undo")
    moment = await replays.moment("", game, MomentKey(999_999, "en"))
    assert (len(moment.numbers), ">6<" in moment.parts["seats"]) == (6, True)


async def test_only_so_much_is_kept_of_all_games(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    await duel(evening)
    replays, first = await place_of(evening)
    await replays.moment("", first, MomentKey(None, "en"))
    await evening.types("Ana", "game end")
    await deal(evening, "two_player", "Cy, Dee")
    monkeypatch.setattr(replay_module, "MAX_CACHED_BYTES", 0)
    _, second = await place_of(evening)
    small = Replays(evening.games)
    for game in (first, second):
        await small.moment("", game, MomentKey(None, "en"))
    assert [first in small, second in small] == [False, True]
    await replays.moment("", second, MomentKey(None, "en"))
    assert [first in replays, second in replays] == [True, True]


async def test_many_replays_for_one_client_keep_no_other_client_waiting(evening: Evening) -> None:
    """Five steps are asked for, and one by someone else afterwards: that one is made second."""
    await duel(evening)
    replays, game = await place_of(evening)
    made = list[str]()

    async def ask(client: str, language: str) -> None:
        await replays.moment(client, game, MomentKey(None, language))
        made.append(client)

    async with asyncio.TaskGroup() as asking:
        for language in ("en", "de", "es", "fr", "it"):
            asking.create_task(ask("much", language))
        asking.create_task(ask("other", "ja"))
    assert made == ["much", "other", *["much"] * 4]


async def test_a_hall_that_asks_for_the_same_is_answered_however_many_they_are(evening: Evening) -> None:
    """More than may wait for one client, half of them for one step and half for another."""
    await duel(evening)
    replays, game = await place_of(evening)
    ends = [MomentKey(None, "en"), MomentKey(999_999, "en")] * fair.MAX_WAITING_WORK
    moments = await asyncio.gather(*(replays.moment("hall", game, asked) for asked in ends))
    assert [moment.place for moment in moments] == [0, 4] * fair.MAX_WAITING_WORK


async def test_what_is_made_is_given_to_all_and_too_much_else_refused(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await duel(evening)
    address = await link(evening)
    assert await status(f"{address}replay") == 200
    monkeypatch.setattr(fair, "MAX_WAITING_WORK", 0)
    assert [await status(f"{address}{page}") for page in ("replay", "replay?step=3", "")] == [200, 429, 200]


async def test_before_a_game_there_is_nothing_to_replay(evening: Evening) -> None:
    address = f"{await link(evening, channel=True)}replay"
    assert (await show(address)).heading == "No game here yet"
    await gather(evening, "two_player", "Ana, Ben")
    page = await show(address)
    assert page.heading == "No game here yet"
    assert "<input" not in page.html


async def test_a_replay_says_that_its_link_was_revoked(evening: Evening, browser: Browser) -> None:
    await duel(evening)
    page = await replay(browser, await link(evening))
    await revoke_all(evening, "Ana")
    await way(page, "Next step").click()
    await expect_gone(page)
    assert await totals(page) == AT_20


async def test_its_language_goes_along(evening: Evening, browser: Browser) -> None:
    await duel(evening)
    page = await watch(browser, f"{address_in(await evening.types('Ana', 'game page'))}?lang=de")
    await page.locator("a[href^=replay]").click()
    await page.locator("[data-way]").nth(2).click()
    await expect(page.locator("[data-part=last]")).to_contain_text("Lebenspunkte")
    await page.locator(".story a").last.click()
    await expect(page.locator(".place")).to_have_text("5 von 5")
    assert await page.locator("html").get_attribute("lang") == "de"


async def test_numbers_behind_the_last_step_are_the_last_step(evening: Evening) -> None:
    """More of them at once than different steps may wait for."""
    await duel(evening)
    replays, game = await place_of(evening)
    keys = [MomentKey(1000 + number, "en") for number in range(fair.MAX_WAITING_WORK + 2)]
    moments = await asyncio.gather(*(replays.moment("", game, key) for key in keys))
    assert {id(moment) for moment in moments} == {id(moments[0])}


@pytest.mark.sample(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_axe_finds_nothing_on_a_replay(
    evening: Evening, browser: Browser, scheme: str, size: dict[str, Any]
) -> None:
    await duel(evening)
    page = await replay(browser, await link(evening), color_scheme=scheme, **size)
    assert await findings(page) == []
    await way(page, "Last step").click()
    await expect(page.locator(".place")).to_have_text("5 of 5")
    assert await findings(page) == []
    assert await small_targets(page) == []
    await page.set_viewport_size(SMALL["viewport"])
    assert await overflow(page) <= 0


@pytest.mark.sample(1)
@pytest.mark.parametrize("width", [320, 360, 1280])
async def test_the_names_of_a_chart_can_be_read_on_every_screen(
    evening: Evening, browser: Browser, width: int
) -> None:
    """In a chart as wide as its letters need, and else below it: 12 pixels at least."""
    await duel(evening)
    page = await watch(browser, await link(evening), viewport={"width": width, "height": 640})
    await expect(page.locator(".chart svg")).to_be_visible()
    drawn = await page.locator(".chart .name").evaluate_all(
        "all => all.filter(one => one.checkVisibility())"
        ".map(one => [one.textContent, 13 * one.getScreenCTM().a])"
    )
    below = await page.locator(".chart .legend li").evaluate_all(
        "all => all.filter(one => one.checkVisibility())"
        ".map(one => [one.textContent, parseFloat(getComputedStyle(one).fontSize)])"
    )
    assert [name for name, _ in drawn or below] == ["Ana 16", "Ben 12"]
    assert not (drawn and below)
    assert all(size >= 12 for _, size in drawn or below)
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
