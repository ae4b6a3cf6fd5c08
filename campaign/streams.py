"""Random interleavings of writes to games, leagues, tournaments and totals, and of reads."""

import sys
from collections import Counter
from pathlib import Path
from random import Random

from campaign.report import as_markdown
from storage.engine.opening import open_database
from tests.support.postgresql.server import NotInstalled, new_server
from tests.support.streams import SUBJECTS, interleavings
from tests.support.totals import add_table


async def play_many(times: int, seed: int, address: str, counted: Counter[str]) -> None:
    """Play this many in an empty database, a quarter of them with each kind of stream; return the number of
    operations.

    Raises AssertionError if a read shows a wrong state.
    """
    async with open_database(address):
        pass
    await add_table(address)
    for kind in SUBJECTS:
        async with interleavings(address, kind, Random(f"{seed} {kind}")) as played:
            await played.play(times // len(SUBJECTS))
        counted += played.counted
        print(f"{times // len(SUBJECTS)} interleavings of {kind}", file=sys.stderr)


async def run(times: int, seed: int, folder: Path) -> tuple[str, bool]:
    """Return the figures as Markdown, and whether nothing was wrong.

    Half of them are played on SQLite, half on PostgreSQL where that is installed.
    """
    counted, wrong = Counter[str](), list[str]()
    try:
        await play_many(times // 2, seed, str(folder / "streams.db"), counted)
        with new_server() as server:
            await play_many(times - times // 2, seed, server.address(), counted)
    except NotInstalled as error:
        print(error, file=sys.stderr)
    except AssertionError as error:
        wrong.append(f"a look: {error}")
    rows = {"interleavings": times} | dict(sorted(counted.items())) | {"wrong": len(wrong)}
    return as_markdown(rows, wrong), not wrong
