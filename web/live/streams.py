"""Server-Sent Events: what has changed on a page, as long as somebody looks at it."""

import asyncio
import time

from aiohttp import web

from storage.links import Link
from web.access import security
from web.access.links import Access
from web.live.feeds import BEAT, Feed

PATIENCE = 10.0
"""Seconds that a reader may take to take something; then it is let go, and may come again."""
RETRY = b"retry: 500\n\n"
"""Milliseconds after which a browser comes again by itself."""
ALIVE = b"event: alive\ndata:\n\n"
GONE = b"event: gone\ndata:\n\n"
"""The link no longer works, so there is no use in coming again."""


async def stream(request: web.Request, access: Access, link: Link, feed: Feed) -> web.StreamResponse:
    """The handler of a stream: first what the page lacks, which says what it has, then every change.

    Ends when the reader leaves, at the latest when the link no longer works.
    """
    links = access.games.links
    with (
        access.limits.opened(request, link.id),
        feed.reading() as reader,
        links.revoked.following(link, reader.close),
    ):
        if await links.find(request.match_info["token"]) is None:
            raise web.HTTPNotFound
        have = request.headers.get("Last-Event-ID") or request.query.get("have", "")
        await feed.snapshot()
        security.stay(request)
        response = web.StreamResponse(headers={"X-Accel-Buffering": "no"})
        response.content_type = "text/event-stream"
        await response.prepare(request)
        try:
            await _write(response, RETRY)
            written = 0.0
            while not reader.closed and links.works(link):
                snapshot = await feed.snapshot()
                message = snapshot.message(have)
                have = snapshot.id
                if message is not None or time.monotonic() - written > 0.9 * BEAT:
                    await _write(response, message or ALIVE)
                    written = time.monotonic()
                await reader.wait()
            if await links.find(request.match_info["token"]) is None:
                await _write(response, GONE)
        except (ConnectionError, TimeoutError):
            if request.transport is not None:
                request.transport.abort()
        return response


async def _write(response: web.StreamResponse, message: bytes) -> None:
    async with asyncio.timeout(PATIENCE):
        await response.write(message)
