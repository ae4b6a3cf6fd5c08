"""The language of the moment. Every text for people is English where it is said, and passes here."""

import gettext
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

_catalog: ContextVar[gettext.NullTranslations] = ContextVar("catalog")
_ENGLISH = gettext.NullTranslations()


def tr(text: str, /, **values: object) -> str:
    """A text in the language of the moment, with its `{places}` filled in."""
    translated = _catalog.get(_ENGLISH).gettext(text)
    return translated.format_map(values) if values else translated


def trn(one: str, many: str, number: int, /, **values: object) -> str:
    """A text about a number of things, in the form that the language has for that number, its `{n}`."""
    return _catalog.get(_ENGLISH).ngettext(one, many, number).format_map({"n": number, **values})


def trp(context: str, text: str, /, **values: object) -> str:
    """The same as tr for a word whose translation depends on what it is about."""
    translated = _catalog.get(_ENGLISH).pgettext(context, text)
    return translated.format_map(values) if values else translated


def mark(text: str, /) -> str:
    """Marks a text that passes through `tr` later, such as one in a table of constants."""
    return text


@contextmanager
def speaking(catalog: gettext.NullTranslations) -> Generator[None]:
    """Everything said inside is said in this catalogue's language."""
    token = _catalog.set(catalog)
    try:
        yield
    finally:
        _catalog.reset(token)
