"""The remote in a real browser: a seat's own life, the others', and what everyone needs to play."""

import re

import pytest
from playwright.async_api import Browser, Locator, Page, Route, expect

from tests.support.evening import Evening
from tests.support.panels import forget
from tests.support.tables import deal
from tests.web.accessibility import SCREENS, findings, small_targets
from tests.web.play.remotes import PHONE, aim, hold, mine, of, open_mine, open_more, remote, tap, tile
from tests.web.shown import show
from tests.web.watching import expect_gone, gone, revoke_all, watch


async def test_own_life_takes_one_tap_for_each_point(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await hold(browser, evening, "Ben")
    await expect(mine(page)).to_have_text("40")
    for _ in range(3):
        await tap(page, "Ben: −1 life")
    await expect(mine(page)).to_have_text("37")
    await expect(page.locator("[data-part=last]")).to_contain_text("40 → 37")  # one step, as on the board
    await tap(page, "Ben: +5 life")
    await expect(mine(page)).to_have_text("42")
    await evening.until(lambda: "# Ben · 42\n" in evening.board())
    log = await evening.types("Ana", "log")
    assert "Ben" in log.text


async def test_my_commander_hits_cy_for_7_in_2_taps(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    await evening.types("Ben", "commander set", name="Tana, the Bloodsower")
    page = await hold(browser, evening, "Ben")
    await aim(page, "Cy")
    await tap(page, "Cy: Commander damage 7")
    await expect(of(page, "Cy")).to_have_text("33")
    await expect(tile(page, "Cy")).to_contain_text("7/21")


async def test_another_commander_hits_me(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    await evening.types("Cy", "commander set", name="Krenko, Mob Boss")
    page = await hold(browser, evening, "Ben")
    await open_mine(page)
    await page.get_by_role("radio", name="Krenko, Mob Boss 0/21").check()
    await tap(page, "Ben: Commander damage 20")
    await expect(mine(page)).to_have_text("20")
    await open_mine(page)
    await tap(page, "Ben: Commander damage 1")
    await expect(page.locator("[data-part=last]")).to_contain_text("704.6c")


async def test_counters_of_mine_and_of_others(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await hold(browser, evening, "Ben")
    await open_more(page)
    await tap(page, "Ben: energy +1")
    await expect(page.locator(".me .details")).to_contain_text("energy 1")
    await page.keyboard.press("Escape")
    await aim(page, "Cy")
    await tap(page, "Cy: poison +1")
    await expect(tile(page, "Cy")).to_contain_text("poison 1/10")
    await tap(page, "Cy: poison −1")
    await expect(tile(page, "Cy").locator("small")).to_have_count(0)


async def test_a_commander_is_cast(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    await evening.types("Ben", "commander set", name="Tana, the Bloodsower")
    page = await hold(browser, evening, "Ben")
    await tap(page, "Cast Tana, the Bloodsower (tax 0)")
    await expect(page.get_by_role("button", name="Cast Tana, the Bloodsower (tax 2)")).to_be_visible()


async def test_the_turn_is_passed_and_the_next_player_called(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await hold(browser, evening, "Ana")
    await tap(page, "Pass turn")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Turn 2: Ben's turn")
    await evening.until(lambda: "Ben's turn" in evening.board())
    await tap(page, "Pass turn…")  # someone else's takes a question
    await tap(page, "Pass Ben's turn")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Turn 3: Cy's turn")


async def test_undo_takes_back_what_is_shown_as_the_last_step(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    await evening.types("Cy", "life lose", amount=2)
    page = await hold(browser, evening, "Ben")
    await tap(page, "Ben: −5 life")
    await tap(page, "Undo")  # perhaps before that is answered
    await expect(mine(page)).to_have_text("40")
    await expect(of(page, "Cy")).to_have_text("38")
    await tap(page, "Undo")
    await expect(of(page, "Cy")).to_have_text("40")


async def test_several_losses_are_one_event_during_a_hold(evening: Evening, browser: Browser) -> None:
    await deal(evening, "two_player", "Ana, Ben", life=5)
    page = await hold(browser, evening, "Ben")
    await open_more(page)
    await tap(page, "Hold")
    await expect(page.locator("[data-do=hold]")).to_have_text("Release")
    await tap(page, "Ben: −5 life")
    await aim(page, "Ana")
    await tap(page, "Ana: −5 life")
    await expect(of(page, "Ana")).to_have_text("0")
    await open_more(page)
    await tap(page, "Release")
    await expect(page.get_by_role("heading", level=1)).to_contain_text("draw")  # CR 104.4a


async def test_conceding_says_what_it_means_and_everyone_hears_of_it(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    page = await hold(browser, evening, "Ben")
    await open_more(page)
    await expect(page.get_by_text("You leave the game and lose.")).to_be_visible()
    await tap(page, "Concede")
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Ana wins")
    await expect(page.locator(".bar [data-do]")).to_have_text(["Undo"])
    await evening.until(lambda: any("104.3a" in one for one in evening.chat()))
    await tap(page, "Undo: Concede")  # beside what was entered
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Turn 1")


async def test_a_button_that_is_held_goes_on_in_fives_and_tens(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await hold(browser, evening, "Ben")
    await page.get_by_role("button", name="Ben: +1 life").hover()
    await page.mouse.down()
    await expect(mine(page)).to_have_text(re.compile(r"\d5$"))  # by 5, then by tens
    await page.mouse.up()
    await tap(page, "Ben: +1 life")
    await expect(mine(page)).to_have_text(re.compile(r"\d6$"))


async def test_a_lost_answer_is_asked_for_again_and_nothing_done_twice(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening)
    page = await hold(browser, evening, "Ben")
    lost = 0

    async def lose(route: Route) -> None:
        nonlocal lost
        await route.fetch()  # it arrives, but what it says doesn't
        lost += 1
        await (route.abort() if lost < 4 else route.continue_())

    await page.route("**/press", lose)
    await tap(page, "Ben: −5 life")
    await expect(mine(page)).to_have_text("35")
    await expect(page.locator("[data-waiting]")).to_have_text("Sent: Ben −5")
    assert lost == 4
    await expect(mine(page)).to_have_text("35")


async def test_what_is_refused_is_announced_until_it_is_read(evening: Evening, browser: Browser) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    page = await hold(browser, evening, "Ben")
    await page.route("**/press", lambda route: route.abort())
    await tap(page, "Ben: −5 life")
    await evening.types("Ana", "concede")
    await page.unroute("**/press")
    told = page.locator("[role=alert]")
    await expect(told).to_contain_text("Rejected: Ben −5. This game is over")
    await tap(page, "Got it")
    await expect(told).to_be_empty()


async def test_a_revoked_link_says_what_was_not_entered(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await hold(browser, evening, "Ben")
    await page.route("**/press", lambda route: route.abort())
    await tap(page, "Ben: −5 life")
    await revoke_all(evening, "Ben")
    await expect_gone(page)
    await page.unroute("**/press")
    await expect(page.get_by_role("alert")).to_contain_text("May not have been saved: Ben −5")
    assert "# Ben · 40\n" in evening.board()


async def test_anyone_who_is_forgotten_is_gone_from_other_remotes_and_has_none(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening)
    bens, cys = await hold(browser, evening, "Ben"), await hold(browser, evening, "Cy")
    await tap(bens, "Ben: −5 life")
    await expect(of(cys, "Ben")).to_have_text("35")
    await forget(evening, "Ben")
    await gone(cys, "Ben")
    await expect(of(cys, "Player 1")).to_have_text("35")
    await expect_gone(bens)


@pytest.mark.sample(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing(evening: Evening, browser: Browser, scheme: str) -> None:
    await deal(evening)
    await evening.types("Ben", "commander set", name="Tana, the Bloodsower")
    await evening.types("Dee", "life lose", amount=40)
    page = await hold(browser, evening, "Ben", color_scheme=scheme, reduced_motion="reduce")
    assert await findings(page) == []
    await aim(page, "Cy")
    assert await findings(page) == []
    await open_more(page)
    assert await findings(page) == []


OUTSIDE = """() => [...document.querySelectorAll(".number, button, a, h1, label:not(.card)")]
    .filter(one => one.getClientRects().length && !one.closest("[inert]"))
    .filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
            || (one.matches(".number") && one.parentNode.scrollWidth > one.parentNode.clientWidth + 1);
    }).map(one => `${one.outerHTML} ${one.parentNode.scrollWidth}/${one.parentNode.clientWidth}`)"""
"""What isn't whole on the screen, of what is to be read or pressed."""
SCROLLING = """() => [...document.querySelectorAll(".sheet, .tiles")]
    .filter(one => one.scrollHeight > one.clientHeight + 1)
    .map(one => `${one.className}: ${one.scrollHeight}/${one.clientHeight}`)"""
"""What has to be scrolled."""
BROKEN = """() => [...document.querySelectorAll(".counter span, .counter b, .tile.each .who, .tile .near")]
    .filter(one => one.getClientRects().length && !one.closest("[inert]"))
    .filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
        || [...one.childNodes].filter(text => text.nodeType === Node.TEXT_NODE).some(text =>
            [...text.data.matchAll(/[^ ]+/g)].some(word => {
                const range = document.createRange();
                range.setStart(text, word.index);
                range.setEnd(text, word.index + word[0].length);
                const box = one.closest("small, button, .counter").getBoundingClientRect();
                const rects = [...range.getClientRects()];
                return new Set(rects.map(rect => rect.top)).size > 1
                    || rects.some(rect => rect.bottom > box.bottom + 1 || rect.right > box.right + 1);
            }))).map(one => one.innerText)"""
"""Labels that are cut, or broken within a word; of what players have, what may soon lose them the game."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("others", ["Ben, Cy, Dee", "Ben", ", ".join(f"{n}{'W' * 31}" for n in range(9))])
async def test_everything_is_on_one_screen(evening: Evening, browser: Browser, others: str) -> None:
    await deal(evening, "two_player" if others == "Ben" else "commander", f"Ana, {others}", life=40)
    await evening.types("Ana", "commander set", name="Tana, the Bloodsower", partner="Tymna the Weaver")
    await evening.types("Ana", "life set", to=999_999, who="each player")
    await evening.types("Ana", "life gain", amount=999_999, who="each player")
    await evening.types("Ana", "poison", amount=8, who=others.split(", ")[0])
    page = await watch(browser, await remote(evening, "Ana"), reduced_motion="reduce")
    for width, height in SCREENS:
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(OUTSIDE) == [], (width, height)
        assert await page.evaluate(BROKEN) == [], (width, height)
        assert await small_targets(page) == [], (width, height)
    for width, height in SCREENS:
        await page.set_viewport_size({"width": width, "height": height})
        for opens in (open_more(page), aim(page, others[:2])):
            await opens
            assert await page.evaluate(OUTSIDE) == [], (width, height)
            assert await page.evaluate(SCROLLING) == [], (width, height)
            assert await page.evaluate(BROKEN) == [], (width, height)
            assert await small_targets(page) == [], (width, height)
            await page.keyboard.press("Escape")


async def test_what_matters_of_nine_others_is_whole_on_one_screen(evening: Evening, browser: Browser) -> None:
    """Beside totals of two digits, where names take a separate line."""
    await deal(evening, names=f"Ana, Ben, Cy, Dee, Eve, Fay, Grandma, {'W' * 32}, Zoe, Max")
    await evening.types("Ana", "commander set", name="Krenko, Mob Boss")
    await evening.types("Ana", "poison", amount=9, who="W")
    await evening.types("Ana", "damage", amount=15, who="Grandma", commander="Krenko")
    page = await watch(browser, await remote(evening, "Ana"), reduced_motion="reduce")
    await expect(page.locator(".tile small .near")).to_have_text(["Krenko 15/21", "poison 9/10"])
    for width, height in SCREENS:
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(BROKEN) == [], (width, height)
        assert await page.evaluate(OUTSIDE) == [], (width, height)


async def taps(page: Page | Locator, *labels: str) -> None:
    """Press these buttons, all of them on the screen as it is: nothing scrolls, nothing is typed."""
    for label in labels:
        button = page.get_by_role("button", name=label)
        box = await button.bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= box["y"] + box["height"] <= PHONE["height"], label
        await button.click()


async def test_common_acts_take_two_taps(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    await evening.types("Ben", "commander set", name="Tana, the Bloodsower")
    page = await hold(browser, evening, "Ben")
    last = page.locator("[data-part=last]")
    await taps(page, "Life total 40", "Ben: −13 life")
    await expect(mine(page)).to_have_text("27")
    await taps(page, "Each opponent", "Each opponent: −1 life")
    for who in ("Ana", "Cy", "Dee"):
        await expect(of(page, who)).to_have_text("39")
    await taps(page, "Cy 39", "Cy: Commander damage 7")
    await expect(of(page, "Cy")).to_have_text("32")
    await taps(page, "Dee 39", "Dee: poison +1")
    await expect(tile(page, "Dee")).to_contain_text("poison 1/10")
    await page.keyboard.press("Escape")
    for what in ("Monarch", "Initiative"):
        await taps(page, "More", what)
        await expect(page.locator(".me .details")).to_contain_text(what.lower())
    for what, told in (("d20", "d20"), ("First player", "goes first")):
        await taps(page, "More", what)
        await expect(last).to_contain_text(told)
        await evening.until(lambda told=told: any(told in one for one in evening.chat()))
    await taps(page, "Dee 39", "Dee: −3 life")
    await expect(of(page, "Dee")).to_have_text("36")
    await taps(page, "More", "Concede")
    await expect(page.locator(".me.out")).to_have_count(1)


async def test_acts_of_every_turn_take_one_tap(evening: Evening, browser: Browser) -> None:
    await deal(evening, names="Ben, Ana, Cy, Dee")
    await evening.types("Ben", "commander set", name="Tana, the Bloodsower")
    page = await hold(browser, evening, "Ben")
    await taps(page, "Ben: −1 life")
    await expect(mine(page)).to_have_text("39")
    await taps(page, "Cast Tana, the Bloodsower (tax 0)")
    await expect(page.locator(".me .details")).to_contain_text("Tana tax 2")
    await taps(page, "Pass turn")
    title = page.get_by_role("heading", level=1)
    await expect(title).to_have_text("Turn 2: Ana's turn")
    await taps(page.locator(".bar"), "Undo")
    await expect(title).to_have_text("Turn 1: Ben's turn")


async def test_any_amount_is_entered_by_keys_on_the_page(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await hold(browser, evening, "Ben")
    await open_mine(page)
    await page.get_by_role("radio", name="Gain").check()
    for key in ("Another number", "1", "3", "7", "OK"):
        await tap(page.locator(".life"), key)
    await expect(mine(page)).to_have_text("177")


async def test_life_is_entered_by_keyboard(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await hold(browser, evening, "Ben")
    await tab_to(page, "^Ben: −1 life$")
    await page.keyboard.press("Enter")
    await expect(mine(page)).to_have_text("39")
    assert await page.evaluate("document.activeElement.dataset.amount") == "-1"
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Enter")  # the total
    await tab_to(page, "^Ben: −4 life$")
    await page.keyboard.press("Enter")
    await expect(mine(page)).to_have_text("35")
    assert await page.evaluate("document.activeElement.className") == "mine-total"


FOCUSED = """() => {
    const one = document.activeElement;
    return (one.ariaLabel ?? one.labels?.[0]?.innerText ?? one.innerText).trim();
}"""
"""What a screen reader calls the thing that has the focus."""


async def tab_to(page: Page, called: str) -> None:
    """Press Tab until something has the focus that is called so."""
    for _ in range(100):
        await page.keyboard.press("Tab")
        if re.search(called, await page.evaluate(FOCUSED)):
            return
    pytest.fail(f"no key leads to {called}")


async def test_turns_are_passed_fixes_made_and_games_conceded_by_keyboard(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening, "two_player", "Ben, Ana")
    page = await hold(browser, evening, "Ben")
    title = page.get_by_role("heading", level=1)
    await tab_to(page, "^Pass turn$")
    await page.keyboard.press("Enter")
    await expect(title).to_have_text("Turn 2: Ana's turn")
    await evening.types("Ben", "life lose", amount=3)
    await expect(mine(page)).to_have_text("17")
    await tab_to(page, "^More$")
    await page.keyboard.press("Enter")
    await tab_to(page, "^Fix…$")
    await page.keyboard.press("Space")
    await expect(page.locator("[data-fix] h2")).to_be_focused()
    await tab_to(page, "Ben lost 3 life")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Do it")).to_be_visible()
    await tab_to(page, "^Do it$")
    await page.keyboard.press("Enter")
    await expect(mine(page)).to_have_text("20")
    await tab_to(page, "^More$")
    await page.keyboard.press("Enter")
    await tab_to(page, "^Concede$")
    await page.keyboard.press("Enter")
    await expect(title).to_contain_text("Ana wins")


async def test_the_page_is_readable_without_a_script(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    address = await remote(evening, "Ben")
    shown = await show(address)
    assert "40" in shown.part("mine")
    assert "Turn on JavaScript to use the buttons." in shown.text
    page = await watch(browser, address, viewport=PHONE)
    await expect(page.get_by_text("Turn on JavaScript to use the buttons.")).to_have_count(0)
