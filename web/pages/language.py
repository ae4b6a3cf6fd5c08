"""The language of a page: the one in its address, else the one of its game or of the browser."""

from collections.abc import Iterator

from aiohttp import web

from cogs.text.language import ENGLISH, LANGUAGE_NAMES, language_of

_MOST = 20
"""Languages that a browser may name."""


def requested_language(request: web.Request) -> str | None:
    """Return the language of an address's ``lang``; None if it isn't supported."""
    wanted = request.query.get("lang")
    return wanted if wanted in LANGUAGE_NAMES else None


def language_suffix(request: web.Request, sign: str) -> str:
    """Return the suffix of a page's links that keeps the language."""
    language = requested_language(request)
    return "" if language is None else f"{sign}lang={language}"


def of_browser(request: web.Request) -> str:
    """Return the language for a page that belongs to no game."""
    spoken = (language_of(code) for code in _accepted(request) if code.partition("-")[0] in LANGUAGE_NAMES)
    return requested_language(request) or next(spoken, ENGLISH)


def _accepted(request: web.Request) -> Iterator[str]:
    """Yield the languages that a browser prefers, in its order."""
    for one in request.headers.get("Accept-Language", "").split(",")[:_MOST]:
        yield one.partition(";")[0].strip().casefold()
