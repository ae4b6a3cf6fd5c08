"""The export: everything about a person, and nothing about others."""

import io
import json
import sqlite3
import time
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from rules.actions.endings import Concede
from rules.actions.life import LoseLife
from rules.formats.options import Options
from rules.game.lobby import Seated
from rules.game.parts import SecretRoles
from rules.leagues.league import League
from rules.setup.lobby_actions import Gather, StartGame
from storage.engine.opening import open_database
from storage.events import codec
from storage.privacy import export_user_data
from storage.settings.definitions import CALL, Level
from storage.workers.pool import Workers
from tests.crash.compactor import compact
from tests.storage.privacy.world import (
    ANA,
    BEN,
    CALLED,
    CY,
    HERE,
    NAME,
    THERE,
    World,
    by,
    exported,
    seat,
    world,
)

__all__ = ("world",)


@pytest.mark.full
async def test_the_export_of_a_long_game_of_forty_takes_a_moment(file: Path) -> None:
    """Time of the processor, so that it doesn't matter what else runs: about 0.2 s."""
    async with open_database(file) as database:
        world = World(database)
        seats = tuple(Seated(id=str(n), name=f"Name {n}", user=n) for n in (BEN, *range(1000, 1039)))
        ids = tuple(seat.id for seat in seats)
        options = Options(variant="free_for_all", life=9999, arranged=True)
        gather = Gather(options=options, seated=seats, host=ids[0])
        game = (await world.games.open(HERE, by(BEN, NAME), gather)).game
        await world.act(game, BEN, NAME, StartGame(order=ids, draw=0, first=ids[0]))
        for _ in range(500):
            await world.act(game, BEN, NAME, LoseLife(who=ids, amount=1))
        before = time.process_time()
        told = await exported(world.privacy)
        assert time.process_time() - before < 2
        assert told.count('"LoseLife"') == 500
        async with Workers() as workers:
            name, content = await workers.run(1, export_user_data, str(file), BEN, "data", world.noon)
    assert name == "data.zip"
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert json.loads(archive.read("data.json"))["games"] == json.loads(told)["games"]


async def test_the_export_is_everything_about_them_and_nothing_of_others(world: World) -> None:
    game = await world.play(HERE)
    await world.settings.choose(Level.OWN, BEN, CALL, "on")
    told = await exported(world.privacy)
    assert str(ANA) not in told
    assert str(CY) not in told
    assert "Ana" not in told
    document = codec.parse_json(told)
    assert isinstance(document, dict)
    assert (document["user"], document["settings"], document["leagues"]) == (str(BEN), {"call": "on"}, [])
    match document["games"]:
        case [{"game": number, "channel": channel, "over": over, "names": names, "entries": list(entries)}]:
            assert (number, channel, over) == (game, str(HERE.channel), False)
            assert names == [NAME, CALLED]
            own = [one for one in entries if isinstance(one, dict) and one["entered_by"] != "another"]
            # By hand: joined, named and cast a commander, extended the round, ended a turn, undid that.
            assert [one["kind"] for one in own] == ["act", "act", "act", "clock", "act", "undo"]
            assert "Tana" in str(own[1]["action"]), "the commander that he has named"
            assert "Tana" in str(own[1]["events"])
            assert "DealDamage" in str(entries), "what others have entered about him"
            assert "was late" not in str(entries), "a reason of somebody else's"
        case other:
            pytest.fail(str(other))


async def test_what_cannot_be_read_is_named_and_the_rest_is_exported(file: Path) -> None:
    async with open_database(file) as database:
        world = World(database)
        create = world.games.leagues.create
        await create(1, by(ANA, "Ana"), League(name="Monday"), [HERE.channel])
        broken = (await create(1, by(BEN, CALLED), League(name="Tuesday"), [])).state.league
        for _ in range(2):
            game = await world.play(HERE)
            for user, name in ((BEN, CALLED), (ANA, "Ana")):
                await world.act(game, user, name, Concede(who=str(user)))
        told = json.loads(await exported(world.privacy))
    damaged, entries = (told["games"][1][part] for part in ("game", "entries"))
    bad = max(one["number"] for one in entries if one["entered_by"] != "another")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE entry SET events = '[' WHERE game = ? AND number = ?", (damaged, bad))
        connection.execute("UPDATE league_result SET value = '{}' WHERE number = 1")
        connection.execute("UPDATE league SET rules = '{' WHERE id = ?", (broken,))
    async with open_database(file) as database:
        world = World(database)
        found = json.loads(await exported(world.privacy))
        known = await world.privacy.known(BEN)
    assert (len(known.games), known.leagues) == (2, 2)
    assert found["games"][0] == told["games"][0]
    assert found["games"][1]["entries"] == [one for one in entries if one["number"] != bad]
    assert found["games"][1]["unreadable"] == [bad]
    assert found["unreadable_leagues"] == [broken]
    assert [one["league"] for one in found["leagues"]] == ["Monday"]
    assert found["leagues"][0]["results"] == told["leagues"][0]["results"][1:] != []
    assert found["leagues"][0]["unreadable"] == {"results": [1], "entries": []}
    assert told["unreadable_leagues"] == told["games"][1]["unreadable"] == []


async def test_of_secret_roles_they_get_their_own(world: World) -> None:
    """A bandit or an assassin of the game that is going on would be known from the file."""
    people = {ANA: "Ana", BEN: NAME, CY: "Cy", 7: "Dee"}
    order = tuple(map(str, people))
    gather = Gather(
        options=Options(variant="treachery", arranged=True),
        seated=tuple(seat(user, name) for user, name in people.items()),
        host=order[0],
    )
    game = (await world.games.open(HERE, by(ANA, "Ana"), gather)).game
    dealt = SecretRoles(order=(order[0], order[3], order[1], order[2]))
    await world.act(game, ANA, "Ana", StartGame(order=order, draw=0, secret_roles=dealt))
    [told] = json.loads(await exported(world.privacy))["games"]
    started = next(one for one in told["entries"] if one["action"] and one["action"][0] == "StartGame")
    [[_, event]] = started["events"]
    for secret in (started["action"][1]["secret_roles"], event["game"]["secret_roles"]):
        assert secret == {"order": [None, None, str(BEN), None]}


async def test_a_compact_game_that_cannot_be_read_is_named(world: World) -> None:
    games = [await world.play(place) for place in (HERE, THERE)]
    assert await compact(world.games) == games
    await world.database.write(("UPDATE compact_game SET value = ? WHERE game = ?", (b"\0", games[0])))
    told = json.loads(await exported(World(world.database).privacy))["games"]
    assert told[0] == {"game": games[0], "server": "1", "channel": "100", "over": False, "unreadable": True}
    assert (told[1]["game"], told[1]["unreadable"]) == (games[1], [])
    assert told[1]["entries"]
