"""Presses and lines at the local table count as in Discord: each once, whatever the page does meanwhile."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.local.conftest import local_table
from tests.local.page import TablePage


def seat_two(table: TablePage) -> None:
    """Ana and Ben play, each at 40 life, and the page is Ana's."""
    table.run("game new", variant="Commander", players="Ben")
    expect(table.board).to_contain_text("Ben · 40")
    table.settle()


def button(table: TablePage, label: str) -> Locator:
    """Return a button of the board."""
    return table.board.get_by_role("button", name=label, exact=True)


def slowly(table: TablePage, act: Callable[[], None]) -> Route:
    """Do something; what the page sends for it is kept, as by a slow machine, until it may go on."""
    held: list[Route] = []
    table.page.route("**/api/action", lambda route: held.append(route), times=1)
    with table.page.expect_request("**/api/action"):
        act()
    while not held:  # the browser has asked whether it may
        table.page.wait_for_timeout(10)
    return held[0]


@pytest.mark.full
def test_presses_wait_for_the_one_before_and_keep_their_person(tmp_path: Path, browser: Browser) -> None:
    """Three by mouse and one by keyboard while the first is under way, and then Ana goes on as Ben."""
    with local_table(tmp_path, browser) as table:
        seat_two(table)
        first = slowly(table, button(table, "−1").click)
        for _ in range(2):
            button(table, "−1").click(force=True)  # the page says that it takes nothing now
        button(table, "−5").press("Enter")
        table.page.get_by_label("You are").select_option("Ben")
        first.continue_()
        expect(table.board).to_contain_text("Ana · 32")
        expect(table.page.get_by_label("You are").locator("option:checked")).to_have_text("Ben")
        table.press("−5")
        expect(table.board).to_contain_text("Ben · 35")
        expect(table.board).to_contain_text("Ana · 32")


@pytest.mark.full
def test_a_press_counts_whose_button_is_drawn_again_before_it_is_let_go(
    tmp_path: Path, browser: Browser
) -> None:
    with local_table(tmp_path, browser) as table:
        seat_two(table)
        other = TablePage(browser.new_page())
        other.page.goto(table.page.url)
        other.be("Ben")
        button(table, "−1").hover()
        table.page.mouse.down()
        other.press("−5")
        expect(table.board).to_contain_text("Ben · 35")
        table.page.mouse.up()
        expect(table.board).to_contain_text("Ana · 39")
        other.page.close()


@pytest.mark.full
def test_two_tabs_press_at_the_same_time(tmp_path: Path, browser: Browser) -> None:
    with local_table(tmp_path, browser) as table:
        seat_two(table)
        other = TablePage(browser.new_page())
        other.page.goto(table.page.url)
        other.be("Ben")
        for presses in range(1, 6):
            sent = slowly(table, button(table, "−1").click), slowly(other, button(other, "−5").click)
            for one in sent:
                one.continue_()
            for shown in (table.board, other.board):
                expect(shown).to_contain_text(f"Ana · {40 - presses}")
                expect(shown).to_contain_text(f"Ben · {40 - 5 * presses}")
            table.settle()
            other.settle()
        other.page.close()


@pytest.mark.full
def test_lines_are_typed_as_fast_as_one_can(tmp_path: Path, browser: Browser) -> None:
    """The next one while the one before is carried out, and a third that is sent later."""
    with local_table(tmp_path, browser) as table:
        seat_two(table)
        first = slowly(table, lambda: table.write("/life lose 3"))
        keyboard, field = table.page.keyboard, table.page.get_by_role("textbox", name="Message", exact=True)
        expect(field).to_have_value("")
        keyboard.type("/life lose 4")
        keyboard.press("Enter")
        keyboard.type("and now?")
        first.continue_()
        expect(table.board).to_contain_text("Ana · 33")
        table.settle()
        expect(field).to_have_value("and now?")
        keyboard.press("Enter")
        expect(table.conversation).to_contain_text("and now?")
        expect(field).to_have_value("")
