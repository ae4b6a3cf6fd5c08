"""Messages that stand in a channel are kept by one of two real processes, whichever serves their server."""

import asyncio
import random
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from cogs.leagues.updates.earlier import STANDINGS
from rules.tournaments.state import TournamentRules
from storage.games.games import Location
from storage.leagues.sql import LeagueMessage
from tests.storage.leagues.people import JUDGE, OPEN, by
from tests.support.discord_api.objects import CHANNEL, guild_of
from tests.support.discord_api.server import DiscordServer
from tests.support.games import games_in
from tests.support.installation import Installation, in_a_hurry, tables
from tests.support.postgresql.fixtures import Server, postgresql

__all__ = ("postgresql",)

SHARDS = 3
TABLES = tables(SHARDS, 1)
"""A table in the server of each shard."""


async def posted(server: DiscordServer, channel: int) -> int:
    """Return the ID of a message in a channel."""
    url = f"{server.url}/channels/{channel}/messages"
    async with aiohttp.ClientSession() as session, session.post(url, json={"content": "here"}) as answer:
        return int((await answer.json())["id"])


async def prepare(address: str, server: DiscordServer) -> Mapping[int, tuple[int, int]]:
    """Make an event and a league at each table; return the messages that show them, by table."""
    made = dict[int, tuple[int, int]]()
    async with games_in(address) as games:
        for table in TABLES:
            channel, guild = CHANNEL + table, guild_of(table)
            event, standings = await posted(server, channel), await posted(server, channel)
            tournament = (
                await games.tournaments.create(
                    Location(channel, guild), by(JUDGE), TournamentRules(name="Cup")
                )
            ).tournament
            await games.tournaments.show(tournament, event, guild)
            league = (await games.leagues.create(guild, by(JUDGE), OPEN, (channel,))).state.league
            await games.leagues.show(league, STANDINGS, 0, LeagueMessage(channel, standings))
            made[table] = event, standings
        await games.deadlines.close()
    return made


class Kept:
    """The messages that were kept up to date since something has happened."""

    def __init__(self, server: DiscordServer, shown: Mapping[int, tuple[int, int]]) -> None:
        self._server = server
        self._shown = shown

    async def after(self, deed: Coroutine[Any, Any, object], least: int) -> set[int]:
        """Wait until all messages at so many tables have been edited, and two seconds more; which tables.

        There mustn't be others.
        """
        edits = self._server.edits
        edits.clear()
        await deed
        async with asyncio.timeout(60):
            while len(self._tables()) < least:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        await asyncio.sleep(2)
        tables = self._tables()
        assert {*edits} == {one for table in tables for one in self._shown[table]}
        return tables

    def _tables(self) -> set[int]:
        edits = self._server.edits
        return {table for table, messages in self._shown.items() if all(one in edits for one in messages)}


@pytest.mark.full
async def test_a_takeover_brings_up_to_date_what_is_taken_over(postgresql: Server, tmp_path: Path) -> None:
    """And nothing of what the other process keeps: by a new one, which then serves alone."""
    address, gateway, chance = await postgresql.blank(), in_a_hurry(SHARDS), random.Random(1)
    async with Installation.serving(address, tmp_path, TABLES, chance, gateway) as installation:
        kept = Kept(installation.server, await prepare(address, installation.server))
        assert await kept.after(installation.start(), 3) == {*TABLES}
        assert len(await kept.after(installation.start(), 1)) == 1
        assert await kept.after(installation.running.pop(0).kill(), 3) == {*TABLES}
        await installation.stop()
