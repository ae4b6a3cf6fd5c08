"""The catalogues of languages: `gettext` reads the files that people edit, without a compilation step."""

import gettext
import hashlib
import io
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from cogs.locales.mentions import CommandNames

# Babel takes long to import and is needed only to edit catalogues.
if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

CATALOGS_FOLDER = Path(__file__).parent
DOMAINS = ("arbiter", "rulebook")
"""The catalogues: the bot's texts and commands, and the rules in short."""
COMMAND, OPTION, CHOICE = "command", "option", "choice"
"""The contexts of the names of commands, options and choices."""
HOMONYMS = ("life lose", "library draw", "league result rule")
"""Commands that mean something else than others of the same name, and are in the catalogues by all of it."""
_HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {plural}\\n"\n\n'


def file(language: str, domain: str) -> Path:
    """Return the path of a language's catalogue."""
    return CATALOGS_FOLDER / language / "LC_MESSAGES" / f"{domain}.po"


def read_catalog(language: str, domain: str) -> "Catalog":
    """Return a language's catalogue for editing; empty if it doesn't exist yet."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    path = file(language, domain)
    if not path.exists():
        return Catalog(locale=language, domain=domain)
    with path.open("rb") as lines:
        return read_po(lines, locale=language, domain=domain)


def catalog_text(catalog: "Catalog") -> bytes:
    """Return a catalogue as file text: in a stable order and without dates, so that changes are few."""
    from babel.messages.pofile import write_po

    lines = io.BytesIO()
    lines.write(_HEAD.format(plural=catalog.plural_forms).encode())
    write_po(lines, catalog, omit_header=True, sort_output=True, width=110, include_lineno=False)
    return lines.getvalue()


class Message(Struct, frozen=True, gc=False):
    """A translated text: ``strings`` has one text per plural form of the language, or the only one."""

    context: str | None
    id: str
    plural: str | None
    strings: tuple[str, ...]


_ENTRY = re.compile(
    r'^(?:msgctxt "(.*)"\n)?msgid "(.*)"\n(?:msgid_plural "(.*)"\n)?'
    r'msgstr(?:\[0\])? "(.*)"((?:\nmsgstr\[\d\] ".*")*)',
    re.MULTILINE,
)
"""An entry whose texts are in a line each."""
_FORM = re.compile(r'\nmsgstr\[\d\] "(.*)"')
_PLURAL = re.compile(r"^Plural-Forms:.*plural=([^;]*);$", re.MULTILINE)
_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "t": "\t", "r": "\r"}


def translations(language: str) -> Iterator[Message]:
    """Yield a language's translations, including those marked for review; nothing for English."""
    return (one for one in _messages(_read(language)) if one.id)


def _read(language: str) -> str:
    """Return the language's catalogues joined."""
    files = (file(language, domain) for domain in DOMAINS)
    return "\n".join(path.read_text("utf-8") for path in files if path.exists())


def _messages(text: str) -> Iterator[Message]:
    """Yield the translated messages of a catalogue, and its head as that of an empty text."""
    for context, id, plural, first, others in _ENTRY.findall(text.replace('"\n"', "")):
        strings = (first, *_FORM.findall(others)) if others else (first,)
        if all(strings):
            texts = map(_unescaped, strings)
            yield Message(context or None, _unescaped(id), _unescaped(plural) or None, tuple(texts))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: _MEANT.get(found[1], found[1]), text) if "\\" in text else text


class _Readable(Protocol):
    def read(self) -> bytes: ...


class Translations(gettext.GNUTranslations):
    """A language's translations, the commands that keep their English names, and their translated names."""

    names: CommandNames

    def _parse(self, fp: _Readable) -> None:
        """Parse catalogues as people edit them: a hook of the base class for custom formats."""
        self._catalog = dict[str | tuple[str, int], str]()
        self.plural = gettext.c2py("n != 1")
        found = [*_messages(fp.read().decode())]
        self.names = names_in(found)
        for one in found:
            if one.context is not None:
                self._catalog[self.CONTEXT % (one.context, one.id)] = one.strings[0]
            elif one.plural is not None:
                self._catalog |= {(one.id, number): form for number, form in enumerate(one.strings)}
            elif one.id:
                self._catalog[one.id] = one.strings[0]
            else:
                self.plural = gettext.c2py(_PLURAL.findall(one.strings[0])[0])


@cache
def catalog(language: str) -> Translations:
    """Return a language's translations by English text."""
    return Translations(io.BytesIO(_read(language).encode()))


def load_catalogs() -> None:
    """Read the catalogues of all languages, which takes about a tenth of a second."""
    for folder in CATALOGS_FOLDER.glob("*/LC_MESSAGES"):
        catalog(folder.parent.name)


@cache
def fingerprint() -> bytes:
    """Return a key that changes with any catalogue."""
    files = sorted(CATALOGS_FOLDER.glob("*/LC_MESSAGES/*.po"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).digest()


def command_key(path: str) -> str:
    """Return the catalogue key of a command's name such as "library draw"."""
    return path if path in HOMONYMS else path.rpartition(" ")[2]


def names_in(messages: Iterable[Message]) -> CommandNames:
    """Return a language's names of commands, options and choices."""
    found: dict[str | None, dict[str, str]] = {COMMAND: {}, OPTION: {}, CHOICE: {}, None: {}}
    for message in messages:
        if message.id and message.context in found and message.plural is None:
            found[message.context][message.id] = message.strings[0]
    return CommandNames(found[COMMAND], found[OPTION], found[CHOICE], found[None])
