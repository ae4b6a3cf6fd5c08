"""The current language. Every text for people is written in English in the code, and passes through here.

English texts are the keys of the catalogues in cogs/locales. `make texts` collects them from the first
arguments of these functions, which are therefore always literals.
"""

import gettext
import logging
from collections.abc import Mapping
from contextvars import Context, ContextVar, copy_context
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from msgspec import Struct

from cogs.locales.catalogs import catalog
from cogs.locales.mentions import CommandNames, MentionableCommands, localized

ENGLISH = "en"
LANGUAGE_NAMES: Mapping[str, str] = MappingProxyType(
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

ENGLISH_TEXTS = gettext.NullTranslations()
"""English, which needs no translation."""
LANGUAGE_LOG = logging.getLogger(__name__)


class Audience(Struct, frozen=True):
    """The readers of a text: their language, and the names of commands in their Discord.

    ``client``: the language of their Discord, if it is known to differ. ``commands``: the commands that can
    be mentioned, if Discord shows the text; elsewhere they are named.
    """

    language: str = ENGLISH
    client: str | None = None
    commands: MentionableCommands | None = None


_spoken: ContextVar[Audience | None] = ContextVar("spoken", default=None)
_ENGLISH_NAMES = CommandNames({}, {}, {}, {})


def tr(text: str, /, **values: object) -> str:
    """Return a text in the current language, with its `{places}` filled in.

    Commands in texts are converted here: written as `/life lose amount:3`, in English even in the
    catalogues, they become mentions, or get the names in the reader's Discord.
    """
    translated = _with_commands(_catalog().gettext(text))
    return translated.format_map(_as_read(values)) if values else translated


def trn(one: str, many: str, number: int, /, **values: object) -> str:
    """Return a text about a number, `{n}`, in the language's plural form."""
    return _with_commands(_catalog().ngettext(one, many, number)).format_map(
        _as_read({"n": number, **values})
    )


def trp(context: str, text: str, /, **values: object) -> str:
    """Return a text like `tr` whose translation depends on a context."""
    translated = _catalog().pgettext(context, text)
    return translated.format_map(_as_read(values)) if values else translated


def _as_read(values: dict[str, object]) -> dict[str, object]:
    """Return the values with real minus signs in negative numbers."""
    for name, value in values.items():
        if isinstance(value, int) and value < 0:
            values[name] = numeral(value)
    return values


def numeral(number: float | Fraction | str) -> str:
    """Return a number, or digits already formatted, with a real minus sign (U+2212).

    `tr` does so for what it fills in. Files, and what people type, have an ASCII hyphen.
    """
    return str(number).replace("-", "−")


def mark(text: str, /) -> str:
    """Mark a text that `tr` translates later, such as one in a table of constants."""
    return text


def in_every_language(text: str) -> list[str]:
    """Return a text in every language."""
    found: list[str] = []
    for language in LANGUAGE_NAMES:
        with speaking(language):
            found.append(tr(text))
    return found


def language_of(locale: object) -> str:
    """Return the language for a locale of Discord's, such as pt-BR; English where the bot does not speak
    it."""
    code = str(locale).partition("-")[0]
    return code if code in LANGUAGE_NAMES else ENGLISH


def spoken() -> str:
    """Return the code of the current language; English, with a warning, if none was set."""
    audience = _spoken.get()
    if audience is None:
        LANGUAGE_LOG.warning("A text was asked for before its language was chosen", stack_info=True)
        return ENGLISH
    return audience.language


def without_language() -> Context:
    """Return a copy of the context in which no language has been chosen yet."""
    context = copy_context()
    context.run(_spoken.set, None)
    return context


class speaking:
    """Use this language, or this audience, for texts inside ``with speaking("de"):``."""

    __slots__ = ("_audience", "_token")

    def __init__(self, audience: Audience | str) -> None:
        self._audience = Audience(audience) if isinstance(audience, str) else audience

    def __enter__(self) -> None:
        self._token = _spoken.set(self._audience)

    def __exit__(self, *_error: object) -> None:
        _spoken.reset(self._token)


class naming_commands(speaking):
    """Name commands instead of mentioning them during the block, for labels, which show no mentions."""

    __slots__ = ()

    def __init__(self) -> None:
        audience = _spoken.get() or Audience()
        super().__init__(Audience(audience.language, audience.client))


def _with_commands(text: str) -> str:
    """Return a text with its commands as its audience sees them."""
    audience = _spoken.get()
    if audience is None or "`" not in text:
        return text
    return _localized(text, audience.client or audience.language, audience.commands)


@lru_cache(maxsize=8192)
def _localized(text: str, client: str, commands: MentionableCommands | None) -> str:
    names = _ENGLISH_NAMES if client == ENGLISH else catalog(client).names
    return localized(text, names, commands)


def _catalog() -> gettext.NullTranslations:
    language = spoken()
    return ENGLISH_TEXTS if language == ENGLISH else catalog(language)
