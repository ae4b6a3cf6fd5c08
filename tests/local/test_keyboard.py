"""The local table by keyboard, as in Discord: commands, forms, and a league night from start to end."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.local.conftest import local_table
from tests.local.page import TablePage

COMMAND_LIST = "Application commands"
"""The name of the list of suggested commands, which takes a busy machine a moment."""


@pytest.mark.full
def test_commands_are_given_by_keyboard_alone(tmp_path: Path, browser: Browser) -> None:
    """Enter takes a command from the list, and sends it if nothing is missing; Escape leaves it."""
    with local_table(tmp_path, browser) as table:
        keyboard = table.page.keyboard
        field = table.page.get_by_role("textbox", name="Message", exact=True)
        table.settle()
        field.click()
        keyboard.type("/coin")
        expect(table.page.get_by_role("listbox", name=COMMAND_LIST)).to_be_visible()
        keyboard.press("Enter")
        expect(table.page.locator(".command-chip")).to_be_visible()
        keyboard.press("Enter")
        expect(table.last).to_contain_text(re.compile("heads|tails", re.IGNORECASE))
        table.settle()
        field.click()
        keyboard.type("/roll")
        expect(table.page.get_by_role("listbox", name=COMMAND_LIST)).to_be_visible()
        keyboard.press("Enter")
        expect(table.page.locator(".command-chip")).to_be_visible()
        keyboard.press("Escape")
        expect(table.page.locator(".command-chip")).to_have_count(0)


class Keys:
    """A keyboard, without which nothing is pressed."""

    def __init__(self, table: TablePage) -> None:
        self._table = table
        self._page = table.page

    def reach(self, control: Locator) -> None:
        """Press Tab until a control is focused."""
        expect(control).to_be_visible()
        while not control.evaluate("one => one === document.activeElement"):
            self._page.keyboard.press("Tab")

    def press(self, control: Locator) -> None:
        """Go to a button or link and press Enter."""
        self._table.settle()
        self.reach(control)
        self._page.keyboard.press("Enter")

    def types(self, command: str) -> None:
        """Type a command, wherever one is; Enter picks it from the list, where it has no options, and sends
        it."""
        self._table.settle()
        self._page.keyboard.type(command)
        if ":" not in command:
            expect(self._page.get_by_role("listbox", name=COMMAND_LIST)).to_be_visible()
            self._page.keyboard.press("Enter")
            expect(self._page.locator(".command-chip")).to_be_visible()
        self._page.keyboard.press("Enter")

    def fills_in(self, text: str) -> None:
        """Type into the first field of a form, where it begins, and submit it."""
        submit = self._page.get_by_role("button", name="Submit", exact=True)
        expect(submit).to_be_visible()
        expect(self._page.locator("input:focus, textarea:focus")).to_be_visible()
        self._page.keyboard.type(text)
        self.press(submit)

    def is_now(self, name: str) -> None:
        """Choose who one is."""
        people = self._page.get_by_label("You are")
        self.reach(people)
        self._page.keyboard.type(name)
        expect(people.locator("option:checked")).to_have_text(name)
        self._page.keyboard.press("Enter")


@pytest.mark.full
def test_a_league_night_is_played_to_its_end_by_keyboard_alone(tmp_path: Path, browser: Browser) -> None:
    """An event of four, among them two moderators, whose table's result is disputed and ruled on."""
    with local_table(tmp_path, browser) as table:
        keys, talk = Keys(table), table.conversation
        places = table.page.get_by_role("navigation", name="Channels")

        def press(label: str) -> None:
            keys.press(talk.get_by_role("button", name=label, exact=True).last)

        keys.press(places.get_by_role("link", name="league"))
        expect(table.page.get_by_role("heading", name="league", exact=True)).to_be_visible()
        keys.types("/league create")
        keys.fills_in("Friday")
        expect(table.last).to_contain_text("League: Friday")
        keys.types("/event create name:Night")
        expect(talk).to_contain_text("0 players")
        for number, name in enumerate(("Cy", "Ben", "Dee", "Ana"), start=1):
            keys.is_now(name)
            press("Join")
            expect(talk).to_contain_text(f"{number} player")
        press("Organize…")
        press("Pair round 1")
        keys.press(places.get_by_role("link", name="table 1"))
        expect(talk).to_contain_text("your table is open")
        keys.types("/life lose amount:40 who:each opponent")
        expect(talk).to_contain_text("Ana wins")
        expect(talk).to_contain_text("result 1")
        keys.press(places.get_by_role("link", name="league").first)
        expect(table.page.get_by_role("heading", name="league", exact=True)).to_be_visible()
        keys.is_now("Cy")
        keys.types("/league result dispute result:1 reason:I gained 8")
        expect(table.last).to_contain_text("disputed")
        keys.is_now("Fay")
        keys.types("/league inbox")
        press("Open")
        press("Accept…")
        keys.fills_in("Nothing was gained")
        expect(table.last).to_contain_text("ruling has been posted")
        keys.is_now("Ana")
        press("Organize…")
        press("Close…")
        press("Close event")
        expect(talk).to_contain_text("is over:")


@pytest.mark.full
def test_a_dispute_is_ruled_on_in_its_thread_by_keyboard_alone(tmp_path: Path, browser: Browser) -> None:
    with local_table(tmp_path, browser) as table:
        keys, buttons = Keys(table), table.conversation
        places = table.page.get_by_role("navigation", name="Channels")
        keys.press(places.get_by_role("link", name="league"))
        expect(table.page.get_by_role("heading", name="league", exact=True)).to_be_visible()
        keys.types("/league create")
        keys.fills_in("Friday")
        expect(table.last).to_contain_text("League: Friday")
        keys.types("/league report players:@Ben, @Cy, @Dee")
        keys.is_now("Cy")
        keys.press(buttons.get_by_role("button", name="Dispute…"))
        keys.fills_in("Cy won")
        thread = places.get_by_role("link", name="Friday")
        keys.press(thread)
        expect(table.conversation).to_contain_text("Cy won")
        keys.is_now("Ana")
        keys.press(buttons.get_by_role("button", name="Void…"))
        keys.fills_in("Seen by Ana")
        expect(table.conversation).to_contain_text("Seen by Ana")
