"""Evenings in simulated time, and the channel's messages meanwhile."""

from tests.support.evening import Evening


def at(evening: Evening, minutes: float) -> str:
    """Discord's stamp for a moment so many minutes from now."""
    return f"<t:{int(evening.now().timestamp() + 60 * minutes)}:R>"


class News:
    """The channel's messages from now on."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._seen = len(evening.chat())

    def __call__(self) -> list[str]:
        """Return what has been told since this was asked last."""
        chat = self._evening.chat()
        told, self._seen = chat[self._seen :], len(chat)
        return told


async def deadlines(evening: Evening) -> list[str]:
    """Return what is due some time."""
    rows = await evening.database.fetch("SELECT key FROM deadline WHERE kind = 'clock' ORDER BY due")
    return [row[0] for row in rows]
