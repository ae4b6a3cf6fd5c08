"""Reads a language's catalogues: what people edit is what is used, without a step between."""

import gettext
import hashlib
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cogs.locales.mentions import CommandNames, localized

# Babel takes long to import and is needed only to edit catalogues.
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


class Message(Struct, frozen=True, gc=False):
    """A translated text: ``strings`` has a form for each plural of the language, or the only one."""

    context: str | None
    id: str
    plural: str | None
    strings: tuple[str, ...]


def messages(language: str) -> Iterator[Message]:
    """What is translated in a language's catalogues, those marked for review too; none for English.

    Reads what `written` writes, in a tenth of the time that Babel takes: the first text in a language has
    to wait for it.
    """
    for domain in DOMAINS:
        path = file(language, domain)
        lines = f"{path.read_text(encoding='utf-8')}\n" if path.exists() else ""
        for context, id, plural, translated in _MESSAGE.findall(lines):
            forms = _FORM.split(translated)[1:] if plural else (translated[_SINGLE:],)
            strings = tuple([_text(quoted) for quoted in forms])
            if id != _EMPTY and all(strings):
                yield Message(
                    _text(context) if context else None,
                    _text(id),
                    _text(plural) if plural else None,
                    strings,
                )


_QUOTED = r'((?:".*"\n)+)'
_EMPTY = '""\n'
_MESSAGE = re.compile(
    rf"^(?:msgctxt {_QUOTED})?msgid {_QUOTED}(?:msgid_plural {_QUOTED})?"
    rf'((?:msgstr(?:\[\d\])? (?:".*"\n)+)+)',
    re.MULTILINE,
)
_FORM = re.compile(r"^msgstr\[\d\] ", re.MULTILINE)
_SINGLE = len("msgstr ")
_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "t": "\t", "r": "\r"}


def _text(quoted: str) -> str:
    """What stands between quotation marks, in one line or in several."""
    text = quoted[1:-2]  # each line ends with one
    if '"\n"' in text:
        text = text.replace('"\n"', "")
    return _ESCAPED.sub(lambda found: _MEANT.get(found[1], found[1]), text) if "\\" in text else text


def _which(language: str) -> Callable[[int], int]:
    """The form of a text for a number, as the catalogues of the language have them."""
    match language:
        case "ja":
            return lambda _: 0
        case "fr":
            return lambda number: int(number > 1)
        case _:
            return lambda number: int(number != 1)


class _Translations(gettext.GNUTranslations):
    """What is said for each text, under the keys that `gettext` looks for."""

    def __init__(self, said: Mapping[str | tuple[str, int], str], which: Callable[[int], int]) -> None:
        super().__init__()
        self._catalog = said
        self.plural = which


@cache
def catalog(language: str) -> gettext.NullTranslations:
    """What a language says for every English text, with commands called as people see them there."""
    found = [*messages(language)]
    names = names_in(found)
    said: dict[str | tuple[str, int], str] = {}
    for one in found:
        id, strings = one.id, one.strings
        if one.context is None:
            strings = [localized(form, names) if "`" in form else form for form in strings]
        else:
            id = gettext.GNUTranslations.CONTEXT % (one.context, id)
        if one.plural is None:
            said[id] = strings[0]
        else:
            said |= {(id, n): form for n, form in enumerate(strings)}
    return _Translations(said, _which(language))


def load() -> None:
    """Read the catalogues of all languages, which takes some tenths of a second."""
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


def names_in(messages: Iterable[Message]) -> CommandNames:
    """What commands, options and choices are called in a language."""
    found: dict[str, dict[str, str]] = {COMMAND: {}, OPTION: {}, CHOICE: {}}
    for message in messages:
        if message.context in found:
            found[message.context][message.id] = message.strings[0]
    return CommandNames(found[COMMAND], found[OPTION], found[CHOICE])
