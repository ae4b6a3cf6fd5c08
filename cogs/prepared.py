"""Answers that are made ready while the disk is at work, and shown once what they tell is saved."""

from dataclasses import dataclass

import discord

from cogs.boards import render
from cogs.ui import words
from storage.games import Committed, View


def tell(committed: Committed) -> words.Told:
    """What came of an action, in words."""
    return words.tell(committed.before, committed.after, committed.entry.events)


@dataclass(slots=True)
class Prepared:
    """An answer that is made ready while the disk is at work.

    What was made ready is used only if exactly that came of the action: an interaction that comes a second
    time is not carried out again, and something else may have happened at the table since.
    """

    _committed: Committed | None = None
    _told: words.Told | None = None
    _view: View | None = None
    _board: discord.ui.LayoutView | None = None

    def tell(self, committed: Committed, _view: View) -> None:
        """Finds the words."""
        self._committed, self._told = committed, tell(committed)

    def draw(self, committed: Committed, view: View) -> None:
        """Draws the board as well."""
        self.tell(committed, view)
        self._view, self._board = view, render(view)

    def words_of(self, committed: Committed) -> words.Told:
        """What came of an action, in words."""
        return self._told if self._told is not None and self._committed is committed else tell(committed)

    def board_of(self, view: View) -> discord.ui.LayoutView:
        """The board of a table as it stands now."""
        return self._board if self._board is not None and self._view is view else render(view)
