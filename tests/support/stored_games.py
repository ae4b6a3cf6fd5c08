"""Games to measure with: many of them, or one with a long log, created through the storage."""

import asyncio
import itertools
from collections.abc import Callable, Sequence
from pathlib import Path

from rules.actions.life import LoseLife
from rules.formats.options import Options
from rules.game.lobby import Seated
from rules.setup.lobby_actions import Gather, StartGame
from rules.table import AnyAction, Table
from storage.games.games import BoardMessage, Games, Location, Request
from storage.games.outbox import topic_of
from tests.support.discord_api.objects import CHANNEL, MESSAGE, USER, guild_of
from tests.support.games import games_in

LIFE = 900_000
"""So high that no one loses by accident."""
AT_ONCE = 250
"""Tables created at the same time, so that they share commits."""
NAMES = ("Ana", "Ben", "Cy", "Dee")
PEOPLE = tuple(Seated(id=str(USER + n), name=name, user=USER + n) for n, name in enumerate(NAMES))

_interactions = itertools.count(1)


async def make(file: Path | str, tables: int | Sequence[int], entries: int = 0) -> None:
    """Create a database of new games, this many or at these tables, table 0 with this many further entries.

    It is in the state of a stopped bot: all announcements are delivered.
    """
    numbers = range(tables) if isinstance(tables, int) else tables
    async with games_in(file) as games:
        for first in range(0, len(numbers), AT_ONCE):
            await asyncio.gather(*(_deal(games, table) for table in numbers[first : first + AT_ONCE]))
        for _ in range(entries):
            await games.act(place_of(0), _request(), _choose(LoseLife(who=(PEOPLE[0].id,), amount=1)))
        await games.deliveries.close()


def place_of(table: int) -> Location:
    """Return where a table is."""
    return Location(channel=CHANNEL + table, guild=guild_of(table))


async def _deal(games: Games, table: int) -> None:
    gather = Gather(options=Options(variant="commander", life=LIFE), seated=PEOPLE, host=PEOPLE[0].id)
    opened = await games.open(place_of(table), _request(), gather)
    start = StartGame(order=tuple(seat.id for seat in PEOPLE), draw=0)
    begun = await games.act(opened.game, _request(), _choose(start))
    board = BoardMessage(CHANNEL + table, MESSAGE + table)
    await games.set_board(opened.game, board, begun.entry.number)
    for post in games.outbox.of(topic_of(opened.game)):
        games.outbox.drop(post)


def _request() -> Request:
    return Request(user=USER, name=NAMES[0], interaction=next(_interactions))


def _choose(action: AnyAction) -> Callable[[Table], AnyAction]:
    return lambda _: action
