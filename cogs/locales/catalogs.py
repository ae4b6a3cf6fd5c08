"""Reads a language's catalogues: what people edit is what is used, without a step between."""

import gettext
import hashlib
import io
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cogs.locales.mentions import CommandNames, localized

# Babel takes long to import and is needed only to read a catalogue, which happens after the start.
if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

FOLDER = Path(__file__).parent
DOMAINS = ("arbiter", "rulebook")
"""What the bot says and its commands; and the rules in short."""
COMMAND, OPTION, CHOICE = "command", "option", "choice"
"""The contexts in which the names of commands, options and choices stand."""
HOMONYMS = ("life lose", "library draw", "league result rule")
"""Commands that mean something else than others of the same name, and are in the catalogues by all of it."""


def file(language: str, domain: str) -> Path:
    """Where a language's catalogue is."""
    return FOLDER / language / "LC_MESSAGES" / f"{domain}.po"


def read(language: str, domain: str) -> "Catalog":
    """A language's catalogue as it is edited; an empty one where there is none yet."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    path = file(language, domain)
    if not path.exists():
        return Catalog(locale=language, domain=domain)
    with path.open("rb") as lines:
        return read_po(lines, locale=language, domain=domain)


def written(catalog: "Catalog") -> bytes:
    """A catalogue as its file has it: in a stable order and without dates, so that changes are few."""
    from babel.messages.pofile import write_po

    lines = io.BytesIO()
    write_po(lines, catalog, omit_header=True, sort_output=True, width=110, include_lineno=False)
    return lines.getvalue()


@cache
def catalog(language: str) -> gettext.NullTranslations:
    """What a language says for every English text, with commands called as people see them there.

    Takes a tenth of a second, once.
    """
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    merged = Catalog(locale=language)
    for domain in DOMAINS:
        for message in read(language, domain):
            if message.id and message.string:
                merged[message.id] = message
    names = names_in(merged)
    for message in merged:
        if message.id and message.string and message.context is None:
            said = message.string
            several = isinstance(said, list | tuple)
            message.string = (
                tuple(localized(form, names) for form in said) if several else localized(said, names)
            )
    compiled = io.BytesIO()
    write_mo(compiled, merged, use_fuzzy=True)  # marked for review, and in use until then
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def load() -> None:
    """Read the catalogues of all languages, which takes most of a second."""
    for folder in FOLDER.glob("*/LC_MESSAGES"):
        catalog(folder.parent.name)


@cache
def fingerprint() -> bytes:
    """What changes whenever a catalogue does."""
    files = sorted(FOLDER.glob("*/LC_MESSAGES/*.po"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).digest()


def command_key(path: str) -> str:
    """Under what the name of a command such as "library draw" stands in the catalogues."""
    return path if path in HOMONYMS else path.rpartition(" ")[2]


def names_in(messages: "Catalog") -> CommandNames:
    """What commands, options and choices are called in a language."""
    found: dict[str, dict[str, str]] = {COMMAND: {}, OPTION: {}, CHOICE: {}}
    for message in messages:
        if message.context in found and isinstance(message.id, str) and isinstance(message.string, str):
            found[message.context][message.id] = message.string
    return CommandNames(found[COMMAND], found[OPTION], found[CHOICE])
