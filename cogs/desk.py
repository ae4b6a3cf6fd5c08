"""The one way from an interaction to a committed action and its answer.

Commit first, answer next, edit the board last and without anybody waiting for it.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import discord
from discord.ext import commands

from cogs import languages, people
from cogs.answers import call, only_totals, pinging, turn_begins_for
from cogs.boards import Boards, render
from cogs.charts import Charts, ends
from cogs.clocking import begins, start_clocks
from cogs.permissions import Asker, asker_of, seat_of
from cogs.sending import LOST, insist
from cogs.ui import clock_words, refusals, words
from cogs.ui.custom_id import Press
from cogs.ui.cutting import shortened
from cogs.ui.language import speak, tr
from cogs.ui.text import MESSAGE_LENGTH
from rules.game import Game, PlayerId
from rules.lobby import Lobby
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from storage.games import Board, Committed, Games, Place, Request, View, Where
from storage.settings import CALL, CHART, QUIET, Chosen, Settings, Spot

Decide = Callable[[Game, PlayerId | None], AnyAction]
"""What to do at a game in progress, given the player who asks, if they are one; may raise Refusal."""
Aside = Callable[[Committed], Awaitable[Sequence[str]]]
Take = Callable[[discord.Interaction], Awaitable[None]]
"""Does what was pressed, picked or filled in."""
ALREADY_ANSWERED = 40060
"""Discord's code for an interaction that has its answer."""


async def _nothing(_committed: Committed) -> Sequence[str]:
    return ()


def place_of(interaction: discord.Interaction) -> Place:
    """Where a command was given; raises Refusal outside a server's channels."""
    if interaction.channel_id is None or interaction.guild_id is None:
        raise Refusal("servers_only")
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Place(channel=interaction.channel_id, guild=interaction.guild_id, parent=parent)


def spot_of(interaction: discord.Interaction) -> Spot:
    """Where an interaction comes from and from whom, for its settings; raises Refusal outside a server."""
    if interaction.channel_id is None or interaction.guild_id is None:
        raise Refusal("servers_only")
    channel = interaction.channel
    parents = (channel.parent_id,) if isinstance(channel, discord.Thread) else ()
    return Spot(interaction.guild_id, (interaction.channel_id, *parents), interaction.user.id)


def request_of(interaction: discord.Interaction) -> Request:
    """Who asks, and the interaction that makes the request unique."""
    _, name = people.member(interaction.user)
    return Request(user=interaction.user.id, name=name, interaction=interaction.id)


class Desk:
    """What every cog does its work through."""

    def __init__(self, games: Games, settings: Settings, boards: Boards, charts: Charts) -> None:
        self.games = games
        self.settings = settings
        self.boards = boards
        self.charts = charts
        self.aside: Aside = _nothing
        """What else a table's answer tells, about leagues."""
        self.takers: dict[str, Take] = {}
        """Who does what was pressed or filled in, by what its custom_id begins with."""

    async def chosen(self, interaction: discord.Interaction) -> Chosen:
        """The settings that count for an interaction."""
        return await self.settings.chosen(spot_of(interaction))

    async def asker(self, interaction: discord.Interaction) -> Asker:
        """Whoever an interaction comes from, with what they may do there."""
        return asker_of(interaction, await self.chosen(interaction))

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

    async def act(self, interaction: discord.Interaction, decide: Decide) -> None:
        """Carries out at this channel's game what `decide` asks for and answers with what came of it."""

        async def work() -> None:
            await self.answer(interaction, await self.enter(interaction, place_of(interaction), decide))

        await self.refusing(interaction, work)

    async def enter(self, interaction: discord.Interaction, where: Where, decide: Decide) -> Committed:
        """Carries out at a game in progress what `decide` asks for and leaves the answer to the caller."""

        def deciding(table: Table) -> AnyAction:
            if isinstance(table, Lobby):
                raise Refusal("not_started")
            if table.outcome is not None:
                raise Refusal("game_over")
            return decide(table, seat_of(table, interaction.user.id))

        return await self.carry_out(interaction, where, deciding)

    async def carry_out(
        self,
        interaction: discord.Interaction,
        where: Where,
        decide: Callable[[Table], AnyAction],
        *,
        spectators: bool = False,
        request: Request | None = None,
    ) -> Committed:
        """Carries out at a table what `decide` asks for, if whoever asks may have it done there.

        ``spectators``: people without a seat may, too. ``request``: what it is noted under, where one
        interaction asks for several things.
        """
        asker = await self.asker(interaction)

        def deciding(table: Table) -> AnyAction:
            if not spectators:
                asker.require_part(table)
            action = decide(table)
            asker.require(table, action)
            return action

        request = request or request_of(interaction)
        committed = await self.games.act(where, request, deciding)
        if begins(committed):
            await start_clocks(self.games, await self.chosen(interaction), request, committed)
        return committed

    async def press(self, interaction: discord.Interaction, game: int, decide: Decide) -> None:
        """The same for a button: the board on which it was pressed is the answer. Raises Refusal."""
        await self.show_on_board(interaction, await self.enter(interaction, game, decide))

    async def answer(self, interaction: discord.Interaction, committed: Committed) -> None:
        """Says in the channel what came of an action, and brings the board up to date afterwards."""
        told = await self._timed(committed)
        try:
            quiet = (await self.chosen(interaction))[QUIET]
            if quiet and only_totals(committed) and not told.loud:
                await self.speak_low(interaction)
                told = words.tell(committed.before, committed.after, committed.entry.events)
                await whisper(
                    interaction, tr("Done: {what}", what=told.text or tr("The board is up to date."))
                )
            else:
                text = await self._closing(committed, told.fitting(MESSAGE_LENGTH))
                called = await self.called(spot_of(interaction), committed)
                await say(interaction, text or tr("The board is up to date."), called)
        finally:
            self.boards.refresh(committed.game)
        await self.told(interaction, committed)

    async def told(self, interaction: discord.Interaction, committed: Committed) -> None:
        """The channel has been told what came of an action: if that was a result, a picture follows."""
        if ends(committed.entry) and (await self.chosen(interaction))[CHART]:
            self.charts.follow(committed)

    async def called(self, spot: Spot, committed: Committed) -> Sequence[int]:
        """The users whose turn has begun and who are to be called, at a table in this spot."""
        settings = {
            user: await self.settings.chosen(replace(spot, user=user)) for user in turn_begins_for(committed)
        }
        return [user for user, chosen in settings.items() if chosen[CALL]]

    async def show_on_board(self, interaction: discord.Interaction, committed: Committed) -> None:
        """Answers a press by the board itself; what everybody must see becomes a message of its own."""
        await self.redraw(interaction, committed.game)
        if only_totals(committed):
            return  # the board says it all, and boards are what has to be quick
        told = await self._timed(committed)
        called = await self.called(spot_of(interaction), committed)
        if told.loud or called:
            text = await self._closing(committed, replace(told, quiet=()).fitting(MESSAGE_LENGTH))
            await say(interaction, text, called)
        await self.told(interaction, committed)

    async def _timed(self, committed: Committed) -> words.Told:
        """What came of an action in words, with what the round's clock has to say about it."""
        told = words.tell(committed.before, committed.after, committed.entry.events)
        line = await self.after_time(committed)
        return replace(told, loud=(*told.loud, line)) if line else told

    async def _closing(self, committed: Committed, text: str) -> str:
        """What the channel is told, at a game's end with its leagues and who took how long, if there is
        room."""
        lines = [text, *await self.aside(committed)]
        if ends(committed.entry) and isinstance(committed.after, Game):
            view = await self.games.view(committed.game)
            lines.append(clock_words.summary(committed.after, view.pace) if view is not None else "")
        return fitting(lines)

    async def after_time(self, committed: Committed) -> str:
        """What everybody has to know about a turn that begins after the round's time was up, if it does."""
        before, after = committed.before, committed.after
        if not isinstance(before, Game) or not isinstance(after, Game) or before.turn == after.turn:
            return ""
        view = await self.games.view(committed.game)
        return clock_words.turn_after_time(before, after, view.clock) if view is not None else ""

    async def redraw(self, interaction: discord.Interaction, game: int) -> None:
        """Answers a press with the table as it is now, on the message pressed if that is its board."""
        view = await self.games.view(game)
        if view is None or interaction.message is None:
            raise Refusal("no_table")
        if view.board is not None and view.board.message != interaction.message.id:
            self.boards.refresh(game)
            await self.speak_low(interaction)
            await whisper(interaction, tr("The current board: {url}", url=url(view, view.board.message)))
            return
        try:
            if interaction.response.is_done():
                await interaction.edit_original_response(view=render(view))
            else:
                await insist(lambda: interaction.response.edit_message(view=render(view)))
        except (discord.HTTPException, *LOST):
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
        if interaction.response.is_done():
            message = (await interaction.followup.send(view=render(view), wait=True)).id
        else:
            posted = await insist(lambda: interaction.response.send_message(view=render(view)))
            if posted.message_id is None:
                return
            message = posted.message_id
        await self.games.set_board(game, Board(view.place.channel, message))
        if view.board is not None:
            await self.boards.retire(view.board, url(view, message))

    async def speak_up(self, interaction: discord.Interaction) -> None:
        """From here on this task speaks the language of everybody where an interaction comes from."""
        if interaction.guild_id is not None:
            speak(languages.public(await self.chosen(interaction), interaction.guild_locale))

    async def speak_low(self, interaction: discord.Interaction) -> None:
        """From here on this task speaks the language of whoever an interaction comes from."""
        chosen = await self.chosen(interaction) if interaction.guild_id is not None else None
        speak(languages.private(chosen, interaction))

    async def refusing(self, interaction: discord.Interaction, work: Callable[[], Awaitable[None]]) -> None:
        """Does the work, which speaks everybody's language unless it speaks low.

        A refusal becomes a private answer that says what to do instead, and why if another one was its cause.
        """
        await self.speak_up(interaction)
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
            await self.speak_low(interaction)
            why = [one for one in (refusal, refusal.__cause__) if isinstance(one, Refusal)]
            await whisper(interaction, "\n".join(map(refusals.explain, why)))


def fitting(lines: Sequence[str]) -> str:
    """The first of some lines, and of the others those for which there is room in a message."""
    text = ""
    for line in filter(None, lines):
        longer = f"{text}\n{line}" if text else line
        text = longer if not text or len(longer) < MESSAGE_LENGTH else text
    return text


Handler = Callable[[Desk, discord.Interaction, Press], Awaitable[None]]
"""What a press does; may raise Refusal."""


class TableCog(commands.Cog):
    """A cog whose commands are about the game in the channel."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk


def url(view: View, message: int) -> str:
    """The address in Discord of a message that is a table's board."""
    return f"https://discord.com/channels/{view.place.guild}/{view.place.channel}/{message}"


async def say(interaction: discord.Interaction, text: str, called: Sequence[int] = ()) -> None:
    """Answers for everybody in the channel to see; nobody is pinged but those called to their turn."""
    line = call(called)
    room = MESSAGE_LENGTH - len(line) - 1 if line else MESSAGE_LENGTH
    text = "\n".join(filter(None, (shortened(text, room), line)))
    pinged = pinging(called)
    if interaction.response.is_done():
        await interaction.followup.send(text, allowed_mentions=pinged)
    else:
        await insist(lambda: interaction.response.send_message(text, allowed_mentions=pinged))


async def whisper(interaction: discord.Interaction, text: str) -> None:
    """Answers for whoever asked alone."""
    text = shortened(text, MESSAGE_LENGTH)
    if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
        # The first message behind an answer that was put off is seen by whoever saw that: everybody.
        await interaction.edit_original_response(content="…")
        await interaction.followup.send(text, ephemeral=True)
        await interaction.delete_original_response()
    elif interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True)
    else:
        await insist(lambda: interaction.response.send_message(text, ephemeral=True))
