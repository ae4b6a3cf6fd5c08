"""Discord's HTTP side in a process of its own: answers every request at once and tells when answers came.

Prints its port, then a line "interaction moment" for each answer to an interaction. A line of JSON on its
standard input sets with which components messages come back; it ends with its input.
"""

import asyncio
import json
import sys
import time

from aiohttp import web

from benchmarks.payloads import BOT, BOTS_APPLICATION, Json, answered, message

SENT, EDITED = 4, 7
"""Discord's numbers for an answer that is a message, and for one that edits the message pressed."""


class Side:
    """What answers."""

    def __init__(self) -> None:
        self.show([])
        self._said = json.dumps(answered(SENT, message(0, "**Ana** 40 → 39"))).encode()

    def show(self, components: Json) -> None:
        """From now on messages with buttons come back with these components."""
        shown = message(0, "", components)
        self._board = json.dumps(shown).encode()
        self._shown = json.dumps(answered(EDITED, shown)).encode()

    def application(self) -> web.Application:
        """Every address that the bots ask for."""
        app = web.Application()
        app.router.add_post("/interactions/{id}/{token}/callback", self.callback)
        app.router.add_patch("/channels/{channel}/messages/{message}", self.edit)
        app.router.add_put("/applications/{id}/commands", self.commands)
        app.router.add_get("/users/@me", self.me)
        app.router.add_get("/oauth2/applications/@me", self.mine)
        return app

    async def callback(self, request: web.Request) -> web.Response:
        """An answer to an interaction; it counts from when it is there as a whole."""
        await request.read()
        print(request.match_info["id"], time.perf_counter(), flush=True)
        return _json(self._shown if request.match_info["token"] == "press" else self._said)

    async def edit(self, request: web.Request) -> web.Response:
        """An edit of a board."""
        await request.read()
        return _json(self._board)

    async def commands(self, _request: web.Request) -> web.Response:
        """The bot tells its commands."""
        return _json(b"[]")

    async def me(self, _request: web.Request) -> web.Response:
        """The bot asks who it is."""
        return _json(json.dumps(BOT).encode())

    async def mine(self, _request: web.Request) -> web.Response:
        """The bot asks for its application."""
        return _json(json.dumps(BOTS_APPLICATION).encode())


def _json(body: bytes) -> web.Response:
    # With a charset behind the type discord.py takes the body for plain text.
    return web.Response(body=body, headers={"Content-Type": "application/json"})


async def main() -> None:
    """Answer until the input ends."""
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
