"""Players to avoid at a queue's tables. Only the player who chose them ever sees them."""

from collections.abc import Collection, Sequence

from rules.refusal import Refusal
from storage.engine.database import Database, placeholders
from storage.engine.group_commit import AttachedWrite
from storage.events.codec import Json

MAX_AVOIDED = 20
"""Maximum players whom one person can avoid in a server."""


class Avoidances:
    """All pairs of a person and a player whom they avoid, per server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, guild: int, user: int, other: int) -> None:
        """Avoid seating a user with another. Raises Refusal "avoid_too_many"; NotCommitted."""
        known = await self.of(guild, user)
        if other not in known and len(known) >= MAX_AVOIDED:
            raise Refusal("avoid_too_many", limit=MAX_AVOIDED)
        await self._database.write(
            (
                "INSERT INTO avoidance (guild, user, other) VALUES (?, ?, ?) "
                "ON CONFLICT (guild, user, other) DO NOTHING",
                (guild, user, other),
            )
        )

    async def remove(self, guild: int, user: int, other: int) -> None:
        """Allow seating a user with another again. Raises NotCommitted."""
        await self._database.write(
            ("DELETE FROM avoidance WHERE guild = ? AND user = ? AND other = ?", (guild, user, other))
        )

    async def of(self, guild: int, user: int) -> Sequence[int]:
        """Return the users whom a user avoids in a server."""
        rows = await self._database.fetch(
            "SELECT other FROM avoidance WHERE guild = ? AND user = ? ORDER BY other", guild, user
        )
        return [row["other"] for row in rows]

    async def among(self, guild: int, users: Collection[int]) -> Collection[frozenset[int]]:
        """Return the pairs of these users of whom one avoids the other."""
        found = set[frozenset[int]]()
        if users:
            among = f"SELECT user, other FROM avoidance WHERE guild = ? AND user IN {placeholders(users)}"
            rows = await self._database.fetch(among, guild, *users)
            found = {frozenset((row["user"], row["other"])) for row in rows if row["other"] in users}
        return found

    async def of_person(self, user: int) -> list[Json]:
        """Return the users whom a user avoids, for their data export."""
        rows = await self._database.fetch(
            "SELECT guild, other FROM avoidance WHERE user = ? ORDER BY guild, other", user
        )
        return [{"server": str(row["guild"]), "user": str(row["other"])} for row in rows]

    def forgetting(self, user: int) -> AttachedWrite:
        """Return the writes that delete a user's avoidances, and others' avoidances of them."""
        statement = "DELETE FROM avoidance WHERE user = ? OR other = ?", (user, user)
        return AttachedWrite((statement,))
