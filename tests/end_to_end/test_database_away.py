"""PostgreSQL is away just when another process's tables are taken over."""

import asyncio
import time
from pathlib import Path

import asyncpg
import pytest

from cogs.core.delivery import refresher
from tests.support.evening import Evening
from tests.support.leagues import create
from tests.support.messages import buttons
from tests.support.postgresql.fixtures import Server, postgresql
from tests.support.postgresql.proxy import network

__all__ = ("postgresql",)

RECOVERIES = ("boards", "announcements", "leagues", "events")
DISCONNECT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


async def disconnect(address: str) -> None:
    """End all connections with a database."""
    connection = await asyncpg.connect(address)
    await connection.execute(DISCONNECT)
    await connection.close()


async def a_moment() -> None:
    """The database's time goes by, which is not the simulation's."""
    await asyncio.to_thread(time.sleep, 0.1)


async def is_notified(evening: Evening, *texts: str) -> None:
    """Wait until each of these was logged: ten seconds at most."""
    missing = {*texts}
    for _ in range(100):
        told = "\n".join(str(error) for error in evening.errors())
        missing -= {text for text in missing if text in told}
        if not missing:
            return
        await a_moment()
    pytest.fail(f"Not told: {missing}.")


async def test_what_is_out_of_date_is_brought_up_to_date_once_it_is_back(
    postgresql: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresher, "SEND_RETRY_DELAY", 1.0)
    direct = await postgresql.blank()
    address = direct.replace(str(postgresql.folder), str(tmp_path))
    async with (
        network(postgresql.folder, tmp_path) as line,
        Evening(tmp_path / "none.db", server=address) as evening,
    ):
        await create(evening)
        await evening.types("Ana", "event create", name="Cup")
        await evening.types("Ana", "game new", variant="two_player", players=evening.people["Ben"].mention)
        await evening.env.settle()
        shown = sorted(evening.chat())
        for message in evening.channel.history(viewer=evening.people["Fay"]):
            if {"Join", "Pass turn"} & {*buttons(message)}:
                await message.delete()
        assert len(evening.chat()) == len(shown) - 2
        await evening.games.database.write(("UPDATE game SET shown = NULL", ()))
        line.broken = True
        await disconnect(direct)
        evening.bot.shards_changed([0], [])
        evening.bot.shards_changed([0], [])
        assert sum(task.get_name() == "sync" for task in asyncio.all_tasks()) == 1
        await is_notified(evening, *(f"Updating all {what} failed" for what in RECOVERIES))
        line.broken = False
        for _ in range(100):
            await a_moment()
            if sorted(evening.chat()) == shown:
                break
        assert sorted(evening.chat()) == shown
        evening.errors()
