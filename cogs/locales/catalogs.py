"""Reads a language's catalogues: what people edit is what is used, without a step between."""

import gettext
import hashlib
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from cogs.locales.mentions import CommandNames, localized

# Babel takes long to import and is needed only to edit catalogues.
if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

FOLDER = Path(__file__).parent
DOMAINS = ("arbiter", "rulebook")
"""What the bot says and its commands; and the rules in short."""
COMMAND, OPTION, CHOICE = _NAMED = "command", "option", "choice"
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
    """What is translated in a language's catalogues, those marked for review too; none for English."""
    for one in _files(language):
        yield from one.messages()


class _Head(NamedTuple):
    """What an entry translates: its text, with a context and a plural or without, and its key for lookups."""

    key: str
    context: str
    text: str
    plural: str


def _head(entry: bytes) -> _Head:
    lines = entry.decode()
    begins = lines.find("\nmsgid ") + 1  # 0 where nothing is before it
    _, _, quoted = lines[:begins].rstrip().partition("msgctxt ")
    first, _, more = lines[begins + len("msgid ") :].partition("\nmsgid_plural ")
    context, text = _text(quoted), _text(first)
    return _Head(_key(context, text) if context else text, context, text, _text(more))


class _Heads:
    """The heads of a domain's entries in their order, as the files of almost all languages have them."""

    def __init__(self, entries: Iterable[bytes]) -> None:
        self.written = [entry.partition(_TRANSLATED)[0] + _TRANSLATED for entry in entries]
        self.read = [_head(one.removesuffix(_TRANSLATED)) for one in self.written]
        self.places = {head.key: place for place, head in enumerate(self.read)}
        self.named = [place for place, head in enumerate(self.read) if head.context in _NAMED]

    def are_those_of(self, entries: Sequence[bytes]) -> bool:
        """Whether these entries have these heads."""
        return len(entries) == len(self.written) and all(map(bytes.startswith, entries, self.written))


_TRANSLATED = b"\nmsgstr"
_heads: dict[str, _Heads] = {}
"""By the domain: they are read once and not for each language, which takes most of the time."""


class _File:
    """A domain's catalogue in a language. Its translations are read when they are looked up."""

    def __init__(self, language: str, domain: str) -> None:
        self._entries = file(language, domain).read_bytes().rstrip().split(b"\n\n")
        heads = _heads.get(domain)
        if heads is None or not heads.are_those_of(self._entries):
            heads = _heads[domain] = _Heads(self._entries)
        self._heads = heads

    def messages(self, places: Iterable[int] | None = None) -> Iterator[Message]:
        """What is translated, of all or of some entries."""
        for place in range(len(self._entries)) if places is None else places:
            if all(strings := self._translations(place)):
                head = self._heads.read[place]
                yield Message(head.context or None, head.text, head.plural or None, strings)

    def named(self) -> Iterator[Message]:
        """The names of commands, options and choices."""
        return self.messages(self._heads.named)

    def find(self, key: str) -> tuple[str, ...]:
        """The translations of a text; none where there are none."""
        place = self._heads.places.get(key)
        found = () if place is None else self._translations(place)
        return found if all(found) else ()

    def _translations(self, place: int) -> tuple[str, ...]:
        """One for each plural, or the only one."""
        lines = self._entries[place].partition(_TRANSLATED)[2].decode()
        if lines.startswith("["):
            return tuple([_text(quoted) for quoted in _FORM.split(lines)[1:]])
        return (_text(lines[1:]),)


_FORM = re.compile(r"(?:^|\nmsgstr)\[\d\] ")
_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "t": "\t", "r": "\r"}


def _text(quoted: str) -> str:
    """What stands between quotation marks, in one line or in several."""
    text = quoted[1:-1]
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


class _Translations(gettext.NullTranslations):
    """What is said for each text, with commands called as people see them there.

    A translation is read from its entry when it is said for the first time: to read all of them takes so long
    that everyone else would notice.
    """

    def __init__(self, files: Sequence[_File], names: CommandNames, which: Callable[[int], int]) -> None:
        super().__init__()
        self._files = files
        self._names = names
        self._which = which
        self._said: dict[str, tuple[str, ...]] = {}

    def gettext(self, message: str) -> str:
        said = self._said.get(message) or self._read(message)
        return said[0] if said else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        said = self._said.get(msgid1) or self._read(msgid1)
        return said[self._which(n)] if said else super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        key = _key(context, message)
        said = self._said.get(key) or self._read(key)
        return said[0] if said else message

    def _read(self, key: str) -> tuple[str, ...]:
        """The translations of a text; none where there are none."""
        said = next(filter(None, (one.find(key) for one in self._files)), ())
        if _BETWEEN not in key:
            said = tuple(localized(form, self._names) for form in said)
        self._said[key] = said
        return said


_BETWEEN = "\x04"
"""Between a context and a text, as in `gettext`."""


def _key(context: str, text: str) -> str:
    return f"{context}{_BETWEEN}{text}"


@cache
def catalog(language: str) -> gettext.NullTranslations:
    """What a language says for every English text."""
    files = _files(language)
    names = names_in(one for each in files for one in each.named())
    return _Translations(files, names, _which(language))


def _files(language: str) -> Sequence[_File]:
    return [_File(language, domain) for domain in DOMAINS if file(language, domain).exists()]


def load() -> None:
    """Read the catalogues of all languages, which takes some hundredths of a second."""
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
