"""A whole bot to kill: four people type and press without a pause, and every answer is reported at once."""

import asyncio
import random
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from rules.game.game import Game
from tests.crash.killing import wait_until_free
from tests.storage.table import assert_sound, whole_log
from tests.support.evening import Evening
from tests.support.games import view_of
from tests.support.simulation import Told
from tests.support.tables import FOUR, deal

PLAYERS = tuple(FOUR.split(", "))
Report = tuple[int, int]
"""An answered entry: its number in the log and its interaction."""
Commands = list[dict[str, Any]]
"""What Discord knows of the bot's commands."""


def live(
    file: Path, server: str | None, seed: int, answered: list[Report], commands: Commands, pipe: Connection
) -> None:
    """One life of the bot: proves what earlier lives have answered, then goes on until it is killed.

    ``server``: a PostgreSQL database used instead of the file. ``commands``: what Discord, which dies with
    the bot here, knows from the first life; nothing in that one. It sends every report and, once, when it is
    ready, the commands.
    """
    Told.commands = commands
    asyncio.run(_live(file, server, random.Random(seed), answered, pipe))


async def _live(
    file: Path, server: str | None, chance: random.Random, answered: list[Report], pipe: Connection
) -> None:
    await wait_until_free(server)
    async with Evening(file, server=server) as evening:
        # As at the local table: the same channel and people in every life, but no interaction twice.
        now = datetime.now(UTC)
        evening.env.backend.advance_clock((now - evening.env.now()).total_seconds())
        await evening.env.settle()
        if answered:
            await _prove(evening, answered)
        else:
            Told.commands = Told.commands or Told.known(evening.env)
            await deal(evening, "commander", FOUR)
        await _report(evening, pipe)
        pipe.send(Told.commands)
        while True:
            await _act(evening, chance)
            await _report(evening, pipe)


async def _prove(evening: Evening, answered: list[Report]) -> None:
    """Everything answered is in the log, the log has no hole, and the board's buttons work."""
    view = await evening.games.view(evening.place)
    assert view is not None, "the game is gone"
    await assert_sound(evening.games, view.game)
    log = {entry.number: entry.interaction for entry in await whole_log(evening.games, view.game)}
    for number, interaction in answered:
        assert log[number] == interaction, f"entry {number} was answered and is lost"
    assert isinstance(view.table, Game)
    expected = view.table.life[str(evening.people["Ana"].id)] + 1
    await evening.presses("Ana", "+1")
    assert await evening.number_of_entries() == len(log) + 1, "the board's button did nothing"
    assert f"Ana · {expected}\n" in evening.board()


async def _act(evening: Evening, chance: random.Random) -> None:
    who, other = chance.sample(PLAYERS, 2)
    match chance.randrange(7):
        case 0:
            await evening.types(who, "life gain", amount=chance.randint(1, 5), who=other)
        case 1:
            await evening.types(who, "counter add", kind="energy", amount=1, who="each player")
        case 2:
            await evening.types(who, "turn next")
        case 3:
            await evening.presses(who, "+5")
        case 4:
            await evening.presses(who, "−1")
        case 5:
            await evening.types(who, chance.choice(("clock turn", "clock pause", "clock resume")))
        case _:
            await evening.types(who, "undo")


async def _report(evening: Evening, pipe: Connection) -> None:
    """Tells the newest entry, whose answer has been given."""
    view = await view_of(evening.games, evening.place)
    pipe.send((view.entries[-1].number, view.entries[-1].interaction))
