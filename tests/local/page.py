"""The local table's page as a person uses it: choose who you are, type commands, press buttons, read."""

import re
from pathlib import Path

from msgspec import Struct
from playwright.sync_api import Locator, Page, expect

FREE = ("name", "order")
"""Options in which also something can be typed that is not suggested."""


class TablePage(Struct, frozen=True):
    """One browser page on the local table."""

    page: Page

    @property
    def conversation(self) -> Locator:
        """The channel's messages, as the page's present user sees them."""
        return self.page.get_by_role("log")

    @property
    def last(self) -> Locator:
        """The newest message."""
        return self.conversation.get_by_role("article").last

    @property
    def board(self) -> Locator:
        """The newest message with buttons: a lobby or a board."""
        buttons = self.page.locator(".component-button")
        return self.conversation.get_by_role("article").filter(has=buttons).last

    def be(self, name: str) -> None:
        """Go on as ``name``."""
        people = self.page.get_by_label("You are", exact=True)
        if people.locator("option:checked").inner_text() != name:
            people.select_option(name)
            self.settle()
        expect(people).to_be_enabled()

    def commands(self, typed: str) -> list[str]:
        """Return the commands that the picker offers after ``typed``."""
        self._message.fill(typed)
        offered = self.page.get_by_role("listbox", name="Application commands").get_by_role("option")
        expect(offered.first).to_be_visible()
        names = offered.locator("strong").all_inner_texts()
        self._message.fill("")
        return names

    def run(self, command: str, **options: str) -> None:
        """Pick ``command`` in the picker, fill in ``options`` and send it."""
        self.settle()
        self._message.fill(f"/{command}")
        self._offered(rf"^\/{command}\b").click()
        for name, value in options.items():
            self._fill(name, value)
        incomplete = self.page.locator("[aria-invalid=true]").first
        while not self._message.is_visible():
            for name, value in options.items():
                self._keep(name, value)
            self.page.get_by_role("button", name="Send", exact=True).click()
            expect(self._message.or_(incomplete)).to_be_visible()

    def press(self, label: str) -> None:
        """Press the newest button that is called ``label``."""
        self.settle()
        self.conversation.get_by_role("button", name=label, exact=True).last.click()

    def choose(self, label: str, value: str) -> None:
        """Choose ``value`` in the newest list that is called ``label``."""
        self.settle()
        self.conversation.get_by_role("combobox", name=label).last.click()
        self._offered(rf"^{re.escape(value)}").click()

    def judge_at_once(self) -> None:
        """Let no one join a loss afterwards, so that the picture of a game need not wait for that."""
        self.run("settings")
        self.press("Timers…")
        self.page.get_by_label(re.compile("simultaneous")).fill("0")
        self.page.get_by_role("button", name="Submit", exact=True).click()
        expect(self.last).to_contain_text(re.compile("simultaneous.*: 0"))

    def say(self, line: str) -> None:
        """Put a whole line into the field at once, and send it by Enter."""
        self.settle()
        self._message.fill(line)
        self._send()

    def write(self, text: str) -> None:
        """Type a message, letter by letter, and send it by Enter."""
        self.settle()
        self._message.press_sequentially(text)
        self._send()

    def _send(self) -> None:
        expect(self.page.get_by_role("button", name="Send", exact=True)).to_be_enabled()
        self._message.press("Enter")

    def settle(self) -> None:
        """Wait while the page says that it does what came before: it throws away what is pressed then."""
        expect(self.page.locator("#action-status")).not_to_contain_text("…")

    def go_to(self, channel: str) -> None:
        """Go to another channel."""
        self.page.get_by_role("navigation", name="Channels").get_by_role("link", name=channel).click()
        expect(self.page.get_by_role("heading", name=channel)).to_be_visible()

    def picture(self, file: Path) -> None:
        """Take a picture of the page."""
        self.page.screenshot(path=file)

    @property
    def _message(self) -> Locator:
        return self.page.get_by_role("textbox", name="Message", exact=True)

    def _fill(self, name: str, value: str) -> None:
        field = self._field(name)
        if not field.count():
            self.page.get_by_role("button", name=re.compile(r"^\+\d+ (more|options)$")).click()
            self._offered(rf"^{name}\b").click()
        field.press_sequentially(value)
        if field.get_attribute("role") == "combobox" and name not in FREE:
            self._offered(rf"^{re.escape(value)}").click()

    def _keep(self, name: str, value: str) -> None:
        # The simulated Discord rebuilds its form when a message comes, and may lose the typed text.
        field = self._field(name)
        if field.get_attribute("role") == "combobox":
            if not field.input_value():
                self._fill(name, value)
        elif field.input_value() != value:
            field.fill(value)

    def _field(self, name: str) -> Locator:
        return self.page.get_by_label(re.compile(rf"^{name}(, required)?$"))

    def _offered(self, name: str) -> Locator:
        # The list of people at the top of the page has options too, which are not visible.
        return self.page.get_by_role("option", name=re.compile(name)).filter(visible=True).first


def link_of(table: TablePage) -> str:
    """Return the link that the local table welcomes people with."""
    text = table.conversation.inner_text()
    found = re.search(r"http://127\.0\.0\.1:\d+/w/[\w-]+/", text)
    assert found, text
    return found[0]
