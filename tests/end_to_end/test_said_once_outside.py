"""Where the bot isn't, nothing is said twice either, whichever answer of Discord's is lost.

No one can look there for what may have arrived. So it isn't repeated, and the board says how things stand.
"""

import re
from collections import Counter
from collections.abc import AsyncGenerator

import pytest
from aiohttp import web
from discord import http
from discord.webhook import async_

from bot.client import Arbiter
from storage.settings.definitions import SAME_TIME, Level
from tests.bot.test_outside import EPHEMERAL, Room
from tests.end_to_end.test_said_once import FAULTS, SOON, Hurried, bot, calm, kind_of, plain
from tests.support.discord_api.messages import readable
from tests.support.discord_api.objects import OUTSIDE
from tests.support.discord_api.payloads import Place
from tests.support.discord_api.server import DiscordServer
from tests.support.evening import service_of

__all__ = ("bot",)

WINS = " wins "
"""What is read where someone wins."""
ROUTES = {
    "an answer": "POST /interactions/#/#/callback",
    "what follows an answer": "POST /webhooks/#/#",
    "an edit by a token": "PATCH /webhooks/#/#/messages/#",
}
"""Every kind of request by which the bot says something there."""


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[DiscordServer]:
    server = DiscordServer(1, for_people=True, answer_time=SOON)
    async with server.serving():
        server.reach(monkeypatch)
        for module in (http, async_):
            monkeypatch.setattr(module, "asyncio", Hurried())
        yield server


class Losing:
    """Requests that Discord carries out and whose first answers are lost, counted by their kind."""

    def __init__(self, fault: int | None) -> None:
        self.lost = Counter[str]()
        self._fault = fault
        self._seen = set[tuple[str, bytes]]()

    def spoil(self, request: web.Request, body: bytes) -> int | None:
        what = f"{request.method} {request.path}", re.sub(rb"<t:\d+", b"", body)
        if self._fault is None or what in self._seen:
            return None
        self._seen.add(what)
        self.lost[kind_of(request)] += 1
        return self._fault


async def game(room: Room, number: int) -> None:
    """The game with this number: Ben loses by a press on a panel, is brought back, and then Ana concedes."""
    await room.opens("Ben")
    await room.presses(f"life:{number}:-1")
    await room.types("life set", to=5, who="Ben")
    await room.presses("others:")
    await room.presses(f"lifefor:{number}:-5", message=await room.panel())
    await room.until(lambda: WINS in room.shown())
    await room.types("undo")
    await room.until(lambda: WINS not in room.shown())
    await room.types("concede")
    await room.until(lambda: WINS in room.shown())
    await room.types("game board")


def said(server: DiscordServer) -> Counter[str]:
    """Return what everyone reads there, without numbers, small lines, such as hints, and what strikes it
    through.

    No token reaches a message whose ID was in an answer that is lost.
    """
    public = (readable(one) for one in server.messages.of(OUTSIDE) if not one["flags"] & EPHEMERAL)
    texts = (re.sub(r"^-#.*\n?|~~| \(undone by \w+\)", "", text, flags=re.M) for text in public)
    return Counter(plain(text) for text in texts if text)


async def test_a_game_outside_says_nothing_twice_whatever_answers_are_lost(
    server: DiscordServer, bot: Arbiter
) -> None:
    await service_of(bot).settings.choose(Level.CHANNEL, OUTSIDE, SAME_TIME, "0")
    before, games = Counter[str](), list[Counter[str]]()
    for number, fault in enumerate(FAULTS, start=1):
        losing, room = Losing(fault), Room(server, Place.GROUP)
        server.http.spoils_answer = losing.spoil
        await game(room, number)
        await calm(server)
        games.append(said(server) - before)
        before = said(server)
        assert fault is None or {*losing.lost} >= {*ROUTES.values()}
    expected, *others = games
    assert sum(WINS in text for text in expected) == 3, "announced twice, and on the board"
    for found in others:
        assert found == expected
