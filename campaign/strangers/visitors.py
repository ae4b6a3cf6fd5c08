"""Visitors with working links: players on remotes, a reader of all pages, and a hall that arrives at once."""

import asyncio
import random
import time
from collections.abc import Sequence

import aiohttp
from msgspec import Struct

PRESS_PAUSE, READ_PAUSE, JOIN_PAUSE = 0.5, 0.3, 12.0
"""Seconds between two presses on a remote, two pages, and two guests who join."""
HALL, HALL_PAUSE = 60, 20.0
"""Phones of a hall that open their pages at the same time, and seconds until they do so again."""
TRIES = 5
"""Attempts over connections that were cut, as pages and browsers make on their own."""
TIMEOUT = 30.0
PUT_OFF = (408, 429, 503)
"""Answers after which a phone sends a name again."""
NAME_PAUSE, LONGEST_NAME_PAUSE = 1.0, 8.0
"""Seconds until a phone sends a name again that was put off, twice as many each time, and at most."""


class Seat(Struct, frozen=True):
    """A remote's address, and its player."""

    address: str
    player: str


class Visitors:
    """Visitors of pages, all from ``hall``, an address that they share with some strangers.

    ``presses``, ``pages`` and ``guests`` are the seconds that these took, ``refused`` the wrong answers, and
    ``cut`` the number of connections closed during a request.
    """

    def __init__(self, hall: str, chance: random.Random) -> None:
        self.presses = list[float]()
        self.pages = list[float]()
        self.guests = list[float]()
        self.refused = list[str]()
        self.cut = 0
        self._hall = hall
        self._chance = chance

    async def play(self, seat: Seat) -> None:
        """Press on an open remote, forever."""
        async with self._browser() as browser:
            following = asyncio.create_task(self._follow(browser, seat.address))
            try:
                while True:
                    amount = self._chance.choice((-1, 1))
                    press = {"do": "life", "who": seat.player, "amount": amount, "key": self._key()}
                    began = time.monotonic()
                    await self._send(browser, "POST", f"{seat.address}press", json=press)
                    self.presses.append(time.monotonic() - began)
                    await asyncio.sleep(PRESS_PAUSE)
            finally:
                following.cancel()

    async def read(self, addresses: Sequence[str]) -> None:
        """Open one page after another, forever."""
        async with self._browser() as browser:
            while True:
                await self._open(browser, self._chance.choice(addresses))
                await asyncio.sleep(READ_PAUSE)

    async def open_all(self, addresses: Sequence[str]) -> None:
        """Open each page once, however long that takes the first time."""
        async with self._browser() as browser:
            for address in addresses:
                for _ in range(TRIES):
                    async with browser.get(address) as answer:
                        if answer.status == 200:
                            break

    async def come_at_once(self, addresses: Sequence[str]) -> None:
        """Open a page on each of many phones at the same time, again and again."""
        while True:
            async with self._browser() as browser:
                pages = [self._chance.choice(addresses) for _ in range(HALL)]
                await asyncio.gather(*(self._open(browser, page) for page in pages))
            await asyncio.sleep(HALL_PAUSE)

    async def join(self, address: str) -> None:
        """Join a lobby as one guest after another, open each one's remote, and leave, forever."""
        async with self._browser() as browser:
            while True:
                await self._open(browser, address)
                began, token = time.monotonic(), f"{self._chance.getrandbits(160):040x}"[:27]
                name, pause = f"Guest {len(self.guests) + 1}", NAME_PAUSE
                while not await self._seated(browser, address, name, token):
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_NAME_PAUSE)
                self.guests.append(time.monotonic() - began)
                remote = f"{address[: address.index('/g/')]}/p/{token}/"
                await self._open(browser, remote)
                await self._send(browser, "POST", f"{remote}press", json={"do": "leave", "key": self._key()})
                await asyncio.sleep(JOIN_PAUSE)

    async def _seated(self, browser: aiohttp.ClientSession, address: str, name: str, token: str) -> bool:
        """Send a name; return False if it is to be sent again."""
        try:
            async with browser.post(f"{address}join", json={"name": name, "token": token}) as answer:
                said = await answer.text()
        except (aiohttp.ClientError, TimeoutError):
            self.cut += 1
            return False
        if answer.status in PUT_OFF:
            return False
        if answer.status != 200 or '"refused"' in said:
            self.refused.append(f"{name}: {answer.status} {said[:100]}")
        return True

    def _browser(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0),
            headers={"X-Forwarded-For": self._hall},
            timeout=aiohttp.ClientTimeout(total=TIMEOUT),
        )

    def _key(self) -> str:
        return f"{self._chance.getrandbits(128):032x}"

    async def _open(self, browser: aiohttp.ClientSession, address: str) -> None:
        began = time.monotonic()
        await self._send(browser, "GET", address)
        self.pages.append(time.monotonic() - began)

    async def _follow(self, browser: aiohttp.ClientSession, address: str) -> None:
        """Keep a page's stream open, and open it again whenever it ends."""
        endless = aiohttp.ClientTimeout(total=None)
        while True:
            try:
                async with browser.get(f"{address}events", timeout=endless) as answer:
                    if answer.status != 200:
                        self.refused.append(f"a stream: {answer.status}")
                    async for _ in answer.content.iter_any():
                        pass
            except aiohttp.ClientError:
                pass
            self.cut += 1
            await asyncio.sleep(PRESS_PAUSE)

    async def _send(self, browser: aiohttp.ClientSession, method: str, address: str, **sent: object) -> None:
        for _ in range(TRIES):
            try:
                async with browser.request(method, address, **sent) as answer:  # pyright: ignore[reportArgumentType]
                    said = await answer.text()
            except (aiohttp.ClientError, TimeoutError):
                self.cut += 1
                continue
            if answer.status != 200 or '"refused"' in said:
                self.refused.append(f"{method} {answer.url.path.split('/')[1]}: {answer.status}")
            return
        self.refused.append(f"{method}: the line was cut {TRIES} times")
