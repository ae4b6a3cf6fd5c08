"""Messages whose cause was undone or corrected: struck through, with the name of who did that."""

from cogs.drawing.cutting import shortened
from cogs.text.formatting import MESSAGE_LENGTH, escape
from cogs.text.language import tr
from storage.games.games import EntryKind, LogEntry

_SMALL = "-# "
"""What a line in small type begins with, which isn't struck through itself."""


def withdrawn(text: str, by: LogEntry) -> str:
    """Return a text struck through, behind which stands who has undone or corrected it."""
    name = escape(by.name)
    undone, corrected = tr("(undone by {name})", name=name), tr("(corrected by {name})", name=name)
    why = undone if by.kind is EntryKind.UNDO else corrected
    lines = shortened(text, MESSAGE_LENGTH - len(why) - 5 * (text.count("\n") + 1)).split("\n")
    return "\n".join(map(struck, lines)) + f" {why}"


def struck(line: str) -> str:
    """Return a line struck through."""
    start = _SMALL if line.startswith(_SMALL) else ""
    return f"{start}~~{line.removeprefix(start)}~~" if line else line
