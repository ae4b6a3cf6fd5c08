"""People at tables: requests with their own interaction, a table of three, and the fold of its log."""

import itertools
from collections.abc import Callable
from datetime import timedelta
from functools import reduce

from rules.actions.endings import Concede
from rules.actions.life import LoseLife
from rules.actions.table import Together
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import GameId
from rules.setup.lobby_actions import Gather, StartGame
from rules.table import AnyAction, Table, evolve
from storage.games.games import GameRef, Games, Location, LogEntry, Request, is_over
from tests.support.games import view_of

DAY = timedelta(days=1)
PLACE = Location(channel=100, guild=1)
LIFE = 5000
"""No one dies by accident."""
GATHER = Gather(
    options=Options(life=LIFE),
    seated=tuple(Seated(id=name, name=name.title(), user=n) for n, name in enumerate(("ana", "ben", "cy"))),
    host="ana",
)
START = StartGame(order=("ana", "ben", "cy"), draw=0)

_interactions = itertools.count(5_000_000)
"""Above those of a database of an earlier version, and of a league's people."""


def request() -> Request:
    """Return a request that no one has made before."""
    return Request(user=0, name="Ana", interaction=next(_interactions))


def choose(action: AnyAction) -> Callable[[Table], AnyAction]:
    return lambda _: action


def lose(amount: int = 1) -> Callable[[Table], AnyAction]:
    """Ana loses life."""
    return choose(LoseLife(who=("ana",), amount=amount))


def end() -> Callable[[Table], AnyAction]:
    """Ben and Cy concede, so that Ana has won (104.2a)."""
    return choose(Together(actions=(Concede(who="ben"), Concede(who="cy"))))


async def deal(games: Games, place: Location = PLACE) -> GameId:
    """Return a game that has just started at a place: two entries, everyone at LIFE."""
    opened = await games.open(place, request(), GATHER)
    await games.act(place, request(), choose(START))
    return opened.game


def life(table: Table) -> int:
    """Return Ana's life total."""
    assert isinstance(table, Game)
    return table.life["ana"]


async def ana_has(games: Games, where: GameRef = PLACE) -> int:
    view = await view_of(games, where)
    return life(view.table)


def fold(line: list[LogEntry]) -> Table:
    """Return the table that the log tells, from nothing."""
    return reduce(evolve, (event for entry in line for event in entry.events), Lobby())


async def whole_log(games: Games, game: GameId) -> list[LogEntry]:
    """Return every entry, oldest first."""
    return (await games.log(game, limit=1_000_000))[::-1]


async def assert_sound(games: Games, game: GameId) -> None:
    """The log has no hole, the table in memory is what it tells, a game is listed until it is over."""
    view = await view_of(games, game)
    log = await whole_log(games, game)
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    assert tuple(view.entries) == tuple(log[-len(view.entries) :])
    assert view.table == fold(await games.history(game))
    (row,) = await games.database.fetch("SELECT over FROM game WHERE id = ?", game)
    assert bool(row["over"]) is is_over(view.table)


async def open_games(games: Games, within: timedelta) -> set[GameId]:
    """Return the games that are not over, at which something happened within this time, where no board is
    shown."""
    return {one.game for one in await games.unshown_games(within) if not one.over}
