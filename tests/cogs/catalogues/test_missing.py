"""The file of what is missing: what is filled in there is in the catalogues after `make texts`."""

import json

from babel.messages.catalog import Catalog

from cogs.catalogues.missing import fill_missing, glossary, missing_file, read_filled
from cogs.text.language import ENGLISH, LANGUAGE_NAMES

LOSE, CARDS = "Choose a seat", ("{n} card", "{n} cards")
TERMS = {"seat": {"de": "Platz", "ja": "席"}, "judge": {"de": "Schiedsrichter", "ja": "ジャッジ"}}


def catalogs() -> dict[str, Catalog]:
    """Return two languages that miss a text with a plural and another one, which German has."""
    found = {language: Catalog(locale=language) for language in ("de", "ja")}
    for language, catalog in found.items():
        catalog.add(LOSE, "Wähle einen Platz" if language == "de" else "", context="button")
        catalog.add(CARDS, ("", ""))
    return found


def test_what_is_filled_in_is_read_back_and_the_rest_stays_missing() -> None:
    """Japanese has one form for any number, German two."""
    languages = catalogs()
    text = missing_file(languages, TERMS)
    assert "# seat: 席 (ja)" in text
    assert "judge" not in text
    assert "Wähle" not in text
    text = text.replace('de = ["", ""]', json.dumps(["{n} Karte", "{n} Karten"]).join(("de = ", "")))
    text = text.replace('ja = ""', 'ja = "席を選ぶ"')
    for language, catalog in languages.items():
        fill_missing(catalog, language, read_filled(text))
    german, japanese = languages["de"].get(CARDS[0]), languages["ja"].get(LOSE, "button")
    assert german is not None
    assert german.string == ("{n} Karte", "{n} Karten")
    assert japanese is not None
    assert japanese.string == "席を選ぶ"
    rest = missing_file(languages, TERMS)
    assert rest.count("[[text]]") == 1
    assert 'ja = [""]' in rest


def test_nothing_is_written_where_nothing_is_missing() -> None:
    complete = Catalog(locale="de")
    complete.add("Undo", "Rückgängig")
    assert missing_file({"de": complete}, TERMS) == ""


def test_the_glossary_has_every_term_in_every_language() -> None:
    for term, called in glossary().items():
        assert called.keys() == LANGUAGE_NAMES.keys() - {ENGLISH}, term
