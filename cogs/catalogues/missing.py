"""The file of texts without a translation, which `make texts` writes and reads back once it is filled in.

It has each text once, with a line for every language that lacks it, and the glossary's terms in it.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping

from babel.messages.catalog import Catalog, Message

from cogs.locales.catalogs import CATALOGS_FOLDER

MISSING_FILE = CATALOGS_FOLDER / "missing.toml"
GLOSSARY = CATALOGS_FOLDER / "glossary.toml"
FILE_HEADING = (
    "# Fill in what you can, and run `make texts` again. Keep {places}, `commands` and **buttons**.\n"
)

TextKey = tuple[str, str, str]
"""A text's context, English and plural; empty if absent."""
Filled = Mapping[TextKey, Mapping[str, str | list[str]]]
"""Translations by text and language; a list has one form per plural of the language."""


def read_filled(text: str) -> Filled:
    """Return the translations in the file's text. Raises tomllib.TOMLDecodeError."""
    found = dict[TextKey, Mapping[str, str | list[str]]]()
    for entry in tomllib.loads(text).get("text", ()):
        key = entry.pop("context", ""), entry.pop("english"), entry.pop("plural", "")
        found[key] = {language: value for language, value in entry.items() if value and all(value)}
    return found


def fill_missing(catalog: Catalog, language: str, filled: Filled) -> None:
    """Add translations to a language's catalogue for texts that lack one."""
    for message in _untranslated(catalog):
        value = filled.get(_key(message), {}).get(language)
        if isinstance(value, list) == isinstance(message.id, tuple | list) and value:
            message.string = tuple(value) if isinstance(value, list) else value


def missing_file(catalogs: Mapping[str, Catalog], terms: Mapping[str, Mapping[str, str]]) -> str:
    """Return the file's text for translations missing in languages' catalogues; empty if none is missing.

    ``terms``: the glossary, translations by English term and language.
    """
    missing = dict[TextKey, dict[str, str | list[str]]]()
    for language, catalog in catalogs.items():
        for message in _untranslated(catalog):
            plural = isinstance(message.id, tuple | list)
            missing.setdefault(_key(message), {})[language] = [""] * catalog.num_plurals if plural else ""
    entries = (_entry(key, languages, terms) for key, languages in sorted(missing.items()))
    return FILE_HEADING + "".join(entries) if missing else ""


def glossary() -> Mapping[str, Mapping[str, str]]:
    """Return the glossary's translations, by English term and language."""
    return tomllib.loads(GLOSSARY.read_text(encoding="utf-8"))["terms"]


def _untranslated(catalog: Catalog) -> Iterator[Message]:
    return (message for message in catalog if message.id and not any(message.string or ()))


def _key(message: Message) -> TextKey:
    english, plural = (message.id, "") if isinstance(message.id, str) else (message.id[0], message.id[1])
    return message.context or "", english, plural


def _entry(
    key: TextKey, languages: Mapping[str, str | list[str]], terms: Mapping[str, Mapping[str, str]]
) -> str:
    context, english, plural = key
    lines = ["", "[[text]]"]
    for term, called in terms.items():
        if re.search(rf"\b{re.escape(term)}s?\b", english, re.IGNORECASE):
            lines.append(f"# {term}: {', '.join(f'{called[one]} ({one})' for one in languages)}")
    values = {"context": context, "english": english, "plural": plural}
    lines += [f"{name} = {_quoted(value)}" for name, value in values.items() if value]
    lines += [f"{language} = {_quoted(value)}" for language, value in languages.items()]
    return "\n".join(lines) + "\n"


def _quoted(value: str | list[str]) -> str:
    """Return a string, or a list of strings, in TOML, where it is the same as in JSON."""
    return json.dumps(value, ensure_ascii=False)
