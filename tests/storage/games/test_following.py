"""Games in a process beside the bot, which hears of commits and reads the database."""

import asyncio
import gc
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from rules.actions.endings import AbandonGame
from storage.engine.database import Database
from storage.engine.opening import follow_database
from storage.events.stream import MAX_TAIL_ROWS
from storage.games.games import Games
from storage.games.repository import REWRITTEN
from storage.games.sql import ENTRY
from tests.crash.compactor import compact
from tests.storage.table import LIFE, PLACE, ana_has, choose, deal, lose, request
from tests.support.games import following, view_of

TURNS = 5
"""Turns of the event loop after which the place of a game is read, and the rest isn't."""


async def test_two_who_look_at_once_see_the_last_commit(database: Database, games: Games) -> None:
    """More has happened than is kept in memory, so that the first of them has to read it."""
    await deal(games)
    async with following(database) as pages:
        assert await ana_has(pages) == LIFE
        for _ in range(MAX_TAIL_ROWS + 1):
            await games.act(PLACE, request(), lose())
        assert await asyncio.gather(ana_has(pages), ana_has(pages)) == [LIFE - MAX_TAIL_ROWS - 1] * 2


@pytest.mark.parametrize("is_known", [True, False], ids=["of this game", "of any"])
async def test_a_game_that_is_rewritten_while_it_is_read_is_read_again(
    database: Database, games: Games, file: Path, *, is_known: bool
) -> None:
    game = await deal(games)
    before = (await view_of(games, game)).opened
    async with following(database) as pages:
        looking = asyncio.create_task(view_of(pages, game))
        for _ in range(TURNS):
            await asyncio.sleep(0)
            time.sleep(0.05)  # noqa: ASYNC251  what it waits for comes, and it can't go on
        with closing(sqlite3.connect(file)) as rewriting, rewriting:
            rewriting.execute("UPDATE game SET opened = opened - 60000")
        pages.database.hear(*(REWRITTEN, f"{PLACE.channel} {game}") if is_known else ("", ""))
        seen = (await looking).opened
    assert (before - seen).total_seconds() == 60


async def test_a_process_that_hears_nothing_shows_what_was_done_and_compressed(
    database: Database, games: Games
) -> None:
    """Between two of its looks a game went on, was corrected by an undo, became compact and was woken up."""
    game = await deal(games)
    async with follow_database(database.address, lambda _guild: False) as beside:
        pages = Games(beside)
        assert await ana_has(pages) == LIFE
        for amount in (3, 2):
            await games.act(game, request(), lose(amount))
        assert await ana_has(pages, game) == LIFE - 5
        await games.undo(game, request())
        assert await ana_has(pages, game) == LIFE - 3
        await games.act(game, request(), lose(1))
        assert await compact(games) == [game]
        assert await ana_has(pages) == LIFE - 4
        await games.act(game, request(), lose(1))
        assert await ana_has(pages) == LIFE - 5
        await games.act(game, request(), choose(AbandonGame()))
        newer = await deal(games)
        assert (await view_of(pages, PLACE)).game == newer


async def test_of_games_that_have_left_memory_nothing_is_kept(database: Database, games: Games) -> None:
    """There is room for one game, and of each it was heard what happened after it had been read."""
    async with following(database, limit=1) as pages:
        asked = list[int]()
        for channel in range(3):
            game = await deal(games, PLACE.__class__(channel=channel, guild=1))
            await view_of(pages, game)
            await games.act(game, losing := request(), lose())
            asked.append(losing.interaction)
        lists = cast("list[list[object]]", [one for one in gc.get_objects() if type(one) is list])
        rows = [one for one in lists if len(one) == len(ENTRY)]
        assert [one for one in asked if any(one in row for row in rows)] == asked[-1:]


async def test_a_second_flush_waits_for_the_first(database: Database, games: Games) -> None:
    """After a flush, everything recorded before can be read."""
    game = await deal(games)
    (post,) = games.outbox.of(("game", game))
    games.outbox.drop(post)
    first = asyncio.create_task(games.deliveries.flush())
    await asyncio.sleep(0)
    await games.deliveries.flush()
    assert first.done()
    assert await database.fetch("SELECT 1 FROM outbox") == []


async def test_what_is_being_cleared_does_not_wait_again(games: Games) -> None:
    game = await deal(games)
    (post,) = games.outbox.of(("game", game))
    games.outbox.drop(post)
    clearing = asyncio.create_task(games.deliveries.flush())
    await asyncio.sleep(0)
    assert await games.outbox.load() == []
    await clearing
