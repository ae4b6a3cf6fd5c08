"""Copies of a running bot's database, made by a separate process that doesn't disturb it."""

import asyncio
import contextlib
import os
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[3]


async def copy_beside_work(path: Path, copy: Path) -> str | None:
    """Let another process write and verify a copy of the database, slowly; return the reason if it failed."""
    environment = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "storage.engine.sqlite.backup", path, copy),
            cwd=_ROOT,
            env=environment,
            stdin=asyncio.subprocess.PIPE,  # closed when this process ends, however that may be
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
    except OSError as error:
        return f"{error}"
    try:
        # Not communicate(), which closes standard input at once from Python 3.12 on.
        assert process.stderr is not None
        errors = await process.stderr.read()
        await process.wait()
    except asyncio.CancelledError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        raise
    if process.returncode == 0:
        return None
    lines = errors.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"its process ended with {process.returncode}"
