"""The real bot with people around it: simulated Discord, real commands, real database file."""

import asyncio
import copy
import itertools
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol, Self, TypeVar

import discord
import pytest
import simcord
from msgspec import structs
from simcord import ResponseMessage
from simcord.results import to_discord_message

from bot.client import Arbiter
from bot.errors import ArbiterTree
from bot.monitoring.watchdog import BUDGET, Stall, Watchdog
from bot.page_serving import requests_of
from cogs.admission.fair_use import FairUse
from cogs.core.custom_ids import CustomId, Verb
from cogs.core.hooks import InteractionHandler, Route
from cogs.core.service import GameService
from cogs.setup import Installation
from rules.leagues.result import LeagueId
from rules.tournaments.state import TournamentId
from storage.engine.database import Database
from storage.engine.metadata import Metadata
from storage.engine.opening import open_database
from storage.games.games import GameId, Games, Location
from storage.settings.definitions import CHART, FOLLOW, SAME_TIME, Level, Setting
from storage.settings.settings import SettingsStore
from tests.support import deepcopy
from tests.support.event_loop import budget
from tests.support.games import view_of
from tests.support.log import LISTENER, Log
from tests.support.messages import Said, buttons, is_table, said, text
from tests.support.shared_workers import BotWithSharedWorkers
from tests.support.simulation import Simulation, Told
from tests.support.sqlite import write
from tests.support.wording import Refused
from web.access.addresses import WebAddress
from web.setup import served

deepcopy.use()

T = TypeVar("T")


class Maker(Protocol):
    """How a test makes the bot."""

    def __call__(self, installation: Installation, *, monotonic: Callable[[], float]) -> Arbiter: ...


PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay")
SETTLE_TIMEOUT = 60.0
"""Maximum seconds for the bot to settle."""
SOON = 60.0
"""Seconds in which a channel hears of a step."""
LATER = 60.0
"""Seconds of simulated time after which the bot records deliveries, so that no one waits for it."""
MAX_SLEEP = timedelta(days=1)
"""How long deadlines may not look at a clock that no one sets: days go by in seconds here."""
CHOSEN: Mapping[Setting[object], str] = {SAME_TIME: "0", CHART: "off", FOLLOW: "0"}
"""The choices of a test's server: see `Evening.as_by_default`."""


HELD = 2 * BUDGET
"""Seconds of CPU time for which a command, a press or a deadline may hold the event loop, collecting garbage
not counted. Twice as many as in a running bot, because the simulation's work is in it, and the thread that
looks may be late. Other processes aren't counted. Tasks without their own name are the tests', and
anything else may be pytest itself, while no loop runs."""


class Evening:
    """A server with a table channel and six people, of whom Ana moderates; ``async with`` starts the bot.

    ``await evening.types("Ben", "life lose", amount=3)`` is a command, ``await evening.presses("Ben", "−1")``
    a button of the board, ``evening.board()`` what stands on it. ``people`` can do everything else. At
    the end every error is raised that reached the top of the bot or was logged, unless the test has asked.
    """

    bot: Arbiter
    database: Database
    games: Games
    settings: SettingsStore
    env: Simulation
    server: simcord.GuildHandle
    channel: simcord.ChannelHandle
    people: dict[str, simcord.MemberActor]

    def __init__(
        self,
        file: Path,
        make: Maker = BotWithSharedWorkers,
        *,
        pause: float = 0,
        fair_use: bool = False,
        real_time: bool = False,
        pages: WebAddress | None = None,
        server: str | None = None,
    ) -> None:
        """``pause``: seconds of simulated time between two edits of a board; none, so that no one waits.

        ``fair_use``: people can ask for too much in a while. ``real_time``: games go by the machine's clock,
        as browsers do, not by the simulation's, which `passes` moves on. ``pages``: where games have pages,
        if they have any. ``server``: the address of a PostgreSQL database, used instead of the file.
        """
        self.file = file
        self._address = server or file
        self._make = make
        self._pause = pause
        self._fair_use = fair_use
        self._real_time = real_time
        self._pages = pages
        self._open = AsyncExitStack()
        self._seen = 0
        self._shared = False
        self._log = Log()
        self._stalls: list[Stall] = []

    async def __aenter__(self) -> Self:
        await SHARED.make_room()
        await self.connect(with_server=True)
        await self._choose_settings()
        return self

    async def connect(self, *, with_server: bool) -> None:
        """Start the bot, in a server or in none yet."""
        logging.getLogger().addHandler(self._log)
        LISTENER.taken()  # what was logged before doesn't concern this evening
        on_file = self._address == self.file
        new = on_file and not self.file.exists()
        if Told.commands and on_file:
            write(self.file, Told.file)
        self._watchdog = Watchdog(self._stalls.append, interval=0.01, sample=0.005)
        self.env = Simulation(await self._start(), settle_timeout=SETTLE_TIMEOUT)
        if with_server:
            self._create_server()
        self.env.backend.register_commands(None, Told.commands)  # a bot with others tells them again
        await self.env.start()
        await self.bot.wait_until_synced()
        if new:
            Told.remember(self.env, self.file)

    def _create_server(self) -> None:
        self.server = self.env.create_guild("League")
        self.channel = self.server.create_text_channel("table-1")
        moderator = self.server.create_role("Moderator", permissions=discord.Permissions(manage_guild=True))
        self.people = {}
        for name in PEOPLE:
            user = self.env.create_user(name.lower(), global_name=name)
            self.people[name] = self.server.add_member(user, roles=[moderator] if name == "Ana" else [])

    async def _choose_settings(self) -> None:
        for setting, value in CHOSEN.items():
            await self.settings.choose(Level.SERVER, self.server.id, setting, value)

    async def as_by_default(self, *settings: Setting[object]) -> None:
        """Leave these settings unchanged from the defaults of a new server.

        Tests choose that results don't wait for what happened at the same time, that a game that has ended
        gets no picture, which takes a second, and that the board doesn't come back to the end of the chat.
        """
        for setting in settings:
            await self.settings.reset(Level.SERVER, self.server.id, setting)

    @asynccontextmanager
    async def elsewhere(self) -> AsyncGenerator["Evening"]:
        """An evening in another server of the same bot."""
        other = copy.copy(self)
        other.errors()  # what was logged before doesn't concern this evening
        other.refusal()
        other._create_server()
        await self.env.settle()
        await other._choose_settings()
        other._shared = True
        yield other
        await other.env.settle()
        other._raise_errors()
        await other._forget()

    async def _forget(self) -> None:
        """Cancel everything that is due, injected or cached, for later tests."""
        await self.database.write(("DELETE FROM deadline", ()), then=self.games.deadlines.wake)
        for kept in (self.env.backend.faults, self.env.backend.http_requests, self.env.backend.transcript):
            kept.clear()

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await self.disconnect()
        if kind is None:
            self._raise_errors()

    async def disconnect(self) -> None:
        """Stop the bot."""
        self._watchdog.stop()
        await self.env.shutdown()
        await self._open.aclose()
        logging.getLogger().removeHandler(self._log)

    def _raise_errors(self) -> None:
        if errors := self.errors():
            raise BaseExceptionGroup("errors that no command has answered", errors)

    def errors(self) -> tuple[BaseException, ...]:
        """Return what has reached the top of the bot, or was logged as a warning, since this was asked last,
        and the texts said meanwhile that no one can translate."""
        seen, self._seen = self._seen, self.env.error_cursor
        return self.env.errors_since(seen) + self._log.taken() + LISTENER.taken() + self._held()

    def _held(self) -> tuple[BaseException, ...]:
        """Return what held the event loop for too long since the last call."""
        stalls, self._stalls[:] = [*self._stalls], []
        return tuple(
            TimeoutError(f"the event loop was held: {stall}")
            for stall in stalls
            if not stall.task.startswith(("Task-", "a callback"))
            and stall.processor - stall.garbage > budget(HELD)
        )

    async def restart(
        self, make: Maker = BotWithSharedWorkers, *, away: float = 0, settled: bool = False
    ) -> None:
        """Stop the bot and start it, or another one, on the same file and in the same Discord.

        ``away``: seconds of simulated time for which it is not there. ``settled``: wait for all that it
        does at its start.
        """
        assert not self._shared, "other tests use this bot: mark the test own_bot"
        self._make = make
        await self.env.settle()
        await self._open.aclose()
        if away:
            await self.env.advance_time(away)
        await self.env.restart_bot(await self._start())
        await self.bot.wait_until_synced()
        if settled:
            await self.env.settle()

    async def passes(self, *, minutes: float = 0, seconds: float = 0) -> None:
        """Simulated time goes by, and whatever is due meanwhile happens."""
        await self.env.advance_time(60 * minutes + seconds)
        await self.env.settle()

    def now(self) -> datetime:
        """Return the games' current time."""
        return datetime.now(UTC) if self._real_time else self.env.now()

    def seconds(self) -> float:
        """Return the seconds that have passed at Discord."""
        return self.env.now().timestamp() if hasattr(self, "env") else 0

    async def types(self, who: str, command: str, /, **options: object) -> Said:
        """Type a command as someone; return the answer's text."""
        return said(await self.people[who].slash(self.channel, command, **options))

    async def presses(self, who: str, label: str, message: discord.Message | None = None) -> Said:
        """Press a button of the board, or of another message, as someone; return what they read besides
        the board."""
        return said(await self.people[who].click(message or self.board_message(), label=label))

    async def suggestions(
        self, who: str, command: str, option: str, typed: str = "", /, **filled: object
    ) -> list[str]:
        """Return Discord's suggestions for an option that someone fills in."""
        choices = await self.people[who].autocomplete(self.channel, command, option, typed, **filled)
        assert len(choices) <= 25, "Discord refuses all of them"
        return [choice["name"] for choice in choices]

    async def refused(self, who: str, command: str, /, **options: object) -> Refused:
        """Return the refusal of someone's command: private, with nothing changed."""
        return await self._refused(self.types(who, command, **options))

    async def refused_press(self, who: str, label: str, message: discord.Message | None = None) -> Refused:
        """Return the refusal of someone's press: private, with nothing changed."""
        return await self._refused(self.presses(who, label, message))

    async def _refused(self, asking: Awaitable[Said]) -> Refused:
        before = await self.number_of_entries()
        self.refusal()
        answer = await asking
        assert answer.private, f"everybody reads {answer.text!r}"
        assert await self.number_of_entries() == before
        return Refused(answer.text, self.refusal())

    def refusal(self) -> str | None:
        """Return the key of the last refusal since the last call."""
        key, self.env.refusal = self.env.refusal, None
        return key

    @property
    def place(self) -> Location:
        """Where the channel's game is."""
        return Location(self.channel.id, self.server.id)

    @property
    def text_channel(self) -> discord.TextChannel:
        """The channel as the bot knows it."""
        channel = self.bot.get_channel(self.channel.id)
        assert isinstance(channel, discord.TextChannel)
        return channel

    async def number_of_entries(self) -> int:
        """Return how often something has happened at the table in the channel."""
        view = await self.games.view(self.place)
        return view.entries[-1].number if view is not None else 0

    async def game(self) -> GameId:
        """Return the number of the channel's game."""
        return (await view_of(self.games, self.place)).game

    async def league(self) -> LeagueId:
        """Return the number of the server's first league."""
        return LeagueId(await self._first("league"))

    async def tournament(self) -> TournamentId:
        """Return the number of the server's first tournament."""
        return TournamentId(await self._first("tournament"))

    async def _first(self, table: str) -> int:
        rows = await self.database.fetch(f"SELECT min(id) FROM {table} WHERE guild = ?", self.server.id)
        number: int = rows[0][0]
        return number

    def board_message(self) -> discord.Message:
        """Return the newest message with a lobby or a board."""
        kept = self.env.backend.messages.get(self.channel.id, {})
        return next(
            to_discord_message(self.env, kept[id])
            for id in sorted(kept, reverse=True)
            if kept[id].visible_to(None) and is_table(ResponseMessage(self.env, kept[id]))
        )

    def board(self) -> str:
        """Return the text of the board, including buttons."""
        return text(self.board_message())

    def buttons(self) -> list[str]:
        """Return the buttons of the board that can be pressed."""
        return buttons(self.board_message())

    def chat(self) -> list[str]:
        """Return the channel's public messages, oldest first, including current boards and lobbies."""
        return [text(message) for message in self.channel.history(viewer=self.people["Fay"])]

    async def until(self, seen: Callable[[], bool]) -> None:
        """Wait until something is visible here: a page may show a step before the channel.

        Raises TimeoutError.
        """
        async with asyncio.timeout(SOON):
            while not seen():  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def at_once(self, *deeds: Coroutine[Any, Any, T]) -> list[T]:
        """Commands and presses of several people that reach the bot before it has answered any of them."""
        for deed in deeds:
            deed.send(None)  # up to where the simulation lets the bot work
        return [await _Resumed(deed) for deed in deeds]

    async def delivered_again(self, *, earlier: int = 0) -> None:
        """Deliver the last command or press a second time, as Discord may after a lost connection.

        ``earlier``: the number of commands and presses after it.
        """
        self.env.backend.emit("INTERACTION_CREATE", self._interactions()[-1 - earlier])
        await self.env.settle()

    def _interactions(self) -> list[Mapping[str, Any]]:
        return [sent for _, event, sent in self.env.backend.transcript if event == "INTERACTION_CREATE"]

    async def _start(self) -> Arbiter:
        self.database = await self._open.enter_async_context(open_database(self._address))
        self.games = Games(self.database, self.now, noting=LATER, max_sleep=MAX_SLEEP)
        self.settings = SettingsStore(self.database)
        installation = Installation(
            games=self.games, settings=self.settings, metadata=Metadata(self.database), pause=self._pause
        )
        self.bot = self._make(installation, monotonic=self.seconds)
        # Tests type faster than people, unless they are about that.
        self.bot.fair_use = FairUse(self.seconds if self._fair_use else itertools.count(step=1000).__next__)
        await self._open.enter_async_context(self.bot)
        if self._pages is not None:  # in this process, which goes by simulated time
            pages = served(self.games, requests_of(self.bot, self.games), self._pages)
            self.bot.pages = (await self._open.enter_async_context(pages)).base
        return self.bot


class Pressed(CustomId, frozen=True):
    """The custom_id of the buttons of tests."""

    route = "test"
    verb: Verb


def answer_presses(bot: Arbiter, verb: str, answer: InteractionHandler) -> None:
    """Have a button of a test answered from now on."""
    service = service_of(bot)
    routes = {**service.hooks.routes, Pressed.route: Route(Pressed, {verb: answer})}
    service.go_by(structs.replace(service.hooks, routes=routes))


def service_of(bot: Arbiter) -> GameService:
    """Return the service behind a running bot."""
    tree: object = bot.tree
    assert isinstance(tree, ArbiterTree)
    return tree.service


NUMBERED = ("game", "league", "tournament")
EARLIER = 700
"""Games, leagues and tournaments that the shared bot has had, so that no test can count on a number of its
own that another test may have been given."""
TESTS_OF_ONE_BOT = 30
"""Tests after which the shared bot is replaced: its simulation keeps all messages."""


class _SharedBot:
    """The bot that tests share, each in its own server: starting one takes longer than most tests."""

    def __init__(self) -> None:
        self._evening: Evening | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pages: WebAddress | None = None
        self._folder: TemporaryDirectory[str] | None = None
        self._tests = 0

    @asynccontextmanager
    async def evening(self, test: pytest.Item, pages: WebAddress | None = None) -> AsyncGenerator[Evening]:
        """Six people and a channel in a new server, for one test.

        ``pages``: where games have pages. After a test that has failed the bot is stopped, so that the next
        one begins with nothing of it.
        """
        if self._pages != pages or self._tests >= TESTS_OF_ONE_BOT:
            await self.stop()
        if self._evening is None:
            self._loop, self._pages, self._tests = asyncio.get_running_loop(), pages, 0
            self._folder = TemporaryDirectory(prefix="arbiter-")
            evening = Evening(Path(self._folder.name) / "arbiter.db", pages=pages)
            await evening.connect(with_server=False)
            for table in NUMBERED * EARLIER:
                await evening.database.next_number(table)
            self._evening = evening
        self._tests += 1
        try:
            async with self._evening.elsewhere() as evening:
                yield evening
                failed = test.stash.get(FAILED, False)
        except BaseException:
            await self.stop()
            raise
        if failed:
            await self.stop()

    async def make_room(self) -> None:
        """Stop the bot if it is running in this event loop, as the simulation allows one bot to each."""
        if self._loop is asyncio.get_running_loop():
            await self.stop()

    async def stop(self) -> None:
        """Stop the bot, if it is running."""
        if self._evening is not None:
            evening, self._evening = self._evening, None
            await evening.disconnect()
            assert self._folder is not None
            self._folder.cleanup()


SHARED = _SharedBot()
FAILED = pytest.StashKey[bool]()
"""Whether a test has failed."""


class _Resumed(Awaitable[T]):
    """The rest of a coroutine that has begun."""

    def __init__(self, begun: Coroutine[Any, Any, T]) -> None:
        self._begun = begun

    def __await__(self) -> Generator[Any, None, T]:
        return (yield from self._begun.__await__())
