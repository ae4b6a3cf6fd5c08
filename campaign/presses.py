"""A remote's presses, repeated and in any order, amid kills of the bot; each counts once."""

import asyncio
import random
import re
import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import aiohttp
from msgspec import Struct

from campaign.report import as_markdown
from tests.support.bot_process import BotProcess
from tests.support.discord_api import payloads
from tests.support.discord_api.objects import USER
from tests.support.discord_api.server import ANSWER_TIME, DiscordServer
from tests.support.players import LIFE
from tests.support.processes import free_port

LINKS = 10
"""Remotes of the same seat; equal presses on two of them are different presses."""
AGAIN = 10
"""The number of times each press is sent."""
AT_ONCE = 40
"""Simultaneous requests."""
ADDRESSES = 250
"""Client addresses."""
KILLS = 4
PART_TIMEOUT = 300.0
"""Seconds for a part of the requests."""
LATER = frozenset({0, 408, 429, 500, 502, 503})
"""Statuses after which the page repeats a request; 0 without any answer."""


class Request(Struct, frozen=True):
    """One press on a remote, as it is sent."""

    address: str
    key: str
    amount: int


class Senders:
    """The senders. ``statuses`` counts how they were answered."""

    def __init__(self, waiting: list[Request], seat: str, chance: random.Random) -> None:
        self.waiting = waiting
        self.statuses = Counter[int]()
        self.refused: list[str] = []
        self._seat = seat
        self._chance = chance

    async def send(self, session: aiohttp.ClientSession) -> None:
        """Send all waiting requests, each until it is answered."""
        while self.waiting:
            one = self.waiting.pop()
            status = await self._post(session, one)
            self.statuses[status] += 1
            if status in LATER:
                self.waiting.insert(self._chance.randrange(len(self.waiting) + 1), one)
                await asyncio.sleep(0.05)

    async def reached(self, number: int) -> None:
        """Wait until this many requests are answered; raises TimeoutError if nothing happens for long."""
        for _ in range(int(PART_TIMEOUT / 0.02)):
            if self.statuses[200] >= number:
                return
            await asyncio.sleep(0.02)
        raise TimeoutError(f"{self.statuses}")

    async def _post(self, session: aiohttp.ClientSession, one: Request) -> int:
        press = {"do": "life", "key": one.key, "who": self._seat, "amount": one.amount}
        near = {"X-Forwarded-For": f"203.0.113.{self._chance.randrange(ADDRESSES)}"}
        try:
            async with session.post(f"{one.address}press", json=press, headers=near) as answer:
                if answer.status == 200 and "refused" in (body := await answer.json()):
                    self.refused.append(str(body["refused"]))
                return answer.status
        except (aiohttp.ClientError, TimeoutError):
            return 0


async def run(times: int, seed: int, folder: Path) -> tuple[str, bool]:
    """Return the figures of this many requests as Markdown, and whether every press counted once."""
    chance, server, database = (
        random.Random(seed),
        DiscordServer(1, answer_time=ANSWER_TIME),
        folder / "arbiter.db",
    )
    pages = f"127.0.0.1:{free_port()}"
    async with server.serving():
        bot = BotProcess(server, database, folder / "bot.log", pages=pages)
        await bot.start()
        try:
            addresses = await _remotes(server)
            presses = [
                Request(addresses[number % LINKS], f"{chance.getrandbits(128):032x}", -chance.randint(1, 9))
                for number in range(times // AGAIN)
            ]
            requests = presses * AGAIN
            chance.shuffle(requests)
            senders = Senders(requests, str(USER), chance)
            began = time.monotonic()
            await _send_and_kill(senders, bot)
            took = time.monotonic() - began
        finally:
            await bot.kill()
    total = _total(database)
    expected = LIFE + sum(one.amount for one in presses)
    rows = {
        "presses; requests": f"{len(presses)}; {len(presses) * AGAIN}",
        "answers by status, 0 for none": ", ".join(f"{k}: {n}" for k, n in sorted(senders.statuses.items())),
        "kills": f"{KILLS}",
        "seconds": f"{took:.0f}",
        "refused": f"{len(senders.refused)}",
        "life after all; expected": f"{total}; {expected}",
    }
    return as_markdown(rows), total == expected and not senders.refused


async def _remotes(server: DiscordServer) -> list[str]:
    """Return the addresses of remotes of a new game."""
    options: dict[str, str | int | bool] = {"variant": "free_for_all", "players": "Ben, Cy", "life": LIFE}
    await server.answered(server.send(0, payloads.command("game new", options)))
    found: list[str] = []
    for _ in range(LINKS):
        answer = await server.answered(server.send(0, payloads.command("game remote", {})))
        address = re.search(r"<(http[^>]+)>", answer.text if answer is not None else "")
        assert address is not None, answer
        found.append(address[1])
    return found


async def _send_and_kill(senders: Senders, bot: BotProcess) -> None:
    """Send everything; after each part, the bot is killed and restarted."""
    parts = len(senders.waiting) // (KILLS + 1)
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session:
        sending = [asyncio.create_task(senders.send(session)) for _ in range(AT_ONCE)]
        for number in range(1, KILLS + 1):
            await senders.reached(number * parts)
            await bot.kill()
            await bot.start()
        await asyncio.gather(*sending)


def _total(database: Path) -> int:
    """Return the life total after the newest of all steps that changed it."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT events FROM entry ORDER BY number DESC").fetchall()
    return next(int(found[1]) for (text,) in rows if (found := re.search(r'"total":(\d+)', text or "")))
