"""What a phone shows: the board and the panel on a page of 360 by 640 pixels, measured and looked at."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.local.conftest import local_table
from tests.local.page import TablePage

WIDTH, HEIGHT = 360, 640
NARROW = "width => innerWidth === width && document.querySelector('#preview-app').clientWidth <= width"
"""Whether the page has become as narrow as its window: it asks the simulated Discord for that first."""
STILL = """one => {
    const {x, y, width, height} = one.getBoundingClientRect(), is = [innerWidth, x, y, width, height].join();
    one.frames = is === one.was ? one.frames + 1 : 0;
    one.was = is;
    return one.frames >= 30;
}"""
"""Whether a message has stood still in its page for thirty frames, however fast these come."""


def on_a_phone(table: TablePage, message: Locator) -> tuple[float, float]:
    """Make the page as large as a phone; the width and height of a message there."""
    table.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    message.evaluate("one => one.scrollIntoView({block: 'center', behavior: 'instant'})")
    table.page.wait_for_function(NARROW, arg=WIDTH)
    table.page.wait_for_function(STILL, arg=message.element_handle())
    box = message.bounding_box()
    assert box is not None
    return box["width"], box["height"]


def picture(table: TablePage, message: Locator, file: Path) -> None:
    """A picture of all of a message, as wide as on a phone."""
    table.page.set_viewport_size({"width": WIDTH, "height": 2 * HEIGHT})
    table.page.mouse.move(0, 0)
    table.page.wait_for_timeout(1000)
    message.screenshot(path=file)


def on_a_computer(table: TablePage) -> None:
    """Make the page as large as before."""
    table.page.set_viewport_size({"width": 1280, "height": 900})
    table.page.wait_for_timeout(1000)


@pytest.mark.full
def test_four_commander_players_fit_a_phone(tmp_path: Path, browser: Browser, pictures: Path) -> None:
    """Totals, what matters beside them and every button, with what a game of an hour has brought."""
    with local_table(tmp_path, browser) as table:
        table.run("game new", variant="Commander")
        for name in ("Ben", "Cy", "Dee"):
            table.be(name)
            table.press("Join")
            expect(table.board).to_contain_text(name)
        table.press("Start")
        expect(table.board.get_by_role("button", name="Pass turn")).to_be_visible()
        table.be("Ana")
        table.write("/commander set name:Tana, the Bloodsower")
        expect(table.board).to_contain_text("Tana")  # what is typed before an answer comes may be lost
        table.run("designate monarch")
        expect(table.board).to_contain_text("monarch")
        table.run("counter add", kind="poison", amount="3", who="Ben")
        expect(table.board).to_contain_text("poison 3/10")
        table.run("damage", amount="7", who="Cy", commander="Tana")
        expect(table.last).to_contain_text("7 of 21 from Tana")
        table.run("life lose", amount="8", who="each opponent")
        expect(table.last).to_contain_text("Cy 33 → 25")
        expect(table.board).to_contain_text("lost 8 life")
        table.press("Cast")
        expect(table.board).to_contain_text("Tana tax 2")

        width, height = on_a_phone(table, table.board)
        assert width <= WIDTH
        assert height <= HEIGHT
        for button in table.board.get_by_role("button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= WIDTH
        picture(table, table.board, pictures / "board-phone.png")

        on_a_computer(table)
        board = table.board.inner_text()
        seats = sorted(
            ("Ana", "Ben", "Cy", "Dee"), key=lambda name: board.index(f"{name} ·")
        )  # they are drawn
        table.board.get_by_role("button", name="±").nth(seats.index("Cy")).click()
        expect(table.last).to_contain_text("Only you can see this")
        assert on_a_phone(table, table.last)[1] <= HEIGHT
        picture(table, table.last, pictures / "panel-phone.png")
        on_a_computer(table)
        table.press("Commander…")
        expect(table.last).to_contain_text("Combat damage by Tana")
        assert on_a_phone(table, table.last)[1] <= HEIGHT
        picture(table, table.last, pictures / "commander-damage-phone.png")
