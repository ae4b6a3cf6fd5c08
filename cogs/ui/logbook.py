"""The log in words: one line for each entry."""

from collections.abc import Sequence

import discord

from cogs.ui import words
from cogs.ui.text import escape, shortened
from rules.events import LobbyChanged
from rules.game import Game
from storage.games import Entry, Kind

LINE = 160
"""Characters of one line."""


def lines(game: Game, entries: Sequence[Entry]) -> list[str]:
    """The last entries in their order, each with who entered it and what came of it; not the lobby's."""
    return [f"{escape(entry.name)}: {_happened(game, entry)}" for entry in entries if not _in_lobby(entry)]


def page(game: Game | None, entries: Sequence[Entry]) -> list[str]:
    """A page of the log, newest first, with number and time; `game` is the table's, None for a lobby."""
    return [
        shortened(
            f"`{entry.number}` {discord.utils.format_dt(entry.when, 't')} "
            f"**{escape(entry.name)}**: {_happened(game, entry)}",
            LINE,
        )
        for entry in entries
    ]


def fitting(page_lines: Sequence[str], limit: int) -> str:
    """As many whole lines as fit, from the first."""
    text = ""
    for line in page_lines:
        if len(text) + len(line) + 1 > limit:
            break
        text = f"{text}\n{line}" if text else line
    return text


def _in_lobby(entry: Entry) -> bool:
    return any(isinstance(event, LobbyChanged) for event in entry.events)


def _happened(game: Game | None, entry: Entry) -> str:
    if entry.kind is not Kind.ACT:
        return f"{entry.kind.value}, back to step {entry.at}" if entry.kind is Kind.UNDO else "redo"
    told = words.brief(game, entry.events) if game is not None else []
    told = told or [line for event in entry.events if (line := words.lobby_change(event))]
    return "; ".join(one.replace("\n", " ").rstrip(".") for one in told) or "noted"
