"""Text that is cut, and names that would not keep to their line."""

import unicodedata

import pytest

from cogs.drawing.truncate import truncate
from cogs.leagues.views.fields import order
from cogs.text.formatting import (
    NAME_LENGTH,
    abridged,
    clean_name,
    comma_separated,
    in_a_row,
    listed,
    short,
    unique_name,
    without_period,
)
from cogs.text.language import speaking
from cogs.text.names import counters
from cogs.text.refusals.explanation import explain
from rules.leagues.league import Tiebreaker
from rules.refusal import Refusal


@pytest.mark.parametrize(
    ("text", "limit", "cut"),
    [
        ("short", 5, "short"),
        ("a bit longer", 6, "a bit…"),
        ("**bold all over**", 10, "**bold …**"),
        ("**Ana** loses **Ben**", 18, "**Ana** loses …"),
        ("~~**dead**~~ man", 9, "~~**…**~~"),
        ("abc\\*def", 5, "abc…"),
        ("hello <@123456789> there", 12, "hello …"),
        ("see https://cams.example/1", 14, "see …"),
        ("see https://cams.example/1 now", 28, "see https://cams.example/1 …"),
        ("`code` here", 5, "`co…`"),
        ("e\u0323\u0302e\u0323\u0302e\u0323\u0302", 6, "e\u0323\u0302…"),
        ("\u2068\u05e9\u05dc\u05d5\u05dd\u2069 abc", 5, "\u2068\u05e9\u05dc…\u2069"),
    ],
)
def test_what_is_cut_leaves_nothing_open_and_nothing_in_halves(text: str, limit: int, cut: str) -> None:
    assert truncate(text, limit) == cut
    assert len(cut) <= limit


def test_marks_piled_on_a_letter_do_not_cover_the_lines_around_it() -> None:
    name = clean_name("Z" + "\u0335" * 30 + "o\u0308e")
    assert sum(unicodedata.category(char) == "Mn" for char in name) <= 5
    assert name.startswith("Z\u0335")
    assert "e" in name


def test_a_long_name_is_not_cut_between_a_letter_and_its_mark() -> None:
    letters = "q\u0323" * NAME_LENGTH  # there is no single character for it
    assert clean_name("x" + letters) == "x" + "q\u0323" * 15 + "…"
    assert len(unique_name(letters, [clean_name(letters)])) <= NAME_LENGTH
    assert unique_name(letters, [clean_name(letters)]).endswith("q\u0323… 2")


def test_wide_letters_and_emoji_are_kept() -> None:
    assert clean_name("龍" * 32) == "龍" * NAME_LENGTH
    assert clean_name("🐉" * 3) == "🐉" * 3


def test_headings_end_without_a_period() -> None:
    assert without_period("It's Ana's turn.") == "It's Ana's turn"
    assert without_period("Anaのターン。") == "Anaのターン"


def test_tie_breakers_are_known_by_the_names_that_they_had_before() -> None:
    typed = (
        "match wins, opponents' match wins, game wins, opponents' game wins, opponents' points, "
        "head to head, wins, points a match, better places, kills, rating"
    )
    assert order(typed) == (
        *(Tiebreaker.MATCH_WINS, Tiebreaker.OPPONENTS_MATCH_WINS),
        *(Tiebreaker.GAME_WINS, Tiebreaker.OPPONENTS_GAME_WINS, Tiebreaker.OPPONENTS_POINTS),
        *(Tiebreaker.HEAD_TO_HEAD, Tiebreaker.WINS, Tiebreaker.AVERAGE, Tiebreaker.PLACES),
        *(Tiebreaker.KILLS, Tiebreaker.RATING),
    )


@pytest.mark.parametrize(
    ("language", "comma", "several"),
    [
        ("en", "Ana, Ben", "Ana, Ben and Cy"),
        ("de", "Ana, Ben", "Ana, Ben und Cy"),
        ("ja", "Ana、Ben", "Ana、Ben、Cy"),
    ],
)
def test_lists_have_the_commas_of_their_language(language: str, comma: str, several: str) -> None:
    with speaking(language):
        assert comma_separated(["Ana", "Ben"]) == comma
        assert listed(["Ana", "Ben", "Cy"]) == several
        assert abridged(range(1, 4), 2) == comma_separated(["1", "2", "…"])
        assert comma in explain(Refusal("name_everybody_once", names=("Ana", "Ben")))


def test_a_refusal_names_several_formats_in_the_language() -> None:
    refusal = Refusal("one_variant", variants=("Grand Melee", "Emperor"), rule="800.2")
    with speaking("de"):
        assert "Großes Handgemenge, Imperator" in explain(refusal)


@pytest.mark.parametrize(
    ("kind", "one", "three"),
    [
        ("poison", "1 Giftmarke", "3 Giftmarken"),
        ("experience", "1 Erfahrungsmarke", "3 Erfahrungsmarken"),
        ("bribery", "1 bribery-Marke", "3 bribery-Marken"),
    ],
)
def test_german_counters_are_one_word(kind: str, one: str, three: str) -> None:
    """As on cards; a kind that the table has named itself keeps its hyphen."""
    with speaking("de"):
        assert (counters(kind, 1), counters(kind, 3)) == (one, three)


@pytest.mark.parametrize(
    ("language", "one"),
    [
        ("en", "Cy is out; Ana wins."),
        ("fr", "Cy is out ; Ana wins."),
        ("ja", "Cy is out\N{FULLWIDTH SEMICOLON}Ana wins."),
    ],
)
def test_sentences_on_one_line_have_one_end(language: str, one: str) -> None:
    with speaking(language):
        assert in_a_row(["Cy is out.", "Ana wins."]) == one
        assert in_a_row([]) == ""


@pytest.mark.parametrize(
    ("number", "length", "language", "said"),
    [
        (9_999, 4, "en", "9999"),
        (10_000, 4, "en", "10k"),
        (999_999, 4, "en", "999.9k"),
        (-12_345, 4, "en", "−12.3k"),
        (1_234_000_000, 4, "en", "1.2B"),
        (999_999, 7, "en", "999999"),
        (12_345_678, 7, "en", "12.3M"),
        (12_345_678, 7, "de", "12,3M"),
        (-12_345_678, 7, "fr", "−12,3M"),
        (12_345_678, 7, "ja", "12.3M"),
        (5 * 10**14, 7, "pt", "500T"),
    ],
)
def test_long_numbers_are_shortened_as_the_language_writes_them(
    number: int, length: int, language: str, said: str
) -> None:
    with speaking(language):
        assert short(number, length) == said
