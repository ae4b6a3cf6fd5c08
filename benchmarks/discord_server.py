"""Discord's HTTP side, in its own process: answers every request at once and reports the times of replies.

Prints its port, then a line "interaction time" for each reply. A line of JSON on its standard input sets
the components of the messages it returns; it stops when its input ends.
"""

import asyncio
import json
import sys
import time
from collections.abc import Mapping

import msgspec
from aiohttp import web

from tests.support.discord_api.objects import (
    BOT,
    BOTS_APPLICATION,
    CHANNEL,
    MESSAGE,
    USER,
    Json,
    member,
    message,
)
from tests.support.discord_api.payloads import answered
from tests.support.discord_api.responses import always, encoded

SENT, EDITED = 4, 7
"""Discord's types of replies: a new message, and an edit of the message with the pressed button."""


class Side:
    """The routes that the bots use."""

    def __init__(self) -> None:
        self.show([])
        self._said = _answered(SENT, {"content": "**Ana** 40 → 39"})

    def show(self, components: Json) -> None:
        """Use these components in answers from now on."""
        board = {"components": components}
        self._board = msgspec.json.encode(message(MESSAGE, CHANNEL, board))
        self._shown = _answered(EDITED, board)

    def application(self) -> web.Application:
        """Return the application with all routes."""
        app = web.Application()
        app.router.add_post("/interactions/{id}/{token}/callback", self.callback)
        app.router.add_patch("/channels/{channel}/messages/{message}", self.edit)
        app.router.add_put("/applications/{id}/commands", always([]))
        app.router.add_get("/users/@me", always(BOT))
        app.router.add_get("/guilds/{guild}/members/{member}", always(member(USER)))
        app.router.add_get("/oauth2/applications/@me", always(BOTS_APPLICATION))
        return app

    async def callback(self, request: web.Request) -> web.Response:
        """Receive a reply to an interaction; it counts once it has arrived completely."""
        await request.read()
        print(request.match_info["id"], time.perf_counter(), flush=True)
        return encoded(self._shown if request.match_info["token"] == "press" else self._said)

    async def edit(self, request: web.Request) -> web.Response:
        """Receive an edit of a board."""
        await request.read()
        return encoded(self._board)


def _answered(kind: int, sent: Mapping[str, Json]) -> bytes:
    """Return the answer to a reply with a message."""
    return msgspec.json.encode(answered(MESSAGE, kind, message(MESSAGE, CHANNEL, sent)))


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
