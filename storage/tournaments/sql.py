"""The SQL of tournaments."""

from collections.abc import Sequence

from msgspec import Struct

from rules.game.parts import GameId
from rules.leagues.result import LeagueId
from rules.pairings.pairings import Participant
from rules.tournaments.act import TournamentAct
from rules.tournaments.log import TOURNAMENT_ACTS, TournamentEntry
from rules.tournaments.state import TournamentId, TournamentPlayer, TournamentState
from rules.turns.clock import SECOND
from storage.engine.database import Database, SqlRow, placeholders
from storage.engine.group_commit import SqlValue, Statement
from storage.events.codec import TaggedCodec
from storage.events.store import EventTable

_acts = TaggedCodec[TournamentAct](TOURNAMENT_ACTS)
encode_act, decode_act = _acts.encode, _acts.decode


class TournamentMessage(Struct, frozen=True):
    """A tournament's message; without ``message`` until it was posted."""

    channel: int
    message: int | None


class PlayedTable(Struct, frozen=True, kw_only=True):
    """The place of a round's table."""

    tournament: TournamentId
    round: int
    number: int
    thread: int
    game: GameId
    redrawn: int = 0
    """How often the seats of the table had changed when the game began."""


def _values(entry: TournamentEntry) -> tuple[SqlValue, ...]:
    return entry.number, entry.when * SECOND, entry.user, entry.interaction, encode_act(entry.act)


def _entry(row: SqlRow) -> TournamentEntry:
    return TournamentEntry(
        number=row["number"],
        when=row["made"] // SECOND,
        user=row["user"],
        interaction=row["interaction"],
        act=decode_act(row["act"]),
    )


LOG = EventTable(
    name="tournament_entry",
    stream="tournament",
    columns=("number", "made", "user", "interaction", "act"),
    values=_values,
    entry=_entry,
)


def insert_tournament(state: TournamentState) -> Statement:
    """Return the statement that begins a tournament."""
    return (
        "INSERT INTO tournament (id, guild, channel) VALUES (?, ?, ?)",
        (state.tournament, state.guild, state.channel),
    )


def set_event_over(tournament: TournamentId, *, over: bool) -> Statement:
    """Return the statement that records whether a tournament is over."""
    return "UPDATE tournament SET over = ? WHERE id = ?", (int(over), tournament)


def set_message(tournament: TournamentId, message: int | None) -> Statement:
    """Return the statement that records the message that shows a tournament."""
    return "UPDATE tournament SET message = ? WHERE id = ?", (message, tournament)


def set_scheduled(tournament: TournamentId, scheduled: int | None) -> Statement:
    """Return the statement that records a tournament's Discord event."""
    return "UPDATE tournament SET scheduled = ? WHERE id = ?", (scheduled, tournament)


def put_event_player(tournament: TournamentId, player: TournamentPlayer) -> Statement:
    """Return the statement that records the person of a number."""
    return (
        "INSERT INTO tournament_player (tournament, number, user, name, available, decklist) "
        "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (tournament, number) "
        "DO UPDATE SET user = excluded.user, name = excluded.name, available = excluded.available, "
        "decklist = excluded.decklist",
        (tournament, player.number, player.user, player.name, player.available, player.decklist),
    )


def insert_table(table: PlayedTable) -> Statement:
    """Return the statement that records where a table is played."""
    return (
        "INSERT INTO tournament_table (tournament, round, number, thread, game, redrawn) "
        "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (tournament, round, number) "
        "DO UPDATE SET thread = excluded.thread, game = excluded.game, redrawn = excluded.redrawn",
        (table.tournament, table.round, table.number, table.thread, table.game, table.redrawn),
    )


def _played_table(row: SqlRow) -> PlayedTable:
    return PlayedTable(
        tournament=TournamentId(row["tournament"]),
        round=row["round"],
        number=row["number"],
        thread=row["thread"],
        game=GameId(row["game"]),
        redrawn=row["redrawn"],
    )


class TournamentQueries:
    """Queries of the last committed state."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def next(self) -> TournamentId:
        """Return the number of the next tournament."""
        return TournamentId(await self._database.next_number("tournament"))

    async def beginning(self, tournament: TournamentId) -> TournamentState | None:
        """Return a tournament before its first act; None if there is no such tournament."""
        rows = await self._database.fetch("SELECT guild, channel FROM tournament WHERE id = ?", tournament)
        if not rows:
            return None
        return TournamentState(tournament=tournament, guild=rows[0]["guild"], channel=rows[0]["channel"])

    async def people(self, tournament: TournamentId) -> Sequence[TournamentPlayer]:
        """Return the people of a tournament by number."""
        rows = await self._database.fetch(
            "SELECT number, user, name, available, decklist FROM tournament_player WHERE tournament = ?",
            tournament,
        )
        return [
            TournamentPlayer(
                number=Participant(row["number"]),
                name=row["name"],
                user=row["user"],
                available=row["available"],
                decklist=row["decklist"],
            )
            for row in rows
        ]

    async def in_channels(self, channels: Sequence[int]) -> TournamentId | None:
        """Return the latest tournament of these channels that is not over."""
        among = placeholders(channels)
        return await self._latest(
            f"SELECT MAX(id) FROM tournament WHERE channel IN {among} AND over = 0", *channels
        )

    async def last_in(self, channels: Sequence[int]) -> TournamentId | None:
        """Return the latest tournament of these channels, also one that is over."""
        among = placeholders(channels)
        return await self._latest(f"SELECT MAX(id) FROM tournament WHERE channel IN {among}", *channels)

    async def _latest(self, sql: str, *values: SqlValue) -> TournamentId | None:
        [[latest]] = await self._database.fetch(sql, *values)
        return None if latest is None else TournamentId(latest)

    async def going_on(self, channel: int | None = None) -> list[TournamentId]:
        """Return every unfinished tournament in the servers that this process serves, or in one channel."""
        return await self._own("over = 0", channel)

    async def over_before(self, guild: int, tournament: TournamentId, limit: int) -> list[TournamentId]:
        """Return the finished tournaments of a server before this one, the last one first."""
        return await self._found(
            "SELECT id FROM tournament WHERE guild = ? AND over = 1 AND id < ? ORDER BY id DESC LIMIT ?",
            *(guild, tournament, limit),
        )

    async def of_channel(self, channel: int, limit: int) -> list[TournamentId]:
        """Return the tournaments of a channel, the last one first."""
        return await self._found(
            "SELECT id FROM tournament WHERE channel = ? ORDER BY id DESC LIMIT ?", channel, limit
        )

    async def of_league(self, league: LeagueId, limit: int) -> list[TournamentId]:
        """Return the tournaments of the channels whose games a league counts, the last one first."""
        return await self._found(
            "SELECT id FROM tournament WHERE channel IN "
            "(SELECT channel FROM league_channel WHERE league = ?) ORDER BY id DESC LIMIT ?",
            *(league, limit),
        )

    async def is_entered(self, league: LeagueId, user: int) -> bool:
        """Return whether a user has signed up for a tournament in a channel whose games a league counts."""
        rows = await self._database.fetch(
            "SELECT 1 FROM tournament_player JOIN tournament ON tournament.id = tournament_player.tournament "
            "WHERE tournament_player.user = ? AND tournament.channel IN "
            "(SELECT channel FROM league_channel WHERE league = ?) LIMIT 1",
            *(user, league),
        )
        return bool(rows)

    async def announced(self, channel: int | None = None) -> list[TournamentId]:
        """Return every tournament with a Discord event, finished ones too, in the servers that this process
        serves, or in one channel."""
        return await self._own("scheduled IS NOT NULL", channel)

    async def _own(self, condition: str, channel: int | None) -> list[TournamentId]:
        places = () if channel is None else (channel,)
        there = "channel = ? AND " if places else ""
        rows = await self._database.fetch(
            f"SELECT id, guild FROM tournament WHERE {there}{condition} ORDER BY id", *places
        )
        return [TournamentId(row["id"]) for row in rows if self._database.owns(row["guild"])]

    async def scheduled(self, tournament: TournamentId) -> int | None:
        """Return the Discord event of a tournament; None without one."""
        rows = await self._database.fetch("SELECT scheduled FROM tournament WHERE id = ?", tournament)
        return rows[0]["scheduled"] if rows else None

    async def is_scheduled(self, scheduled: int) -> bool:
        """Return whether a tournament has a Discord event."""
        return bool(await self._database.fetch("SELECT 1 FROM tournament WHERE scheduled = ?", scheduled))

    async def message(self, tournament: TournamentId) -> TournamentMessage:
        """Return the place of a tournament's message."""
        rows = await self._database.fetch("SELECT channel, message FROM tournament WHERE id = ?", tournament)
        return TournamentMessage(rows[0]["channel"], rows[0]["message"])

    async def table_of(self, game: GameId, channel: int) -> PlayedTable | None:
        """Return the table of a game or a thread; None outside tournaments."""
        rows = await self._database.fetch(
            "SELECT * FROM tournament_table WHERE game = ? OR thread = ? ORDER BY game = ? DESC LIMIT 1",
            *(game, channel, game),
        )
        return _played_table(rows[0]) if rows else None

    async def is_seated(self, thread: int) -> bool:
        """Return whether a table of any tournament is played in this thread."""
        found = "SELECT 1 FROM tournament_table WHERE thread = ? LIMIT 1"
        return bool(await self._database.fetch(found, thread))

    async def tables(self, tournament: TournamentId, round: int) -> dict[int, PlayedTable]:
        """Return where the tables of a round are played, by their numbers."""
        rows = await self._database.fetch(
            "SELECT * FROM tournament_table WHERE tournament = ? AND round = ? ORDER BY number",
            *(tournament, round),
        )
        return {row["number"]: _played_table(row) for row in rows}

    async def of_user(self, user: int) -> list[TournamentId]:
        """Return the tournaments with data of a user: as a player, or by their acts."""
        return await self._found(
            "SELECT tournament FROM tournament_player WHERE user = ?1 "
            "UNION SELECT tournament FROM tournament_entry WHERE user = ?1 ORDER BY tournament",
            user,
        )

    async def _found(self, sql: str, *values: SqlValue) -> list[TournamentId]:
        """Return the tournaments in a query's first column."""
        return [TournamentId(row[0]) for row in await self._database.fetch(sql, *values)]

    async def entries_by(self, tournament: TournamentId, user: int) -> list[SqlRow]:
        """Return a user's acts in a tournament as rows of its log, oldest first."""
        return await self._database.fetch(
            "SELECT number, made, user, interaction, act FROM tournament_entry "
            "WHERE tournament = ? AND user = ? ORDER BY number",
            *(tournament, user),
        )
