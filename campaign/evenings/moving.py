"""Evenings and leagues in a file, moved to a PostgreSQL server and back: exports have to be the same."""

import asyncio
import re
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from campaign.report import as_markdown
from rules.leagues.league import Confirmation, Confirmers, League
from storage.engine.moving import copy_database
from storage.engine.opening import open_database
from storage.events.store import Request
from storage.games.games import Games
from tests.support.postgresql.server import NotInstalled, new_server
from tests.support.reference_model.storage_door import play

LEAGUES = 3
AT_ONCE = 16
_MOMENT = re.compile(rb'(?<="exported":")[^"]*')
"""The time of a file's export, which differs each time."""


async def run(times: int, seed: int, folder: Path) -> tuple[str, bool]:
    """Move this many games; return the figures as Markdown, and whether both moves have kept everything."""
    file, back = folder / "arbiter.db", folder / "back.db"
    await _fill(file, times, seed)
    try:
        with new_server(options="") as server:
            there = server.address()
            rows, seconds = await _timed(str(file), there)
            rows_back, seconds_back = await _timed(there, str(back))
            exports = [
                await _exported(one, folder / name) for one, name in ((file, "a"), (there, "b"), (back, "c"))
            ]
    except NotInstalled:
        return "No PostgreSQL is installed.", True
    equal = exports[0] == exports[1] == exports[2] and len(exports[0]) == 2 * LEAGUES
    figures = {
        "games": times,
        "rows": f"{rows:,}",
        "seconds to PostgreSQL, comparing included": f"{seconds:.1f}",
        "seconds back": f"{seconds_back:.1f}",
        "exports equal": "yes" if equal else "NO",
    }
    return as_markdown(figures), equal and rows == rows_back


async def _fill(file: Path, times: int, seed: int) -> None:
    """Play evenings in channels of three leagues, whose results count there."""
    free = asyncio.Semaphore(AT_ONCE)
    async with open_database(file) as database:
        games = Games(database)
        for number in range(LEAGUES):
            rules = League(name=f"League {number}", confirmation=Confirmation(by=Confirmers.NO_ONE))
            request = Request(user=1, name="Ana", interaction=1 + number)
            await games.leagues.create(1, request, rules, range(1000 + number, 1000 + times, LEAGUES))

        async def one(number: int) -> None:
            async with free:
                await play(games, seed, number)

        await asyncio.gather(*(one(number) for number in range(times)))


async def _timed(source: str, target: str) -> tuple[int, float]:
    began = time.perf_counter()
    rows = await copy_database(source, target, lambda _: None)
    return rows, time.perf_counter() - began


async def _exported(database: Path | str, folder: Path) -> Mapping[str, bytes]:
    """Return the files that the command exports from a database."""
    command = (sys.executable, "-m", "bot", "--database", str(database), "export", str(folder))
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL)
    if await process.wait():
        return {}
    return await asyncio.to_thread(_read, folder)


def _read(folder: Path) -> Mapping[str, bytes]:
    return {one.name: _MOMENT.sub(b"", one.read_bytes()) for one in folder.iterdir()}
