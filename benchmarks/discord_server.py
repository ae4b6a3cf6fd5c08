"""Discord's HTTP side, in its own process: answers every request at once and reports when replies arrived.

Prints its port, then a line "interaction time" for each reply. A line of JSON on its standard input sets the
components of the messages it returns; it stops when its input ends.
"""

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable

from aiohttp import web

from tests.support.discord_api.objects import BOT, BOTS_APPLICATION, MEMBER, Json, answered, message

SENT, EDITED = 4, 7
"""Discord's types of replies: a new message, and an edit of the message with the pressed button."""


class Side:
    """The routes that the bots use."""

    def __init__(self) -> None:
        self.show([])
        self._said = json.dumps(answered(SENT, message(0, "**Ana** 40 → 39"))).encode()

    def show(self, components: Json) -> None:
        """From now on, return messages with these components."""
        shown = message(0, "", components)
        self._board = json.dumps(shown).encode()
        self._shown = json.dumps(answered(EDITED, shown)).encode()

    def application(self) -> web.Application:
        """Return the application with all routes."""
        app = web.Application()
        app.router.add_post("/interactions/{id}/{token}/callback", self.callback)
        app.router.add_patch("/channels/{channel}/messages/{message}", self.edit)
        app.router.add_put("/applications/{id}/commands", _always([]))
        app.router.add_get("/users/@me", _always(BOT))
        app.router.add_get("/guilds/{guild}/members/{member}", _always(MEMBER))
        app.router.add_get("/oauth2/applications/@me", _always(BOTS_APPLICATION))
        return app

    async def callback(self, request: web.Request) -> web.Response:
        """Take a reply to an interaction; it counts once it has arrived completely."""
        await request.read()
        print(request.match_info["id"], time.perf_counter(), flush=True)
        return _json(self._shown if request.match_info["token"] == "press" else self._said)

    async def edit(self, request: web.Request) -> web.Response:
        """Take an edit of a board."""
        await request.read()
        return _json(self._board)


def _always(value: Json) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def handler(_request: web.Request) -> web.Response:
        return _json(json.dumps(value).encode())

    return handler


def _json(body: bytes) -> web.Response:
    # With a charset after the type, discord.py would treat the body as plain text.
    return web.Response(body=body, headers={"Content-Type": "application/json"})


async def main() -> None:
    """Answer requests until the input ends."""
    side = Side()
    runner = web.AppRunner(side.application(), access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        side.show(json.loads(line))
    await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(main())
