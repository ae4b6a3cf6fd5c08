"""Detects silent errors: log records, and texts that are in no catalogue."""

import gettext
import logging
from functools import cache
from typing import ClassVar

from cogs.locales.catalogs import translations
from cogs.text.language import ENGLISH_TEXTS, LANGUAGE_NAMES

UNTRANSLATED = {*LANGUAGE_NAMES.values(), "everyone", "Comander"}
"""Untranslated words: languages' own names, an English word beside the translated "all", and a
typing error."""


class Log(logging.Handler):
    """Keeps every warning and error as an exception."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._kept: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        cause = record.exc_info[1] if record.exc_info else None
        warning = RuntimeError(record.getMessage())
        warning.__cause__ = cause
        self._kept.append(warning)

    def taken(self) -> tuple[BaseException, ...]:
        """Return the kept records, and forget them."""
        taken, self._kept = tuple(self._kept), []
        return taken


class Listener(gettext.NullTranslations):
    """Hears every text that is looked up in English, and knows which are in no catalogue.

    German has all of those that are collected from the code, and so has every other language: see
    tests/cogs/locales/test_languages.py.
    """

    unknown: ClassVar[set[str]] = set()

    def gettext(self, message: str) -> str:
        """Return the text as it is."""
        self._look_up(None, message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the English form for this number."""
        self._look_up(None, msgid1)
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        """Return the text as it is."""
        self._look_up(context, message)
        return message

    def taken(self) -> tuple[BaseException, ...]:
        """Return an error for each text that no one could have translated, and forget them."""
        taken = [LookupError(f"in no catalogue: {text!r}") for text in sorted(self.unknown)]
        self.unknown.clear()
        return tuple(taken)

    def _look_up(self, context: str | None, text: str) -> None:
        if (context, text) not in catalogued() and text not in UNTRANSLATED:
            self.unknown.add(text)


@cache
def catalogued() -> frozenset[tuple[str | None, str]]:
    """Return every text of the code with its context."""
    return frozenset((one.context, one.id) for one in translations("de"))


LISTENER = Listener()
ENGLISH_TEXTS.add_fallback(LISTENER)
