"""Texts, numbers and names of teams are wholly in their language."""

import re
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal

from cogs.locales.catalogs import CHOICE, COMMAND, OPTION, translations
from cogs.text.formatting import day, percentage
from cogs.text.language import ENGLISH, LANGUAGE_NAMES, speaking, tr, trp
from cogs.text.leagues.text import points
from cogs.text.names import team
from rules.setup.seating_plan import ARCHENEMY, HEROES, TEAM_NAMES
from storage.settings.definitions import LANGUAGE, Level
from tests.support.evening import Evening
from tests.support.tables import deal

ROOT = Path(__file__).parents[3]
OTHERS = sorted(LANGUAGE_NAMES.keys() - {ENGLISH})
ENGLISH_WORD = re.compile(
    r"(?<![\w/=&?])(the|of|with|your|you|this|that|next|turn|turn-of|step|players?|until|damage|each|who|when|"
    r"what|from|opponents?|leave|choose|press|names?:|game:)(?![\w=])"
)
"""Words that no other language has, as the command's options in English or in a sentence."""
PROPER = re.compile(
    r"\{[^}]*\}|Approach of the Second Sun|Pact of Negation|The One Ring|[Bb]est[- ]of|player \d",
    re.IGNORECASE,
)
"""Placeholders, cards, what duels are called everywhere, and columns of files."""
ALSO_ELSEWHERE = {"de": {"name:"}}
"""What reads alike in a language."""


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_mixes_english_with_its_language(language: str) -> None:
    mixed = list[str]()
    for one in translations(language):
        if one.context not in (COMMAND, OPTION, CHOICE):
            with speaking(language):
                said = trp(one.context, one.id) if one.context else tr(one.id)
            found = {*ENGLISH_WORD.findall(PROPER.sub("", said))}
            mixed += [f"{said}: {found}"] if found - ALSO_ELSEWHERE.get(language, set[str]()) else []
    assert mixed == []


def test_no_list_that_people_read_is_joined_by_a_comma_of_the_code() -> None:
    """Each language has its own comma; what stays is typed, or a part of a name."""
    joined = [
        str(file.relative_to(ROOT))
        for package in ("cogs", "web")
        for file in (ROOT / package).rglob("*.py")
        if re.search(r"""["'][,;] ["']\.join""", file.read_text(encoding="utf-8"))
    ]
    assert sorted(joined) == [
        "cogs/catalogues/missing.py",
        "cogs/leagues/core/parsing_details.py",
        "cogs/leagues/views/fields.py",
        "cogs/play/line.py",
    ]


@pytest.mark.parametrize("language", OTHERS)
def test_percentages_are_written_as_in_the_cldr(language: str) -> None:
    """A third is 33.3% in English and 33,3 % in German."""
    pattern = Locale.parse(language).percent_formats[None].pattern.replace("#,##0", "0.0")
    with speaking(language):
        assert percentage(1 / 3) == format_decimal(1 / 3, format=pattern, locale=language)
    with speaking(ENGLISH):
        assert percentage(1 / 3) == "33.3%"


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_decimals_and_dates_are_written_as_in_the_cldr(language: str) -> None:
    """English keeps the ISO date, which all its readers understand alike."""
    autumn, locale = date(2026, 11, 8), Locale.parse(language)
    iso, digits = "yyyy-MM-dd", "yyyy/MM/dd" if language == "ja" else "dd/MM/yyyy"
    pattern = {"en": iso, "de": "dd.MM.yyyy"}.get(language, digits)
    with speaking(language):
        assert points(Fraction(-5, 2)) == format_decimal(-2.5, locale=locale).replace("-", "−")
        assert points(Fraction(1, 3)) == format_decimal(0.33, locale=locale)
        assert points(Fraction(30)) == "30"
        assert day(autumn) == format_date(autumn, pattern, locale)


@pytest.mark.parametrize(
    ("language", "english", "native"),
    [
        ("de", "Hold", "Gleichzeitig…"),
        ("es", "Replay step by step", "Ver la partida paso a paso"),
        ("es", "Story", "Registro"),
    ],
)
def test_readers_have_asked_for_these_words(language: str, english: str, native: str) -> None:
    with speaking(language):
        assert tr(english) == native


async def test_a_german_game_reads_as_players_say_it(evening: Evening) -> None:
    await evening.settings.choose(Level.SERVER, evening.server.id, LANGUAGE, "de")
    await deal(evening, "two_player", "Cy, Ben")
    assert any("Die Partie beginnt: **Cy** fängt an." in said for said in evening.chat())
    assert "Gift 0 → 3" in (await evening.types("Ana", "poison", who="Ben", amount=3)).text
    lost = await evening.types("Ana", "life lose", amount=30, who="Ben")
    assert "**Ben** verliert die Partie: −10 Lebenspunkte" in lost.text


@pytest.mark.parametrize("language", OTHERS)
def test_no_language_keeps_the_english_name_of_a_team(language: str) -> None:
    """But where it is called alike."""
    alike = {"de": {"Gold", "Orange"}, "fr": {"Orange"}, "it": {ARCHENEMY}}
    with speaking(language):
        kept = {name for name in (*TEAM_NAMES, ARCHENEMY, HEROES) if team(name) == name}
    assert kept == alike.get(language, set())


async def test_teams_have_names_in_the_language(evening: Evening) -> None:
    await evening.settings.choose(Level.SERVER, evening.server.id, LANGUAGE, "de")
    await evening.types("Ana", "game new", variant="two_headed_giant")
    assert "**Rot**" in evening.board()
    for who, named in (("Ana", "Rot"), ("Ben", "rot"), ("Cy", "Blau"), ("Dee", "Blue")):
        await evening.types(who, "game join", team=named)
    await evening.types("Ana", "game start")
    await evening.types("Ana", "life lose", amount=2, who="Blau")
    assert "Blau · 28" in evening.board()
