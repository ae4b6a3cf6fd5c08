"""The SQL of games beside their logs: where they are, their boards, whether they are over."""

from collections.abc import AsyncIterator, Iterable
from datetime import datetime

from rules.game.parts import GameId
from storage.engine.database import Database, SqlRow
from storage.engine.group_commit import Statement
from storage.engine.timestamps import milliseconds, time_of_day
from storage.events.store import Location
from storage.games.compact import CompactGames
from storage.games.values import BoardMessage, KnownGame, UnshownGame

GAMES_AT_ONCE = 2000
"""Games that are looked through in one go, so that others can read in between."""

_UNSHOWN = """
    SELECT id, board_channel, board_message, over, guild FROM (
        SELECT game.*,
            coalesce((SELECT max(number) FROM entry WHERE game = game.id),
                (SELECT entries FROM compact_game WHERE game = game.id)) AS last,
            coalesce((SELECT made FROM entry WHERE game = game.id ORDER BY number DESC LIMIT 1),
                (SELECT made FROM compact_game WHERE game = game.id)) AS made
        FROM game
        WHERE id IN (SELECT id FROM game WHERE over = 0 UNION SELECT id FROM game WHERE shown IS NULL)
            AND (?1 = channel - channel OR channel = ?1 OR parent = ?1)
    ) AS known
    WHERE (?2 = 1 OR shown IS NULL OR shown <> last) AND made >= ?3 ORDER BY made DESC, id DESC
"""
"""The games whose board may not show the last entry."""


class GameQueries:
    """Reads the rows of every game in a database, as the last commit has left them."""

    def __init__(self, database: Database, compact: CompactGames) -> None:
        self._database = database
        self._compact = compact

    async def newest_game(self) -> GameId:
        """Return the highest number of a game; 0 before the first."""
        rows = await self._database.fetch("SELECT coalesce(max(id), 0) FROM game")
        return rows[0][0]

    async def is_known(self, guild: int) -> bool:
        """Return whether there is any game in a server."""
        return bool(await self._database.fetch("SELECT 1 FROM game WHERE guild = ? LIMIT 1", guild))

    async def tail(self, channel: int) -> tuple[int | None, GameId, int] | None:
        """Return the server of a channel, its game in progress or else the newest one, and that game's last
        entry."""
        rows = await self._database.fetch(
            "SELECT guild, id, coalesce((SELECT max(number) FROM entry WHERE game = game.id), 0) FROM game "
            "WHERE channel = ? ORDER BY over, id DESC LIMIT 1",
            channel,
        )
        return (rows[0][0], GameId(rows[0][1]), rows[0][2]) if rows else None

    async def current_game(self, channel: int) -> GameId | None:
        """Return the channel's game in progress, or else its newest one."""
        rows = await self._database.fetch(
            "SELECT id FROM game WHERE channel = ? ORDER BY over, id DESC LIMIT 1", channel
        )
        return rows[0][0] if rows else None

    async def previous_game(self, game: GameId) -> GameId | None:
        """Return the game before this one in the same channel."""
        rows = await self._database.fetch(
            "SELECT max(id) FROM game WHERE id < ?1 AND channel = (SELECT channel FROM game WHERE id = ?1)",
            game,
        )
        return rows[0][0]

    async def next_game(self, game: GameId) -> GameId | None:
        """Return the game after this one in the same channel."""
        rows = await self._database.fetch(
            "SELECT min(id) FROM game WHERE id > ?1 AND channel = (SELECT channel FROM game WHERE id = ?1)",
            game,
        )
        return rows[0][0]

    async def games_around(self, channel: int, moment: datetime) -> tuple[GameId | None, datetime | None]:
        """Return the newest game opened in a channel up to a time, and when the next one was opened."""
        ((game, following),) = await self._database.fetch(
            "SELECT (SELECT max(id) FROM game WHERE channel = ?1 AND opened <= ?2), "
            "(SELECT min(opened) FROM game WHERE channel = ?1 AND opened > ?2)",
            *(channel, milliseconds(moment)),
        )
        return game, None if following is None else time_of_day(following)

    async def place(self, game: GameId) -> tuple[Location, datetime, BoardMessage | None] | None:
        """Return a game's place, its opening time and its board; None if it doesn't exist."""
        rows = await self._database.fetch(
            "SELECT channel, guild, parent, opened, board_channel, board_message FROM game WHERE id = ?", game
        )
        for channel, guild, parent, opened, board_channel, board_message in rows:
            board = _board(board_channel, board_message)
            return Location(channel, guild, parent), time_of_day(opened), board
        return None

    async def unshown_games(
        self,
        since: datetime | None,
        *,
        everything: bool,
        channel: int | None = None,
        guild: int | None = None,
    ) -> list[UnshownGame]:
        """Return every game with an entry since then whose board may differ from it, the last entry's game
        first.

        ``everything``: open games whose board is right, too. ``channel``: only games in it and its threads.
        ``guild``: only games in this server.
        """
        place, earliest = channel or 0, 0 if since is None else milliseconds(since)
        rows = await self._database.fetch(_UNSHOWN, place, int(everything), earliest)
        return [
            UnshownGame(row[0], _board(row[1], row[2]), bool(row[3]))
            for row in rows
            if self._database.owns(row["guild"]) and guild in (None, row["guild"])
        ]

    async def unindexed_games(self) -> AsyncIterator[GameId]:
        """Yield every game with entries whose people aren't indexed, the oldest first."""
        for first in range(1, await self.newest_game() + 1, GAMES_AT_ONCE):
            for row in await self._database.fetch(
                "SELECT id FROM game WHERE id BETWEEN ? AND ? AND coalesce(indexed, 0) <> "
                "(SELECT coalesce(max(number), 0) FROM entry WHERE game = game.id) ORDER BY id",
                *(first, first + GAMES_AT_ONCE - 1),
            ):
                yield GameId(row["id"])

    async def games_of(self, user: int) -> list[KnownGame]:
        """Return every game with data of a user, as a player or an author of entries; oldest first."""
        rows = await self._compact.games_of(user)
        async for game in self.unindexed_games():
            rows += await self._database.fetch(
                "SELECT id, channel, guild, over FROM game WHERE id = ?1 AND EXISTS (SELECT 1 FROM entry "
                "WHERE game = ?1 AND (user = ?2 OR instr(action, ?3) > 0 OR instr(events, ?3) > 0))",
                *(game, user, str(user)),
            )
        # Those of which it was noted meanwhile, or that became compact, are asked for last.
        rows += await self._database.fetch(
            "SELECT id, channel, guild, over FROM game_person JOIN game ON id = game WHERE user = ?", user
        )
        rows += await self._compact.games_of(user)
        games = {row["id"]: row for row in rows}
        return [_known(games[id]) for id in sorted(games)]

    async def quiet_game(self, after: GameId, since: datetime) -> GameId | None:
        """Return the next game after a number that isn't compact and has been idle since then."""
        game = after
        while True:
            [row] = await self._database.fetch("SELECT min(game) FROM entry WHERE game > ?", game)
            game = row[0]
            if game is None or await self.is_quiet(game, since):
                return game

    async def is_quiet(self, game: GameId, since: datetime) -> bool:
        """Return whether a game has entries, but none since this time; False for a compact game."""
        rows = await self._database.fetch(
            "SELECT made FROM entry WHERE game = ? ORDER BY number DESC LIMIT 1", game
        )
        return bool(rows) and rows[0][0] < milliseconds(since)


def insert_game(game: GameId, place: Location, opened: datetime) -> Statement:
    """Return the statement that opens a game."""
    return (
        "INSERT INTO game (id, channel, guild, parent, opened) VALUES (?, ?, ?, ?, ?)",
        (game, place.channel, place.guild, place.parent, milliseconds(opened)),
    )


def index_people(game: GameId, users: Iterable[int], last: int) -> list[Statement]:
    """Return the statements that index the people named in a game's entries up to one."""
    return [
        ("DELETE FROM game_person WHERE game = ?", (game,)),
        *(("INSERT INTO game_person (user, game) VALUES (?, ?)", (user, game)) for user in sorted(users)),
        ("UPDATE game SET indexed = ? WHERE id = ?", (last, game)),
    ]


def set_game_over(game: GameId, *, over: bool) -> Statement:
    """Return the statement that marks a game as over, or as in progress again, and its board as stale."""
    return "UPDATE game SET over = ?, shown = NULL WHERE id = ?", (int(over), game)


def forget_shown(game: GameId) -> Statement:
    """Return the statement that marks a game's board for an update at the next start."""
    return "UPDATE game SET shown = NULL WHERE id = ?", (game,)


def set_board(game: GameId, board: BoardMessage | None, shown: int | None) -> Statement:
    """Return the statement that stores a game's board and the entry that it shows, if known."""
    return (
        "UPDATE game SET board_channel = ?, board_message = ?, shown = ? WHERE id = ?",
        (board and board.channel, board and board.message, shown, game),
    )


def _known(row: SqlRow) -> KnownGame:
    return KnownGame(row["id"], row["channel"], row["guild"], over=bool(row["over"]))


def _board(channel: int | None, message: int | None) -> BoardMessage | None:
    return None if channel is None or message is None else BoardMessage(channel, message)
