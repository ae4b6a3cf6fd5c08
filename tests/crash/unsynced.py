"""``python -m tests.crash.unsynced FILE UNSYNCED``: Ana loses life, and the disk doesn't confirm the commit.

It prints the type of the error by which it is told, and is killed. As long as the file UNSYNCED is there,
the disk confirms nothing, if `test_unsynced` has started it.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from storage.engine.group_commit import NotCommitted
from storage.engine.opening import open_database
from storage.games.games import Games
from tests.storage.table import PLACE, deal, lose, request


async def main(file: Path, unsynced: Path) -> None:
    """Lose life and get killed."""
    async with open_database(file) as database:
        games = Games(database)
        await deal(games)
        unsynced.touch()  # noqa: ASYNC240
        try:
            await games.act(PLACE, request(), lose())
        except NotCommitted as error:
            print(type(error).__name__, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    asyncio.run(main(*map(Path, sys.argv[1:])))
