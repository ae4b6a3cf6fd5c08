"""Headers of every answer, the valid hosts, and the time limit of requests."""

import asyncio
import logging
from collections.abc import Callable
from types import MappingProxyType

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

_log = logging.getLogger(__name__)

EMBEDDING = "https://discord.com https://canary.discord.com https://ptb.discord.com https://*.discordsays.com"
"""The only sites that may embed a page: Discord's clients and its proxy for Activities."""
SECURITY_HEADERS = MappingProxyType(
    {
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
        "connect-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        f"frame-ancestors {EMBEDDING}",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        "Referrer-Policy": "no-referrer",
        "Server": "",
        "X-Content-Type-Options": "nosniff",
        "X-Robots-Tag": "noindex, nofollow",
    }
)
"""The default headers of an answer. No page has an inline script or style, or anything from
somewhere else; no one keeps an answer, since there is a token in its address."""
REQUEST_TIMEOUT = 10.0
"""Maximum seconds of a request, except for streams."""
TOO_LARGE, COMPRESSED, MISDIRECTED, SLOW, FAILED = 413, 415, 421, 408, 500

Explain = Callable[[web.Request, int], web.Response]
"""The page that says why there is nothing else, by the status of HTTP."""
_TIME = web.RequestKey("time", asyncio.Timeout)


async def cover(_request: web.Request, response: web.StreamResponse) -> None:
    """Add the common headers to an answer; for the signal before it is sent."""
    response.headers.pop("Server", None)  # aiohttp's own
    for name, value in SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)


def guard(names: Callable[[str], bool], body: int, explain: Explain) -> Middleware:
    """Return the middleware around every page.

    ``names`` are the valid hosts: any other is a foreign name that leads here. ``body`` is the maximum
    bytes of a request's body; no page compresses them. Errors are answered by a page, and logged without
    the address.
    """

    def refused(request: web.Request) -> int | None:
        if not names(request.headers.get("Host", "").casefold()):
            return MISDIRECTED
        if "Content-Encoding" in request.headers:
            return COMPRESSED
        return TOO_LARGE if (request.content_length or 0) > body else None

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        status = refused(request)
        if status is not None:
            answer = explain(request, status)
            answer.force_close()
            return answer
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT) as request[_TIME]:
                return await handler(request)
        except web.HTTPRedirection:
            raise
        except web.HTTPException as error:
            error.__traceback__ = None  # aiohttp keeps it: its frames would wait for the collector
            return explain(request, error.status)
        except TimeoutError:
            return explain(request, SLOW)
        except ConnectionError:
            raise
        except Exception:  # noqa: BLE001  the others of its readers go on
            _log.exception("A page could not be made")
            return explain(request, FAILED)
        finally:
            del request[_TIME]  # it knows the task, which knows the answer, which knows the request

    return guarded


def exempt_from_timeout(request: web.Request) -> None:
    """Exempt an answer from the time limit."""
    request[_TIME].reschedule(None)
