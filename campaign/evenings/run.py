"""Many evenings, each with its own seed, on one database."""

import asyncio
from collections import Counter
from pathlib import Path

from campaign.report import as_markdown
from storage.engine.opening import open_database
from storage.games.games import Games
from tests.support.reference_model.storage_door import play

AT_ONCE = 16


async def run(times: int, seed: int, folder: Path) -> tuple[str, bool]:
    """Return the results of this many evenings as Markdown, and whether each reached its intended end."""
    ways, wrong, steps = Counter[str](), list[str](), 0
    free = asyncio.Semaphore(AT_ONCE)
    async with open_database(folder / "arbiter.db") as database:
        games = Games(database)

        async def one(number: int) -> None:
            nonlocal steps
            async with free:
                found, evening_ways, count = await play(games, seed, number)
            ways.update(evening_ways)
            steps += count
            wrong.extend(f"evening {number}: {line}" for line in found)

        await asyncio.gather(*(one(number) for number in range(times)))
    rows = {"evenings": times, "happenings meant": steps, **dict(sorted(ways.items())), "wrong": len(wrong)}
    return as_markdown(rows, wrong), not wrong
