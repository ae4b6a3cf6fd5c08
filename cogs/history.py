"""/undo, /redo, /log and /chart."""

import io
from collections.abc import Mapping

import discord
from discord import app_commands

from cogs import completion
from cogs import who as targets
from cogs.asking import place_of, request_of
from cogs.desk import Desk, Handler, TableCog
from cogs.logs import read_log
from cogs.permissions import seat_of
from cogs.sending import say
from cogs.ui import logbook, pages, words
from cogs.ui.custom_id import Press
from cogs.ui.language import tr, trp
from cogs.ui.logbook import KINDS, Logbook
from cogs.ui.text import MESSAGE_LENGTH, fitting
from rules.lobby import Lobby
from rules.refusal import Refusal
from storage.games import Committed, Kind, View

Steps = app_commands.Range[int, 1, 100_000]
Number = app_commands.Range[int, 1]
Kinds = [app_commands.Choice(name=kind, value=kind) for kind in KINDS]


class History(TableCog):
    """Taking steps back, and looking at all of them."""

    async def cog_unload(self) -> None:
        """Lets the last pictures be posted."""
        await self.desk.charts.close()

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
            done = await self._moved(interaction, kind, steps)
            try:
                await say(interaction, await self._words(done))
            finally:
                self.desk.boards.refresh(done.game)

        await self.desk.refusing(interaction, work)

    async def _moved(self, interaction: discord.Interaction, kind: Kind, steps: int) -> Committed:
        """Undoes or redoes; raises Refusal, which says how many steps there are if they are too few."""
        move = self.desk.games.undo if kind is Kind.UNDO else self.desk.games.redo
        asker = await self.desk.asker(interaction)
        try:
            return await move(place_of(interaction), request_of(interaction), steps, asker.require_step)
        except Refusal as refusal:
            if steps == 1 or refusal.reason not in ("nothing_to_undo", "nothing_to_redo"):
                raise
            has = (await self._book(await self._view(interaction))).possible(kind)
            if has == 0:
                raise
            raise Refusal("fewer_steps", command=trp("command", kind.value), has=has) from None

    async def _words(self, done: Committed) -> str:
        since = min(done.entry.parent, done.entry.at)
        table = done.after if isinstance(done.before, Lobby) else done.before
        book = Logbook(table, await read_log(self.desk.games, done.game, since))
        now = words.tell_step(done.before, done.after)
        head = logbook.moved(book, done.entry)
        text = f"{head}\n{now.fitting(MESSAGE_LENGTH - len(head) - 1)}".rstrip()
        return fitting([text, *await self.desk.answers.aside(done)], MESSAGE_LENGTH)

    @app_commands.command()
    @app_commands.choices(kind=Kinds)
    @app_commands.autocomplete(who=completion.player)
    @app_commands.describe(
        who="Only what concerns this player",
        kind="Only steps of this kind",
        file="All of it as a text file",
        game="The number of an earlier game in this channel",
    )
    async def log(
        self,
        interaction: discord.Interaction,
        who: str | None = None,
        kind: app_commands.Choice[str] | None = None,
        file: bool = False,
        game: Number | None = None,
    ) -> None:
        """See what was entered, by whom and when, undone steps too"""

        async def work() -> None:
            await self.desk.speak_low(interaction)
            view = await self._view(interaction, game)
            book = await self._book(view)
            if file:
                await self._send_file(interaction, book, view.game)
                return
            look = pages.Look(
                kind=kind.value if kind is not None else "", who=self._player(interaction, book, who)
            )
            page = pages.view(book, view.game, look)
            await interaction.response.send_message(view=page, ephemeral=True)

        await self.desk.refusing(interaction, work)

    async def _send_file(self, interaction: discord.Interaction, book: Logbook, number: int) -> None:
        text = io.BytesIO(pages.text(book, number).encode())
        attached = discord.File(
            text, f"game-{number}-log.txt", description=tr("The log of game {number}", number=number)
        )
        await interaction.response.send_message(file=attached, ephemeral=True)

    def _player(self, interaction: discord.Interaction, book: Logbook, typed: str | None) -> str:
        if typed is None:
            return ""
        if book.game is None:
            raise Refusal("not_started")
        return pages.short(targets.player(book.game, typed, seat_of(book.game, interaction.user.id)))

    @app_commands.command()
    @app_commands.describe(game="The number of an earlier game in this channel")
    async def chart(self, interaction: discord.Interaction, game: Number | None = None) -> None:
        """Show everybody a picture of all life totals over the game"""

        async def work() -> None:
            view = await self._view(interaction, game)
            if isinstance(view.table, Lobby):
                raise Refusal("not_started")
            await interaction.response.defer()
            await interaction.followup.send(file=await self.desk.charts.picture(view.game))

        await self.desk.refusing(interaction, work)

    async def _view(self, interaction: discord.Interaction, number: int | None = None) -> View:
        """The table in this channel, or an earlier one there; raises Refusal."""
        place = place_of(interaction)
        if number is None:
            return await self.desk.view(place)
        view = await self.desk.games.view(number)
        if view is None or view.place != place:
            raise Refusal("no_such_game", number=number)
        return view

    async def _book(self, view: View) -> Logbook:
        return Logbook(view.table, await read_log(self.desk.games, view.game))


async def _turn_page(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    view = await desk.view(press.game)
    await desk.speak_low(interaction)
    book = Logbook(view.table, await read_log(desk.games, press.game))
    page = pages.view(book, press.game, pages.read(press.value))
    await interaction.response.edit_message(view=page)


HANDLERS: Mapping[str, Handler] = {"log": _turn_page}
"""What each verb of a press on the log does."""
