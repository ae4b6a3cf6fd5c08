"""/undo, /redo and /log."""

import discord
from discord import app_commands

from cogs.desk import TableCog, place_of, request_of, say, whisper
from cogs.ui import logbook, words
from cogs.ui.text import MESSAGE_LENGTH
from rules.game import Game
from rules.refusal import Refusal
from storage.games import Kind

Steps = app_commands.Range[int, 1, 1000]
PAGE = 15
"""Entries on one page of the log."""


class History(TableCog):
    """Taking steps back, and looking at all of them."""

    @app_commands.command()
    @app_commands.describe(steps="How many steps")
    async def undo(self, interaction: discord.Interaction, steps: Steps = 1) -> None:
        """Take the last step back, or several: also one that ended the game"""
        await self._move(interaction, Kind.UNDO, steps)

    @app_commands.command()
    @app_commands.describe(steps="How many steps")
    async def redo(self, interaction: discord.Interaction, steps: Steps = 1) -> None:
        """Do again what was undone"""
        await self._move(interaction, Kind.REDO, steps)

    async def _move(self, interaction: discord.Interaction, kind: Kind, steps: int) -> None:
        async def work() -> None:
            move = self.desk.games.undo if kind is Kind.UNDO else self.desk.games.redo
            asker = await self.desk.asker(interaction)
            done = await move(place_of(interaction), request_of(interaction), steps, asker.require_step)
            told = words.tell_step(done.before, done.after, undone=kind is Kind.UNDO, steps=steps)
            await say(interaction, told.fitting(MESSAGE_LENGTH))
            self.desk.boards.refresh(done.game)

        await self.desk.refusing(interaction, work)

    @app_commands.command()
    @app_commands.describe(before="Only entries before this number, to look further back")
    async def log(
        self, interaction: discord.Interaction, before: app_commands.Range[int, 2] | None = None
    ) -> None:
        """See what was entered, by whom and when, undone steps too"""

        async def work() -> None:
            view = await self.desk.games.view(place_of(interaction))
            if view is None:
                raise Refusal("no_table")
            entries = await self.desk.games.log(view.game, before=before, limit=PAGE)
            lines = logbook.page(view.table if isinstance(view.table, Game) else None, entries)
            await whisper(interaction, logbook.fitting(lines, MESSAGE_LENGTH) or "The log is empty there.")

        await self.desk.refusing(interaction, work)
