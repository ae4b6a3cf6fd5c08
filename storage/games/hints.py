"""Where people have been shown the hints for a first game."""

from storage.engine.database import Database
from storage.engine.metadata import Metadata


class Hints:
    """The channels whose people know their way about."""

    def __init__(self, database: Database) -> None:
        self._metadata = Metadata(database)

    async def first(self, channel: int) -> bool:
        """Whether this is asked for the first time about a channel. Raises NotCommitted."""
        name = f"hinted:{channel}"
        if await self._metadata.get(name) is not None:
            return False
        await self._metadata.put(name, "")
        return True
