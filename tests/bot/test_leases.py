"""What people read from a process whose lease may be lost, in each state of the table in decision 26."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from msgspec import Struct

from bot.client import Arbiter
from bot.sharing.interactions import SharedInteractions
from cogs.pages.holders import LinkOwners
from cogs.pages.remote import RemoteSeat
from cogs.setup import Installation
from cogs.text.language import ENGLISH
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId
from storage.engine.group_commit import NotCommitted
from storage.engine.metadata import Metadata
from storage.engine.postgresql.database import PostgresqlDatabase
from storage.engine.postgresql.shards import Shards
from storage.engine.sharding import OwnershipLost
from storage.games.games import Games, Location
from storage.links import LinkPurpose
from storage.settings.settings import SettingsStore
from tests.support.clock import Clock
from tests.support.discord_api import payloads
from tests.support.discord_api.objects import CHANNEL, GUILD, USER, Json
from tests.support.discord_api.server import Answer, DiscordServer
from tests.support.games import view_of
from tests.support.postgresql.fixtures import Server, postgresql
from tests.support.postgresql.proxy import Network, network
from web.play.requests import PageAnswer, PageRequest, PageRequests

__all__ = ("postgresql",)

UNSURE, LAPSED = 2.0, 7.0
"""Seconds without a transaction: more than those after which others may take a process for dead, and than its
lease has."""
UNKNOWN = "I can't tell whether that was saved."
LOSE: Mapping[str, Json] = payloads.command("life lose", {"amount": 1})
NEW: Mapping[str, Json] = payloads.command(
    "game new", {"variant": "free_for_all", "players": "Ben, Cy", "life": 40}
)
TABLES = 2
REFUSING_READY = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
CREATE TRIGGER refuse BEFORE UPDATE ON shard FOR EACH ROW WHEN (NEW.ready = 1) EXECUTE FUNCTION refuse()
"""
"""Lets the server refuse that a process says it is connected."""


class Process(Struct, eq=False):
    """A process that serves the only shard, or is going to, with its line to the database."""

    bot: Arbiter
    shards: Shards
    clock: Clock[float]
    line: Network
    discord: DiscordServer
    address: str
    """The database's, beside that line."""
    serving: asyncio.Task[None]

    def ask(self, data: Mapping[str, Json] = LOSE, table: int = 0) -> int:
        """Let someone type a command; return the interaction's ID."""
        return self.discord.send(table, data)

    async def answer(self, data: Mapping[str, Json] = LOSE, table: int = 0) -> Answer:
        """Return what someone reads in answer to a command."""
        return await self.answered(self.ask(data, table))

    async def answered(self, number: int) -> Answer:
        """Return what an interaction is answered with, however long that takes."""
        await self.until(lambda: number in self.discord.answers)
        return self.discord.answers[number]

    async def until(self, seen: Callable[[], bool]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(60):
            while not seen():  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def is_asked(self, data: Mapping[str, Json] = LOSE) -> int:
        """Let a command that someone types reach the process; return the interaction's ID."""
        heard = asyncio.ensure_future(
            self.bot.wait_for("socket_event_type", check="INTERACTION_CREATE".__eq__)
        )
        await asyncio.sleep(0)
        number = self.ask(data)
        await heard
        return number

    async def deal(self) -> None:
        """A game begins at each table."""
        for table in range(TABLES):
            assert not (await self.answer(NEW, table)).private
            await self.answer(LOSE, table)  # what is read for that is known from now on
        await self.until(lambda: not self.bot.interactions.running)

    async def life(self, table: int = 0) -> int:
        """Return Ana's life total in the database, read beside the line."""
        async with PostgresqlDatabase.beside(self.address) as database:
            _, game, ana = await game_of(Games(database), table)
        return game.life[ana]

    async def is_cut_off(self, seconds: float) -> None:
        """The line breaks, and as many seconds pass."""
        self.line.break_off()
        with contextlib.suppress(NotCommitted):
            await self.bot.games.database.write()
        self.clock.now += seconds


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[DiscordServer]:
    """Discord, which waits for answers for as long as a busy machine takes."""
    server = DiscordServer(TABLES)
    async with server.serving():
        server.reach(monkeypatch)
        yield server


@asynccontextmanager
async def process(address: str, line: Network, own: str, discord: DiscordServer) -> AsyncGenerator[Process]:
    """A process that is connected; ``own``: the address of the database over its line."""
    clock = Clock(0.0)
    async with PostgresqlDatabase.join(own, monotonic=clock) as (database, shards):
        await shards.agree(1)
        games = Games(database)
        settings, metadata = SettingsStore(database), Metadata(database)
        installation = Installation(games=games, settings=settings, metadata=metadata, pause=0)
        bot = Arbiter(installation, sharing=shards)
        assert bot.keeper is not None
        async with bot:
            serving = asyncio.create_task(bot.keeper.keep(bot.start("token")))
            async with asyncio.timeout(60):
                await discord.gateway.ready.wait()
            yield Process(bot, shards, clock, line, discord, address, serving)
            line.mend()
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)


@asynccontextmanager
async def about_to_leave(
    postgresql: Server, folder: Path
) -> AsyncGenerator[tuple[str, str, Network, Shards]]:
    """The database's address, the same over a line, that line, and who hands over its only shard."""
    address = await postgresql.blank()
    own = address.replace(str(postgresql.folder), str(folder))
    async with (
        network(postgresql.folder, folder) as line,
        PostgresqlDatabase.join(address) as (_, before),
    ):
        await before.agree(1)
        await before.look()
        await before.leave()
        yield address, own, line, before


async def expire(shards: Shards, address: str) -> None:
    """The lease of a process runs out."""
    connection = await asyncpg.connect(address)
    await connection.execute("UPDATE process SET until = '-infinity' WHERE epoch = $1", shards.epoch)
    await connection.close()


@pytest.fixture
async def alone(postgresql: Server, discord: DiscordServer, tmp_path: Path) -> AsyncGenerator[Process]:
    """A process that serves the only shard, at whose tables games are played."""
    address = await postgresql.blank()
    own = address.replace(str(postgresql.folder), str(tmp_path))
    async with (
        network(postgresql.folder, tmp_path) as line,
        process(address, line, own, discord) as process_,
    ):
        with pytest.MonkeyPatch.context() as patch:
            wait_for_commits(patch)
            await process_.deal()
        yield process_


def wait_for_commits(patch: pytest.MonkeyPatch) -> None:
    """The database may take as long for a commit as a busy machine does."""
    for seconds in ("TRANSACTION_TIMEOUT", "OUTCOME_TIMEOUT"):
        patch.setattr(f"storage.engine.postgresql.writer.{seconds}", 60.0)


async def game_of(games: Games, table: int = 0) -> tuple[GameId, Game, PlayerId]:
    """Return the game at a table, with its number, and who is Ana there."""
    view = await view_of(games, Location(CHANNEL + table, GUILD))
    assert isinstance(view.table, Game)
    [ana] = (one.id for one in view.table.players if one.name == "Ana")
    return view.game, view.table, ana


async def english(_place: Location) -> str:
    """Return the language of every channel."""
    return ENGLISH


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord waits long enough for an answer."""
    monkeypatch.setattr("bot.sharing.interactions.HOLD_SECONDS", 60.0)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord waits hardly."""
    monkeypatch.setattr("bot.sharing.interactions.HOLD_SECONDS", 0.2)


async def test_healthy_it_knows_that_nothing_was_saved(alone: Process) -> None:
    await alone.is_cut_off(0)
    assert "nothing has changed" in (await alone.answer()).text
    assert await alone.life() == 39


@pytest.mark.parametrize(("seconds", "lapsed"), [(UNSURE, False), (LAPSED, True)], ids=["unsure", "lapsed"])
@pytest.mark.usefixtures("impatient")
async def test_without_a_renewal_it_claims_nothing(alone: Process, seconds: float, lapsed: bool) -> None:
    await alone.is_cut_off(seconds)
    assert alone.shards.lapsed is lapsed
    for asked in (LOSE, payloads.command("redo", {}), payloads.command("game board", {})):
        answer = await alone.answer(asked)
        assert answer.private
        assert answer.text.startswith(UNKNOWN)
    assert await alone.life() == 39


@pytest.mark.usefixtures("patient")
async def test_what_is_asked_meanwhile_is_done_once_the_database_is_reached(alone: Process) -> None:
    await alone.is_cut_off(LAPSED)
    number = await alone.is_asked()
    await asyncio.sleep(0.1)
    assert number not in alone.discord.answers
    alone.line.mend()
    assert not (await alone.answered(number)).private
    assert await alone.life() == 38


@pytest.mark.parametrize("back", [True, False], ids=["reached again", "not reached"])
async def test_what_was_begun_before_is_denied_only_once_the_lease_is_renewed(
    alone: Process, back: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second command waits, as the next look does, for the commit of the first one, which is held up."""
    wait_for_commits(monkeypatch)
    monkeypatch.setattr("bot.sharing.interactions.HOLD_SECONDS", 60.0 if back else 0.2)
    other, onlooker = await asyncpg.connect(alone.address), await asyncpg.connect(alone.address)
    async with other.transaction():
        await other.execute("LOCK TABLE entry")
        first = alone.ask()
        while not await onlooker.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        then = alone.ask(table=1)
        await alone.until(lambda: alone.bot.games.database.waiting >= 2)
        alone.clock.now += UNSURE
        alone.line.break_off()
        if back:
            await asyncio.sleep(0.1)
            assert then not in alone.discord.answers
            alone.line.mend()
    await other.close()
    await onlooker.close()
    assert (await alone.answered(first)).text.startswith(UNKNOWN)
    assert ("nothing has changed" if back else UNKNOWN) in (await alone.answered(then)).text
    assert await alone.life(table=1) == 39


@pytest.mark.usefixtures("patient")
async def test_taken_over_it_claims_nothing_and_leaves_the_rest_to_others(alone: Process) -> None:
    await alone.is_cut_off(UNSURE)
    number = await alone.is_asked()
    async with PostgresqlDatabase.join(alone.address) as (_, other):
        await other.agree(1)
        await expire(alone.shards, alone.address)
        await other.look()
        assert other.owned == {0}
        alone.line.mend()
        with pytest.raises(OwnershipLost):
            await alone.serving
    assert (await alone.answered(number)).text.startswith(UNKNOWN)
    assert not alone.shards.certain


async def test_what_comes_during_a_hand_over_that_fails_is_done_here(alone: Process) -> None:
    interactions = alone.bot.interactions
    assert isinstance(interactions, SharedInteractions)
    await interactions.drain(0)
    number = await alone.is_asked()
    await asyncio.sleep(0.1)
    assert number not in alone.discord.answers
    interactions.reopen(0)
    assert not (await alone.answered(number)).private
    assert await alone.life() == 38


async def hand_over_in_doubt(alone: Process, caplog: pytest.LogCaptureFixture) -> None:
    """A process loses the answer to a hand-over; the other one has gone, and the shard is still its own."""
    alone.line.commit, alone.line.cuts = b"SET epoch = next", 1
    async with PostgresqlDatabase.join(alone.address, [0]) as (_, other):
        await other.agree(1)
        await other.look()
        await other.ready(0)
        await alone.until(lambda: "Shard 0 will be tried again" in caplog.text)
    connection = await asyncpg.connect(alone.address)
    await connection.execute("UPDATE shard SET next = NULL, ready = 0")
    await connection.close()


@pytest.mark.usefixtures("patient")
async def test_what_comes_while_a_hand_over_is_in_doubt_is_done_once_it_is_known(
    alone: Process, caplog: pytest.LogCaptureFixture
) -> None:
    await hand_over_in_doubt(alone, caplog)
    number = await alone.is_asked()
    alone.line.mend()
    assert not (await alone.answered(number)).private
    assert await alone.life() == 38


@pytest.mark.usefixtures("impatient")
async def test_who_cannot_wait_for_that_is_not_left_without_an_answer(
    alone: Process, caplog: pytest.LogCaptureFixture
) -> None:
    await hand_over_in_doubt(alone, caplog)
    assert (await alone.answer()).text.startswith(UNKNOWN)


@pytest.mark.usefixtures("patient")
async def test_what_comes_while_it_cannot_be_read_who_serves_is_done_once_it_is_known(alone: Process) -> None:
    """The hand-over is committed, and no answer of the database says what it has changed."""

    async def fail(*_: object) -> None:
        raise ConnectionError("the line is broken")

    async with PostgresqlDatabase.join(alone.address, [0]) as (database, other):
        await other.agree(1)
        await other.look()
        with pytest.MonkeyPatch.context() as patch:
            followers = alone.shards.on_change
            alone.shards.on_change = (
                *followers,
                lambda _, __: patch.setattr(asyncpg.Connection, "fetch", fail),
            )
            await other.ready(0)
            await alone.until(lambda: not alone.shards.owned)
            alone.shards.on_change = followers
            await alone.until(lambda: "shard 0" not in {task.get_name() for task in asyncio.all_tasks()})
            number = await alone.is_asked()
            await database.write(("UPDATE shard SET epoch = ?", (alone.shards.epoch,)))
        assert not (await alone.answered(number)).private
    assert await alone.life() == 38


async def test_a_fault_of_ours_after_the_database_was_away_is_logged_once(
    alone: Process, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await alone.is_cut_off(0)
    await alone.until(lambda: "who has which shards" in caplog.text)
    looks = list[str]()

    def fail(*_: object) -> None:
        looks.append("failed")
        raise KeyError("a fault of ours")

    monkeypatch.setattr("storage.engine.postgresql.shards.share_out", fail)
    alone.line.mend()
    await alone.until(lambda: len(looks) > 2)
    errors = [record.exc_info[0] for record in caplog.records if record.exc_info]
    assert errors.count(KeyError) == 1


@pytest.mark.usefixtures("patient")
async def test_boards_wait_until_it_is_known_who_serves(alone: Process) -> None:
    await alone.is_cut_off(UNSURE)
    edits, service = alone.discord.edits.total(), alone.bot.service
    assert service is not None
    game, _, _ = await game_of(alone.bot.games)
    service.boards.refresh(game)
    await asyncio.sleep(0.2)
    assert alone.discord.edits.total() == edits
    alone.line.mend()
    await alone.until(lambda: alone.discord.edits.total() > edits)


async def test_a_page_sends_a_press_again_until_it_is_known_who_serves(alone: Process) -> None:
    """That nothing is on hold there is what this process last knew."""
    games, service = alone.bot.games, alone.bot.service
    assert service is not None
    game, _, ana = await game_of(games)
    link = await games.links.find(await games.links.make(LinkPurpose.SEAT, GUILD, CHANNEL, USER, game, ana))
    assert link is not None
    asked: list[PageAnswer] = []
    holders = LinkOwners(alone.bot, service, alone.bot.knows_of)
    requests = PageRequests(games, english, lambda: RemoteSeat(alone.bot, service, holders))
    for _ in range(2):
        release = json.dumps({"do": "hold", "key": secrets.token_hex(16), "on": False})
        asked.append(await requests.carry_out(link, PageRequest(link.id, "press", release)))
        await alone.is_cut_off(UNSURE)
    assert [one.status for one in asked] == [200, 503]
    assert "refused" in asked[0].text


async def test_a_look_that_fails_unexpectedly_is_not_the_last(
    alone: Process, caplog: pytest.LogCaptureFixture
) -> None:
    """Otherwise the lease would expire, and nothing could be handed over."""

    async def fail(*_args: object) -> None:
        raise KeyError("an error that nobody thought of")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncpg.Connection, "fetch", fail)
        await alone.until(lambda: "who has which shards" in caplog.text)
    async with PostgresqlDatabase.join(alone.address, [0]) as (_, other):
        await other.agree(1)
        await other.look()
        await other.ready(0)
        await alone.until(lambda: not alone.shards.owned)


async def test_it_says_again_that_it_is_connected_where_that_was_not_saved(
    postgresql: Server, discord: DiscordServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Otherwise the previous owner would never hand the shard over, and an update would wait forever."""
    async with about_to_leave(postgresql, tmp_path) as (address, own, line, before):
        connection = await asyncpg.connect(address)
        await connection.execute(REFUSING_READY)
        async with process(address, line, own, discord) as coming:
            await coming.until(lambda: "Shard 0 will be tried again" in caplog.text)
            await connection.execute("DROP FUNCTION refuse CASCADE")
            await connection.close()
            async with asyncio.timeout(60):
                while not before.asked_for:
                    await before.look()
            await before.give(0, [])
            await coming.until(lambda: bool(coming.shards.owned))


@pytest.mark.parametrize("how", ["handed over", "handed over and done", "taken"])
@pytest.mark.usefixtures("patient")
async def test_coming_in_it_does_what_came_meanwhile_only_where_that_was_left_to_it(
    postgresql: Server, discord: DiscordServer, tmp_path: Path, how: str
) -> None:
    """What the process before it was asked that is taken for dead, that one may have answered."""
    async with (
        about_to_leave(postgresql, tmp_path) as (address, own, line, before),
        process(address, line, own, discord) as coming,
    ):
        while not before.asked_for:
            await before.look()
        number = await coming.is_asked(NEW)
        if how == "taken":
            await expire(before, address)
            assert (await coming.answered(number)).text.startswith(UNKNOWN)
        elif how == "handed over":
            await before.give(0, [])
            assert not (await coming.answered(number)).private
        else:
            await before.give(0, [number])
            await coming.until(lambda: bool(coming.shards.owned))
        later = await coming.answer(NEW)
        assert later.private is (how == "handed over")  # it has begun a game already
        assert (number in discord.answers) is (how != "handed over and done")
