"""The local table as a newcomer meets it: in a browser, with nothing set up."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.local.conftest import local_table


def test_the_page_says_what_to_type_and_the_picker_knows_it(tmp_path: Path, browser: Browser) -> None:
    with local_table(tmp_path, browser) as table:
        expect(table.conversation).to_contain_text("/game new")
        assert "/game new" in table.commands("/game")
