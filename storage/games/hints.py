"""Where people have been shown the hints for a first game."""

from storage.engine.database import Database


class Hints:
    """The channels whose people know their way about."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def first(self, channel: int) -> bool:
        """Whether this is asked for the first time about a channel. Raises NotCommitted."""
        name = f"hinted:{channel}"
        if await self._database.fetch("SELECT 1 FROM installation WHERE name = ?", name):
            return False
        await self._database.write(
            ("INSERT INTO installation (name, value) VALUES (?, '') ON CONFLICT DO NOTHING", (name,))
        )
        return True
