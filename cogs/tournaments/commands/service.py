"""The service behind events' commands and buttons: finds the event and carries out acts."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import NamedTuple

import discord
from discord.ext import commands

from cogs.core import members
from cogs.core.components import button, rows
from cogs.core.context import location_of, request_of, scope_of
from cogs.core.messaging import reply_private, reply_public, respond
from cogs.core.naming.people import fitting_known
from cogs.core.service import GameService
from cogs.text.language import speaking, tr
from cogs.text.people import Candidate, several
from cogs.tournaments.updates.announcer import EventAnnouncer
from cogs.tournaments.updates.following import Answering
from cogs.tournaments.updates.messages import EventMessages
from cogs.tournaments.updates.queues import QueueKeeper
from cogs.tournaments.updates.recovery import EventRecovery
from cogs.tournaments.updates.tables.keeper import TableKeeper
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import EventCustomId
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, not_in
from rules.tournaments.playing import require_playable
from rules.tournaments.state import SignUpStage, TournamentRules, TournamentState
from storage.events.cache import LruCache
from storage.games.games import NotCommitted
from storage.posts import Topic
from storage.settings.definitions import NICKNAMES
from storage.tournaments.change import TournamentChange
from storage.tournaments.result_files import ResultsFile
from storage.tournaments.spreadsheet import RosterFile

MAX_EVENT_FILES = 32
"""Files kept in memory until their people are signed up."""
ANYWAY = "anyway"
"""The detail of a button for joining in spite of being in another event."""
EditTournament = Callable[[TournamentChange], None]
"""Adds acts to a change; may raise Refusal."""


class Pressed(NamedTuple):
    """A pressed button or form of an event, with the event's state then and the custom_id's
    further values."""

    state: TournamentState
    detail: str


EventHandler = Callable[["EventService", discord.Interaction, Pressed], Awaitable[None]]
"""Handles a button or form of an event's message; may raise Refusal."""


class EventService:
    """The path from an interaction to an event.

    The state is read once for an interaction. An act is carried out under the event's lock; its answer
    comes next, and then the follow-up work: messages, tables, queues.
    """

    def __init__(
        self,
        game_service: GameService,
        messages: EventMessages,
        tables: TableKeeper,
        queues: QueueKeeper,
        announcer: EventAnnouncer,
        answering: Answering,
        recovery: EventRecovery,
    ) -> None:
        self.game_service = game_service
        self.tournaments = game_service.games.tournaments
        self.messages = messages
        self.queues = queues
        self.recovery = recovery
        self.files = LruCache[int, RosterFile | ResultsFile](MAX_EVENT_FILES)
        """Previewed files, by the number of the command that sent them."""
        self._tables = tables
        self._announcer = announcer
        self._answering = answering

    async def pressed(self, interaction: discord.Interaction, press: EventCustomId) -> Pressed:
        """Decode a button or form, even after a restart; raises Refusal "no_event"."""
        state = await self.tournaments.state(press.tournament)
        if state.guild != interaction.guild_id:
            raise Refusal("no_event")
        return Pressed(await self._renamed(interaction, state), press.detail)

    async def _renamed(self, interaction: discord.Interaction, state: TournamentState) -> TournamentState:
        """Return an event with the requester's newest nickname, if it isn't over and the settings allow
        that."""
        user, name = members.member(interaction.user)
        player = state.find(interaction.user.id, "")
        suggesting = interaction.type is discord.InteractionType.autocomplete
        if player is None or player.name in (None, name) or state.over or suggesting:
            return state
        if not (await self.game_service.settings_for(interaction))[NICKNAMES]:
            return state
        with suppress(NotCommitted):
            return await self.tournaments.rename(state.tournament, (user, name))
        return state

    def now(self) -> int:
        """Return whole seconds since 1970 in UTC."""
        return int(self.game_service.games.now().timestamp())

    async def current(self, interaction: discord.Interaction) -> TournamentState:
        """Return the event of the channel, or of the thread's channel; raises Refusal "no_event"."""
        found = await self.tournaments.queries.in_channels(scope_of(interaction).channels)
        if found is None:
            raise Refusal("no_event")
        return await self._renamed(interaction, await self.tournaments.state(found))

    async def latest(self, interaction: discord.Interaction) -> TournamentState:
        """Return the last event of the channel, also one that is over; raises Refusal "no_event"."""
        found = await self.tournaments.queries.last_in(scope_of(interaction).channels)
        if found is None:
            raise Refusal("no_event")
        return await self.tournaments.state(found)

    async def also_in(self, state: TournamentState, user: int) -> TournamentState | None:
        """Return another current event or queue of the server that a user is in; None without one."""
        queries = self.tournaments.queries
        going_on = {*await queries.of_user(user)} & {*await queries.going_on()}
        async for other in self.tournaments.readable(going_on):
            player = None if other.guild != state.guild else other.find(user, "")
            if player is None or other.tournament == state.tournament:
                continue
            entrant = other.players[other.entrant(player.number)]
            if entrant.number in other.queue if other.rules.queue else entrant.stage is SignUpStage.IN:
                return other
        return None

    async def asked_about_another(
        self, interaction: discord.Interaction, pressed: Pressed, verb: str, detail: str = ANYWAY
    ) -> bool:
        """Ask someone who joins an event while in another one; return whether they were asked.

        ``verb``, ``detail``: those of the button for joining nevertheless.
        """
        other = None if pressed.detail else await self.also_in(pressed.state, interaction.user.id)
        if other is None:
            return False
        with speaking(await self.game_service.language_of_user(interaction)):
            text = tr(
                "You're also in {event} ({channel}). Join this one too?",
                event=view.title(other),
                channel=f"<#{other.channel}>",
            )
            custom_id = EventCustomId(verb, pressed.state.tournament, detail)
            join = button(tr("Join"), custom_id, discord.ButtonStyle.success)
            await reply_private(interaction, text, *rows(join))
        return True

    async def require_organizer(self, interaction: discord.Interaction) -> None:
        """Raise Refusal "league_judges_only" unless the requester is a judge or moderator here."""
        requester = await self.game_service.requester(interaction)
        if not requester.is_judge:
            raise Refusal("league_judges_only", judges=requester.judges)

    async def judged(self, interaction: discord.Interaction) -> TournamentState:
        """Return the event here, for judges; raises Refusal "league_judges_only", "no_event"."""
        await self.require_organizer(interaction)
        return await self.current(interaction)

    @asynccontextmanager
    async def changing(
        self, interaction: discord.Interaction, state: TournamentState, decide: EditTournament | TournamentAct
    ) -> AsyncGenerator[TournamentState]:
        """Carry out an act, or the additions of ``decide``, and yield the event after it; the block
        answers.

        The follow-up work comes after the block. Raises Refusal, NotCommitted.
        """

        def adding(change: TournamentChange) -> None:
            if isinstance(decide, TournamentAct):
                change.add(decide)
            else:
                decide(change)

        with self._answering.answering(state.tournament):
            yield await self.tournaments.change(state.tournament, request_of(interaction), adding)

    async def press(self, interaction: discord.Interaction, pressed: Pressed, decide: EditTournament) -> None:
        """Carry out a button's act; its message is the answer."""
        async with self.changing(interaction, pressed.state, decide) as after:
            await self.messages.answer(interaction, after)

    async def tell(self, interaction: discord.Interaction, after: TournamentState, text: str) -> None:
        """Answer with the result of an act, which is also posted in the event's channel if that is another
        one.

        If the answer fails, it is posted there soon.
        """
        topic: Topic = "tournament", after.tournament
        announcer = self.game_service.announcer
        post = self.game_service.games.outbox.find(topic, after.entries)
        here = post is not None and post.place.channel == interaction.channel_id
        with announcer.telling(topic, after.entries) if here else nullcontext():
            message = await reply_public(interaction, text)
            announcer.note_answer(topic, after.entries, message, complete=True)
        announcer.send_soon(topic)

    async def announce(
        self,
        interaction: discord.Interaction,
        before: TournamentState,
        act: TournamentAct,
        decide: EditTournament | None = None,
    ) -> None:
        """Carry out an announced act, or the additions of ``decide`` to it, and answer; raises Refusal."""
        async with self.changing(interaction, before, decide or act) as after:
            await self._announcer.answer(interaction, act, before, after)

    async def create(self, interaction: discord.Interaction, rules: TournamentRules) -> TournamentState:
        """Begin an event in the channel of an interaction and answer with its message; raises Refusal."""
        require_playable(rules)
        state = await self.tournaments.create(location_of(interaction), request_of(interaction), rules)
        await self.post(interaction, state)
        return state

    async def post(self, interaction: discord.Interaction, state: TournamentState) -> None:
        """Answer with the event's message, which is updated from then on."""
        if interaction.channel_id != state.channel:
            raise Refusal("event_elsewhere", channel=f"<#{state.channel}>")
        with self._answering.answering(state.tournament):
            posted = await respond(interaction, view=await self.messages.shown(state))
            await self.tournaments.show(state.tournament, posted, state.guild)
        if state.rounds and not state.over:
            self._tables.open(state.tournament)
        await self.game_service.replies.warn_missing_permissions(interaction)

    async def player(
        self,
        interaction: discord.Interaction,
        state: TournamentState,
        typed: str,
        among: Collection[Participant] = (),
        *,
        exactly: bool = False,
    ) -> Participant:
        """Return the typed player or team, or a player's team, even if dropped; raises Refusal.

        ``among``: the possible ones, such as those at a table. ``exactly``: a player, not their team.
        """
        known = event_candidates(state)

        def unknown(hint: str) -> Refusal:
            return Refusal("no_event_player", name=typed, hint=hint)

        found = await fitting_known(interaction, typed, known, unknown)
        there = {one for one in map(state.played_as, found) if one in among}
        if len(there) == 1:
            return there.pop()
        if len(found) > 1:
            raise several(typed, [known[key] for key in found])
        return found[0] if exactly else state.played_as(found[0])


class EventCog(commands.Cog):
    """A cog whose commands are a part of /event or /series."""

    def __init__(self, service: EventService) -> None:
        self.service = service
        self.game_service = service.game_service


def event_candidates(state: TournamentState) -> dict[Participant, Candidate]:
    """Return all candidates of an event: its players and teams, including dropped ones."""
    return {
        one.number: Candidate((view.plain_entrant_name(one),), one.user, one.number, hidden=one.name is None)
        for one in state.players.values()
    }


def dropped(state: TournamentState, number: Participant) -> str:
    """Return a small line that a player or team has dropped; empty if they are still in."""
    if state.players[number].stage is not SignUpStage.OUT:
        return ""
    return tr("-# {player} has dropped.", player=view.entrant_name(state.players[number]))


def unless_changed(state: TournamentState, *acts: TournamentAct) -> EditTournament:
    """Carry out acts unless anything has changed since this state, which raises Refusal "event_changed"."""

    def decide(change: TournamentChange) -> None:
        if change.state.entries != state.entries:
            raise Refusal("event_changed")
        for act in acts:
            change.add(act)

    return decide


def own_participant(state: TournamentState, interaction: discord.Interaction) -> Participant:
    """Return the number of the user, or of their team; raises the Refusal of `not_in`."""
    player = state.find(interaction.user.id, "")
    if player is None:
        raise not_in(state)
    return state.entrant(player.number)
