"""A process to kill: it acts on several tables at once as fast as it can and prints every answer it gets."""

import asyncio
import random

from rules.refusal import Refusal
from storage.games.games import Committed, Games, Location, Request
from tests.crash.killing import taken_over
from tests.storage.table import GATHER, START, choose, lose

CHANNELS = range(4)


async def stream(games: Games, channel: int) -> None:
    place, chance = Location(channel, None), random.Random()
    if await games.view(place) is None:
        answer(channel, await games.open(place, fresh(), GATHER))
    while True:
        try:
            answer(channel, await ask(games, place, chance))
        except Refusal:  # nothing to undo or redo, or the game has not started
            await asyncio.sleep(0)


async def ask(games: Games, place: Location, chance: random.Random) -> Committed:
    match chance.choices(("lose", "start", "undo", "redo"), weights=(12, 1, 1, 1))[0]:
        case "lose":
            return await games.act(place, fresh(), lose())
        case "start":
            return await games.act(place, fresh(), choose(START))
        case "undo":
            return await games.undo(place, fresh(), chance.randint(1, 3))
        case _:
            return await games.redo(place, fresh())


def fresh() -> Request:
    return Request(user=1, name="Ana", interaction=random.getrandbits(62))


def answer(channel: int, committed: Committed) -> None:
    print(channel, committed.entry.number, committed.entry.interaction, flush=True)


async def main(address: str) -> None:
    async with taken_over(address) as database, asyncio.TaskGroup() as tasks:
        games = Games(database)
        for channel in CHANNELS:
            tasks.create_task(stream(games, channel))
