"""A program of these tests that prints a line for everything it has answered, killed in the middle of it."""

import asyncio
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


async def run_and_kill(module: str, *arguments: str | Path, after: float) -> list[str]:
    """The whole lines that a module of tests.crash has printed until so many seconds after the first one."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", f"tests.crash.{module}", *arguments),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    first = await process.stdout.readline()
    reading = asyncio.create_task(process.stdout.read())
    await asyncio.sleep(after)
    assert process.returncode is None
    process.kill()
    await process.wait()
    return (first + await reading).decode().rpartition("\n")[0].splitlines()
