"""People at tables: they press and type at random, one thing after another or many at once."""

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from tests.support.discord_api import payloads
from tests.support.discord_api.messages import custom_ids
from tests.support.discord_api.objects import CHANNEL
from tests.support.discord_api.recent import Recent
from tests.support.discord_api.server import Answer, DiscordServer

LIFE = 500_000
"""The players' life at the start: more than they can lose in a long game."""
BOARD = "arbiter:undo:"
"""How the custom_id of a button begins that only boards have."""
_LIFE_BUTTON = re.compile(r"arbiter:life:(\d+):([+-]?\d+)")
FLOOD = 10
"""Simultaneous requests in a flood."""


class Sent(Struct, frozen=True):
    """A request: its table, and by how much it changes Ana's life."""

    table: int
    change: int = 0
    acts: bool = True
    """Whether it is noted in the log, if it is done."""


class Players:
    """The players.

    Their requests are in ``sent``, by interaction, as far as the server remembers.
    """

    def __init__(self, server: DiscordServer, tables: Sequence[int], chance: random.Random) -> None:
        self.sent = Recent[int, Sent](server.answers.limit)
        self._steps = Counter[int]()
        """How many steps there are at least at each table after the start."""
        self.pause = 0.02
        """Seconds that are between two things at a table, at most."""
        self._server = server
        self.tables = tables
        """The numbers of the tables."""
        self._chance = chance

    async def open_games(self) -> None:
        """Open a game at each table; it starts at once."""
        for table in self.tables:
            await self.open_game(table)

    async def open_game(self, table: int) -> None:
        """Open a game at a table; it starts at once."""
        await self.send(
            table, Sent(table), "game new", {"variant": "free_for_all", "players": "Ben, Cy", "life": LIFE}
        )

    async def play(self, seconds: float, *, flood: bool) -> None:
        """Play at all tables for so long."""
        end = asyncio.get_running_loop().time() + seconds
        await asyncio.gather(*(self._play_at(table, end, flood=flood) for table in self.tables))

    async def act_often(self, times: int, at_once: int) -> None:
        """Do something this many times, at all tables in turn, this many at once."""
        steps = iter(range(times))

        async def work() -> None:
            for step in steps:
                await self._act(self.tables[step % len(self.tables)])

        await asyncio.gather(*(work() for _ in range(at_once)))

    async def _play_at(self, table: int, end: float, *, flood: bool) -> None:
        while asyncio.get_running_loop().time() < end:
            at_once = FLOOD if flood else 1
            await asyncio.gather(*(self._act(table) for _ in range(at_once)))
            await asyncio.sleep(self._chance.uniform(0, self.pause))

    async def _act(self, table: int) -> None:
        match self._chance.choices(("press", "life", "undo", "redo"), (10, 4, 2, 1))[0]:
            case "press":
                await self._press(table)
            case "life":
                amount = self._chance.randint(1, 9)
                kind, change = self._chance.choice((("lose", -amount), ("gain", amount)))
                await self.send(table, Sent(table, change), f"life {kind}", {"amount": amount})
            case "undo" if self._steps[table] <= 1:
                pass  # the game's start is not taken back
            case command:
                self._steps[table] -= command == "undo"
                await self.send(table, Sent(table), command, {})

    async def press(self, table: int) -> float:
        """Press a button of a table's board; the seconds until it is answered, or Discord has given up."""
        began = time.monotonic()
        await self._press(table)
        return time.monotonic() - began

    async def say(
        self, table: int, name: str, options: Mapping[str, str | int | bool], user: int = 0
    ) -> Answer | None:
        """Give a command at a table that the log doesn't have to include."""
        number = self._server.send(table, payloads.command(name, options), user=user)
        self.sent[number] = Sent(table, acts=False)
        return await self._server.answered(number)

    async def _press(self, table: int) -> None:
        board = self._server.messages.newest(CHANNEL + table, BOARD)
        if board is None:
            await self.say(table, "game board", {})
            return
        found = [match for one in custom_ids(board) if (match := _LIFE_BUTTON.fullmatch(one))]
        if not found:
            return
        button = self._chance.choice(found)
        number = self._server.send(table, payloads.press(button[0]), int(board["id"]))
        self.sent[number] = Sent(table, int(button[2]))
        answer = await self._server.answered(number)
        self._steps[table] += answer is not None and not answer.private

    async def send(
        self, table: int, sent: Sent, name: str, options: Mapping[str, str | int | bool]
    ) -> Answer | None:
        """Ask for something that is noted in the log."""
        number = self._server.send(table, payloads.command(name, options))
        self.sent[number] = sent
        return await self._server.answered(number)
