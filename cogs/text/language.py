"""The language of the moment. Every text for people is English where it is said, and passes here.

English texts are the keys of the catalogues in cogs/locales. `make texts` collects them from the first
arguments of these functions, which are therefore always written out.
"""

import gettext
import logging
from collections.abc import Mapping
from contextvars import Context, ContextVar, copy_context
from types import MappingProxyType

from cogs.locales.catalogs import catalog

ENGLISH = "en"
LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        ENGLISH: "English",
        "de": "Deutsch",
        "fr": "Français",
        "es": "Español",
        "it": "Italiano",
        "pt": "Português",
        "ja": "日本語",
    }
)
"""The languages that the bot speaks, by their codes, each by its own name."""

PLAIN = gettext.NullTranslations()
"""English, which is said as it is written."""
LOG = logging.getLogger(__name__)
_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


def tr(text: str, /, **values: object) -> str:
    """A text in the language of the moment, with its `{places}` filled in."""
    translated = _catalog().gettext(text)
    return translated.format_map(values) if values else translated


def trn(one: str, many: str, number: int, /, **values: object) -> str:
    """A text about a number of things, in the form that the language has for that number, its `{n}`."""
    return _catalog().ngettext(one, many, number).format_map({"n": number, **values})


def trp(context: str, text: str, /, **values: object) -> str:
    """The same as tr for a text whose translation depends on what it is about."""
    translated = _catalog().pgettext(context, text)
    return translated.format_map(values) if values else translated


def mark(text: str, /) -> str:
    """A text that passes through `tr` later, such as one in a table of constants."""
    return text


def in_every_language(text: str) -> list[str]:
    """A text as each language has it."""
    found: list[str] = []
    for language in LANGUAGES:
        with speaking(language):
            found.append(tr(text))
    return found


def language_of(locale: object) -> str:
    """The language for a locale of Discord's, such as pt-BR; English where the bot does not speak it."""
    code = str(locale).partition("-")[0]
    return code if code in LANGUAGES else ENGLISH


def spoken() -> str:
    """Return the code of the language of the moment; English, with a warning, where none has been chosen."""
    language = _spoken.get()
    if language is None:
        LOG.warning("A text was asked for before its language was chosen", stack_info=True)
        return ENGLISH
    return language


def without_language() -> Context:
    """Return a copy of the context in which no language has been chosen yet."""
    context = copy_context()
    context.run(_spoken.set, None)
    return context


class speaking:
    """What is said inside of ``with speaking("de"):`` is in this language."""

    __slots__ = ("_language", "_token")

    def __init__(self, language: str) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._token = _spoken.set(self._language)

    def __exit__(self, *_error: object) -> None:
        _spoken.reset(self._token)


def _catalog() -> gettext.NullTranslations:
    language = spoken()
    return PLAIN if language == ENGLISH else catalog(language)
