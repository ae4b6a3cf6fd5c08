"""What Discord shows of the commands, whether /help knows them, and that nothing pings anyone."""

import re
from collections.abc import Iterator, Mapping, Sequence

import pytest
from discord import AppCommandOptionType
from discord.app_commands import Command, Group, Parameter

from cogs.help.pages import FORMER_TITLES, PAGES
from tests.support.evening import Evening
from tests.support.messages import components, private_message_of, text
from tests.support.tables import two_headed

Commands = Mapping[str, Sequence[Parameter]]
"""The options of every command that can be typed, by the command's whole name."""
EXAMPLE = re.compile(r"`/([^`]+)`")
UPDATE = 7
"""Discord's number for an answer that changes the pressed message."""
ALL_TEXT = 4000
"""Characters that Discord takes in all texts of a message with components; its reference."""
SNOWFLAKE = 20
"""Digits of the longest ID, which a mention of a command has."""
OPTION = re.compile(r"(?:^| )([a-z-]+):")


def commands(evening: Evening) -> Commands:
    """Return what Discord offers to type."""
    every = evening.bot.tree.walk_commands()
    return {one.qualified_name: one.parameters for one in every if isinstance(one, Command)}


def examples() -> Iterator[tuple[str, str]]:
    """Yield everything on the pages of /help that looks like a command, with the page's title."""
    for title, lines in PAGES.items():
        for typed in EXAMPLE.findall("\n".join(lines)):
            yield title, typed


def name_in(typed: str, known: Commands) -> str | None:
    """Return the command that an example begins with; a subcommand before its group's name."""
    fitting = [name for name in known if f"{typed} ".startswith(f"{name} ")]
    return max(fitting, key=len, default=None)


def values_in(typed: str) -> dict[str, str]:
    """Return the options of an example and what is typed into them."""
    found = list(OPTION.finditer(typed))
    ends = [*(one.start() for one in found[1:]), len(typed)]
    return {one[1]: typed[one.end() : end].strip() for one, end in zip(found, ends, strict=False)}


def assert_can_be_typed(value: str, parameter: Parameter) -> None:
    """An option takes what an example types into it."""
    if parameter.choices:
        assert value in [choice.name for choice in parameter.choices]
    if parameter.type is AppCommandOptionType.integer:
        assert parameter.min_value is None or parameter.min_value <= int(value)
        assert parameter.max_value is None or parameter.max_value >= int(value)
    if parameter.type is AppCommandOptionType.boolean:
        assert value in ("True", "False")


@pytest.fixture(scope="module")
async def known(tmp_path_factory: pytest.TempPathFactory) -> Commands:
    """The commands that Discord offers, which are the same in all of these tests."""
    async with Evening(tmp_path_factory.mktemp("commands") / "arbiter.db") as evening:
        return commands(evening)


async def test_every_command_and_option_is_described(evening: Evening) -> None:
    for command in evening.bot.tree.walk_commands():
        assert command.description not in ("", "…"), command.qualified_name
        if not isinstance(command, Group):
            for parameter in command.parameters:
                described = parameter.description not in ("", "…")
                assert described, f"/{command.qualified_name} {parameter.display_name}"


def test_every_command_is_on_a_page_of_help(known: Commands) -> None:
    shown = {name_in(typed, known) for _, typed in examples()}
    assert sorted(known.keys() - shown) == []


@pytest.mark.parametrize(("title", "typed"), list(examples()))
def test_an_example_of_help_can_be_typed(known: Commands, title: str, typed: str) -> None:
    name = name_in(typed, known)
    assert name is not None, f"{title} tells of a command that does not exist"
    values, parameters = values_in(typed), {one.display_name: one for one in known[name]}
    assert values.keys() <= parameters.keys()
    for option, value in values.items():
        assert_can_be_typed(value, parameters[option])


async def test_every_page_of_help_fits_and_leads_to_the_others(evening: Evening) -> None:
    overview = await evening.types("Eve", "help")
    assert overview.text == (await evening.types("Eve", "help", topic=next(iter(PAGES)))).text
    for title in PAGES:
        shown = private_message_of(await evening.people["Eve"].slash(evening.channel, "help", topic=title))
        page = text(shown)
        assert page.startswith(f"## {title}\n")
        assert all(other in page for other in PAGES)
        sent = "".join(part.get("content", "") for part in components(shown))
        assert len(sent) + sent.count("</") * SNOWFLAKE <= ALL_TEXT


async def test_help_finds_the_page_for_a_title_a_command_or_a_word(evening: Evening) -> None:
    for typed, title in (
        ("commander", "Commander"),
        ("MISTAKES", "Fixing mistakes"),
        ("/privacy", "Your data"),
        ("life lose", "Life and damage"),
        ("undo", "Fixing mistakes"),
        ("monarch", "Monarch, dungeons and more"),
        ("picture", "Log and life chart"),
        ("poison", "Counters and effects"),
    ):
        shown = await evening.types("Eve", "help", topic=typed)
        assert shown.text.startswith(f"## {title}\n"), typed


async def test_help_finds_the_page_for_words_that_it_had_before(evening: Evening) -> None:
    for title, words in FORMER_TITLES.items():
        for word in words:
            shown = await evening.types("Eve", "help", topic=word)
            assert shown.text.startswith(f"## {title}\n"), word


async def test_help_offers_the_nearest_for_what_no_page_tells_of(evening: Evening) -> None:
    assert (await evening.refused("Eve", "help", topic="Comander")).endswith(" Commander?")
    assert (await evening.refused("Eve", "help", topic="mulligann")).endswith(" mulligan?")
    assert await evening.refused("Eve", "help", topic="**x**") == "No help page covers “\\*\\*x\\*\\*”."


async def test_help_suggests_its_pages(evening: Evening) -> None:
    assert await evening.suggestions("Eve", "help", "topic") == list(PAGES)
    assert await evening.suggestions("Eve", "help", "topic", "mist") == ["Fixing mistakes"]


async def test_nothing_that_the_bot_says_pings(evening: Evening) -> None:
    await two_headed(evening)
    await evening.presses("Ben", "−1")
    await evening.types("Cy", "life lose", amount=3, who="@everyone")
    await evening.types("Cy", "counter add", kind="@everyone", who="each player")
    await evening.types("Cy", "concede")
    await evening.types("Cy", "game board")
    posted = [sent.json for sent in evening.env.http_requests if sent.method == "POST"]
    said = [one.get("data", one) for one in posted if one is not None and one.get("type") != UPDATE]
    assert len(said) > 8
    for one in said:
        assert one["allowed_mentions"] == {"parse": []}
        assert "@everyone" not in (one.get("content") or "")
