"""What the guides show: lobby, boards, panel and picture of a game, as they look in a browser.

`make pictures` puts them into docs/pictures.
"""

import os
import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, expect

from tests.local.conftest import local_table
from tests.local.page import TablePage

pytestmark = pytest.mark.skipif("PICTURES" not in os.environ, reason="takes pictures: make pictures")

MELEE = "Ben, Cy, Dee, Eve, Fay, Gus, Hana, Ivo, Jo, Kim, Lea, Max, Nora, Otto, Pia"


WIDTH = 690
"""Pixels; messages are no wider."""


def take(message: Locator, file: Path) -> None:
    """Take a picture of one message alone, on a page that is high enough for all of it."""
    message.page.set_viewport_size({"width": 1280, "height": 1400})
    message.page.mouse.move(0, 0)
    expect(message.page.locator("#action-status")).not_to_contain_text("…")  # buttons are gray meanwhile
    message.page.wait_for_timeout(500)
    message.screenshot(path=file)  # waits until it is moved no more
    with Image.open(file) as image:
        image.crop((0, 0, min(image.width, WIDTH), image.height)).save(file)


def play_on(table: TablePage) -> None:
    """Play three rounds in which everyone but Ana loses life."""
    turn = 1
    for label in ("−5", "−1", "−5"):
        for name in ("Ben", "Cy", "Dee", "Ana"):
            table.be(name)
            if name != "Ana":
                table.press(label)
            active = re.findall(r"Turn \d+: (\w+)'s", table.conversation.inner_text())
            table.be(active[-1])
            table.press("Pass turn")
            turn += 1
            expect(table.conversation).to_contain_text(f"Turn {turn}: ")


def test_pictures_of_a_commander_game(tmp_path: Path, browser: Browser, pictures: Path) -> None:
    with local_table(tmp_path, browser) as table:
        table.judge_at_once()
        table.run("game new", variant="Commander", link="https://cams.example/friday")
        for name in ("Ben", "Cy"):
            table.be(name)
            table.press("Join")
            expect(table.board).to_contain_text(name)
        table.press("Ready")
        expect(table.board).to_contain_text("Cy (ready)")
        take(table.board, pictures / "lobby.png")
        table.press("Options…")
        expect(table.last).to_contain_text("Lobby options")
        take(table.last, pictures / "options.png")
        table.be("Dee")
        table.press("Join")
        expect(table.board).to_contain_text("Dee")
        table.run("game seats", order="Ben, Cy, Dee, Ana")
        table.run("game start", first="Ben")
        expect(table.board.get_by_role("button", name="Pass turn")).to_be_visible()

        table.be("Ana")
        table.write("/commander set name:Tana, the Bloodsower")
        table.run("designate monarch", who="Ana")
        table.run("counter add", kind="poison", amount="3", who="Ben")
        table.run("damage", amount="7", who="Cy", commander="Tana")
        table.run("effect add", effect="can't gain life", who="Dee")
        table.run("life lose", amount="8", who="each opponent")
        expect(table.board).to_contain_text("Ana · 40")
        take(table.board, pictures / "board-commander.png")

        table.press("Others…")
        expect(table.last).to_contain_text("Only you can see this")
        take(table.last, pictures / "panel.png")
        play_on(table)
        table.be("Ana")
        table.run("life lose", amount="12", who="each opponent")
        table.run("life lose", amount="28", who="each opponent")
        expect(table.last).to_contain_text("for game 1")
        expect(table.last.get_by_role("img")).to_have_js_property("naturalWidth", 1200)
        take(table.last, pictures / "chart.png")


def test_picture_of_a_two_headed_giant(tmp_path: Path, browser: Browser, pictures: Path) -> None:
    with local_table(tmp_path, browser) as table:
        table.run("game new", variant="Two-Headed Giant", players="Red: Ana, Ben / Blue: Cy, Dee")
        expect(table.board.get_by_role("button", name="Pass turn")).to_be_visible()
        table.run("life lose", amount="4", who="Red")
        table.run("counter add", kind="poison", amount="2", who="Cy")
        table.run("designate monarch", who="Dee")
        expect(table.board).to_contain_text("monarch")
        take(table.board, pictures / "board-two-headed-giant.png")


def test_picture_of_a_grand_melee(tmp_path: Path, browser: Browser, pictures: Path) -> None:
    with local_table(tmp_path, browser) as table:
        table.run("game new", variant="Grand Melee", players=MELEE)
        expect(table.board.get_by_role("button", name="Pass turn")).to_be_visible()
        table.run("life lose", amount="3")
        table.run("concede", who="Ben")
        table.press("Concede for Ben")
        table.run("counter add", kind="poison", amount="4")
        passing = table.page.get_by_role("button", name="Pass turn")
        board = table.conversation.get_by_role("article").filter(has=passing).last
        expect(board).to_contain_text("out")
        expect(board).to_contain_text("poison 4")
        take(board, pictures / "board-grand-melee.png")


def test_pictures_of_what_owners_and_players_decide(tmp_path: Path, browser: Browser, pictures: Path) -> None:
    with local_table(tmp_path, browser) as table:
        table.run("settings")
        expect(table.last).to_contain_text("Only you can see this")
        take(table.last, pictures / "settings.png")
        table.run("game new", variant="Commander")
        table.run("privacy delete")
        expect(table.last.get_by_role("button", name="Delete my data")).to_be_visible()
        take(table.last, pictures / "privacy.png")


def test_pictures_of_a_league_night_by_buttons(tmp_path: Path, browser: Browser, pictures: Path) -> None:
    """Eleven players in duels: sign-up, the panel, a round, a result, what is next, and the end."""
    with local_table(tmp_path, browser) as table:
        table.run("event create", name="Friday", play="duels")
        for name in ("Ben", "Cy", "Dee"):
            table.be(name)
            table.press("Join")
            expect(table.board).to_contain_text(name)
        take(table.board, pictures / "night-sign-up.png")
        table.be("Ana")
        table.press("Organize…")
        table.press("Add players…")
        names = table.page.get_by_role("textbox", name=re.compile("^Players"))
        names.fill("new: Gus, Hana, Ivo, Jo, Kim, Lea, Max, Nora")
        table.page.get_by_role("button", name="Submit", exact=True).click()
        expect(table.conversation).to_contain_text("Nora")
        table.press("Organize…")
        panels = table.conversation.get_by_role("article").filter(has_text="Only you can see this")
        expect(panels.last).to_contain_text("11 players are signed up")
        take(panels.last, pictures / "night-organize.png")
        table.press("Pair round 1")
        expect(panels.last.get_by_role("button", name="Enter results")).to_be_visible()
        take(panels.last, pictures / "night-round.png")
        table.press("Enter results")
        for number in range(1, 6):
            table.choose("Choose a table", f"Table {number}: ")
            expect(panels.last).to_contain_text(f"Round 1, table {number}")
            if number == 1:
                take(panels.last, pictures / "night-result.png")
            table.settle()
            panels.last.get_by_role("button", name=re.compile(" wins$")).first.click()
        expect(panels.last).to_contain_text("All tables are in.")
        take(panels.last, pictures / "night-next.png")
        table.press("Close…")
        table.press("Close event")
        over = table.conversation.get_by_role("article").filter(has_text="is over:").first
        expect(over).to_be_visible()
        take(over, pictures / "night-over.png")
