"""``python -m campaign.strangers.attacks``: strangers, in a separate process; stdin gives their target.

They attack at random, several at once, and report the number of each attack at the end.
"""

import asyncio
import contextlib
import itertools
import os
import random
import sys
import time
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from msgspec import Struct

from web.pages.assets import address_of

AT_ONCE = 3
"""Simultaneous attacks."""
LONGEST = 10.0
"""Seconds for which connections are kept, or requests repeated."""
NICE = 10
"""The niceness: a stranger has their own machine, so on this one they take what the bot leaves. What
shares this one with the bot takes what is left of it."""
BOMB = 2**28
"""Bytes that a compressed request would unpack to."""


class Target(Struct, frozen=True):
    """Everything a stranger knows: the pages' address, tokens that anyone may have, and the
    hall's address."""

    port: int
    watch: str
    overlay: str
    league: str
    guests: str
    """The token by which guests join a lobby."""
    hall: str
    seconds: float
    connections: int
    """Maximum open connections."""
    seed: int


class Strangers:
    """Strangers who try every attack. ``counted`` has the number of each."""

    def __init__(self, target: Target) -> None:
        self.counted = Counter[str]()
        self._target = target
        self._chance = random.Random(target.seed)
        self._end = 0.0
        packer = zlib.compressobj(wbits=31)
        self._bomb = packer.compress(bytes(BOMB)) + packer.flush()
        self._attacks: Sequence[Callable[[], Awaitable[None]]] = (
            self.send_bombs,
            self.send_heads,
            self.keep_silent,
            self.guess,
            self.flood,
            self.read_views,
            self.follow_views,
            self.follow_unread,
            self.send_in_advance,
            self.read_nothing,
            self.send_nonsense,
            self.drip,
            self.connect_and_leave,
            self.join,
            self.follow_lobby,
        )

    async def attack(self) -> None:
        """Attack, several at once, until the time is over."""
        self._end = time.monotonic() + self._target.seconds
        await asyncio.gather(*(self._attack() for _ in range(AT_ONCE)))

    async def _attack(self) -> None:
        while self._left() > 0:
            attack = self._chance.choice(self._attacks)
            self.counted[attack.__name__.replace("_", " ")] += 1
            with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                async with asyncio.timeout(3 * LONGEST):
                    await attack()

    def _left(self) -> float:
        return self._end - time.monotonic()

    def _keep(self) -> float:
        return min(self._chance.uniform(0, LONGEST), max(0.0, self._left()))

    def _many(self, least: int, most: int) -> int:
        return min(self._chance.randint(least, most), self._target.connections)

    def _token(self) -> str:
        return f"{self._chance.getrandbits(160):040x}"[:27]

    def _address(self) -> str:
        """Return a stranger's apparent address: the hall's, or one of many, also of a single network."""
        kind = self._chance.randrange(4)
        if not kind:
            return self._target.hall
        if kind == 1:
            return f"2001:db8:7:7:{self._chance.getrandbits(16):x}::1"
        return f"198.51.100.{self._chance.randrange(256)}"

    def _head(self, asked: str, *lines: str) -> bytes:
        own = [f"Host: 127.0.0.1:{self._target.port}", f"X-Forwarded-For: {self._address()}"]
        return "\r\n".join([f"{asked} HTTP/1.1", *own, *lines, "", ""]).encode()

    async def _open(self, said: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._target.port, limit=4096)
        writer.write(said)
        return reader, writer

    async def _hold(self, said: Callable[[], bytes], many: int, then: bytes = b"") -> None:
        """Open many connections, send something on each, keep them without reading, and send more."""
        lines = list[asyncio.StreamWriter]()
        try:
            for _ in range(many):
                _, writer = await self._open(said())
                writer.transport.pause_reading()  # pyright: ignore
                lines.append(writer)
            await asyncio.sleep(self._keep())
            for writer in lines:
                writer.write(then)
            await asyncio.sleep(1)
        finally:
            for writer in lines:
                writer.transport.abort()

    async def _ask(self, said: bytes) -> None:
        """Send a request and read until the other side closes, or stops sending."""
        reader, writer = await self._open(said)
        try:
            async with asyncio.timeout(LONGEST):
                while await reader.read(4096):
                    pass
        except (OSError, TimeoutError):
            pass
        finally:
            writer.transport.abort()

    async def _repeat(self, said: Callable[[], bytes], seconds: float, pause: float = 0) -> None:
        """Send one request after another over one connection."""
        end, line = time.monotonic() + seconds, None
        try:
            while time.monotonic() < end and self._left() > 0:
                line = line or await self._open()
                line[1].write(said())
                line = line if await _answered(line[0]) else None
                await asyncio.sleep(pause)
        finally:
            if line is not None:
                line[1].transport.abort()

    def _path(self) -> str:
        """Return an address that doesn't exist."""
        token, watch = self._token(), self._target.watch
        return self._chance.choice(
            (f"/p/{token}/press", f"/w/{token}/", f"/{token}", "/", f"/w/{watch}/", f"/p/{watch}/press")
        )

    async def send_bombs(self) -> None:
        """Send a few bytes that decompress to many."""
        coding = self._chance.choice(("gzip", "deflate", "gzip, gzip", "GZIP"))
        lines = f"Content-Encoding: {coding}", f"Content-Length: {len(self._bomb)}"
        at_once = self._many(1, 40)
        bombs = (self._head(f"POST {self._path()}", *lines) + self._bomb for _ in range(at_once))
        await asyncio.gather(*map(self._ask, bombs))

    async def send_heads(self) -> None:
        """Send the largest allowed heads, which end late or never."""
        lines, size = self._chance.randint(1, 60), self._chance.choice((10, 300, 1000, 4000))
        many = [f"X-{number}: {'a' * size}" for number in range(lines)]
        end = b"\r\n" if self._chance.random() < 0.5 else b""

        def said() -> bytes:
            return self._head(f"GET {self._path()}", *many).removesuffix(b"\r\n")

        await self._hold(said, self._many(50, self._target.connections), end)

    async def keep_silent(self) -> None:
        """Open silent connections."""
        await self._hold(bytes, self._many(50, self._target.connections))

    async def guess(self) -> None:
        """Open wrong links, from the hall's own address too."""
        paths = itertools.cycle([f"GET {self._path()}" for _ in range(20)])
        await self._repeat(lambda: self._head(next(paths)), self._keep(), 0.02)

    async def flood(self) -> None:
        """Open wrong links as fast as they are answered."""
        seconds = self._keep() / 3
        asking = (
            self._repeat(lambda: self._head(f"GET {self._path()}"), seconds)
            for _ in range(self._many(5, 100))
        )
        await asyncio.gather(*asking)

    def _view(self) -> str:
        """Return the address of one of a public link's many views."""
        number = self._chance.randrange(2_000)
        shown = self._chance.choice(("standings", "results", "result", "player", "story", "event", "nothing"))
        query = f"show={shown}&player={number}&result={number}&page={number % 50}&event={number}"
        overlay = f"show={self._chance.choice(('table', 'last', 'standings'))}&delay={number % 900}"
        return self._chance.choice(
            (f"/l/{self._target.league}/{{}}?{query}", f"/o/{self._target.overlay}/{{}}?{overlay}")
        )

    async def read_views(self) -> None:
        """Open different views of a league and of overlays."""
        readers = self._many(1, 8)
        reading = (
            self._repeat(lambda: self._head(f"GET {self._view().format('')}"), self._keep())
            for _ in range(readers)
        )
        await asyncio.gather(*reading)

    async def follow_views(self) -> None:
        """Open streams of many views."""
        await self._hold(lambda: self._head(f"GET {self._view().format('events')}"), self._many(20, 200))

    async def follow_unread(self) -> None:
        """Open streams of one table and don't read them."""
        asked = f"GET /w/{self._target.watch}/events"
        await self._hold(lambda: self._head(asked), self._many(20, 700))

    async def send_in_advance(self) -> None:
        """Send many requests without waiting for answers."""
        many, at_once = self._chance.randint(2, 500), self._many(5, 200)
        heads = [self._head(f"GET {self._path()}") * many for _ in range(at_once)]
        await asyncio.gather(*map(self._ask, heads))

    async def read_nothing(self) -> None:
        """Request pages and files again and again without reading them."""
        watch = f"/w/{self._target.watch}/"
        paths = (watch, f"{watch}replay", f"/{address_of('page.css')}", f"/{address_of('play.js')}")
        asked = f"GET {self._chance.choice(paths)}"
        await self._hold(lambda: self._head(asked), self._many(20, 500), self._head(asked))

    async def send_nonsense(self) -> None:
        """Send malformed and unusual requests."""
        said = (
            self._chance.randbytes(self._chance.randrange(1, 5_000)),
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + self._chance.randbytes(500),
            b"\r\n" * 5_000,
            self._head("GET /" + "a" * 30_000),
            self._head("GET /" + "../" * 1_000),
            self._head("GET /", "Upgrade: websocket", "Connection: upgrade") + b"a" * 30_000,
            self._head("POST /", "Expect: 100-continue", "Content-Length: 100000"),
            self._head("POST /", "Transfer-Encoding: chunked") + b"fffffff\r\n" + b"a" * 200_000,
            self._head("CONNECT example.org:443"),
            b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        )
        await asyncio.gather(*(self._ask(self._chance.choice(said)) for _ in range(self._many(1, 50))))

    async def drip(self) -> None:
        """Send heads and bodies byte by byte."""
        body = self._head(f"POST {self._path()}", "Content-Type: application/json", "Content-Length: 4000")
        said = self._chance.choice((self._head("GET /", "X: " + "a" * 500), body + b"a" * 200))
        lines = [await self._open() for _ in range(self._many(5, 200))]
        end = time.monotonic() + self._keep()
        try:
            for byte in said:
                for _, writer in lines:
                    writer.write(bytes([byte]))
                await asyncio.sleep(0.02)
                if time.monotonic() > end:
                    break
        finally:
            for _, writer in lines:
                writer.transport.abort()

    async def connect_and_leave(self) -> None:
        """Open connections and close them at once."""
        end = time.monotonic() + self._keep() / 3
        while time.monotonic() < end:
            _, writer = await self._open()
            writer.transport.abort()

    async def join(self) -> None:
        """Send names to a lobby that lets guests in, some of them malformed."""

        def said() -> bytes:
            name = self._chance.choice(("Gus", f"Guest {self._chance.randrange(99)}", "", "a" * 500, 7, None))
            token = self._chance.choice((self._token(), "Gus", None))
            body = msgspec.json.encode({"name": name, "token": token})
            lines = f"Content-Length: {len(body)}", "Content-Type: application/json"
            return self._head(f"POST /g/{self._target.guests}/join", *lines) + body

        joining = (self._repeat(said, self._keep() / 3, 0.02) for _ in range(self._many(1, 40)))
        await asyncio.gather(*joining)

    async def follow_lobby(self) -> None:
        """Open streams of that lobby and don't read them."""
        asked = f"GET /g/{self._target.guests}/events"
        await self._hold(lambda: self._head(asked), self._many(20, 300))


async def _answered(reader: asyncio.StreamReader) -> bool:
    """Read an answer; return False if the connection is closed."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        _, _, length = head.partition(b"content-length:")
        await reader.readexactly(int(length.split(b"\r\n")[0] or b"0"))
    except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return False
    return True


async def _main() -> None:
    target = msgspec.json.decode(sys.stdin.buffer.readline(), type=Target)
    strangers = Strangers(target)
    await strangers.attack()
    sys.stdout.buffer.write(msgspec.json.encode(strangers.counted))


if __name__ == "__main__":
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.nice(NICE)
    asyncio.run(_main())
