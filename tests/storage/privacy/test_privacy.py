"""A person is forgotten: nothing of them is left in the file, and the others' games are what they were."""

import asyncio
import io
import json
import sqlite3
import subprocess
import time
import zipfile
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.actions.commanders import CastCommander, NameCommander
from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede
from rules.actions.life import LoseLife
from rules.actions.table import RecordChance
from rules.actions.turns import EndTurn
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.lobby import Seated
from rules.game.parts import GameId
from rules.leagues.acts.judges import Judge
from rules.leagues.acts.results import VoidResult
from rules.leagues.league import League
from rules.leagues.result import ResultNumber
from rules.refusal import Refusal
from rules.setup.lobby_actions import Gather, Join, StartGame
from rules.table import AnyAction
from rules.tournaments.acts import SignUp
from rules.tournaments.state import TournamentId, TournamentPlay, TournamentRules
from rules.tournaments.teams import SignUpTeam
from rules.turns.clock import ExtendRound, StartRound
from storage.engine.database import Database
from storage.engine.opening import is_postgresql, open_beside, open_database
from storage.events import codec
from storage.games.commits import SNAPSHOT_EVERY
from storage.games.games import Games, Location, Request
from storage.games.personal_data import FORGOTTEN_USER
from storage.links import LinkPurpose
from storage.privacy import KnownData, Privacy, export_file
from storage.scheduler import Deadline, DeadlineKind
from storage.settings.definitions import CALL, Level
from storage.settings.settings import SettingsScope, SettingsStore
from storage.tournaments.change import TournamentChange
from storage.workers.pool import Workers
from tests.crash.forgetter import main
from tests.crash.killing import run_and_kill, taken_over
from tests.storage.table import assert_sound, choose, fold, request, whole_log
from tests.support.games import game_of
from tests.support.postgresql.fixtures import Server
from tests.support.postgresql.server import program

ANA, BEN, CY = 1111222233334444551, 1111222233334444552, 1111222233334444553
NAME = "Berengarius"
CALLED = "Ber\u00e9ngarius \U0001f40d"
"""What the server called him when he typed the last thing."""
HERE, THERE = Location(channel=100, guild=1), Location(channel=200, guild=1)
LIFE = 5000
KILLS, FEWER = 8, 4
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


async def test_nothing_is_left_of_someone_and_the_game_is_what_it_was(world: World, address: str) -> None:
    game = await world.play(HERE)
    await world.settings.choose(Level.OWN, BEN, CALL, "on")
    await world.settings.choose(Level.OWN, CY, CALL, "on")
    bens, cys = [await world.games.links.make(LinkPurpose.WATCH, 1, 100, user, game) for user in (BEN, CY)]
    assert (await world.privacy.known(BEN)).links == 1
    for user, other in ((BEN, CY), (CY, BEN), (CY, ANA)):
        await world.games.avoidances.add(1, user, other)
    assert (await world.privacy.known(BEN)).avoided == 1
    exported = "".join([part async for part in world.privacy.export(BEN)])
    assert json.loads(exported)["avoided"] == [{"server": "1", "user": str(CY)}]
    before = await world.table(game)
    assert set(remains(address)) >= {"id as text", "id as a number", "name", "nickname"}
    await world.database.write(("ANALYZE entry", ()))  # as PostgreSQL does automatically
    forgotten = await world.privacy.forget(BEN)
    assert [one.game for one in forgotten] == [game]
    assert await world.database.rebuild()
    assert remains(address) == []
    after = await world.table(game)
    assert [player.name for player in after.players] == ["Ana", "Player 1", "Cy"]
    assert after.player("guest:player 1").user is None
    # By hand: Ana was dealt 3 by Ben's commander, Cy got 64 energy counters, one each time.
    assert after.life == {str(ANA): LIFE - 3, "guest:player 1": LIFE, str(CY): LIFE}
    assert after.player(str(ANA)).commander_damage == {"guest:player 1:1": 3}
    assert after.counters_of(str(CY)) == {"energy": 64}
    assert [after.life[str(one)] for one in (ANA, CY)] == [before.life[str(one)] for one in (ANA, CY)]
    chosen = await world.settings.effective(SettingsScope(1, (100,), BEN))
    assert chosen.own(CALL, Level.OWN) is None
    assert (await world.settings.effective(SettingsScope(1, (100,), CY)))[CALL] is True
    assert await world.privacy.known(BEN) == KnownData(games=(), settings=0, leagues=0, links=0)
    assert await world.games.avoidances.of_person(CY) == [{"server": "1", "user": str(ANA)}]
    assert await world.games.links.find(bens) is None
    assert await world.games.links.find(cys) is not None


async def test_the_log_still_tells_what_happened(world: World) -> None:
    game = await world.play(HERE)
    told = await whole_log(world.games, game)
    await world.privacy.forget(BEN)
    log = await whole_log(world.games, game)
    assert len(log) == len(told)
    assert [(one.number, one.kind, one.parent, one.at, one.when) for one in log] == [
        (one.number, one.kind, one.parent, one.at, one.when) for one in told
    ]
    assert {(one.user, one.name) for one in log} == {(ANA, "Ana"), (CY, "Cy"), (FORGOTTEN_USER, "Player 1")}
    assert [one.user == FORGOTTEN_USER for one in log] == [one.user == BEN for one in told]
    reasons = [one.change.reason for one in log if isinstance(one.change, ExtendRound)]
    assert reasons == ["Player 1 was late", ""]
    await assert_sound(world.games, game)


async def test_it_loads_undoes_redoes_and_goes_on_after_a_restart(file: Path) -> None:
    async with open_database(file) as database:
        world = World(database)
        game = await world.play(HERE)
        await world.privacy.forget(BEN)
        after = await world.table(game)
    async with open_database(file) as database:
        world = World(database)
        assert await world.table(game) == after, "the snapshot and the entries after it tell another game"
        assert after == fold(await world.games.history(game)), "the log tells another one"
        await world.games.undo(game, by(CY, "Cy"), 10)
        assert (await world.table(game)).counters_of(str(CY)) == {"energy": 64 - 9}
        await world.games.redo(game, by(CY, "Cy"), 10)
        assert await world.table(game) == after
        await world.act(game, ANA, "Ana", EndTurn())
        assert (await world.table(game)).turn.taker == str(CY)
        await assert_sound(world.games, game)


async def test_games_without_the_person_are_not_touched(world: World) -> None:
    theirs = await world.play(HERE)
    gather = Gather(options=Options(), seated=(seat(ANA, "Ana"), seat(CY, NAME)), host=str(ANA))
    other = (await world.games.open(THERE, by(ANA, "Ana"), gather)).game
    log = await whole_log(world.games, other)
    assert [one.game for one in await world.privacy.forget(BEN)] == [theirs]
    assert await whole_log(world.games, other) == log, "somebody else of that name"


async def test_two_people_of_one_game_are_two_afterwards(world: World, file: Path) -> None:
    game = await world.play(HERE)
    await world.privacy.forget(BEN)
    await world.privacy.forget(CY)
    names = [player.name for player in (await world.table(game)).players]
    assert names == ["Ana", "Player 1", "Player 2"]
    assert (await world.table(game)).counters_of("guest:player 2") == {"energy": 64}
    assert await world.privacy.forget(BEN) == (), "there is nothing left to forget"


async def test_someone_who_was_only_seated_by_others_is_forgotten_too(world: World, file: Path) -> None:
    gather = Gather(options=Options(), seated=(seat(ANA, "Ana"), seat(BEN, NAME)), host=str(ANA))
    game = (await world.games.open(HERE, by(ANA, "Ana"), gather)).game
    await world.act(game, ANA, "Ana", Join(seats=(seat(CY, "Cy"),)))
    await world.games.undo(game, by(ANA, "Ana"))
    await world.privacy.forget(CY)
    await world.privacy.forget(BEN)
    await world.database.rebuild()
    assert remains(file) == []
    assert str(CY).encode() not in contents(file), "undone steps are part of the log"


async def test_nothing_is_entered_about_someone_who_is_just_being_forgotten(world: World) -> None:
    await world.play(HERE)
    async with world.database.forgetting(BEN):
        gather = Gather(options=Options(), seated=(seat(ANA, "Ana"), seat(BEN, NAME)), host=str(ANA))
        with pytest.raises(Refusal, match="being_forgotten"):
            await world.games.open(THERE, by(ANA, "Ana"), gather)
        with pytest.raises(Refusal, match="being_forgotten"):
            await world.privacy.forget(BEN)
        await world.games.open(THERE, by(ANA, "Ana"), replace(gather, seated=(seat(ANA, "Ana"),)))
        with pytest.raises(Refusal, match="being_forgotten"):
            await world.games.act(THERE, by(BEN, NAME), choose(Join(seats=(seat(CY, "Cy"),))))
    assert (await world.games.open(Location(300, 1), by(ANA, "Ana"), gather)).entry.number == 1


def choose_for_oneself(world: World, _: TournamentId) -> Awaitable[object]:
    return world.settings.choose(Level.OWN, BEN, CALL, "on")


def make_a_link(world: World, _: TournamentId) -> Awaitable[object]:
    return world.games.links.make(LinkPurpose.WATCH, 1, 100, BEN)


def be_avoided(world: World, _: TournamentId) -> Awaitable[object]:
    return world.games.avoidances.add(1, ANA, BEN)


def say_when(world: World, event: TournamentId) -> Awaitable[object]:
    return world.games.tournaments.say_available(event, BEN, f"{NAME}, any Friday")


@pytest.fixture
async def event(world: World) -> TournamentId:
    """A tournament for which Ben has signed up."""
    rules = TournamentRules(name="Cup", play=TournamentPlay.DUELS)
    state = await world.games.tournaments.create(HERE, by(ANA, "Ana"), rules)

    def sign_up(change: TournamentChange) -> None:
        change.add(SignUp(player=change.number((BEN, NAME))))

    return (await world.games.tournaments.change(state.tournament, by(BEN, NAME), sign_up)).tournament


@pytest.mark.parametrize("write", [choose_for_oneself, make_a_link, be_avoided, say_when])
async def test_no_row_names_someone_who_is_just_being_forgotten(
    world: World, event: TournamentId, write: Callable[[World, TournamentId], Awaitable[object]]
) -> None:
    async with world.database.forgetting(BEN):
        with pytest.raises(Refusal, match="being_forgotten"):
            await write(world, event)
    await write(world, event)


async def test_words_that_come_during_a_deletion_are_not_kept(world: World, event: TournamentId) -> None:
    forgetting = asyncio.create_task(world.privacy.forget(BEN))
    said = list[asyncio.Task[object]]()
    while not forgetting.done():
        said.append(asyncio.ensure_future(say_when(world, event)))
        await asyncio.sleep(0)
    await asyncio.gather(*said, return_exceptions=True)
    assert {str(one.exception()) for one in said[-1:]} == {"not_signed_up"}
    rows = await world.database.fetch("SELECT user, name, available FROM tournament_player")
    assert [tuple(row) for row in rows] == [(None, None, None)]


async def test_a_team_forgets_what_a_member_said(world: World) -> None:
    rules = TournamentRules(name="Cup", play=TournamentPlay.DUELS, team_size=2)
    event = (await world.games.tournaments.create(HERE, by(ANA, "Ana"), rules)).tournament

    def sign_up(change: TournamentChange) -> None:
        people = change.number((BEN, NAME)), change.number((CY, "Cy"))
        change.add(SignUpTeam(team=change.team("Reds"), members=people))

    await world.games.tournaments.change(event, by(CY, "Cy"), sign_up)
    await say_when(world, event)
    await world.privacy.forget(BEN)
    rows = await world.database.fetch("SELECT name, available FROM tournament_player ORDER BY number")
    assert [tuple(row) for row in rows] == [(None, None), ("Cy", None), (None, None)]


async def test_what_is_played_meanwhile_waits_and_counts(world: World) -> None:
    game = await world.play(HERE)
    add = AddCounters(who=(str(CY),), kind="energy", n=1)
    _, *_ = await asyncio.gather(
        world.privacy.forget(BEN), *(world.act(game, CY, "Cy", add) for _ in range(20))
    )
    assert (await world.table(game)).counters_of(str(CY)) == {"energy": 84}
    await assert_sound(world.games, game)
    assert await world.privacy.forget(BEN) == ()


async def test_a_league_keeps_points_and_forgets_the_name(world: World, address: str) -> None:
    league = (
        await world.games.leagues.create(1, by(ANA, "Ana"), League(name="Monday"), [HERE.channel])
    ).state.league
    game = await world.play(HERE)
    await world.act(game, BEN, CALLED, Concede(who=str(BEN)))
    await world.act(game, ANA, "Ana", Concede(who=str(ANA)))
    await world.games.leagues.results.void(
        league, by(ANA, "Ana"), ResultNumber(1), f"{NAME} played the wrong deck"
    )
    assert sorted(str(one.name) for one in (await world.games.leagues.state(league)).players.values()) == [
        "Ana", NAME, "Cy",
    ]  # fmt: skip
    told = await exported(world.privacy)
    assert (await world.privacy.known(BEN)).leagues == 1
    await world.privacy.forget(BEN)
    await world.database.rebuild()
    assert remains(address) == []
    names = {one.name for one in (await world.games.leagues.state(league)).players.values()}
    assert names == {"Ana", "Cy", None}
    voided = (await world.games.leagues.audit(league))[0].act
    # Ana rules on a game in which she has played.
    assert voided == VoidResult(number=ResultNumber(1), reason="\u2026 played the wrong deck", involved=True)
    assert NAME in told
    judge = Judge(user=ANA)
    await world.games.undo(game, by(ANA, "Ana"), judge=judge)
    await world.games.redo(game, by(ANA, "Ana"), judge=judge)
    await assert_sound(world.games, game)


async def exported(privacy: Privacy) -> str:
    return "".join([part async for part in privacy.export(BEN)])


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
            name, content = await workers.run(1, export_file, str(file), BEN, "data", world.noon)
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
    document = codec.read(told)
    assert isinstance(document, dict)
    assert (document["user"], document["settings"], document["leagues"]) == (str(BEN), {"call": "on"}, [])
    match document["games"]:
        case [{"game": number, "channel": channel, "names": names, "entries": list(entries)}]:
            assert (number, channel) == (game, str(HERE.channel))
            assert names == [NAME, CALLED]
            own = [one for one in entries if isinstance(one, dict) and one["entered_by"] != "another"]
            # By hand: joined, named and cast a commander, extended the round, ended a turn, undid that.
            assert [one["kind"] for one in own] == ["act", "act", "act", "clock", "act", "undo"]
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


async def test_a_small_file_is_written_again_at_once_and_a_large_one_at_night(file: Path) -> None:
    async with open_database(file) as database:
        world = World(database, small=0)
        await world.play(HERE)
        await world.privacy.forget(BEN)
        found = await world.games.deadlines.find(DeadlineKind.REBUILD, "")
        tomorrow = world.noon.replace(hour=4, minute=0, second=0, microsecond=0) + timedelta(days=1)
        assert found == Deadline(DeadlineKind.REBUILD, "", tomorrow)
        assert remains(file) != []
    async with open_database(file) as database:
        world = World(database)
        await world.privacy.forget(ANA)
        deadlines = world.games.deadlines
        deadlines.start({DeadlineKind.REBUILD: world.privacy.rebuild})
        for _ in range(500):
            if await deadlines.find(DeadlineKind.REBUILD, "") is None:
                break
            await asyncio.sleep(0.01)
        await deadlines.close()
        assert remains(file) == []
        assert str(ANA).encode() not in contents(file)


async def test_someone_who_reads_the_file_only_delays_that_it_is_wiped(world: World, file: Path) -> None:
    await world.play(HERE)
    with closing(sqlite3.connect(file, isolation_level=None)) as backup:
        backup.execute("BEGIN")
        backup.execute("SELECT count(*) FROM entry").fetchone()
        await world.privacy.forget(BEN)
        assert not await world.database.rebuild()
        assert remains(file) != []
    assert await world.database.rebuild()
    assert remains(file) == []


async def test_a_large_database_of_a_server_has_no_old_rows_after_a_night(postgresql: Server) -> None:
    async with open_database(await postgresql.blank()) as database:
        await database.write(("ALTER TABLE entry SET (autovacuum_enabled = off)", ()))
        world = World(database)
        await world.play(HERE)
        await database.write(("ANALYZE entry", ()))
        await world.privacy.forget(BEN)
        await database.write(("SELECT pg_stat_force_next_flush()", ()))
        quoted = f"SELECT 1 FROM pg_stats WHERE pg_stats::text LIKE '%{NAME}%'"
        old = "SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'entry'"
        assert (await database.fetch(old))[0][0] > 0
        assert await database.fetch(quoted)
        assert await database.replace()
        assert (await database.fetch(old))[0][0] == 0
        assert not await database.fetch(quoted)


async def test_who_reads_a_server_for_long_only_delays_that_it_is_wiped(postgresql: Server) -> None:
    async with open_database(await postgresql.blank()) as database:
        world = World(database)
        await world.play(HERE)
        async with open_beside(database.address) as backup:
            assert await backup.fetch("SELECT * FROM entry")
            await world.privacy.forget(BEN)
            await asyncio.sleep(1.1)
            assert not await database.rebuild()
            assert not await database.replace()
            assert remains(database.address) != []
        assert await database.rebuild()
        assert remains(database.address) == []


async def test_killed_in_the_middle_it_is_all_there_or_all_gone(tmp_path: Path) -> None:
    """The process that forgets is killed at any moment of it."""
    outcomes = {await gone(str(tmp_path / f"{number}.db"), 0.003 * 2**number) for number in range(KILLS)}
    assert True in outcomes


async def test_killed_in_the_middle_on_a_server_it_is_all_there_or_all_gone(postgresql: Server) -> None:
    outcomes = {await gone(await postgresql.blank(), 0.003 * 8**number) for number in range(FEWER)}
    assert True in outcomes


async def gone(address: str, moment: float) -> bool:
    """Return whether all of someone is gone, or nothing, whom a process was forgetting for so many
    seconds."""
    async with open_database(address) as database:
        world = World(database)
        game = await world.play(HERE)
        await world.settings.choose(Level.OWN, BEN, CALL, "on")
    await run_and_kill(main, address, BEN, after=moment, may_end=True)
    async with taken_over(address) as database:
        world = World(database)
        users = {one.user for one in await whole_log(world.games, game)}
        gone = BEN not in users
        names = {player.name for player in (await world.table(game)).players}
        assert (NAME in names) is not gone
        assert (FORGOTTEN_USER in users) is gone
        assert (await world.settings.of_person(BEN) == {}) is gone
        assert (await world.games.deadlines.find(DeadlineKind.REBUILD, "") is not None) <= gone
        await assert_sound(world.games, game)
        assert (await world.table(game)).counters_of(str(CY)) == {"energy": 64}
    return gone
