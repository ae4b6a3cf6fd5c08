"""``python -m benchmarks.growth``: bytes per entry, before and after compression."""

import asyncio
import itertools
import random
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.life import GainLife, LoseLife
from rules.actions.turns import EndTurn
from rules.formats.options import Options
from rules.game.lobby import Seated
from rules.game.parts import GameId
from rules.refusal import Refusal
from rules.setup.lobby_actions import Gather, StartGame
from rules.table import AnyAction
from storage.engine.opening import open_database
from storage.games.games import Games, Location, Request
from tests.support.discord_api.objects import CHANNEL, USER
from tests.support.stored_games import NAMES

GAMES = 200
TURNS = 40
"""Turns of a game of commander; each makes three or four entries."""


async def play(games: Games, number: int, chance: random.Random) -> None:
    """Play a game: damage, life and counters each turn, and sometimes an undo."""
    people = [USER + number * 10 + n for n in range(len(NAMES))]
    seats = tuple(
        Seated(id=str(user), name=name, user=user) for user, name in zip(people, NAMES, strict=True)
    )
    place = Location(CHANNEL + number, USER)
    ids = itertools.count((number << 22) + (1 << 60), 7919)

    def request() -> Request:
        at = chance.randrange(len(people))
        return Request(people[at], NAMES[at], next(ids) + chance.getrandbits(20))

    options = Options(variant="commander")
    opened = await games.open(place, request(), Gather(options=options, seated=seats, host=seats[0].id))
    await games.act(
        opened.game, request(), lambda _: StartGame(order=tuple(seat.id for seat in seats), draw=0)
    )
    try:
        for action in _actions([seat.id for seat in seats], chance):
            await games.act(opened.game, request(), lambda _, action=action: action)
            if chance.random() < 0.05:
                await games.undo(opened.game, request())
    except Refusal:  # the game is over, or someone in it has lost
        pass


def _actions(ids: list[str], chance: random.Random) -> Iterator[AnyAction]:
    for _ in range(TURNS):
        one, other = chance.sample(ids, 2)
        yield DealDamage(to=(other,), amount=chance.randint(1, 4), by=one, combat=True)
        if chance.random() < 0.6:
            yield chance.choice([LoseLife, GainLife])(who=(one,), amount=chance.randint(1, 2))
        if chance.random() < 0.4:
            yield AddCounters(who=(one,), kind=chance.choice(["energy", "experience"]), n=1)
        yield EndTurn()


async def measure(file: Path) -> None:
    """Play games, compress them, and print the bytes per entry."""
    async with open_database(file) as database:
        games = Games(database)
        await asyncio.gather(*(play(games, number, random.Random(number)) for number in range(GAMES)))
        [count] = (await database.fetch("SELECT count(*) FROM entry"))[0]
        await database.rebuild()
        before = await database.size()
        began = time.perf_counter()
        async for _ in games.compaction.run(games.now() + timedelta(days=1)):
            pass
        seconds = time.perf_counter() - began
        await database.rebuild()
        after = await database.size()
        began = time.perf_counter()
        for game in range(1, GAMES + 1):
            await games.history(GameId(game))
        reading = time.perf_counter() - began
    print(f"{GAMES} games of commander with {count:,} entries, {count / GAMES:.0f} each")
    print(f"bytes for each entry: {before / count:.0f}, compressed {after / count:.0f}: {after / before:.0%}")
    print(
        f"milliseconds to compress a game: {seconds / GAMES * 1e3:.1f}, to read: {reading / GAMES * 1e3:.1f}"
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path()) as folder:
        asyncio.run(measure(Path(folder).resolve() / "arbiter.db"))
