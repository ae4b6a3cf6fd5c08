"""The voice channels of events' tables: recorded before they are made, and until they are removed."""

from collections.abc import Sequence

from msgspec import Struct

from rules.tournaments.state import TournamentId
from storage.engine.database import Database, SqlRow


class VoiceRoom(Struct, frozen=True, kw_only=True):
    """The voice channel of a table of a round, with its name; without ``channel`` until it was made."""

    tournament: TournamentId
    round: int
    number: int
    name: str
    channel: int | None = None


class VoiceRooms:
    """All voice channels of tables that exist, or are being made."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, room: VoiceRoom, guild: int) -> None:
        """Record a room in a server. Raises NotCommitted."""
        await self._database.write(
            (
                "INSERT INTO tournament_room (tournament, round, number, name, channel) "
                "VALUES (?, ?, ?, ?, ?) ON CONFLICT (tournament, round, number) "
                "DO UPDATE SET name = excluded.name, channel = excluded.channel",
                (room.tournament, room.round, room.number, room.name, room.channel),
            ),
            guild=guild,
        )

    async def remove(self, room: VoiceRoom, guild: int) -> None:
        """Forget a room in a server. Raises NotCommitted."""
        await self._database.write(
            (
                "DELETE FROM tournament_room WHERE tournament = ? AND round = ? AND number = ?",
                (room.tournament, room.round, room.number),
            ),
            guild=guild,
        )

    async def of(self, tournament: TournamentId) -> Sequence[VoiceRoom]:
        """Return the rooms of a tournament, by round and table."""
        rows = await self._database.fetch(
            "SELECT * FROM tournament_room WHERE tournament = ? ORDER BY round, number", tournament
        )
        return [_room(row) for row in rows]

    async def at(self, tournament: TournamentId, round: int, number: int) -> VoiceRoom | None:
        """Return the room of a table; None without one."""
        rows = await self._database.fetch(
            "SELECT * FROM tournament_room WHERE tournament = ? AND round = ? AND number = ?",
            *(tournament, round, number),
        )
        return _room(rows[0]) if rows else None

    async def tournament_of(self, channel: int) -> TournamentId | None:
        """Return the tournament of a voice channel; None for other channels."""
        rows = await self._database.fetch("SELECT tournament FROM tournament_room WHERE channel = ?", channel)
        return TournamentId(rows[0]["tournament"]) if rows else None

    async def tournaments(self) -> Sequence[TournamentId]:
        """Return every tournament that has rooms, finished ones too, in the servers that this process
        serves."""
        rows = await self._database.fetch(
            "SELECT DISTINCT tournament.id, tournament.guild FROM tournament_room "
            "JOIN tournament ON tournament.id = tournament_room.tournament"
        )
        return [TournamentId(row["id"]) for row in rows if self._database.owns(row["guild"])]


def _room(row: SqlRow) -> VoiceRoom:
    return VoiceRoom(
        tournament=TournamentId(row["tournament"]),
        round=row["round"],
        number=row["number"],
        name=row["name"],
        channel=row["channel"],
    )
