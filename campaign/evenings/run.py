"""Many evenings, each with a seed of its own, at one database."""

import asyncio
import traceback
from collections import Counter
from pathlib import Path
from random import Random

from rules.refusal import Refusal
from storage.engine.opening import open_database
from storage.games.games import Games
from tests.support.reference_model.generating import script
from tests.support.reference_model.intended import FORMATS
from tests.support.reference_model.playing import Evening, Refused
from tests.support.reference_model.storage_door import StorageDoor

AT_ONCE = 16


async def run(times: int, seed: int, folder: Path) -> tuple[str, bool]:
    """Return what came of so many evenings as Markdown, and whether each ended as it was meant to."""
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
    table = "\n".join(["| | |", "|---|---|", *(f"| {name} | {n} |" for name, n in rows.items())])
    return "\n".join([table, *wrong[:20]]), not wrong


async def play(games: Games, seed: int, number: int) -> tuple[list[str], list[str], int]:
    """Play one evening, of the formats in turn; give what is wrong, how people erred, and the happenings."""
    dice = Random(f"{seed} {number}")
    variant = tuple(FORMATS)[number % len(FORMATS)]
    meant = script(variant, dice)
    evening = Evening(meant, StorageDoor(games, 1000 + number), dice)
    try:
        found = await evening.play()
    except (Refused, AssertionError, Refusal) as error:
        found = [f"{variant}: {error!r} {''.join(traceback.format_tb(error.__traceback__)[-3:])}"]
    return found, evening.ways, len(meant.happenings)
