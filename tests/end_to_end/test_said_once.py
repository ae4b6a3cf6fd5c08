"""Nothing is said twice, whichever answer of Discord's is lost.

An evening is played at four sets of tables at once: at three of them Discord carries out each request and
then says that it has failed, or cuts the connection, before it takes the repetition. In the end all four look
the same.
"""

import asyncio
import json
import re
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence, Set
from contextlib import AsyncExitStack, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from discord import http

from bot.client import Arbiter
from cogs.admission import fair_use
from cogs.setup import Installation
from rules.leagues.league import Confirmation, Confirmers, League
from storage.engine.metadata import Metadata
from storage.engine.opening import open_database
from storage.games.games import Games
from storage.settings.definitions import ASK, SAME_TIME, Level
from storage.settings.settings import SettingsStore
from tests.storage.leagues.people import ANA, by
from tests.support.discord_api import payloads
from tests.support.discord_api.faults import LOST
from tests.support.discord_api.messages import custom_ids, readable
from tests.support.discord_api.objects import CHANNEL, GUILD, USER
from tests.support.discord_api.places import direct_channel
from tests.support.discord_api.server import DiscordServer
from tests.support.evening import service_of
from tests.support.shared_workers import BotWithSharedWorkers

ROOT = Path(__file__).parents[2]
FAULTS = (None, 500, 502, LOST)
"""What each request at a set of tables is answered with at first, once it was carried out."""
GAME, LEAGUE, EVENT = range(3)
"""What the tables of a set are for."""
PARTS = 3
PLAYERS, JUDGE = range(4), 4
ASKED = 2
"""The player who is asked in private to confirm results."""
PEOPLE = 5
"""People at one set of tables, by numbers: players, and a judge who doesn't play."""
SUGGESTION = 4
"""Discord's type of an interaction that asks for suggestions."""
SOON = 60.0
"""Seconds within which everything has happened on the slowest machine."""
SPEED_UP = 20
"""How many times sooner discord.py repeats what has failed than after its one second, or three."""
PAUSES, SHORT = ("SEND_RETRY_DELAY", "SETTLE"), 0.05
"""The bot's own pauses after a failure, and their seconds here."""
CALM = 0.5
"""Seconds without a request after which nothing more is said: longer than any pause before a repetition."""

ROUTES = {
    "an answer with files": "POST /interactions/#/#/callback",
    "an answer": "POST /interactions/#/#/callback 4",
    "an answer that is put off": "POST /interactions/#/#/callback 5",
    "the same, unseen": "POST /interactions/#/#/callback 6",
    "an edit of what was pressed": "POST /interactions/#/#/callback 7",
    "suggestions": "POST /interactions/#/#/callback 8",
    "a form": "POST /interactions/#/#/callback 9",
    "a further message": "POST /webhooks/#/#",
    "what fills in an answer": "PATCH /webhooks/#/#/messages/@original",
    "a placeholder": "DELETE /webhooks/#/#/messages/@original",
    "a message": "POST /channels/#/messages",
    "a picture": "POST /channels/#/messages with files",
    "a message that has to go": "DELETE /channels/#/messages/#",
    "an edit": "PATCH /channels/#/messages/#",
    "a thread": "POST /channels/#/threads",
    "a message's thread": "POST /channels/#/messages/#/threads",
    "the end of a thread": "PATCH /channels/#",
    "a direct channel": "POST /users/@me/channels",
    "a scheduled event": "POST /guilds/#/scheduled-events",
    "the end of a scheduled event": "PATCH /guilds/#/scheduled-events/#",
    "a role": "PUT /guilds/#/members/#/roles/#",
}
"""Every kind of request by which the bot says something or shows it."""


class Tables:
    """One set of tables, with what goes wrong there."""

    def __init__(self, server: DiscordServer, number: int, fault: int | None, times: int) -> None:
        """``times``: how often in a row the same request fails."""
        self.server = server
        self.number = number
        self.fault = fault
        self._times = times
        self.failed = Counter[str]()
        """The requests that were carried out and failed, by their kind."""
        self._seen = Counter[bytes]()

    def channel(self, part: int) -> int:
        return CHANNEL + self.table(part)

    def table(self, part: int) -> int:
        return PARTS * self.number + part

    @property
    def role(self) -> int:
        return 7 * 10**18 + self.number  # which the number of sets divides without the latter

    def member(self, number: int) -> int:
        """Return a member of the server who plays here and nowhere else, by the number that interactions
        name."""
        return PEOPLE * self.number + number + 1  # the first one owns the server

    def user(self, number: int) -> int:
        return USER + 1000 * self.member(number)

    async def types(self, part: int, command: str, *, by: int = 0, **options: str | int | bool) -> None:
        """Type a command; wait until it is answered."""
        data = payloads.command(command, options)
        await self._answered(self.server.send(self.table(part), data, user=self.member(by)))

    async def presses(self, part: int, prefix: str, *, user: int = 0) -> None:
        """Press the newest button whose custom_id begins so, once there is one."""
        message = await self.soon(lambda: self.server.messages.newest(self.channel(part), prefix))
        pressed = next(one for one in custom_ids(message) if one.startswith(prefix))
        data = payloads.press(pressed)
        await self._answered(
            self.server.send(self.table(part), data, int(message["id"]), user=self.member(user))
        )

    async def asks_for_suggestions(self, part: int) -> None:
        """Fill in a player; wait until there are suggestions."""
        typed = {"name": "who", "type": 3, "value": "B", "focused": True}
        subcommand = {"name": "set", "type": payloads.SUBCOMMAND, "options": [typed]}
        data = {**payloads.command("life", {}), "options": [subcommand]}
        await self._answered(self.server.send(self.table(part), data, user=self.member(0), kind=SUGGESTION))

    async def chats(self, part: int) -> None:
        """People write until the board comes back to the end of the chat."""
        channel = self.channel(part)
        board = await self.soon(lambda: self.server.messages.newest(channel, "arbiter:undo:"))

        def is_gone() -> bool:
            self.server.hears(self.table(part), self.member(0))
            return self.server.messages.get(channel, int(board["id"])) is None

        await self.soon(is_gone)

    async def _answered(self, number: int) -> None:
        await self.soon(lambda: self.server.answers.get(number))

    async def soon(self, seen: Callable[[], Any]) -> Any:
        """Wait until something is there, and return it."""
        async with asyncio.timeout(SOON):
            while not (found := seen()):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        return found

    def is_archived(self, part: int) -> bool:
        """Return whether all threads of a channel are closed."""
        places = self.server.places
        return all(places.threads[one]["thread_metadata"]["archived"] for one in self.places(part)[1:])

    def said_at(self, part: int, words: str) -> int:
        """Return how many messages in a channel and its threads have these words."""
        return sum(words in text for text in self._texts(part))

    async def says(self, part: int, words: str) -> None:
        """Wait until a message in a channel or its threads has these words."""
        await self.soon(lambda: self.said_at(part, words))

    def places(self, part: int) -> list[int]:
        """Return the channel and its threads."""
        channel = self.channel(part)
        return [channel, *self.server.places.threads_of(channel)]

    def _texts(self, part: int) -> Iterator[str]:
        for place in self.places(part):
            yield from map(readable, self.server.messages.of(place))

    def said(self) -> Counter[str]:
        """Return what is to be read here, without numbers, and who plays where, which chance decides."""
        places = self.server.places
        found = Counter(f"{part}: {plain(text)}" for part in range(PARTS) for text in self._texts(part))
        for part in range(PARTS):
            for thread in places.threads_of(self.channel(part)):
                metadata = places.threads[thread]["thread_metadata"]
                found[f"thread {plain(places.threads[thread]['name'])} {metadata['archived']}"] += 1
        for event in places.events.values():
            if event["name"] == self.cup:
                found[f"event {event['status']}"] += 1
        for number in range(PEOPLE):
            for message in self.server.messages.of(direct_channel(self.user(number))):
                found[f"to {number}: {plain(readable(message))}"] += 1
        return found

    @property
    def cup(self) -> str:
        return f"Cup {self.number}"

    def has(self, channel: int) -> bool:
        """Return whether a channel, thread or person is of this set."""
        people = [self.user(number) for number in range(PEOPLE)]
        own = [place for part in range(PARTS) for place in self.places(part)]
        return channel in (*own, *people, *map(direct_channel, people))

    def spoil(self, request: web.Request, body: bytes) -> int | None:
        """Let each request fail that was carried out; its repetition is known by what it says."""
        if self.fault is None:
            return None
        is_json = request.content_type == "application/json"
        said = re.sub(rb"<t:\d+", b"", body) if is_json else b""  # boards say how late it is
        key = blake2b(f"{request.method} {request.path}".encode() + said).digest()
        if self._seen[key] >= self._times:
            return None
        self._seen[key] += 1
        route = kind_of(request)
        if is_json and "callback" in route:
            route += f" {json.loads(body)['type']}"
        elif not is_json and body and "interactions" not in route:
            route += " with files"
        self.failed[route] += 1
        return self.fault


def plain(text: str) -> str:
    """Return a text without numbers, and without who is who, which chance decides."""
    lines = re.sub(r"\b(Ana|Ben|Cy|Dee|Eve)\b", "@", re.sub(r"\d+", "#", text)).splitlines()
    return "\n".join(sorted(lines))


def kind_of(request: web.Request) -> str:
    path = re.sub(r"/t?\d+", "/#", request.path.removeprefix("/api/v10"))
    return f"{request.method} {path}"


async def game(tables: Tables) -> None:
    """A game from its lobby to its end, with everything that is answered to one person alone."""
    await tables.types(GAME, "game new", variant="two_player", players="Ben", life=20)
    await tables.says(GAME, "The game begins")
    await tables.asks_for_suggestions(GAME)
    await tables.presses(GAME, "arbiter:more:")
    await tables.presses(GAME, "arbiter:form:")
    await tables.types(GAME, "log", file=True)
    await tables.presses(GAME, "arbiter:life:")
    await tables.presses(GAME, "arbiter:undo:")
    await tables.says(GAME, "Undid step")
    await tables.types(GAME, "life lose", amount=4)
    await tables.types(GAME, "game board")
    await tables.says(GAME, "board is now here")  # before that, answers behind the first one are in the way
    await tables.chats(GAME)
    await tables.types(GAME, "concede")
    await tables.says(GAME, "conceded")
    await tables.says(GAME, "Life chart")


async def league(tables: Tables) -> None:
    """A result that is disputed and ruled on, and the end of a season with a champion."""
    await tables.types(LEAGUE, "league chart", kind="rating")
    await tables.types(LEAGUE, "league season open", name="Spring")
    people = ", ".join(f"<@{tables.user(number)}>" for number in PLAYERS)
    await tables.types(LEAGUE, "league report", players=people)
    await tables.says(LEAGUE, ": result 1")
    reported = time.time()
    await tables.soon(lambda: tables.server.messages.of(direct_channel(tables.user(ASKED))))
    await tables.types(LEAGUE, "league result dispute", result=1, reason="no", by=1)
    await tables.says(LEAGUE, "A judge will rule")
    await tables.soon(lambda: tables.server.messages.of(direct_channel(tables.user(0))))
    await tables.types(LEAGUE, "league result rule", by=JUDGE, result=1, verdict="accept", reason="seen")
    await tables.soon(lambda: tables.is_archived(LEAGUE))
    await tables.types(LEAGUE, "league standings")
    await tables.presses(LEAGUE, "arbiter-league:look:")
    await tables.types(LEAGUE, "league board")
    await tables.says(LEAGUE, "Updates automatically")
    await tables.soon(lambda: time.time() > reported + 1)  # the end is the first second that no longer counts
    await tables.types(LEAGUE, "league season close")
    await tables.soon(lambda: any(role == tables.role for role, _ in tables.server.places.given))


async def event(tables: Tables) -> None:
    """An event with a scheduled event, a round at two tables, and its end."""
    starts = f"<t:{int(time.time()) + 86_400}>"
    await tables.types(EVENT, "event create", name=tables.cup, play="duels", scheduled=starts)
    await tables.soon(lambda: any(one["name"] == tables.cup for one in tables.server.places.events.values()))
    await tables.types(EVENT, "event add", players="new: Ben, Cy, Dee, Eve")
    await tables.types(EVENT, "event round")
    await tables.soon(lambda: tables.said_at(EVENT, "your table is open") == 2)
    await tables.types(EVENT, "event export")
    await tables.types(EVENT, "event close")


class Hurried:
    """asyncio as discord.py's requests see it, whose pauses are shorter."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / SPEED_UP)


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[DiscordServer]:
    server = DiscordServer(PARTS * len(FAULTS), answer_time=SOON)
    async with server.serving():
        server.reach(monkeypatch)
        monkeypatch.setattr(http, "asyncio", Hurried())
        yield server


@pytest.fixture
async def bot(
    server: DiscordServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Arbiter]:
    """The bot, connected, in whose server people may do much, and which soon tries again what has failed."""
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(tmp_path / "arbiter.db"))
        games, settings = Games(database), SettingsStore(database)
        await settings.choose(Level.SERVER, GUILD, SAME_TIME, "0")
        installation = Installation(games=games, settings=settings, metadata=Metadata(database), pause=0)
        bot = BotWithSharedWorkers(installation)
        bot.fair_use = fair_use.FairUse(iter(range(0, 10**9, 1000)).__next__)
        for name, module in [*sys.modules.items()]:
            for pause in PAUSES if name.startswith("cogs.") else ():
                if hasattr(module, pause):
                    monkeypatch.setattr(module, pause, SHORT)
        await stack.enter_async_context(bot)
        running = asyncio.create_task(bot.start("token"))
        await asyncio.wait_for(server.commands_sent.wait(), SOON)
        try:
            yield bot
        finally:
            await bot.close()
            await asyncio.gather(running, return_exceptions=True)


def set_of(sets: Sequence[Tables], server: DiscordServer, request: web.Request, body: bytes) -> Tables:
    """Return the set of tables that a request is about."""
    places, about = server.places, request.match_info
    if "token" in about:
        channel = server.channel_of(payloads.by_token(about["token"]))
    elif "role" in about:
        return sets[int(about["role"]) % len(sets)]
    elif "guild" in about:
        event = places.events.get(int(about.get("event", 0))) or json.loads(body)
        return next(one for one in sets if one.cup == event["name"])
    else:
        channel = int(about["channel"]) if "channel" in about else int(json.loads(body)["recipient_id"])
    return next((one for one in sets if one.has(channel)), sets[0])


async def calm(server: DiscordServer) -> None:
    """Wait until the bot has asked for nothing for a while."""
    while time.monotonic() - server.last < CALM:  # noqa: ASYNC110
        await asyncio.sleep(0.1)


@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.full)])
async def test_an_evening_reads_alike_whatever_answers_are_lost(
    server: DiscordServer, bot: Arbiter, times: int
) -> None:
    sets = [Tables(server, number, fault, times) for number, fault in enumerate(FAULTS)]
    server.http.spoils_answer = lambda request, body: set_of(sets, server, request, body).spoil(request, body)
    for tables in sets:
        confirmation = Confirmation(by=Confirmers.ALL, hours=48)
        rules = League(name=f"Open {tables.number}", confirmation=confirmation)
        done = await bot.games.leagues.create(GUILD, by(ANA), rules, (tables.channel(LEAGUE),))
        await bot.games.leagues.set_champion(done.state.league, tables.role)
        await service_of(bot).settings.choose(Level.OWN, tables.user(ASKED), ASK, "on")
    async with asyncio.TaskGroup() as group:
        for tables in sets:
            for part in (game, league, event):
                group.create_task(part(tables))
    expected, *others = sets
    assert expected.said_at(GAME, "The game begins") == 1
    assert expected.said_at(LEAGUE, "won the season") == 1
    assert [len(server.messages.of(direct_channel(one.user(ASKED)))) for one in sets] == [1] * len(sets)
    assert [len(expected.places(part)) for part in range(PARTS)] == [1, 2, 3]
    for tables in others:
        with suppress(TimeoutError):
            await tables.soon(lambda tables=tables: tables.said() == expected.said())
    await calm(server)
    for tables in others:
        assert tables.said() == expected.said()
        assert {*ROUTES.values()} - {*tables.failed} == set()


MAKERS = re.compile(
    r"\.followup\.send\(|\.create_(thread|scheduled_event)\(|(?<!sender)(?<!socket)(?<!outbox)(?<!self)(?<!line)\.send\(|\.response\.defer\("
)
"""What makes something at Discord that a repetition would make once more, or needs an answer filled in."""
PLACES = {
    "cogs/core/delivery/deferring.py",
    "cogs/core/delivery/sender.py",
    "cogs/core/delivery/threads.py",
    "cogs/core/delivery/tokens.py",
    "cogs/core/messaging.py",
    "cogs/tournaments/updates/discord_events.py",
}
"""Where it is seen to that it is made once."""


REACHES = re.compile(r"\.get_partial_messageable\(")
"""What reaches a channel or its messages, whether or not the bot may view it."""
GUARDED = {
    "cogs/core/delivery/sender.py",
    "cogs/core/messaging.py",
    "cogs/tournaments/updates/tables/missing.py",
}
"""Where that is asked first."""


@pytest.mark.parametrize(("pattern", "places"), [(MAKERS, PLACES), (REACHES, GUARDED)])
def test_nothing_is_said_but_where_it_is_seen_to_how(pattern: re.Pattern[str], places: Set[str]) -> None:
    found = {
        str(file.relative_to(ROOT))
        for room in ("bot", "cogs", "web")
        for file in (ROOT / room).rglob("*.py")
        if pattern.search(file.read_text(encoding="utf-8"))
    }
    assert found == places
