"""The endpoint for monitoring: /health and /metrics, served on this machine."""

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from ipaddress import ip_address
from urllib.parse import urlsplit

from aiohttp import web

from bot.monitoring.exposition import exposition
from bot.monitoring.metrics import Metrics
from bot.monitoring.status import Status
from bot.settings import CannotStart
from web.access.addresses import WebAddress
from web.access.connection import BODY
from web.access.security import guard
from web.listening import bind, listening

_log = logging.getLogger(__name__)

TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8"
"""The media type of Prometheus' text format."""


@asynccontextmanager
async def endpoint(
    figures: Metrics, status: Callable[[], Status], host: str, port: int
) -> AsyncGenerator[None]:
    """Answer requests for /health and /metrics during the block. Raises CannotStart."""

    async def health(_request: web.Request) -> web.Response:
        now = status()
        well = now.ready and not now.problems
        said = {"ready": now.ready, "problems": now.problems}
        return web.json_response(said, status=200 if well else 503)

    async def metrics(_request: web.Request) -> web.Response:
        return web.Response(body=exposition(figures), headers={"Content-Type": TEXT_FORMAT})

    try:
        bound, address = bind(WebAddress(host, port))
    except OSError as error:
        raise CannotStart(f"ARBITER_METRICS={host}:{port} can't be used: {error.strerror}.") from None
    application = web.Application(middlewares=[guard(_is_this_machine, BODY, _explain)])
    application.router.add_get("/health", health)
    application.router.add_get("/metrics", metrics)
    async with listening(bound, application):
        _log.info("Health and metrics are at %s", address.own)
        yield


def _is_this_machine(host: str) -> bool:
    """Return whether a Host header names this machine: pages of any other site must not read the answer."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


def _explain(_request: web.Request, status: int) -> web.Response:
    return web.Response(status=status, text=HTTPStatus(status).phrase)
