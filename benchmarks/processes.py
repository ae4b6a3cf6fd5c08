"""The contenders' processes, as the one that compares them sees them."""

import asyncio
import json
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.contender import Measured, Work

ROOT = Path(__file__).parents[1]
LINE = 2**26
"""Bytes in one answer at most."""


@dataclass(frozen=True, slots=True)
class Running:
    """A bot that takes commands."""

    process: asyncio.subprocess.Process
    start: float
    """Seconds from the start of the process until it took commands."""
    memory: int | None
    """Bytes it held in memory then."""

    async def do(self, work: Work) -> Measured:
        """What came of a work."""
        assert self.process.stdin is not None, "it is a pipe"
        asked = asdict(work) | {"tables": [*work.tables]}
        self.process.stdin.write(json.dumps(asked).encode() + b"\n")
        return Measured(**json.loads(await _line(self.process)))


@asynccontextmanager
async def running(module: str, name: str, file: Path, tables: int) -> AsyncGenerator[Running]:
    """The contender of this name, from this module, in a process of its own, which ends with the block."""
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", f"benchmarks.{module}", name, file, str(tables)),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LINE,
    )
    try:
        memory = json.loads(await _line(process))
        yield Running(process, time.perf_counter() - began, memory)
    finally:
        assert process.stdin is not None, "it is a pipe"
        process.stdin.close()
        await process.wait()


async def _line(process: asyncio.subprocess.Process) -> bytes:
    assert process.stdout is not None, "it is a pipe"
    line = await process.stdout.readline()
    if not line:
        raise ChildProcessError(f"a contender has ended with status {await process.wait()}")
    return line
