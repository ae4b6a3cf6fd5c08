"""A way to a PostgreSQL server that can be cut, or fall silent, at moments that a test chooses."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

SOCKET = ".s.PGSQL.5432"


class Network:
    """The connection to the server whose socket is in ``folder``; its traffic can be delayed or lost."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.broken = False
        """Whether each new connection ends at once."""
        self.cuts = 0
        """How many answers of a commit still get lost, each with its connection."""
        self.losses = 0
        """How many commits still get lost before the server has them, each with its connection."""
        self.commit = b"COMMIT"
        """The client's commit statement, or a value of a statement that is its own transaction."""
        self.to_server, self.to_client = asyncio.Event(), asyncio.Event()
        """Set while bytes pass in that direction. Otherwise they arrive once bytes pass again, as over a
        network that loses packets; so does the end of a connection."""
        self._open = set[StreamWriter]()
        self.mend()

    def mend(self) -> None:
        """Let everything pass."""
        self.broken = False
        self.to_server.set()
        self.to_client.set()

    def break_off(self) -> None:
        """End all connections, and each new one at once."""
        self.broken = True
        for stream in self._open:
            stream.transport.abort()

    async def carry(self, client: StreamReader, answer: StreamWriter) -> None:
        """Relay the traffic of one client and the server."""
        async with AsyncExitStack() as stack:
            stack.enter_context(suppress(ConnectionError))  # either end may hang up at any time
            stack.push_async_callback(self._closed, answer)
            if self.broken:
                return
            server, ask = await asyncio.open_unix_connection(self._folder / SOCKET)
            stack.push_async_callback(self._closed, ask)
            self._open |= {answer, ask}
            answers = asyncio.create_task(self._bring(server, answer))
            stack.callback(answers.cancel)
            while said := await client.read(65536):
                await self.to_server.wait()
                if self.commit in said and self.losses:
                    self.losses -= 1
                    return
                if self.commit in said and self.cuts:
                    self.cuts -= 1
                    self.broken = not self.cuts
                    answers.cancel()
                    ask.write(said)
                    await asyncio.sleep(0.1)  # the server does it meanwhile
                    return
                ask.write(said)
            await self.to_server.wait()

    async def _bring(self, server: StreamReader, answer: StreamWriter) -> None:
        """Bring the server's answers."""
        with suppress(ConnectionError):
            while said := await server.read(65536):
                await self.to_client.wait()
                answer.write(said)
            await self.to_client.wait()
        answer.close()

    async def _closed(self, stream: StreamWriter) -> None:
        """Close a stream, which the other end may have closed already."""
        self._open.discard(stream)
        stream.close()
        with suppress(OSError):
            await stream.wait_closed()


@asynccontextmanager
async def network(server: Path, folder: Path) -> AsyncGenerator[Network]:
    """A way over a socket in ``folder`` to the server whose socket is in the folder ``server``."""
    way = Network(server)
    async with await asyncio.start_unix_server(way.carry, folder / SOCKET):
        yield way
        way.mend()
        await asyncio.sleep(0.1)  # until everyone has hung up
