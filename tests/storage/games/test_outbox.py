"""Pending announcements, what boards show by now, and what starts as it opens."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from rules.actions.tallies import Remind, RemoveReminder
from rules.actions.turns import EndTurn
from rules.actions.votes import CallVote, CastVote
from rules.game.parts import GameId
from rules.game.tallies import Due
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from storage.engine.database import Database
from storage.engine.opening import open_database
from storage.engine.sqlite.migrating import newest
from storage.games.games import BoardMessage, Games, NotCommitted, Request
from storage.games.outbox import topic_of
from tests.storage.table import (
    DAY,
    GATHER,
    PLACE,
    START,
    assert_sound,
    choose,
    deal,
    end,
    lose,
    request,
    whole_log,
)
from tests.support.games import game_of, games_in

BOARD = BoardMessage(PLACE.channel, 9)


async def waiting(database: Database) -> list[tuple[int, int, str]]:
    """Return the subject, number and kind of what no one has told."""
    query = "SELECT subject, number, kind FROM outbox WHERE message IS NULL ORDER BY subject, number"
    return [tuple(row) for row in await database.fetch(query)]


async def shown(database: Database, game: GameId) -> int | None:
    (row,) = await database.fetch("SELECT shown FROM game WHERE id = ?", game)
    return row[0]


async def unshown(games: Games) -> list[GameId]:
    return [one.game for one in await games.unshown_games(DAY)]


@pytest.fixture
async def game(games: Games) -> GameId:
    """A game that has just started."""
    return await deal(games)


class TestAnnouncements:
    async def test_starts_ends_and_their_undoing_wait_to_be_told_and_totals_do_not(
        self, database: Database, games: Games, game: GameId
    ) -> None:
        """Entry 1 opens the lobby and 2 starts the game; 3 is a life total, 4 the end, 5 its undoing."""
        await games.act(game, request(), lose())
        await games.act(game, request(), end())
        await games.undo(game, request())
        assert await waiting(database) == [(game, number, "step") for number in (2, 4, 5)]
        assert [one.number for one in games.outbox.of(topic_of(game))] == [2, 4, 5]

    async def test_a_reminder_whose_turn_has_come_waits_to_be_told(
        self, database: Database, games: Games, game: GameId
    ) -> None:
        """Entry 3 sets it for the end of this turn, 4 sets another one, 5 removes that, 6 ends the turn."""
        table = await game_of(games, game)
        taker, who = table.turn.taker, table.players[0].id
        for action in (
            Remind(who=who, text="pay", turn_of=taker, due=Due.END),
            Remind(who=who, text="draw", turn_of=taker, due=Due.END),
            RemoveReminder(who=who, text="draw"),
            EndTurn(),
            EndTurn(),
        ):
            await games.act(game, request(), choose(action))
        assert await waiting(database) == [(game, number, "step") for number in (2, 6)]

    async def test_what_a_vote_has_come_to_waits_to_be_told(
        self, database: Database, games: Games, game: GameId
    ) -> None:
        """Entry 3 calls it, and each further one is a player's vote."""
        table = await game_of(games, game)
        everybody = [player.id for player in table.players]
        called = CallVote(who=everybody[0], question="Tivit", choices=("evidence", "bribery"))
        cast = (CastVote(who=one, choice=0) for one in everybody)
        for action in (called, *cast):
            await games.act(game, request(), choose(action), continues=True)
        assert await waiting(database) == [(game, number, "step") for number in (2, 3 + len(everybody))]

    @pytest.mark.usefixtures("file")
    async def test_the_row_is_written_with_its_entry_or_not_at_all(
        self, database: Database, games: Games, game: GameId
    ) -> None:
        taken = request()
        await games.act(game, taken, lose())
        await database.write(
            ("CREATE TRIGGER no BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'no'); END", ())
        )
        with pytest.raises(NotCommitted):
            await games.act(game, request(), end())
        assert len(await whole_log(games, game)) == 3
        assert [one.number for one in games.outbox.of(topic_of(game))] == [2]

    async def test_posts_go_with_all_else_in_one_transaction(self, file: Path) -> None:
        async with open_database(file) as database:
            games = Games(database)
            game = await deal(games)
            await games.act(game, request(), end())
            for one in games.outbox.of(topic_of(game)):
                games.outbox.drop(one)
            games.boards.shown(game, BOARD, 3)
            assert len(await waiting(database)) == 2, "nobody waits for it to be noted"
            await games.deliveries.close()
            assert await waiting(database) == []

    async def test_what_was_not_told_waits_after_a_start(self, file: Path) -> None:
        async with games_in(file) as games:
            game = await deal(games)
            games.outbox.drop(games.outbox.of(topic_of(game))[0])
            await games.act(game, request(), end())
            await games.deliveries.close()
        async with games_in(file) as games:
            assert games.outbox.of(topic_of(game)) == ()
            assert await games.outbox.load() == [topic_of(game)]
            (post,) = games.outbox.of(topic_of(game))
            assert (post.number, post.kind, post.place) == (3, "step", PLACE)

    async def test_an_entry_is_recalled_as_it_was(self, games: Games, game: GameId) -> None:
        done = await games.act(game, request(), end())
        await games.undo(game, request())
        recalled = await games.recall(game, 3)
        assert recalled is not None
        assert (recalled[0].entry, recalled[0].before, recalled[0].after) == (
            done.entry,
            done.before,
            done.after,
        )
        assert await games.recall(game, 99) is None


@pytest.mark.parametrize("channel", [PLACE.channel, 10**18])
async def test_what_a_channel_has_missed_is_found_by_its_number(
    games: Games, game: GameId, channel: int
) -> None:
    expected = [game] if channel == PLACE.channel else []
    assert await games.outbox.load(channel) == [topic_of(one) for one in expected]
    assert [one.game for one in await games.unshown_games(DAY, channel=channel)] == expected


class TestBoards:
    async def test_a_game_is_looked_after_until_its_board_shows_the_last_entry(
        self, games: Games, game: GameId
    ) -> None:
        assert await unshown(games) == [game]
        await games.set_board(game, BOARD, 2)
        assert await unshown(games) == []
        await games.act(game, request(), lose())
        assert await unshown(games) == [game]
        games.boards.shown(game, BOARD, 3)
        await games.deliveries.close()
        assert await unshown(games) == []

    async def test_an_ended_game_is_looked_after_too(
        self, database: Database, games: Games, game: GameId
    ) -> None:
        await games.set_board(game, BOARD, 2)
        games.boards.shown(game, BOARD, 2)
        await games.act(game, request(), end())
        await games.deliveries.close()  # what was shown before it ended is noted too late
        assert await shown(database, game) is None
        assert [(one.game, one.over) for one in await games.unshown_games(DAY)] == [(game, True)]

    async def test_the_board_that_is_gone_is_not_noted(
        self, database: Database, games: Games, game: GameId
    ) -> None:
        await games.set_board(game, BOARD, 2)
        games.boards.shown(game, BOARD, 2)
        await games.set_board(game, BoardMessage(PLACE.channel, 10))
        await games.deliveries.close()
        assert await shown(database, game) is None


class TestOpenAndStart:
    def following(self, interaction: int | None = None) -> tuple[Request, Callable[[Table], AnyAction]]:
        asks = request()
        return (asks if interaction is None else Request(0, "Ana", interaction)), choose(START)

    async def test_are_one_commit(self, database: Database) -> None:
        games = Games(database)
        done = await games.open(PLACE, request(), GATHER, self.following())
        assert [entry.number for entry in await whole_log(games, done.game)] == [1, 2]
        assert done.entry.number == 2
        assert await waiting(database) == [(done.game, 2, "step")]
        await assert_sound(games, done.game)
        await games.undo(done.game, request())
        await assert_sound(games, done.game)

    async def test_neither_is_there_where_one_is_not(
        self, database: Database, games: Games, game: GameId
    ) -> None:
        taken = (await whole_log(games, game))[0].interaction
        await games.act(game, request(), end())
        with pytest.raises(NotCommitted):
            await games.open(PLACE, request(), GATHER, self.following(taken))
        assert await database.fetch("SELECT id FROM game WHERE id != ?", game) == []

    async def test_what_can_not_start_is_open(self, database: Database) -> None:
        def refuse(_: Table) -> AnyAction:
            raise Refusal("not_enough")

        games = Games(database)
        done = await games.open(PLACE, request(), GATHER, (request(), refuse))
        assert [entry.number for entry in await whole_log(games, done.game)] == [1]
        assert await waiting(database) == []

    async def test_a_file_of_before_is_known_to_show_what_ended_long_ago(self, file: Path) -> None:
        """Migration 10: boards of games that ended more than a week ago are left alone at the next start."""
        async with open_database(file) as database:
            games = Games(database)
            old, new = await deal(games), 0
            await games.act(old, request(), end())
            new = await deal(games)
            await games.act(new, request(), end())
            long_ago = "UPDATE entry SET made = made - 8 * 86400000 WHERE game = ?"
            await database.write((long_ago, (old,)))
        before_migration_10(file)
        async with open_database(file) as database:
            assert await shown(database, old) == 3
            assert await shown(database, new) is None


def before_migration_10(file: Path) -> None:
    """Take what migration 10 and later ones have added out of a database."""
    with closing(sqlite3.connect(":memory:")) as earlier, closing(sqlite3.connect(file)) as connection:
        for migration in newest()[:9]:
            earlier.executescript(migration.sql)
        for table in named(connection, "table") - named(earlier, "table"):
            connection.execute(f"DROP TABLE {table}")
        for index in named(connection, "index") - named(earlier, "index"):
            connection.execute(f"DROP INDEX {index}")
        for table, column in (("game", "shown"), ("game", "indexed"), ("league_message", "parent")):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.execute("PRAGMA user_version = 9")


def named(connection: sqlite3.Connection, kind: str) -> set[str]:
    """Return the tables or indexes of a database, without those that SQLite makes automatically."""
    query = "SELECT name FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL"
    return {name for (name,) in connection.execute(query, (kind,))}
