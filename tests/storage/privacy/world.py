"""A database with a game of everything, and the traces of a person in its files."""

import subprocess
from collections.abc import Awaitable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.actions.commanders import CastCommander, NameCommander
from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.table import RecordChance
from rules.actions.turns import EndTurn
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.lobby import Seated
from rules.game.parts import GameId
from rules.setup.lobby_actions import Gather, Join, StartGame
from rules.table import AnyAction
from rules.tournaments.state import TournamentId
from rules.turns.clock import ExtendRound, StartRound
from storage.engine.database import Database
from storage.engine.opening import is_postgresql
from storage.games.commits import SNAPSHOT_EVERY
from storage.games.games import Games, Location, Request
from storage.privacy import Privacy
from storage.settings.settings import SettingsStore
from tests.storage.table import choose, request
from tests.support.games import game_of
from tests.support.postgresql.server import program

ANA, BEN, CY = 1111222233334444551, 1111222233334444552, 1111222233334444553
NAME = "Berengarius"
CALLED = "Ber\u00e9ngarius \U0001f40d"
"""What the server called him when he typed the last thing."""
HERE, THERE = Location(channel=100, guild=1), Location(channel=200, guild=1)
LIFE = 5000
FOLDER = """
    SELECT current_setting('data_directory') || '/base/' || oid FROM pg_database
    WHERE datname = current_database()
"""
"""Asks where a server keeps the files of a database."""


def seat(user: int, name: str) -> Seated:
    return Seated(id=str(user), name=name, user=user)


def by(user: int, name: str) -> Request:
    return replace(request(), user=user, name=name)


class World:
    """Everything over one open file; ``now`` is noon."""

    def __init__(self, database: Database, *, small: int = 2**30) -> None:
        self.database = database
        self.noon = datetime(2026, 5, 4, 12, tzinfo=UTC)
        self.games = Games(database, lambda: self.noon)
        self.settings = SettingsStore(database)
        self.privacy = Privacy(self.games, self.settings, lambda: self.noon, small=small)

    async def act(self, game: GameId, user: int, name: str, action: AnyAction) -> None:
        await self.games.act(game, by(user, name), choose(action))

    async def play(self, place: Location) -> GameId:
        """Return a game of three with an entry of every kind, long enough for a snapshot: 64 actions and
        more."""
        gather = Gather(options=Options(life=LIFE), seated=(seat(ANA, "Ana"), seat(CY, "Cy")), host=str(ANA))
        game = (await self.games.open(place, by(ANA, "Ana"), gather)).game
        ana, ben, cy = str(ANA), str(BEN), str(CY)
        await self.act(game, BEN, NAME, Join(seats=(seat(BEN, NAME),)))
        await self.act(game, CY, "Cy", StartGame(order=(ana, ben, cy), draw=0))
        await self.act(game, BEN, NAME, NameCommander(who=ben, name="Tana"))
        await self.act(game, BEN, CALLED, CastCommander(who=ben, commander=f"{ben}:1"))
        await self.act(
            game, ANA, "Ana", DealDamage(amount=3, to=(ana,), by=ben, commander=f"{ben}:1", combat=True)
        )
        drawn = RecordChance(kind="random", asked=f"A random player of Cy, {NAME}", result=NAME)
        await self.act(game, CY, "Cy", drawn)
        await self.games.set_clock(game, by(CY, "Cy"), lambda view: StartRound(seconds=3000, turns=5))
        late = ExtendRound(seconds=60, reason=f"{NAME} was late")
        await self.games.set_clock(game, by(CY, "Cy"), lambda view: late)
        mine = ExtendRound(seconds=60, reason="my camera fell over")
        await self.games.set_clock(game, by(BEN, CALLED), lambda view: mine)
        for _ in range(SNAPSHOT_EVERY):
            await self.act(game, CY, "Cy", AddCounters(who=(cy,), kind="energy", n=1))
        await self.act(game, BEN, CALLED, EndTurn())
        await self.games.undo(game, by(BEN, CALLED))
        await self.games.redo(game, by(CY, "Cy"))
        return game

    async def table(self, game: GameId) -> Game:
        return await game_of(self.games, game)


@pytest.fixture
async def world(database: Database) -> World:
    return World(database)


def contents(where: str | Path) -> bytes:
    """Return the bytes of the database's files; of a server's also a dump, in which nothing is compressed."""
    if is_postgresql(str(where)):
        asked = (program("psql"), str(where), "-qAtc", "CHECKPOINT", "-c", FOLDER)
        folder = Path(subprocess.check_output(asked, text=True).strip())
        dump = subprocess.check_output((program("pg_dump"), str(where)))
        return dump + b"".join(one.read_bytes() for one in folder.iterdir())
    file = Path(where)
    return b"".join(one.read_bytes() for one in file.parent.glob(f"{file.name}*"))


def remains(where: str | Path) -> list[str]:
    """Return the traces of Ben in them."""
    wanted = {
        "id as text": str(BEN).encode(),
        "id as a number": BEN.to_bytes(8, "little" if is_postgresql(str(where)) else "big"),
        "name": NAME.encode(),
        "nickname": "Ber\u00e9ngarius".encode(),
        "nickname in JSON": b"Ber\\u00e9ngarius",
    }
    there = contents(where)
    return [what for what, text in wanted.items() if text in there]


def say_when(world: World, event: TournamentId) -> Awaitable[object]:
    return world.games.tournaments.say_available(event, BEN, f"{NAME}, any Friday")


async def exported(privacy: Privacy) -> str:
    return "".join([part async for part in privacy.export(BEN)])
