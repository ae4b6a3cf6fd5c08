"""The single path from an interaction to a committed action: the user, their permissions and their
language.

It commits first, answers next, and edits the board last, in the background.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from functools import partial, wraps
from typing import NamedTuple

import discord
from discord.ext import commands
from msgspec.structs import replace

from cogs.admission.discord_clock import DiscordClock
from cogs.admission.fair_use import FairUse
from cogs.core import locale, targets
from cogs.core.components import ComponentRow
from cogs.core.context import location_of, picked, request_of, scope_of
from cogs.core.custom_ids import TableCustomId
from cogs.core.delivery.announcer import Announcer
from cogs.core.delivery.boards.updater import BoardUpdater
from cogs.core.delivery.refresher import Background
from cogs.core.delivery.sender import Sender
from cogs.core.delivery.step_announcements import StepAnnouncements
from cogs.core.delivery.tokens import InteractionTokens
from cogs.core.hooks import Hooks
from cogs.core.messaging import reply_private
from cogs.core.naming.people import renamed
from cogs.core.permissions import Requester, requester_of, seat_of
from cogs.core.replies import RenderPrivateReply, Replies
from cogs.entry.fields import StepFields
from cogs.entry.step import action_of
from cogs.text.language import Audience, speaking
from cogs.text.log.game_log import GameLogText
from cogs.text.people import causes
from cogs.text.refusals.explanation import explain
from rules.actions.action import Action
from rules.actions.table import with_draws
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import GameId, PlayerId
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from storage.cards.catalog import CommanderCatalog
from storage.engine.observers import errors_logged
from storage.games.games import Committed, GameRef, Games, GameView, LogEntry, Request, Step
from storage.games.steps import steps
from storage.settings.definitions import JUDGE, LANGUAGE, ZONE, Level
from storage.settings.settings import EffectiveSettings, SettingsScope, SettingsStore
from storage.workers.pool import Workers
from storage.workers.slices import pause, sliced

DecideAction = Callable[[Game, PlayerId | None], AnyAction]
"""Returns the action at a game in progress, for the requester if they are a player; may raise Refusal."""
TableHandler = Callable[["GameService", discord.Interaction, TableCustomId], Awaitable[None]]
"""Handles a press, pick or form on a table's message; may raise Refusal."""
REFUSED_ACTION_KEY = "refused"
"""The key under which an interaction stores its game and its refused action."""
LOG_PAGE = 200
"""Entries of a log read at once, so that others needn't wait."""


class _Reading(NamedTuple):
    """A log being read, at least up to its last entry."""

    last: int
    task: asyncio.Task[GameLogText]


def _only_said(_after: Table, _said: str) -> None:
    return None


class GameService:
    """The service behind every cog."""

    def __init__(
        self,
        games: Games,
        settings: SettingsStore,
        boards: BoardUpdater,
        announcer: Announcer,
        sender: Sender,
        background: Background,
        discord_clock: DiscordClock,
        workers: Workers,
        fair_use: FairUse,
        commanders: CommanderCatalog,
        tokens: InteractionTokens,
        pages: str = "",
    ) -> None:
        self.games = games
        self.settings = settings
        self.boards = boards
        self.announcer = announcer
        self.sender = sender
        self.tokens = tokens
        self.background = background
        self.discord_clock = discord_clock
        self.fair_use = fair_use
        self.step_announcements = StepAnnouncements(games, settings, announcer)
        self.replies = Replies(games, settings, boards, announcer, self.step_announcements)
        self.workers = workers
        self.commanders = commanders
        self._readings: dict[GameId, _Reading] = {}
        """The logs being read."""
        self.hooks = Hooks()
        self.pages = pages
        """The base address of links to pages; empty if games have no pages."""

    async def settings_for(self, interaction: discord.Interaction) -> EffectiveSettings:
        """Return the effective settings of an interaction; raises Refusal outside a server."""
        return await self.settings.effective(scope_of(interaction))

    async def judge_role(self, guild: int, *channels: int) -> int | None:
        """Return the judge role of a server, or of a channel there; None if it has none."""
        return (await self.settings.effective(SettingsScope(guild, channels, 0)))[JUDGE]

    async def requester(self, interaction: discord.Interaction) -> Requester:
        """Return the user of an interaction and their permissions; raises Refusal outside a server."""
        settings = await self.settings_for(interaction)
        return requester_of(interaction, settings, lambda: self.discord_clock.require_in_time(interaction))

    async def view(self, where: GameRef) -> GameView:
        """Return the current table; raises Refusal "no_table"."""
        view = await self.games.view(where)
        if view is None:
            raise Refusal("no_table")
        return view

    async def require_place(self, interaction: discord.Interaction, game: GameId) -> None:
        """Raise Refusal "no_such_game" unless the game is played in the interaction's channel."""
        view = await self.games.view(game)
        if view is None or location_of(interaction) != view.location:
            raise Refusal("no_such_game", number=game)

    async def prepare(self, interaction: discord.Interaction, press: TableCustomId) -> TableCustomId:
        """Return a table message's request, with the picked list option as its value.

        Raises Refusal "no_such_game" in another channel.
        """
        await self.require_place(interaction, press.game)
        values = picked(interaction)
        return replace(press, value=values[0]) if values else press

    async def view_here(self, interaction: discord.Interaction, number: int | None = None) -> GameView:
        """Return this channel's table, or the game of this number if it was played here; raises Refusal."""
        location = location_of(interaction)
        if number is None:
            return await self.view(location)
        view = await self.games.view(GameId(number))
        if view is None or view.location != location:
            raise Refusal("no_such_game", number=number)
        return view

    async def read_log(self, view: GameView) -> GameLogText:
        """Return a table's whole log, read without blocking others.

        Concurrent callers share the same reading, and wait for entries that are new since it began.
        """
        game, last = view.game, view.entries[-1].number
        earlier = self._readings.get(game)
        if earlier is not None and earlier.last == last:
            return await asyncio.shield(earlier.task)
        task = locale.in_background(
            self._read_log(view, None if earlier is None else earlier.task), "read a log"
        )
        reading = self._readings[game] = _Reading(last, task)

        def forget(_: object) -> None:
            if self._readings.get(game) is reading:
                del self._readings[game]

        task.add_done_callback(forget)
        return await asyncio.shield(task)

    async def _read_log(self, view: GameView, earlier: asyncio.Task[GameLogText] | None) -> GameLogText:
        known: Sequence[LogEntry] = () if earlier is None else (await asyncio.shield(earlier)).entries
        read, new = known[-1].number if known else 0, list[LogEntry]()
        while page := await self.games.log(view.game, before=new[-1].number if new else None, limit=LOG_PAGE):
            new += (entry for entry in page if entry.number > read)
            if page[-1].number <= read + 1:
                break
            await pause()
        await pause()
        entries, now = (*known, *reversed(new)), list[Step]()
        if any(entry.fix is not None for entry in entries):
            by_number = {entry.number: entry for entry in entries}
            now = [step async for step in sliced(steps(by_number, entries[-1].at))]
        return GameLogText(view.table, entries, now)

    async def look(self, where: GameRef) -> Game:
        """Return the current game; raises Refusal "no_table", or "not_started" for a lobby."""
        view = await self.view(where)
        if isinstance(view.table, Lobby):
            raise Refusal("not_started")
        return view.table

    async def act(self, interaction: discord.Interaction, decide: DecideAction) -> None:
        """Carry out the action of `decide` at this channel's game, and reply with the result."""
        committed = await self.enter(interaction, location_of(interaction), decide)
        await self.replies.tell(interaction, committed)

    async def press(
        self, interaction: discord.Interaction, game: GameId, decide: DecideAction, *, continues: bool = False
    ) -> None:
        """Carry out a button's action; the pressed board is the reply. Raises Refusal.

        ``continues``: consecutive presses are one step.
        """
        await self.replies.show(interaction, await self.enter(interaction, game, decide, continues=continues))

    async def press_privately(
        self,
        interaction: discord.Interaction,
        game: GameId,
        decide: DecideAction,
        shown: RenderPrivateReply = _only_said,
        *,
        continues: bool = False,
    ) -> None:
        """Carry out the action of a private message's button; that message is the reply. Raises Refusal."""
        committed = await self.enter(interaction, game, decide, continues=continues)
        await self.replies.show_privately(interaction, committed, shown)

    async def enter(
        self,
        interaction: discord.Interaction,
        where: GameRef,
        decide: DecideAction,
        *,
        continues: bool = False,
    ) -> Committed:
        """Carry out the action of `decide` at a game in progress, and leave the reply to the caller.

        Raises Refusal and NotCommitted.
        """
        deciding = partial(_decide_as, interaction.user.id, decide)
        try:
            return await self.carry_out(interaction, where, deciding, continues=continues)
        except Refusal:
            interaction.extras[REFUSED_ACTION_KEY] = where, decide
            raise

    async def carry_out(
        self,
        interaction: discord.Interaction,
        where: GameRef,
        decide: Callable[[Table], AnyAction],
        *,
        spectators: bool = False,
        request: Request | None = None,
        continues: bool = False,
    ) -> Committed:
        """Carry out the action of `decide` at a table, if the user may do that there.

        ``spectators``: people without a seat may, too. ``request``: its key in the log, if one interaction
        requests several actions. Members at the table may be typed by any of their names. Raises Refusal
        and NotCommitted.
        """
        act = partial(
            self._carry_out, interaction, where, spectators, request or request_of(interaction), continues
        )
        try:
            return await act(decide)
        except Refusal as refusal:
            if refusal.reason != "no_such_player":
                raise
            rename = await renamed(interaction, refusal, (await self.view(where)).table)
            if rename is None:
                raise
        return await act(lambda table: decide(rename(table)))

    async def _carry_out(
        self,
        interaction: discord.Interaction,
        where: GameRef,
        spectators: bool,
        request: Request,
        continues: bool,
        decide: Callable[[Table], AnyAction],
    ) -> Committed:
        requester = await self.requester(interaction)
        deciding = partial(_allowed, requester, spectators, decide)
        wait = timedelta(seconds=requester.same_time)
        committed = await self.games.act(where, request, deciding, wait=wait, continues=continues)
        await self.follow(interaction, request, committed)
        return committed

    def go_by(self, hooks: Hooks) -> None:
        """Install the hooks to be called."""
        self.hooks = self.step_announcements.hooks = hooks
        self.announcer.renderers = hooks.announcements
        self.settings.followers = hooks.chosen
        self.games.tell(hooks.commits)

    async def follow(self, interaction: discord.Interaction, request: Request, committed: Committed) -> None:
        """Run the hooks between an action and its answer."""
        for follow in self.hooks.before_answers:
            with errors_logged():
                await follow(interaction, request, committed)

    async def language_of_channel(self, interaction: discord.Interaction) -> Audience:
        """Return the language of an interaction's channel; outside of servers the table's, or else the
        user's."""
        settings = await self.settings_for(interaction)
        if interaction.guild_id is None and settings.at(LANGUAGE, Level.CHANNEL).value is None:
            return locale.private(settings, interaction)
        return locale.public(settings, interaction.guild_locale, interaction.client)

    async def language_of_user(self, interaction: discord.Interaction) -> Audience:
        """Return the language for the user of an interaction."""
        return locale.private(await self.settings_for(interaction), interaction)

    async def zone_and_language(self, interaction: discord.Interaction) -> tuple[str, str]:
        """Return the time zone and the language in which the user of an interaction types times."""
        audience = await self.language_of_user(interaction)
        return (await self.settings_for(interaction))[ZONE], audience.language

    async def refuse(self, interaction: discord.Interaction, refusal: Refusal) -> None:
        """Explain a refusal privately, together with the refusals that caused it."""
        with speaking(await self.language_of_user(interaction)):
            offered = list[str | ComponentRow]()
            for offer in self.hooks.offers:
                with errors_logged():
                    offered += await offer(interaction, refusal)
            await reply_private(
                interaction, "\n".join(dict.fromkeys(map(explain, causes(refusal)))), *offered
            )


def in_progress(table: Table) -> Game:
    """Return the game of a table; raises Refusal "not_started" for a lobby, and "game_over"."""
    if isinstance(table, Lobby):
        raise Refusal("not_started")
    if table.outcome is not None:
        raise Refusal("game_over")
    return table


def _decide_as(user: int, decide: DecideAction, table: Table) -> AnyAction:
    """Return a user's action at a game in progress; raises Refusal."""
    return decide(in_progress(table), seat_of(table, user))


def _allowed(
    requester: Requester, spectators: bool, decide: Callable[[Table], AnyAction], table: Table
) -> AnyAction:
    """Return the action at a table, with random results drawn, if the requester may carry it out."""
    if not spectators:
        requester.require_part(table)
    action, draws = targets.with_random_targets(decide, table)
    requester.require(table, action)
    return with_draws(tuple(draws), action) if isinstance(action, Action) else action


def privately(handler: TableHandler) -> TableHandler:
    """Return a handler that runs in the language of the user who pressed."""

    @wraps(handler)
    async def in_own_language(
        service: GameService, interaction: discord.Interaction, press: TableCustomId
    ) -> None:
        with speaking(await service.language_of_user(interaction)):
            await handler(service, interaction, press)

    return in_own_language


class GameCog(commands.Cog):
    """A cog whose commands are about the game in the channel."""

    def __init__(self, service: GameService) -> None:
        self.service = service

    async def act_on_player(
        self, interaction: discord.Interaction, typed: str | None, action: Callable[[PlayerId], AnyAction]
    ) -> None:
        """Carry out an action for the typed player (default: the requester), and reply."""
        await self.service.act(interaction, lambda game, me: action(targets.player(game, typed, me)))

    async def act_on_players(
        self,
        interaction: discord.Interaction,
        typed: str | None,
        action: Callable[[tuple[PlayerId, ...]], AnyAction],
    ) -> None:
        """Carry out an action for all typed players (default: the requester), and reply."""
        await self.service.act(interaction, lambda game, me: action(targets.players(game, typed, me)))

    async def enter(
        self, interaction: discord.Interaction, read: Callable[[Game, PlayerId | None], StepFields]
    ) -> None:
        """Carry out the step with a command's fields, and answer."""
        await self.service.act(
            interaction, lambda game, me: action_of(replace(read(game, me), requester=me), game)
        )

    async def reply_privately(self, interaction: discord.Interaction, text: Callable[[Game], str]) -> None:
        """Tell only the user something about this channel's game, in the user's language; raises Refusal."""
        game = await self.service.look(location_of(interaction))
        with speaking(await self.service.language_of_user(interaction)):
            await reply_private(interaction, text(game))
