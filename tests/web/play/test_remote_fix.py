"""Fixes from the remote, what came too late there, and the next game: the same as by commands."""

import re

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.evening import Evening
from tests.support.games import game_of
from tests.support.messages import buttons
from tests.support.tables import deal
from tests.web.accessibility import findings, overflow, small_targets
from tests.web.answers import body
from tests.web.play.remotes import (
    PLAYS_NO_MORE,
    aim,
    edit_of,
    hold,
    id_of,
    life_of,
    mine,
    of,
    open_fix,
    pressed,
    remote,
    send,
    tap,
    tile,
)
from tests.web.shown import plain
from tests.web.watching import expect_gone, revoke_all


async def lost(evening: Evening, *losses: tuple[str, int]) -> None:
    """These people have lost so much life, one after the other."""
    for who, amount in losses:
        await evening.types(who, "life lose", amount=amount)


async def differences(page: Page) -> list[str]:
    """Return what an open preview says would be different."""
    listed = page.locator("[data-fix] .differences").first
    await expect(listed).to_be_visible()
    return await listed.locator("li").all_inner_texts()


async def choose(page: Page, step: str) -> None:
    """Open the list of steps, and choose one by what it did."""
    await open_fix(page)
    await page.locator("[data-fix] button", has_text=step).click()


async def test_a_step_is_taken_back_after_a_preview(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    await lost(evening, ("Ben", 3), ("Cy", 7))
    page = await hold(browser, evening, "Ben")
    await choose(page, "Ben lost 3 life")
    told = await differences(page)
    assert any("37 → 40" in line for line in told), told
    assert await life_of(evening, "Ben") == 37, "nothing happens before it is done"
    await tap(page, "Do it")
    await expect(mine(page)).to_have_text("40")
    await expect(of(page, "Cy")).to_have_text("33")
    await evening.until(lambda: any("Ben** fixed the game" in one for one in evening.chat()))
    await tap(page, "Undo")  # takes the whole fix back
    await expect(mine(page)).to_have_text("37")


async def test_the_preview_is_the_one_of_the_command(evening: Evening) -> None:
    await deal(evening)
    await lost(evening, ("Ben", 3))
    address = await remote(evening, "Ben")
    preview = await body(f"{address}fix?{await edit_of(address, 'Ben lost 3 life')}")
    told = [plain(one) for one in re.findall(r"<(?:h2|li)\b.*?</(?:h2|li)>", preview, re.DOTALL)]
    assert any("37 → 40" in line for line in told), told
    number = re.search(r"\d+", told[0])
    assert number is not None
    answer = await evening.types("Ben", "fix", step=number[0])
    plainly = answer.text.replace("*", "")
    assert [line for line in told if line not in plainly] == []


async def test_a_step_is_changed_and_one_added(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    await lost(evening, ("Ben", 3))
    page = await hold(browser, evening, "Ben")
    await choose(page, "Ben lost 3 life")
    await tap(page, "Change…")
    await page.get_by_label("Amount").fill("5")
    await page.get_by_role("checkbox", name="Ben").uncheck()
    await page.get_by_role("checkbox", name="Dee").check()
    await tap(page, "Preview")
    told = await differences(page)
    assert any("37 → 40" in one for one in told), told
    assert any("40 → 35" in one for one in told), told
    await tap(page, "Do it")
    await expect(of(page, "Dee")).to_have_text("35")
    await expect(mine(page)).to_have_text("40")
    await choose(page, "Dee lost 5 life")
    await tap(page, "Add before…")
    await page.get_by_label("What happened").select_option("poison")
    await page.get_by_label("Amount").fill("2")
    await page.get_by_role("checkbox", name="Cy").check()
    await tap(page, "Preview")
    await tap(page, "Do it")
    await expect(tile(page, "Cy")).to_contain_text("poison 2/10")


async def test_an_option_of_damage_is_unticked(evening: Evening) -> None:
    """Without infect the 3 damage are 3 life, not 3 poison counters (120.3a, 120.3b)."""
    await deal(evening)
    await evening.types("Ana", "damage", amount=3, who="Ben", infect=True)
    address = await remote(evening, "Ben")
    asked = await edit_of(address, "Ben")
    form = await body(f"{address}fix?{asked}&form=change")
    (infect,) = re.findall(r'<input type="checkbox" name="with" value="infect"([^>]*)>', form)
    assert "checked" in infect
    preview = plain(await body(f"{address}fix?{asked}&what=change&amount=3&with="))
    assert "40 → 37" in preview
    assert "poison 3 → 0" in preview


async def test_what_a_fix_may_not_be_is_refused_as_by_command(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    await lost(evening, ("Ben", 3), ("Ben", 1))
    page = await hold(browser, evening, "Ben")
    await choose(page, "Ben lost 3 life")
    await tap(page, "Change…")
    await page.get_by_label("Amount").fill("a lot")
    await tap(page, "Preview")
    await expect(page.locator("[data-fix] [role=alert]")).to_contain_text("“a lot” isn't a valid number.")
    await tap(page, "Other step…")
    await page.locator("[data-fix] button", has_text="Ben lost 3 life").click()
    await differences(page)
    await lost(evening, ("Cy", 2))  # the game moves on meanwhile
    await expect(of(page, "Cy")).to_have_text("38")
    await tap(page, "Do it")
    await expect(page.locator(".refused")).to_contain_text("The game has moved on since this preview.")
    assert any("36 → 39" in one for one in await differences(page))
    await tap(page, "Do it")
    await expect(mine(page)).to_have_text("39")


async def test_a_revoked_link_fixes_nothing(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    await lost(evening, ("Ben", 3))
    page = await hold(browser, evening, "Ben")
    await choose(page, "Ben lost 3 life")
    await differences(page)
    await revoke_all(evening, "Ben")
    await expect_gone(page)
    await tap(page, "Other step…")
    await expect(page.locator("[data-fix]")).to_have_text(await page.locator("[data-line]").inner_text())
    assert await life_of(evening, "Ben") == 37


async def test_the_fix_panel_fits_and_is_accessible(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    for _ in range(14):
        await lost(evening, ("Ben", 3), ("Cy", 1))
    page = await hold(browser, evening, "Ben", reduced_motion="reduce")
    await page.set_viewport_size({"width": 320, "height": 640})
    await open_fix(page)
    await tap(page, "Older steps…")
    await expect(page.locator("[data-fix] .step").last).to_contain_text("lost 3 life")
    assert await findings(page) == []
    await page.locator("[data-fix] .step").first.click()
    await differences(page)
    assert await findings(page) == []
    await tap(page, "Change…")
    await expect(page.get_by_label("Amount")).to_be_visible()
    assert await findings(page) == []
    assert await overflow(page) <= 0
    assert await small_targets(page) == []
    await page.get_by_label("Amount").press("Enter")
    await expect(page.get_by_role("alert").last).to_contain_text("That changes nothing.")


async def test_two_who_press_at_the_same_time_draw(late: Evening, browser: Browser) -> None:
    """Both are at 5 and lose 5 to the same spell (704.3, 104.4a); the second press comes too late."""
    await deal(late, "two_player", "Ana, Ben", life=5)
    page = await hold(browser, late, "Ben")
    await late.types("Ana", "life lose", amount=5)
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Ben wins")
    await expect(page.get_by_text("What happened at the same time as the end")).to_be_visible()
    assert await findings(page) == []
    await tap(page, "Ben: −5 life")
    alert = page.get_by_role("alert")
    await expect(alert).to_contain_text("Rejected: Ben −5.")
    await expect(alert).to_contain_text("Did it happen at the same time as step")
    await expect(alert).to_contain_text("5 → 0")
    await late.until(lambda: "Ben wins" in late.board())
    assert await findings(page) == []
    await tap(page, "At the same time")
    await expect(page.get_by_role("heading", level=1)).to_contain_text("draw")
    await expect(page.locator(".refused")).to_be_empty()
    draw = "all remaining players would lose at once (CR 104.4a)"
    await late.until(lambda: any(draw in one for one in late.chat()))


async def test_only_ones_own_late_press_is_joined_and_only_once(late: Evening) -> None:
    await deal(late, "two_player", "Ana, Ben", life=5)
    anas, bens = await remote(late, "Ana"), await remote(late, "Ben")
    await late.types("Ana", "life lose", amount=5)
    press = pressed("life", who=await id_of(late, "Ben"), amount=-5)
    _, why = await send(bens, press)
    assert "over" in why
    _, why = await send(anas, pressed("join", of=press["key"]))
    assert "too late" in why
    join = pressed("join", of=press["key"])
    for _ in range(3):
        assert await send(bens, join) == (200, "")
    entries = await late.number_of_entries()
    assert await send(bens, join) == (200, "")
    assert await late.number_of_entries() == entries


async def test_a_remote_follows_to_the_next_game(evening: Evening, browser: Browser) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    page = await hold(browser, evening, "Ben", reduced_motion="reduce")
    await tap(page, "Ben: −1 life")
    await expect(mine(page)).to_have_text("19")
    await evening.types("Ana", "concede")
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Ben wins")
    told = next(one for one in reversed(evening.channel.history()) if "Rematch" in buttons(one))
    await evening.people["Ana"].click(told, label="Rematch")
    await evening.env.settle()
    await evening.types("Ana", "game start", first="Ana")
    follows = f"Now controlling game {await evening.game()}."
    await expect(page.locator("[data-part=follow]")).to_have_text(follows)
    await expect(mine(page)).to_have_text("20")
    await tap(page, "Ben: −5 life")
    await expect(mine(page)).to_have_text("15")
    await tap(page, "Undo")
    await expect(mine(page)).to_have_text("20")
    assert (await game_of(evening.games, evening.place)).life[await id_of(evening, "Ben")] == 20
    await page.reload()
    await expect(page.locator("[data-part=follow]")).to_have_text(follows)
    assert await findings(page) == []


@pytest.mark.own_bot
async def test_what_was_pressed_for_one_game_is_not_entered_in_the_next(evening: Evening) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    address, me = await remote(evening, "Ben"), await id_of(evening, "Ben")
    await evening.types("Ana", "concede")
    await deal(evening, "two_player", "Ana, Ben")
    _, why = await send(address, pressed("life", game=1, who=me, amount=-5))
    assert "over" in why
    assert await life_of(evening, "Ben") == 20
    assert await send(address, pressed("life", game=2, who=me, amount=-5)) == (200, "")
    assert await life_of(evening, "Ben") == 15
    _, why = await send(address, pressed("life", game=99, who=me, amount=-5))
    assert why == PLAYS_NO_MORE


async def test_a_remote_stays_where_its_player_does_not_sit_in_the_next_game(evening: Evening) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    address, me = await remote(evening, "Ben"), await id_of(evening, "Ben")
    await evening.types("Ana", "concede")
    await deal(evening, "two_player", "Ana, Cy")
    _, why = await send(address, pressed("life", who=me, amount=-5))
    assert "over" in why
    _, why = await send(address, pressed("life", game=await evening.game(), who=me, amount=-5))
    assert why == PLAYS_NO_MORE
    assert await life_of(evening, "Cy") == 20


@pytest.mark.own_bot
async def test_a_guests_remote_follows_the_guest(evening: Evening) -> None:
    await deal(evening, "two_player", "Ben, Gus")
    address = await remote(evening, "Ben", who="Gus")
    await evening.types("Ben", "concede")
    await deal(evening, "two_player", "Ben, Gus")
    gus = await id_of(evening, "Gus")
    assert await send(address, pressed("life", game=2, who=gus, amount=-5)) == (200, "")
    assert await life_of(evening, "Gus") == 15


async def test_another_seat_is_aimed_at_in_the_next_game(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await hold(browser, evening, "Ben")
    await aim(page, "Cy")
    await evening.types("Ana", "game end")
    await deal(evening, "commander", "Dee, Cy, Ben")
    follows = f"Now controlling game {await evening.game()}."
    await expect(page.locator("[data-part=follow]")).to_have_text(follows)
    await aim(page, "Cy")
    await tap(page, "Cy: −1 life")
    await expect(of(page, "Cy")).to_have_text("39")
