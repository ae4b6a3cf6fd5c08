"""What a blind player hears of the remote, the page and the table-top mode, and in which order."""

from playwright.async_api import Browser, expect

from tests.support.evening import Evening
from tests.support.tables import deal
from tests.web.accessibility import heard
from tests.web.play.remotes import aim, hold, remote
from tests.web.watching import link, watch

LAST = "Ana: Ben poison 0 → 2 (got 2 poison counters)"
WHOSE_TURN = ("heading Turn 1: Ana's turn", "Turn", "0:00")


async def play(evening: Evening) -> None:
    """Ben's commander hits Cy for 7, and Ben gets two poison counters."""
    await deal(evening)
    await evening.types("Ben", "commander set", name="Tana, the Bloodsower")
    await evening.types("Ben", "damage", amount=7, who="Cy", commander="Tana")
    await evening.types("Ana", "poison", who="Ben", amount=2)


async def test_on_a_remote_ones_own_total_comes_first_then_what_one_does_then_the_others(
    evening: Evening, browser: Browser
) -> None:
    await play(evening)
    page = await hold(browser, evening, "Ben")
    assert await heard(page) == [
        *WHOSE_TURN,
        *("heading Ben", "button Life total 40", "button Ben: −1 life", "button Ben: +1 life"),
        *("poison 2/10", "playing Tana, the Bloodsower"),
        *("button Ben: −5 life", "button Cast Tana, the Bloodsower (tax 0)", "button Ben: +5 life"),
        *("button Pass turn…", "button Undo", "button More"),
        *("heading Other players", "button Cy 33 Tana 7/21", "button Dee 40", "button Ana 40"),
        *("button Each opponent", LAST),
    ]


async def test_what_opens_for_a_player_begins_with_them_and_says_what_each_button_does(
    evening: Evening, browser: Browser
) -> None:
    await play(evening)
    page = await hold(browser, evening, "Ben")
    await aim(page, "Cy")
    await expect(page.get_by_role("heading", name="Cy")).to_be_focused()
    said = await heard(page)
    said = said[said.index("heading Cy") :]
    assert said[:4] == ["heading Cy", "33", "button Counters", "button Back"]
    life = [f"button Cy: −{n} life" for n in range(1, 21)]
    hits = [f"button Cy: Commander damage {n}" for n in range(1, 21)]
    first, last = said.index(life[0]), said.index(hits[0])
    assert said[first - 4 : first] == ["radio Lose checked", "Lose", "radio Gain", "Gain"]
    assert said[first : first + 21] == [*life, "button Another number"]
    assert {"button Cy: poison +1", "button Monarch", "button Initiative"} <= set(said[first + 21 : last])
    assert "radio Tana, the Bloodsower 7/21 checked" in said[first + 21 : last]
    assert said[last:] == [*hits, "button Another number"]


async def test_on_the_page_each_player_has_the_total_behind_the_name(
    evening: Evening, browser: Browser
) -> None:
    await play(evening)
    said = await heard(await watch(browser, await link(evening)))
    assert said[1:18] == [
        *(*WHOSE_TURN, LAST, "heading Players"),
        *("heading Ana", "40", "heading Ben", "40", "poison 2/10", "playing Tana, the Bloodsower"),
        *("heading Cy", "33", "−7", "Tana 7/21", "heading Dee", "40"),
    ]
    assert [one for one in said if one.startswith("heading")][-2:] == ["heading Story", "heading Life totals"]
    assert said[-3:] == ["link Replay step by step", "button Light or dark", "button Full screen"]


async def test_on_the_table_each_player_comes_before_what_is_pressed_for_them(
    evening: Evening, browser: Browser
) -> None:
    await play(evening)
    said = await heard(await watch(browser, f"{await remote(evening, 'Ben')}table"))
    assert said[:4] == [*WHOSE_TURN, "heading Players"]
    for who, total in (
        *(("Ana", "Ana 40"), ("Ben", "Ben 40 poison 2/10 · playing Tana, the Bloodsower")),
        *(("Cy", "Cy 33 Tana 7/21"), ("Dee", "Dee 40")),
    ):
        place = said.index(f"button {total}")
        assert said[place + 1 : place + 3] == [f"button {who}: −1 life", f"button {who}: +1 life"]
    assert said[-4:] == [LAST, "button Pass turn", "button Undo", "button More"]
