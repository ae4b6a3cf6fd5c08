"""Runs the programs that draw: each picture in a process of its own, one at a time.

Drawing takes matplotlib about half a second of computing, so the bot's process neither loads nor runs it.
"""

import asyncio
import pickle
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds that a picture may take; a slow machine that builds its font cache first needs many."""


class NotDrawn(Exception):
    """The program that draws could not be run or has failed; the text is what it said."""


class Renderer:
    """Has pictures drawn, one at a time."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def draw(self, curves: object, program: str) -> bytes:
        """The PNG of curves that the module ``program`` draws in a process of its own; raises NotDrawn."""
        pipe = asyncio.subprocess.PIPE
        async with self._turn:
            try:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", program), cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe
                )
            except OSError as error:
                raise NotDrawn(str(error)) from error
            try:
                async with asyncio.timeout(PATIENCE):
                    png, complaint = await process.communicate(pickle.dumps(curves))
            except TimeoutError:
                raise NotDrawn(f"it took more than {PATIENCE:.0f} seconds") from None
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        if process.returncode != 0 or not png:
            raise NotDrawn(complaint.decode(errors="replace").strip())
        return png
