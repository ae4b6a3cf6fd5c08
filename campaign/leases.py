"""Random interleavings of lease, loss, append and takeover."""

import random
import sys
from pathlib import Path

import asyncpg

from campaign.report import as_markdown
from storage.engine.postgresql.database import PostgresqlDatabase
from tests.support.leases import DONE, ORACLE, PROCESSES, SHARDS, Interleavings, Step
from tests.support.postgresql.server import new_server

MAX_STEPS = 40
REPORT = 500
"""Interleavings between two reports of their number."""


def random_steps(chance: random.Random) -> list[Step]:
    """Play one interleaving and return its trace."""
    return [
        (
            chance.choice(DONE),
            chance.randrange(PROCESSES),
            chance.randrange(SHARDS),
            chance.random() < 0.6,
        )
        for _ in range(chance.randrange(5, MAX_STEPS))
    ]


async def play_many(times: int, seed: int, where: str) -> Interleavings:
    """Play this many interleavings in the empty database at an address."""
    chance = random.Random(seed)
    async with PostgresqlDatabase.open(where):
        pass
    onlooker = await asyncpg.create_pool(where, min_size=1, max_size=2)
    try:
        await onlooker.execute(ORACLE)
        played = Interleavings(where, onlooker)
        for number in range(1, times + 1):
            await played.play(random_steps(chance))
            if number % REPORT == 0:
                print(f"{number} of {times} interleavings", file=sys.stderr)
        await played.close()
        return played
    finally:
        await onlooker.close()


async def run(times: int, seed: int, _folder: Path) -> tuple[str, bool]:
    """Return the figures as Markdown, and whether nothing was wrong."""
    with new_server() as server:
        played = await play_many(times, seed, server.address())
    rows = {"interleavings": times} | dict(sorted(played.counted.items())) | {"wrong": len(played.wrong)}
    return as_markdown(rows, played.wrong), not played.wrong
