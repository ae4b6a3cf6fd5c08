"""The one way from an interaction to a committed action and its answer.

Commit first, answer next, edit the board last and without anybody waiting for it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord
from discord.ext import commands

from cogs.boards import Boards, render
from cogs.permissions import Allow, seat_of, seated_or_moderator
from cogs.ui import refusals, words
from cogs.ui.custom_id import Press
from cogs.ui.text import MESSAGE_LENGTH, shortened
from rules.game import Game, PlayerId
from rules.lobby import Lobby
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from storage.games import Board, Committed, Games, Place, Request, View

Decide = Callable[[Game, PlayerId | None], AnyAction]
"""What to do at a game in progress, given the player who asks, if they are one; may raise Refusal."""
LIFE_QUIET = "The board is up to date."
ALREADY_ANSWERED = 40060
"""Discord's code for an interaction that has its answer."""


def place_of(interaction: discord.Interaction) -> Place:
    """Where a command was given; raises Refusal outside a server's channels."""
    if interaction.channel_id is None or interaction.guild_id is None:
        raise Refusal("servers_only")
    return Place(channel=interaction.channel_id, guild=interaction.guild_id)


def request_of(interaction: discord.Interaction) -> Request:
    """Who asks, and the interaction that makes the request unique."""
    return Request(user=interaction.user.id, name=interaction.user.display_name, interaction=interaction.id)


class Desk:
    """What every cog does its work through."""

    def __init__(self, games: Games, boards: Boards) -> None:
        self.games = games
        self.boards = boards

    async def game(self, interaction: discord.Interaction) -> Game | None:
        """The game in this channel once it has started, to look at; None otherwise."""
        view = await self.games.view(place_of(interaction)) if interaction.guild_id else None
        return view.table if view is not None and isinstance(view.table, Game) else None

    async def look(self, interaction: discord.Interaction) -> Game:
        """The game in this channel; raises Refusal when there is none or it has not started."""
        view = await self.games.view(place_of(interaction))
        if view is None:
            raise Refusal("no_table")
        if isinstance(view.table, Lobby):
            raise Refusal("not_started")
        return view.table

    async def act(
        self, interaction: discord.Interaction, decide: Decide, *, allow: Allow | None = None
    ) -> None:
        """Carries out at this channel's game what `decide` asks for and answers with what came of it."""

        async def work() -> None:
            action = self._deciding(interaction, decide, allow)
            committed = await self.games.act(place_of(interaction), request_of(interaction), action)
            await self.answer(interaction, committed)

        await self.refusing(interaction, work)

    async def enter(self, interaction: discord.Interaction, game: int, decide: Decide) -> Committed:
        """Carries out at this game what `decide` asks for and leaves the answer to the caller."""
        action = self._deciding(interaction, decide, None)
        return await self.games.act(game, request_of(interaction), action)

    async def press(self, interaction: discord.Interaction, game: int, decide: Decide) -> None:
        """The same for a button: the board on which it was pressed is the answer."""

        async def work() -> None:
            await self.show_on_board(interaction, await self.enter(interaction, game, decide))

        await self.refusing(interaction, work)

    async def answer(self, interaction: discord.Interaction, committed: Committed) -> None:
        """Says in the channel what came of an action, and brings the board up to date afterwards."""
        told = words.tell(committed.before, committed.after, committed.entry.events)
        try:
            await say(interaction, told.fitting(MESSAGE_LENGTH) or LIFE_QUIET)
        finally:
            self.boards.refresh(committed.game)

    async def show_on_board(self, interaction: discord.Interaction, committed: Committed) -> None:
        """Answers a press by the board itself; what everybody must see becomes a message of its own."""
        told = words.tell(committed.before, committed.after, committed.entry.events)
        await self.redraw(interaction, committed.game)
        if told.loud:
            await interaction.followup.send(replace(told, quiet=()).fitting(MESSAGE_LENGTH))

    async def redraw(self, interaction: discord.Interaction, game: int) -> None:
        """Answers a press with the table as it is now, on the message pressed if that is its board."""
        view = await self.games.view(game)
        if view is None or interaction.message is None:
            raise Refusal("no_table")
        if view.board is not None and view.board.message != interaction.message.id:
            self.boards.refresh(game)
            await interaction.response.send_message(
                f"The current board: {url(view, view.board.message)}", ephemeral=True
            )
            return
        try:
            await interaction.response.edit_message(view=render(view))
        except discord.HTTPException:
            self.boards.refresh(game)
            raise
        await self._catch_up(view)

    async def _catch_up(self, shown: View) -> None:
        """Edits the board again if it has changed while it was being shown."""
        now = await self.games.view(shown.game)
        if now is not None and now.entries[-1:] != shown.entries[-1:]:
            self.boards.refresh(shown.game)

    async def post_board(self, interaction: discord.Interaction, game: int) -> None:
        """Answers with a new board, which becomes the current one."""
        view = await self.games.view(game)
        if view is None:
            raise Refusal("no_table")
        posted = await interaction.response.send_message(view=render(view))
        if posted.message_id is None or interaction.channel_id is None:
            return
        await self.games.set_board(game, Board(interaction.channel_id, posted.message_id))
        if view.board is not None:
            await self.boards.retire(view.board, url(view, posted.message_id))

    async def refusing(self, interaction: discord.Interaction, work: Callable[[], Awaitable[None]]) -> None:
        """Does the work; a refusal becomes a private answer that says what to do instead."""
        try:
            await self._work_or_whisper(interaction, work)
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:  # Discord may deliver an interaction twice
                raise

    async def _work_or_whisper(
        self, interaction: discord.Interaction, work: Callable[[], Awaitable[None]]
    ) -> None:
        try:
            await work()
        except Refusal as refusal:
            await whisper(interaction, refusals.explain(refusal))

    def _deciding(
        self, interaction: discord.Interaction, decide: Decide, allow: Allow | None
    ) -> Callable[[Table], AnyAction]:
        may = allow or seated_or_moderator(interaction)

        def deciding(table: Table) -> AnyAction:
            may(table)
            if isinstance(table, Lobby):
                raise Refusal("not_started")
            if table.outcome is not None:
                raise Refusal("game_over")
            return decide(table, seat_of(table, interaction.user.id))

        return deciding


Handler = Callable[[Desk, discord.Interaction, Press], Awaitable[None]]
"""What a press does; may raise Refusal."""


class TableCog(commands.Cog):
    """A cog whose commands are about the game in the channel."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk


def url(view: View, message: int) -> str:
    """The address in Discord of a message that is a table's board."""
    return f"https://discord.com/channels/{view.place.guild}/{view.place.channel}/{message}"


async def say(interaction: discord.Interaction, text: str) -> None:
    """Answers for everybody in the channel to see; nobody is pinged."""
    text = shortened(text, MESSAGE_LENGTH)
    if interaction.response.is_done():
        await interaction.followup.send(text)
    else:
        await interaction.response.send_message(text)


async def whisper(interaction: discord.Interaction, text: str) -> None:
    """Answers for whoever asked alone."""
    text = shortened(text, MESSAGE_LENGTH)
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True)
    else:
        await interaction.response.send_message(text, ephemeral=True)
