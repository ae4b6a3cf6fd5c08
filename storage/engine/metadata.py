"""Facts about this installation, such as the commands last sent to Discord."""

from storage.engine.database import Database
from storage.engine.group_commit import Statement


def put_fact(name: str, value: str) -> Statement:
    """Return the statement that stores a fact under this name, replacing the previous one."""
    return (
        "INSERT INTO installation (name, value) VALUES (?, ?) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )


class Metadata:
    """Named facts in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, name: str) -> str | None:
        """Return the value with this name; None if it was never set."""
        rows = await self._database.fetch("SELECT value FROM installation WHERE name = ?", name)
        return rows[0][0] if rows else None

    async def put(self, name: str, value: str) -> None:
        """Store a fact under this name, replacing the previous one. Raises NotCommitted."""
        await self._database.write(put_fact(name, value))
