"""Child processes of the benchmarks: requests and answers are lines of JSON."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")

ROOT = Path(__file__).parents[1]
LINE = 2**26
"""Maximum bytes in one answer."""


class Child:
    """A running process; made by `child_process`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None, "it is a pipe"
        assert process.stdout is not None, "it is a pipe"
        self.pid = process.pid
        self._process = process
        self._in, self._out = process.stdin, process.stdout

    def write(self, what: object) -> None:
        """Send a request."""
        self._in.write(msgspec.json.encode(what) + b"\n")

    async def line(self) -> bytes:
        """Return the next line, or nothing once the process has ended."""
        return await self._out.readline()

    async def answer(self, kind: type[T]) -> T:
        """Return the next line as a value. Raises ChildProcessError if the process has ended."""
        line = await self.line()
        if not line:
            status = await self._process.wait()
            raise ChildProcessError(f"a process of the benchmark ended with status {status}")
        return msgspec.json.decode(line, type=kind)

    async def ask(self, what: object, kind: type[T]) -> T:
        """Send a request and return the answer."""
        self.write(what)
        return await self.answer(kind)

    async def end(self) -> None:
        """Close the process's input, which ends it."""
        self._in.close()
        await self._process.wait()


@asynccontextmanager
async def child_process(module: str, *arguments: str) -> AsyncGenerator[Child]:
    """Run a module in its own process until the end of the block."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *arguments),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LINE,
    )
    child = Child(process)
    try:
        yield child
    finally:
        await child.end()
