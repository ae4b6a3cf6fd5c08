"""After a restart everything is as it was; the table is the fold of the log."""

from pathlib import Path

from storage.engine.opening import open_database
from storage.games.games import BoardMessage, Games
from tests.storage.table import (
    DAY,
    LIFE,
    PLACE,
    ana_has,
    assert_sound,
    deal,
    end,
    life,
    lose,
    open_games,
    request,
    whole_log,
)
from tests.support.games import games_in


async def test_a_restart_changes_nothing(file: Path) -> None:
    async with games_in(file) as games:
        game = await deal(games)
        for amount in range(1, 5):
            await games.act(PLACE, request(), lose(amount))
        await games.set_board(game, BoardMessage(channel=PLACE.channel, message=9))
        await games.undo(PLACE, request(), 2)
        before = await games.view(PLACE), await games.history(game), await whole_log(games, game)
    async with games_in(file) as games:
        assert (await games.view(PLACE), await games.history(game), await whole_log(games, game)) == before
        assert life((await games.redo(game, request())).after) == LIFE - 6


async def test_an_end_is_undone_after_a_restart(file: Path) -> None:
    async with games_in(file) as games:
        game = await deal(games)
        await games.act(PLACE, request(), end())
    async with games_in(file) as games:
        await games.undo(PLACE, request())
        assert await open_games(games, DAY) == {game}
        await games.act(PLACE, request(), lose())


async def test_numbers_of_games_go_on(file: Path) -> None:
    seen: set[int] = set()
    for _ in range(3):
        async with games_in(file) as games:
            for _ in range(2):
                seen.add(await deal(games))
                await games.act(PLACE, request(), end())
    assert len(seen) == 6


async def test_a_long_log_has_snapshots_that_are_its_fold(file: Path) -> None:
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)
        for _ in range(3):
            for _ in range(100):
                await games.act(PLACE, request(), lose())
            await games.undo(PLACE, request(), 70)
        snapshots = await database.fetch("SELECT number FROM snapshot WHERE game = ?", game)
        assert 3 <= len(snapshots) <= 6
        before = await games.view(game)
        assert await ana_has(games) == LIFE - 90
    async with open_database(file) as database:
        games = Games(database)
        assert await games.view(game) == before
        await assert_sound(games, game)
    async with open_database(file) as database:
        await database.write(("DELETE FROM snapshot", ()))
        games = Games(database)
        assert await games.view(game) == before
        assert life((await games.undo(game, request(), 50)).after) == LIFE - 40


async def test_loading_reads_few_entries_however_long_the_log_is(file: Path) -> None:
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)
        for _ in range(300):
            await games.act(PLACE, request(), lose())
    async with open_database(file) as database:
        # Everything before the last 64 acts could be unreadable and the table would still load.
        await database.write(("UPDATE entry SET events = '[]' WHERE game = ? AND number < 230", (game,)))
        assert await ana_has(Games(database)) == LIFE - 300


async def test_steps_are_redone_one_by_one_across_a_snapshot(file: Path) -> None:
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)
        for _ in range(80):
            await games.act(PLACE, request(), lose())
        assert await database.fetch("SELECT 1 FROM snapshot WHERE number BETWEEN 60 AND 70")
        await games.undo(game, request(), 40)
        for redone in range(1, 41):
            assert life((await games.redo(game, request())).after) == LIFE - 40 - redone
        for undone in range(1, 41):
            assert life((await games.undo(game, request())).after) == LIFE - 80 + undone
        await assert_sound(games, game)
