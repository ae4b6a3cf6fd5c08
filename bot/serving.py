"""Running the bot: open the database, go online or open the local table, and close them in reverse order."""

import asyncio
import itertools
import logging
import signal
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

import aiohttp
import discord
from msgspec.structs import replace

from bot import event_loop, logs
from bot.client import Arbiter
from bot.errors import ShardsMissing
from bot.heap import freeze_heap, freeze_heap_when_ready
from bot.monitor import monitored
from bot.settings import LOCAL_CHANNELS, BotSettings, CannotStart
from cogs.core.delivery.boards.updater import EDIT_INTERVAL
from cogs.core.links.telling import is_loopback
from cogs.setup import Installation
from storage.cards.catalog import CommanderCatalog, catalog_file
from storage.engine.database import Database, DatabaseError, DatabaseUnusable
from storage.engine.group_commit import NotCommitted
from storage.engine.metadata import Metadata
from storage.engine.opening import join_database, open_database
from storage.engine.sharding import OwnershipLost
from storage.engine.sqlite.scheduled_backups import BackupStatus, ScheduledBackups
from storage.engine.timestamps import SteadyClock
from storage.games.games import Games
from storage.links import new_token
from storage.settings.settings import SettingsStore
from storage.upkeep import Upkeep
from web.access.addresses import WebAddress

if TYPE_CHECKING:
    from storage.engine.postgresql.shards import Shards

_log = logging.getLogger("bot")

T = TypeVar("T")

NOT_AUTHENTICATED, SHARDING_REQUIRED, DISALLOWED_INTENTS = 4004, 4011, 4014
"""Codes with which Discord's gateway closes a connection."""
STOP_REASONS = {
    NOT_AUTHENTICATED: "Discord does not accept DISCORD_TOKEN; copy it again from the portal.",
    4010: "Discord does not know such a shard; leave ARBITER_SHARDS empty.",
    4012: "Discord no longer offers the version of its gateway that this bot uses; update the bot.",
    4013: "Discord does not know the intents that this bot asks for; update the bot.",
    DISALLOWED_INTENTS: "Discord does not let this bot use the intents that it asks for; is DISCORD_TOKEN "
    "the token of Arbiter's own application?",
}
"""Advice for each code with which the connection ends for good."""
RESHARDING = (1.0, 30.0, 300.0)
"""Seconds until the bot connects with more shards, after each request of Discord's for more."""
RESTART_DELAY = 1.0
"""Seconds until a process that was taken for dead restarts."""
RECONNECT_TIMEOUT = 300.0
"""Seconds for which such a process waits for the database, whose failure may have made it seem dead."""


def run_bot(settings: BotSettings, journal: logs.LogHandler, *, channel: str) -> None:
    """Run the bot until it is stopped; ``channel`` is the one shown at the local table.

    Raises CannotStart, DatabaseUnusable and NotCommitted.
    """
    # The bot doesn't join voice channels, so it doesn't need the voice libraries discord.py warns about.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    # The local table's simulated Discord needs asyncio's own loop, whose timers it looks through.
    run_loop = asyncio.run if settings.token is None else event_loop.run
    try:
        run_loop(_until_stopped(_serve(settings, journal, channel=channel)))
    except DatabaseUnusable:
        if settings.token is None:
            from bot.local.running import already_open  # which no other bot needs

            if (explanation := already_open(settings.port)) is not None:
                raise CannotStart(explanation) from None
        raise


async def _serve(settings: BotSettings, journal: logs.LogHandler, *, channel: str) -> None:
    freeze_heap()
    if settings.server is not None and settings.token is not None:
        await _serve_with_others(settings, settings.token, journal)
        return
    async with open_database(settings.address) as database:
        if settings.token is None:
            games = Games(database, SteadyClock())
            async with (
                _bot(database, games, settings, shards=1) as bot,
                _pages(bot, games, address := _local_pages(settings)),
            ):
                await _play_locally(bot, channel, settings, dict(address.channels))
            return
        shards = settings.shards
        for pause in itertools.chain(RESHARDING, itertools.repeat(RESHARDING[-1])):
            try:
                return await _serve_online(database, settings, settings.token, journal, shards)
            except ShardsMissing:
                shards = None
            _log.warning("Discord wants more shards; connecting again with as many as it recommends")
            await asyncio.sleep(pause)


async def _serve_with_others(settings: BotSettings, token: str, journal: logs.LogHandler) -> None:
    """Serve some of Discord's shards, as one process of several on a PostgreSQL database."""
    count, lost = settings.shards, -RECONNECT_TIMEOUT
    pauses = itertools.chain(RESHARDING, itertools.repeat(RESHARDING[-1]))
    while True:
        pause = RESTART_DELAY
        try:
            async with join_database(settings.address, settings.own_shards) as (database, shards):
                await shards.agree(count or await shards.known_count() or await _recommended(token))
                return await _serve_online(database, settings, token, journal, shards.count, shards)
        except ShardsMissing:
            count = await _recommended(token)
            pause = next(pauses)
            _log.warning("Discord wants more shards; connecting again with %d", count)
        except OwnershipLost:
            lost = time.monotonic()
            _log.warning("Other processes have taken this one for dead; it begins again")
        except (DatabaseUnusable, DatabaseError, NotCommitted) as error:
            if time.monotonic() - lost > RECONNECT_TIMEOUT:
                raise
            _log.warning("It tries again: %s", error)
        await asyncio.sleep(pause)


async def _recommended(token: str) -> int:
    """Return how many shards Discord recommends. Raises CannotStart."""
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:

        async def ask() -> int:
            await client.login(token)
            return (await client.http.get_bot_gateway())[0]

        return await _explaining(ask())


async def _serve_online(
    database: Database,
    settings: BotSettings,
    token: str,
    journal: logs.LogHandler,
    count: int | None,
    shards: "Shards | None" = None,
) -> None:
    """Serve Discord until the bot is stopped. Raises ShardsMissing and OwnershipLost."""
    games = Games(database, SteadyClock())
    async with (
        _bot(database, games, settings, shards=count, sharing=shards) as bot,
        monitored(bot, database, settings.database, settings.metrics, journal) as monitor,
        _background(games, settings, monitor.note_backup),
        _pages(bot, games, settings.web),
    ):
        bot.add_listener(freeze_heap_when_ready, "on_ready")
        if bot.keeper is None:
            await _explaining(bot.start(token))
        else:
            await bot.keeper.keep(_explaining(bot.start(token)))


def _bot(
    database: Database,
    games: Games,
    settings: BotSettings,
    *,
    shards: int | None,
    sharing: "Shards | None" = None,
) -> Arbiter:
    local = settings.token is None
    return Arbiter(
        Installation(
            games=games,
            settings=SettingsStore(database),
            metadata=Metadata(database),
            commanders=CommanderCatalog(catalog_file(settings.database)),
            pause=0 if local else EDIT_INTERVAL,
            contact=settings.contact,
            acknowledging=settings.acknowledging,
        ),
        shards=shards,
        sharing=sharing,
        guild=None if local else settings.guild,
        simulated=local,
    )


@asynccontextmanager
async def _pages(bot: Arbiter, games: Games, address: WebAddress | None) -> AsyncGenerator[None]:
    """Serve pages during the block, if they have an address or other processes may have some."""
    if address is None and not games.database.shared:
        yield
        return
    from bot.page_serving import pages  # templates and a web server, which most bots never need

    async with pages(bot, games, address):
        yield


def _local_pages(settings: BotSettings) -> WebAddress:
    """Return the address of the local table's pages: by default the next port, if that is free.

    Where only this machine reaches it, the first page lists the channels' pages.
    """
    port = settings.port and settings.port % 65535 + 1
    address = settings.web or WebAddress("127.0.0.1", port, spare=True)
    if not is_loopback(address.base):
        return address
    return replace(address, channels=tuple((name, new_token()) for name in LOCAL_CHANNELS))


@asynccontextmanager
async def _background(
    games: Games, settings: BotSettings, note_backup: Callable[[BackupStatus], None]
) -> AsyncGenerator[None]:
    """Keep the database small and take scheduled backups during the block."""
    work = [Upkeep(games, timedelta(days=settings.compact_days)).run()]
    if settings.backups is not None:
        backups = ScheduledBackups(
            *(settings.database, settings.backups),
            every=timedelta(hours=settings.backup_hours),
            keep=settings.backups_kept,
            observe=note_backup,
        )
        work.append(backups.run())
    tasks = [asyncio.create_task(one, name=one.__qualname__) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _play_locally(bot: Arbiter, channel: str, settings: BotSettings, tokens: Mapping[str, str]) -> None:
    logging.disable(logging.WARNING)  # importing the simulation creates a client, which warns
    try:
        from bot.local import table  # an extra that servers don't install
    except ModuleNotFoundError as error:
        if error.name != "simcord":
            raise
        raise CannotStart(
            "The local table is not installed. Install it (python -m pip install --require-hashes "
            "-r requirements-local.txt), or set DISCORD_TOKEN as .env.example says."
        ) from None
    finally:
        logging.disable(logging.NOTSET)
    said = settings.database.with_suffix(".messages")
    await table.serve_local_table(bot, channel=channel, port=settings.port, said=said, tokens=tokens)


async def _explaining(online: Awaitable[T]) -> T:
    """Return the result of ``online``. Raises CannotStart with the reason; ShardsMissing."""
    try:
        return await online
    except discord.LoginFailure:
        raise CannotStart(STOP_REASONS[NOT_AUTHENTICATED]) from None
    except (discord.Forbidden, discord.NotFound) as error:
        raise CannotStart(f"Discord says {error.text!r}: is the bot in the server ARBITER_GUILD?") from None
    except discord.PrivilegedIntentsRequired:
        raise CannotStart(STOP_REASONS[DISALLOWED_INTENTS]) from None
    except discord.ConnectionClosed as error:
        if error.code == SHARDING_REQUIRED:
            raise ShardsMissing from None
        line = STOP_REASONS.get(error.code, f"Discord closed the connection with code {error.code}.")
        raise CannotStart(line) from None
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
        raise CannotStart(f"The connection to Discord failed: {error}") from error


async def _until_stopped(serving: Coroutine[None, None, None]) -> None:
    """Run ``serving``; the first SIGINT or SIGTERM cancels it, one after that kills the process."""
    task = asyncio.ensure_future(serving)
    loop = asyncio.get_running_loop()
    stopped = False

    def stop(number: int, _frame: FrameType | None) -> None:
        nonlocal stopped
        stopped = True
        signal.signal(number, signal.SIG_DFL)
        loop.call_soon_threadsafe(task.cancel)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    try:
        await task
    except asyncio.CancelledError:
        if not stopped:
            raise
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
