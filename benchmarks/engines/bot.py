"""The bot with a PostgreSQL database, as a contender; its file has the database's address."""

import gc

if __name__ == "__main__":
    gc.disable()  # as bot/__main__.py does until everything is loaded

from contextlib import AbstractAsyncContextManager
from pathlib import Path

from benchmarks.arbiter import arbiter
from benchmarks.contender import Contender, main
from bot import event_loop


def on_server(file: Path) -> AbstractAsyncContextManager[Contender]:
    """Run the bot with the database whose address is in a file."""
    return arbiter(file.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main({"postgresql": on_server}, event_loop.run)
