"""Every text is in every catalogue, nothing in a translation is broken, and people are answered in theirs."""

import ast
import asyncio
import gettext
import io
import re
import string
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from discord import app_commands

from cogs.catalogues.collecting import TRANSLATED_PACKAGES, Tree, collected
from cogs.locales.catalogs import (
    CHOICE,
    COMMAND,
    DOMAINS,
    OPTION,
    Translations,
    catalog,
    catalog_text,
    command_key,
    names_in,
    read_catalog,
    translations,
)
from cogs.locales.mentions import localized
from cogs.text.language import ENGLISH, LANGUAGE_NAMES, in_every_language, language_of, speaking, tr
from cogs.unconnected import unconnected
from storage.settings.definitions import LANGUAGE, Level
from storage.settings.definitions import LANGUAGES as CHOSEN
from tests.support.evening import Evening
from tests.support.event_loop import budget

ROOT = Path(__file__).parents[3]
OTHERS = [language for language in LANGUAGE_NAMES if language != ENGLISH]
QUOTED = re.compile(r"`[^`]*`")
DESCRIPTION, ALL = 100, 8000
"""Characters that Discord takes as a description and in a command with all that belongs to it."""


@pytest.fixture(scope="module")
def tree() -> Tree:
    async def installed() -> Tree:
        async with unconnected() as (bot, _):
            return bot.tree

    return asyncio.run(installed())


@pytest.fixture(scope="module")
def texts(tree: Tree) -> dict[str, Catalog]:
    return collected(tree)


def keys(messages: Catalog) -> set[tuple[str | None, object]]:
    return {(message.context, message.id) for message in messages if message.id}


def translated(language: str) -> Iterator[Message]:
    """Yield what is translated into a language."""
    for domain in DOMAINS:
        yield from (one for one in read_catalog(language, domain) if one.id and any(one.string or ()))


def forms(message: Message) -> Iterator[tuple[str, str]]:
    """Each form of a translation with the English one that it stands for."""
    if isinstance(message.id, str) and isinstance(message.string, str):
        yield message.id, message.string
    elif message.string is not None:
        yield from ((message.id[-1], form) for form in message.string)


def places(text: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def test_the_languages_that_can_be_chosen_are_those_spoken() -> None:
    assert tuple(LANGUAGE_NAMES) == CHOSEN


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_every_text_and_no_other(
    language: str, domain: str, texts: dict[str, Catalog]
) -> None:
    have, want = keys(read_catalog(language, domain)), keys(texts[domain])
    assert have - want == set(), "these are not said any more: make texts"
    assert want - have == set(), "these are new: make texts"


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: str, domain: str) -> None:
    missing = [one.id for one in read_catalog(language, domain) if one.id and not all(one.string or ("",))]
    assert missing == []


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_places_and_marks_of_the_english_text(language: str) -> None:
    for message in translated(language):
        for english, said in forms(message):
            required = places(english)
            if not isinstance(message.id, str):
                required.pop("n", None)  # a form for one or two may say it in a word
            assert required.keys() <= places(said).keys(), said
            assert places(said).keys() <= places(english).keys(), said
            for mark in ("**", "~~", "`"):
                assert said.count(mark) == english.count(mark), said
            assert Counter(QUOTED.findall(said)) == Counter(QUOTED.findall(english)), said
            assert said.count("\n") == english.count("\n"), said


@pytest.mark.parametrize("language", OTHERS)
def test_discord_takes_every_command_in_the_language(language: str, tree: Tree) -> None:
    names = {(one.context, one.id): str(one.string) for one in translated(language) if one.context}
    for command in tree.walk_commands():
        if isinstance(command, app_commands.ContextMenu):
            continue
        name = names.get((COMMAND, command_key(command.qualified_name)), command.name)
        assert re.fullmatch(r"[-_'\w]{1,32}", name), name
        assert name == name.lower()
        with speaking(language):
            assert len(tr(command.description)) <= DESCRIPTION, tr(command.description)
            if isinstance(command, app_commands.Command):
                for parameter in command.parameters:
                    assert len(tr(str(parameter.description))) <= DESCRIPTION, tr(str(parameter.description))
                own = [names.get((OPTION, one.display_name), one.display_name) for one in command.parameters]
                assert all(re.fullmatch(r"[-_'\w]{1,32}", one) and one == one.lower() for one in own), own
                assert len(own) == len(set(own)), f"/{command.qualified_name}: {own}"
    siblings: dict[object, list[str]] = {}
    for command in tree.walk_commands():
        if not isinstance(command, app_commands.ContextMenu):
            siblings.setdefault(command.parent, []).append(
                names.get((COMMAND, command_key(command.qualified_name)), command.name)
            )
    for group in siblings.values():
        assert len(group) == len(set(group)), group


def test_no_command_is_too_long_with_all_its_languages(tree: Tree) -> None:
    """Discord counts names, descriptions and choices of a command, of each the longest language.

    It takes 100 commands.
    """
    assert len(tree.get_commands()) <= 100
    longest: dict[tuple[str | None, str], int] = {}
    for language in OTHERS:
        for one in translated(language):
            key = one.context, str(one.id)
            longest[key] = max(longest.get(key, 0), len(str(one.string)))
    for command in tree.get_commands():
        assert _length(command, longest) <= ALL, command.name


def _length(command: object, longest: dict[tuple[str | None, str], int]) -> int:
    def of(context: str | None, text: str) -> int:
        return max(len(text), longest.get((context, text), 0))

    if isinstance(command, app_commands.Group):
        children = sum(_length(child, longest) for child in command.commands)
        return of(COMMAND, command_key(command.qualified_name)) + of(None, command.description) + children
    if not isinstance(command, app_commands.Command):
        return 0
    total = of(COMMAND, command_key(command.qualified_name)) + of(None, command.description)
    for one in command.parameters:
        total += of(OPTION, one.display_name) + of(None, str(one.description))
        total += sum(of(CHOICE, choice.name) + len(str(choice.value)) for choice in one.choices)
    return total


WRITTEN_OUT = ("tr", "trn", "trp", "mark")


def calls(code: ast.AST) -> Iterator[ast.Call]:
    """Yield where a text is looked up."""
    for call in ast.walk(code):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in WRITTEN_OUT:
            yield call


def test_what_is_looked_up_is_written_out_or_in_a_table_that_is_collected(
    texts: dict[str, Catalog],
) -> None:
    """A text put together from pieces would be in no catalogue; with Python 3.11 nor would one inside an
    f-string."""
    for package in TRANSLATED_PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            code = ast.parse(file.read_text())
            for call in calls(code) if file.name != "language.py" else ():
                assert not isinstance(call.args[0], ast.JoinedStr | ast.BinOp), f"{file}:{call.lineno}"
            for whole in (one for one in ast.walk(code) if isinstance(one, ast.JoinedStr)):
                for call in calls(whole):
                    assert not isinstance(call.args[0], ast.Constant), f"{file}:{call.lineno}"


def test_no_text_without_a_number_is_the_singular_of_a_plural() -> None:
    """A language with one form for all numbers has the number in it."""
    singulars = {one.id[0] for one in translated("ja") if isinstance(one.id, list | tuple)}
    files = (file for package in TRANSLATED_PACKAGES for file in (ROOT / package).rglob("*.py"))
    found = (call for file in files for call in calls(ast.parse(file.read_text())))
    alone = {one.args[0] for one in found if isinstance(one.func, ast.Name) and one.func.id in ("tr", "mark")}
    assert singulars & {one.value for one in alone if isinstance(one, ast.Constant)} == set()


@pytest.mark.own_bot
async def test_a_start_has_read_all_languages_before_anyone_asks(evening: Evening) -> None:
    catalog.cache_clear()
    await evening.restart()
    assert catalog.cache_info().misses == len(OTHERS)
    assert len({*in_every_language("Undo")}) > 1
    assert catalog.cache_info().misses == len(OTHERS)


@pytest.mark.alone
@pytest.mark.parametrize("language", OTHERS)
def test_the_first_text_in_a_language_holds_no_one_up(language: str) -> None:
    """The quickest of three times, because other programs keep the processor's caches busy."""
    took: list[float] = []
    for _ in range(3):
        catalog.cache_clear()
        begun = time.thread_time()
        assert catalog(language).gettext("Pass turn") != "Pass turn"
        took.append(time.thread_time() - begun)
    assert min(took) < budget()


def test_plurals_of_other_languages_are_those_of_their_catalogues() -> None:
    """Polish has three forms: 1; 2 to 4, but not 12 to 14; and all others."""
    polish = Catalog(locale="pl")
    polish.add(("{n} card", "{n} cards"), ("karta", "karty", "kart"))
    known = Translations(io.BytesIO(catalog_text(polish)))
    counted = {number: known.ngettext("{n} card", "{n} cards", number) for number in (1, 2, 5, 12, 22, 25)}
    assert counted == {1: "karta", 2: "karty", 5: "kart", 12: "kart", 22: "karty", 25: "kart"}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("domain", DOMAINS)
def test_catalogues_are_understood_as_babel_and_gettext_understand_them(language: str, domain: str) -> None:
    known, file = catalog(language), io.BytesIO()
    write_mo(file, read_catalog(language, domain), use_fuzzy=True)
    file.seek(0)
    expected = gettext.GNUTranslations(file)
    for one in read_catalog(language, domain):
        if isinstance(one.id, list | tuple):
            for number in range(130):
                form = expected.ngettext(one.id[0], one.id[1], number)
                assert known.ngettext(one.id[0], one.id[1], number) == form
        elif one.context is not None:
            assert known.pgettext(one.context, one.id) == expected.pgettext(one.context, one.id)
        elif one.id:
            assert known.gettext(one.id) == expected.gettext(one.id)


def test_commands_in_texts_are_called_as_discord_calls_them_there() -> None:
    """By hand: with `life` as `leben` and `lose` as `verlieren`, options and choices alike."""
    german = {(one.context, one.id): str(one.string) for one in translated("de") if one.context}
    with speaking("de"):
        shown = tr("You aren't in this game. Use `/game join` to take a seat.")
    assert f"`/{german[(COMMAND, 'game')]} {german[(COMMAND, 'join')]}`" in shown
    draw, drawn = german[(COMMAND, "draw")], german[(COMMAND, "library draw")]
    assert draw != drawn, "the end of a game and what is done with a library"
    names = names_in(translations("de"))
    library = german[(COMMAND, "library")]
    assert localized("`/draw` `/library draw`", names) == f"`/{draw}` `/{library} {drawn}`"
    who, start = german[(OPTION, "who")], german[(OPTION, "start")]
    assert localized("`who` `start:False` `d20`", names) == f"`{who}` `{start}:False` `d20`"


@pytest.mark.parametrize(
    ("locale", "language"),
    [("de", "de"), ("en-GB", "en"), ("es-ES", "es"), ("es-419", "es"), ("pt-BR", "pt"), ("ko", "en")],
)
def test_the_language_for_what_discord_says(locale: str, language: str) -> None:
    assert language_of(discord.Locale(locale)) == language


async def test_everyone_hears_the_servers_language_and_one_person_their_own(evening: Evening) -> None:
    await evening.types("Ana", "game new", variant="two_player")
    await evening.types("Ben", "game join")
    await evening.types("Ana", "game start")
    ben = evening.people["Ben"].id
    await evening.settings.choose(Level.SERVER, evening.server.id, LANGUAGE, "fr")
    await evening.settings.choose(Level.OWN, ben, LANGUAGE, "de")
    refusal = await evening.refused("Ben", "release")
    assert refusal == catalog("de").gettext("No hold is active. Start one with `/hold`.")
    held = await evening.types("Ben", "hold")
    french = catalog("fr").gettext(
        "Hold: from now on, changes count as one event. `/release` then checks for losses."
    )
    assert held.text == french
    assert catalog("fr").gettext("Pass turn") in evening.buttons()
    status = await evening.types("Ben", "effect list")
    assert status.private
    assert status.text == catalog("de").gettext("No active effects. Add one with `/effect add`.")
    again = await evening.refused("Ana", "hold")
    assert again == "A hold is already active. Enter the changes, then use `/release`."
