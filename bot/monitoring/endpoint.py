"""Where monitoring asks how the bot is: /health and /metrics, served on this machine."""

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from bot.monitoring.exposition import exposition
from bot.monitoring.metrics import Metrics
from bot.monitoring.status import Status
from bot.settings import CannotStart

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

    application = web.Application()
    application.router.add_get("/health", health)
    application.router.add_get("/metrics", metrics)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise CannotStart(f"ARBITER_METRICS={host}:{port} can't be used: {error.strerror}.") from None
        _log.info("Health and metrics are at http://%s:%s", *runner.addresses[0][:2])
        yield
    finally:
        await runner.cleanup()
