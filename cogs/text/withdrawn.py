"""Messages whose cause was undone or corrected: struck through, with the name of who did that."""

from cogs.drawing.truncate import truncate
from cogs.text.formatting import MESSAGE_LENGTH, escape
from cogs.text.language import tr
from storage.games.games import EntryKind, LogEntry

_UNSTRUCK = ("-# ", "## ", "### ")
"""Line beginnings that make type small or large and can't be struck through themselves."""


def withdrawn(text: str, by: LogEntry) -> str:
    """Return a text struck through, with the person who has undone or corrected it."""
    return _withdrawn(text, escape(by.name), MESSAGE_LENGTH, corrected=by.kind is EntryKind.ACT)


def withdrawn_by(text: str, user: int | None, *, corrected: bool, limit: int = MESSAGE_LENGTH) -> str:
    """Return a text of a league or event struck through, as `withdrawn` does; ``limit``: the maximum
    characters.

    ``user``: None for a forgotten person.
    """
    return _withdrawn(text, "…" if user is None else f"<@{user}>", limit, corrected=corrected)


def _withdrawn(text: str, name: str, limit: int, *, corrected: bool) -> str:
    undone = tr("(undone by {name})", name=name)
    why = tr("(corrected by {name})", name=name) if corrected else undone
    lines = truncate(text, limit - len(why) - 5 * (text.count("\n") + 1)).split("\n")
    return "\n".join(map(struck, lines)) + f" {why}"


def struck(line: str) -> str:
    """Return a line struck through as a whole."""
    start = next(filter(line.startswith, _UNSTRUCK), "")
    return f"{start}~~{line.removeprefix(start).replace('~~', '')}~~" if line else line
