"""README and guides: they name only commands, options, files, settings and permissions that there are."""

import re
from pathlib import Path

import pytest
from discord.app_commands import Command

from bot.settings import VARIABLES
from cogs.core.delivery.places import PERMISSIONS
from tests.support.evening import Evening

ROOT = Path(__file__).parents[1]
GUIDES = {
    file: file.read_text(encoding="utf-8") for file in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
}
SETTINGS = GUIDES[ROOT / "docs" / "owners-reference.md"]
OWNERS, PLAYERS = GUIDES[ROOT / "docs" / "owners.md"], GUIDES[ROOT / "docs" / "players.md"]
TYPED = re.compile(r"`/([a-z]+(?:\s[^`]*)?)`")
LINKED = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
SHOWN = re.compile(r"!\[[^\]]+\]\(([^)]+)\)")
FOLDERS = {"data", "health", "metrics", "tmp"}
"""Words that begin with a slash and aren't commands."""
PAGES = [
    *GUIDES.values(),
    *(
        file.read_text(encoding="utf-8")
        for file in (ROOT / "CONTRIBUTING.md", *(ROOT / "docs" / "decisions").glob("*.md"))
    ),
]
"""The guides, and what contributors read."""
RUN = re.compile(r"python -m ((?:benchmarks|bot|campaign|cogs|tests)[\w.]*\w)")
DOTTED = re.compile(r"`((?:bot|cogs|rules|storage|web)(?:\.\w+)+)`")
NAMED = re.compile(r"`((?:benchmarks|bot|cogs|rules|storage|tests)/[\w/]+\.py)`")
OPTION = re.compile(r"(?:^| )([a-z-]+):(?!//)")
FILLED = re.compile(r" [a-z-]+:[^\s/]")
"""An option with what is typed there: the whole can be typed as it stands, with all that Discord asks for."""

every_guide = pytest.mark.parametrize("file", GUIDES, ids=lambda file: file.name)


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub gives the headings of a page."""
    headings = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_guide
def test_what_is_linked_is_there(file: Path) -> None:
    linked = [((file.parent / page) if page else file, part) for page, part in LINKED.findall(GUIDES[file])]
    assert [page for page, _ in linked if not page.exists()] == []
    assert [(page.name, part) for page, part in linked if part and part not in anchors(page)] == []


@every_guide
async def test_what_can_be_typed_is_there(evening: Evening, file: Path) -> None:
    every = {one.qualified_name: one for one in evening.bot.tree.walk_commands()}
    for typed in {" ".join(one.split()) for one in TYPED.findall(GUIDES[file])} - FOLDERS:
        named = [name for name in every if f"{typed} ".startswith(f"{name} ")]
        assert named, f"/{typed}"
        command = every[max(named, key=len)]
        options = (
            {one.display_name: one.required for one in command.parameters}
            if isinstance(command, Command)
            else {}
        )
        assert set(OPTION.findall(typed)) <= set(options), f"/{typed}"
        if FILLED.search(typed):
            required = {name for name, needed in options.items() if needed}
            assert required <= set(OPTION.findall(typed)), f"/{typed}"


def test_owners_read_of_every_setting() -> None:
    assert [name for name in VARIABLES if f"| `{name}` |" not in SETTINGS] == []


def test_owners_read_of_every_permission_that_is_asked_for() -> None:
    table = OWNERS.partition("## What it asks for")[2].partition("Some servers")[0]
    asked = {name.replace("read_messages", "view_channels") for name, on in PERMISSIONS if on}
    named = re.findall(r"^\| ([A-Z][^|]+) \|", table, re.MULTILINE)
    assert {one.lower().replace(" ", "_") for row in named for one in row.strip().split(", ")} == asked


def test_players_see_pictures_of_the_product_and_words_for_those_who_see_none() -> None:
    assert len(re.findall(r"!\[[^\]]{20,}\]\(pictures/", PLAYERS)) >= 4


def test_every_picture_is_shown_in_a_guide() -> None:
    shown = {(file.parent / one).resolve() for file, page in GUIDES.items() for one in SHOWN.findall(page)}
    pictures = [*(ROOT / "docs" / "pictures").iterdir()]
    assert len(pictures) > 20
    assert [one.name for one in pictures if one.resolve() not in shown] == []


def test_contributors_read_of_files_that_there_are() -> None:
    named = {one for page in PAGES for one in NAMED.findall(page)}
    assert len(named) > 20
    assert [one for one in sorted(named) if not (ROOT / one).exists()] == []


def test_commands_of_a_shell_and_names_in_code_are_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    made = {one for page in PAGES for one in re.findall(r"`make ([a-z-]+)", page)}
    assert made - targets == set()
    run = {one.replace(".", "/") for page in PAGES for one in RUN.findall(page)}
    found = {one for one in run if (ROOT / one / "__main__.py").exists() or (ROOT / f"{one}.py").exists()}
    assert run - found == set()
    for name in {one for page in PAGES for one in DOTTED.findall(page)}:
        place, _, last = name.replace(".", "/").rpartition("/")
        if not (ROOT / place / last).exists() and not (ROOT / place / f"{last}.py").exists():
            source = (ROOT / f"{place}.py").read_text(encoding="utf-8")
            assert re.search(rf"^(def|class) {last}\b", source, re.MULTILINE), name


def test_what_decisions_say_of_tests_is_shown_by_tests_that_there_are() -> None:
    pages = [file.read_text(encoding="utf-8") for file in (ROOT / "docs" / "decisions").glob("*.md")]
    named = {one for page in pages for one in re.findall(r"`(test_\w+|Test\w+)`", page)}
    source = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    known = {*re.findall(r"def (test_\w+)\(", source), *re.findall(r"^(Test\w+) = ", source, re.MULTILINE)}
    assert len(named) > 30
    assert sorted(named - known) == []
