"""``python -m tests.crash.unsynced FILE UNSYNCED THEN``: Ana loses life, and the disk doesn't confirm that.

It prints the type of the error that the commit ends in, and is killed. As long as the file UNSYNCED is there,
the disk confirms nothing, if `test_unsynced` has started it. Where THEN isn't "killed", the disk works again
before the kill, a write is refused if THEN is "refused", and it prints Ana's life total once that is known.
"""

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path

from storage.engine.group_commit import NotCommitted
from storage.engine.opening import open_database
from storage.games.games import Games
from tests.storage.table import PLACE, ana_has, deal, lose, request

REFUSED = "INSERT INTO installation (name, value) VALUES ('fact', NULL)", ()


async def main(file: Path, unsynced: Path, then: str) -> None:
    """Lose life and get killed."""
    async with open_database(file) as database:
        games = Games(database)
        await deal(games)
        unsynced.touch()  # noqa: ASYNC240
        try:
            await games.act(PLACE, request(), lose())
        except NotCommitted as error:
            print(type(error).__name__, flush=True)
        if then != "killed":
            unsynced.unlink()  # noqa: ASYNC240
            if then == "refused":
                with contextlib.suppress(NotCommitted):
                    await database.write(REFUSED)
            await database.settle()
            print(await ana_has(games), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
