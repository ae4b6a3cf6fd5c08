"""A way to a PostgreSQL server that can be cut, or fall silent, at moments that a test chooses."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

from msgspec import Struct

from tests.support.postgresql.fixtures import Server

SOCKET = ".s.PGSQL.5432"


class Network(Struct):
    """The way to a server, which can be cut right after a commit has gone through."""

    folder: Path
    broken: bool = False
    cuts: int = 0
    """How many answers of a commit still get lost."""
    commit: bytes = b"COMMIT"
    """What a client says to commit: that, or a value of a statement that is committed by itself."""
    silent: bool = False
    """Whether nothing arrives any more, without anybody being told."""
    before_rollback: bool = False
    """Whether the line breaks before the next ROLLBACK."""

    async def carry(self, client: StreamReader, answer: StreamWriter) -> None:
        """Carry what one client and the server say."""
        async with AsyncExitStack() as stack:
            stack.enter_context(suppress(ConnectionError))  # whoever hangs up in the middle of something
            stack.push_async_callback(closed, answer)
            if self.broken:
                return
            server, ask = await asyncio.open_unix_connection(self.folder / SOCKET)
            stack.push_async_callback(closed, ask)
            answers = asyncio.create_task(self.bring(server, answer))
            stack.callback(answers.cancel)
            while said := await client.read(65536):
                if b"ROLLBACK" in said and self.before_rollback:
                    self.before_rollback = False
                    return
                if self.commit in said and self.cuts:
                    self.cuts -= 1
                    self.broken = not self.cuts
                    answers.cancel()
                    ask.write(said)
                    await asyncio.sleep(0.1)  # the server does it meanwhile
                    return
                ask.write(said)

    async def bring(self, server: StreamReader, answer: StreamWriter) -> None:
        """Bring the server's answers."""
        while said := await server.read(65536):
            if not self.silent:
                answer.write(said)
        answer.close()


async def closed(stream: StreamWriter) -> None:
    """Close a stream, whoever has closed it at the other end."""
    stream.close()
    with suppress(OSError):
        await stream.wait_closed()


@asynccontextmanager
async def network(server: Server, folder: Path) -> AsyncGenerator[Network]:
    """A way to the server over a socket in ``folder``."""
    way = Network(server.folder)
    async with await asyncio.start_unix_server(way.carry, folder / SOCKET):
        yield way
        await asyncio.sleep(0.1)  # until everybody has hung up
