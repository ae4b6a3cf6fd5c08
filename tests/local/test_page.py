"""The local table as people meet it: in a browser, with nothing set up."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.local.conftest import local_table
from tests.local.page import TablePage, link_of
from tests.support.processes import ROOT


def seat_three(table: TablePage, variant: str) -> None:
    """Ana opens a table, Ben and Cy join it, and it starts."""
    table.run("game new", variant=variant)
    for name in ("Ben", "Cy"):
        table.be(name)
        table.press("Join")
        expect(table.board).to_contain_text(name)
    table.press("Start")
    expect(table.board.get_by_role("button", name="Pass turn")).to_be_visible()


@pytest.mark.full
def test_the_page_says_what_to_type_and_to_one_person_only_what_cannot_be_done(
    tmp_path: Path, browser: Browser
) -> None:
    with local_table(tmp_path, browser) as table:
        expect(table.conversation).to_contain_text("/game new")
        assert "/game new" in table.commands("/game")
        table.run("life lose", amount="3")
        expect(table.last).to_contain_text("Only you can see this")
        table.be("Ben")
        expect(table.conversation).not_to_contain_text("Only you can see this")


@pytest.mark.full
def test_a_typed_command_is_carried_out(tmp_path: Path, browser: Browser) -> None:
    with local_table(tmp_path, browser) as table:
        table.write("/game new variant:Commander")
        expect(table.board).to_contain_text("Commander")
        table.be("Ben")
        table.press("Join")
        table.press("Start")
        expect(table.board.get_by_role("button", name="Pass turn")).to_be_visible()
        table.write("/life lose 3 who:@Ana")
        expect(table.board).to_contain_text("Ana · 37")
        table.write("/life gain −2 who:@Ana")
        expect(table.board).to_contain_text("Ana · 35")
        table.write("/lief lose 3")
        expect(table.last).to_contain_text("I didn't understand /lief. Press")
        table.write("/counter add kind:poison amount:many")
        expect(table.last).to_contain_text("I didn't understand many. Press")
        expect(table.last).to_contain_text("/counter add kind:")
        field = table.page.get_by_role("textbox", name="Message", exact=True)
        table.last.locator("code", has_text="/counter add").click()
        expect(field).to_have_value(re.compile("^/counter add kind:"))
        field.fill("")
        table.last.locator(".command-mention").press("Enter")
        expect(field).to_have_value("/counter add")
        field.fill("")
        table.write("good luck!")
        expect(table.last).to_contain_text("good luck!")


@pytest.mark.full
def test_a_press_on_a_mentioned_command_types_it(tmp_path: Path, browser: Browser) -> None:
    with local_table(tmp_path, browser) as table:
        table.run("help")
        table.conversation.locator(".command-mention", has_text="/game join").first.click()
        expect(table.page.get_by_role("textbox", name="Message", exact=True)).to_have_value("/game join")
        offered = table.page.get_by_role("listbox", name="Application commands").get_by_role("option")
        expect(offered.first).to_contain_text("game join")


@pytest.mark.full
def test_the_demo_game_goes_as_it_tells(tmp_path: Path, browser: Browser) -> None:
    """Every step that it names, by mouse alone: a life total, a guest who loses, and that taken back."""
    with local_table(tmp_path, browser) as table:
        table.press("Start a demo game")
        expect(table.last).to_contain_text("Only you can see this")
        expect(table.last).to_contain_text("Press −5 on the board. Your life changes from 40 to 35.")
        expect(table.conversation).to_contain_text("Max · 3 (guest)")
        table.press("−5")
        expect(table.conversation).to_contain_text("Ana · 35")

        table.press("Others…")
        expect(table.last).to_contain_text("Who, and what happens?")
        table.choose("Player or group…", "Max")
        expect(table.last).to_contain_text("For Max · 3 life")
        table.press("−5")
        expect(table.conversation).to_contain_text("−2 life (CR 704.5a)")

        table.press("Undo")
        expect(table.last).to_contain_text("Max")
        expect(table.conversation).to_contain_text("Max · 3 (guest)")
        lost = table.conversation.get_by_role("article").filter(has_text="Max loses the game")
        expect(lost).to_contain_text("(undone by Ana)")
        expect(lost.locator("s, del").first).to_contain_text("Max loses the game")
        table.press("End the demo")
        expect(table.conversation).to_contain_text("Game ended without a result")


@pytest.mark.full
def test_every_channel_has_a_table_and_a_tab_keeps_its_person(tmp_path: Path, browser: Browser) -> None:
    with local_table(tmp_path, browser) as table:
        table.be("Cy")
        table.write("/game new variant:Brawl")
        expect(table.board).to_contain_text("Brawl")
        for channel in ("league", "table-2"):
            table.go_to(channel)
            expect(table.conversation).not_to_contain_text("Brawl")
            expect(table.page.get_by_label("You are").locator("option:checked")).to_have_text("Cy")
        table.write("/game new variant:Emperor")
        expect(table.board).to_contain_text("Emperor")
        table.page.reload()
        expect(table.board).to_contain_text("Emperor")
        assert "#" not in table.page.url


@pytest.mark.full
def test_who_is_at_the_newest_message_stays_there(tmp_path: Path, browser: Browser) -> None:
    """Also when the list of commands opens above the field; who reads further up is left alone."""
    with local_table(tmp_path, browser) as table:
        table.write("/game new variant:Commander players:Ben, Cy, Dee")
        expect(table.board).to_contain_text("Ana · 40")
        for life in (37, 34, 31, 28):
            table.write("/life lose 3")
            expect(table.last).to_contain_text(f"→ {life}")
            expect(table.last).to_be_in_viewport(ratio=0.99)
        table.run("life lose", amount="1")
        expect(table.last).to_contain_text("→ 27")
        expect(table.last).to_be_in_viewport(ratio=0.99)
        table.press("Others…")
        expect(table.last).to_contain_text("Only you can see this")
        expect(table.last).to_be_in_viewport(ratio=0.99)
        first = table.conversation.get_by_role("article").first
        first.scroll_into_view_if_needed()
        table.write("/life lose 3")
        expect(table.last).to_contain_text("→ 24")
        table.settle()
        expect(first).to_be_in_viewport()
        expect(table.last).not_to_be_in_viewport()


@pytest.mark.full
def test_the_page_has_the_time_of_now_and_no_words_of_developers(tmp_path: Path, browser: Browser) -> None:
    with local_table(tmp_path, browser) as table:
        seat_three(table, "Brawl")
        for _ in range(2):
            expect(table.board).to_contain_text(re.compile("Turn began ([2-9] seconds) ago"))
            table.page.reload()
        shown = table.page.locator("body").inner_text()
        assert not re.search("simcord|preview|capture|inspector|viewing", shown, re.IGNORECASE)


def test_two_people_play_a_game_to_its_end_beside_its_page(tmp_path: Path, browser: Browser) -> None:
    """By typed commands and buttons; the page needs no setting."""
    with local_table(tmp_path, browser) as table:
        table.say("/game new variant:Commander")
        expect(table.board.get_by_role("button", name="Join")).to_be_visible()
        watching = browser.new_page()
        watching.goto(link_of(table))
        table.be("Ben")
        table.press("Join")
        expect(watching.locator(".seat")).to_have_count(2)
        table.press("Start")
        table.press("−5")
        expect(table.board).to_contain_text("Ben · 35")
        expect(watching.locator(".seat", has_text="Ben").locator(".number")).to_have_text("35")
        table.be("Ana")
        table.say("/life lose 35 who:Ben")
        expect(table.conversation).to_contain_text("704.5a")
        expect(table.conversation).to_contain_text("104.2a")
        expect(watching.get_by_role("heading", level=1)).to_contain_text("Ana")
        watching.close()


@pytest.mark.full
def test_three_people_play_a_game_by_forms_to_its_chart(
    tmp_path: Path, browser: Browser, pictures: Path
) -> None:
    with local_table(tmp_path, browser) as table:
        table.judge_at_once()
        seat_three(table, "Commander")
        table.be("Ben")
        table.press("−5")
        expect(table.board).to_contain_text("Ben · 35")

        table.be("Ana")
        table.run("life lose", amount="8", who="each opponent")
        expect(table.last).to_contain_text("Ben 35 → 27")
        expect(table.last).to_contain_text("Cy 40 → 32")
        expect(table.board).to_contain_text("Ana · 40")

        table.run("damage", amount="10", who="Cy", infect="True")
        expect(table.last).to_contain_text("704.5c")
        table.run("damage", amount="27", who="Ben")
        expect(table.conversation).to_contain_text("704.5a")
        expect(table.conversation).to_contain_text("104.2a")
        expect(table.last).to_contain_text("for game 1")
        expect(table.last.get_by_role("img")).to_have_js_property("naturalWidth", 1200)
        table.page.set_viewport_size({"width": 1280, "height": 1080})
        expect(table.page.locator("#action-status")).to_have_text("Viewport updated")
        table.last.evaluate("one => one.scrollIntoView({block: 'end', behavior: 'instant'})")
        expect(table.last.get_by_role("img")).to_be_in_viewport(ratio=0.98)
        table.picture(pictures / "end.png")


@pytest.mark.full
def test_games_and_messages_are_still_there_after_stop_and_start(tmp_path: Path, browser: Browser) -> None:
    with local_table(tmp_path, browser) as table:
        seat_three(table, "Free-for-All")
        table.be("Ben")
        table.press("−5")
        expect(table.board).to_contain_text("Ben · 15")
        table.write("good luck!")
        expect(table.last).to_contain_text("good luck!")

    with local_table(tmp_path, browser) as table:
        expect(table.conversation).to_contain_text("good luck!")
        expect(table.board).to_contain_text("Ben · 15")
        expect(table.conversation.get_by_text("This is the local table")).to_have_count(1)
        expect(table.conversation).not_to_contain_text("Try the demo game")
        assert [*tmp_path.glob("arbiter*")] == [], "they are in a folder that git ignores"
        assert "local-table/" in (ROOT / ".gitignore").read_text().splitlines()
        table.be("Cy")
        table.press("−1")
        expect(table.board).to_contain_text("Cy · 19")
