"""docs/privacy.md says what /privacy says."""

from pathlib import Path

from cogs.privacy.commands import STATEMENT

TEXT = (Path(__file__).parents[1] / "docs" / "privacy.md").read_text(encoding="utf-8")


def test_the_page_says_what_the_command_says() -> None:
    page = " ".join(TEXT.split())
    assert [paragraph for paragraph in STATEMENT if paragraph not in page] == []
