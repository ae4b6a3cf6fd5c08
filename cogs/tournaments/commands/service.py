"""What the cogs of events share: which event is meant, who organizes it, and its message."""

from collections.abc import Awaitable, Callable, Collection

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.autocomplete import Choices, cog_of, labelled
from cogs.core.context import request_of, scope_of
from cogs.core.messaging import respond
from cogs.core.naming.people import fitting_known
from cogs.core.service import GameService
from cogs.text.language import tr
from cogs.text.matching import beginning
from cogs.text.people import Candidate, offered, several
from cogs.tournaments.updates.announcer import EventAnnouncer
from cogs.tournaments.updates.messages import TournamentUpdater
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import EventCustomId
from rules.formats.variants import VARIANTS
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct
from rules.tournaments.state import SignUpStage, TournamentState
from storage.tournaments.change import TournamentChange

Variants = [app_commands.Choice(name=one.name, value=key) for key, one in VARIANTS.items()]
Decide = Callable[[TournamentChange], None]
Press = Callable[[discord.Interaction, EventCustomId], Awaitable[None]]
"""Does what was pressed on a message of an event; may raise Refusal."""


class EventBase(commands.Cog):
    """A cog whose commands are about the event of a channel."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, pause: float) -> None:
        self.service = service
        self.tournaments = service.games.tournaments
        self.updater = TournamentUpdater(bot, service, pause)
        self.announcer = EventAnnouncer(bot, service)
        self.presses: dict[str, Press] = {}
        """What each verb of a button does."""

    def now(self) -> int:
        """Whole seconds since 1970 in UTC."""
        return int(self.service.games.now().timestamp())

    async def current(self, interaction: discord.Interaction) -> TournamentState:
        """The event of the channel, or of the thread's channel; raises Refusal "no_event"."""
        found = await self.tournaments.queries.in_channels(scope_of(interaction).channels)
        if found is None:
            raise Refusal("no_event")
        return await self.tournaments.state(found)

    async def change(
        self, interaction: discord.Interaction, state: TournamentState, decide: Decide
    ) -> TournamentState:
        """Carry out what ``decide`` adds; the event's message follows."""
        after = await self.tournaments.change(state.tournament, request_of(interaction), decide)
        self.updater.refresh(state.tournament)
        return after

    async def pressed(self, interaction: discord.Interaction, press: EventCustomId) -> None:
        """Do what a button of an event's message asks for, also after a restart; raises Refusal."""
        state = await self.tournaments.state(press.tournament)
        if state.guild != interaction.guild_id:
            raise Refusal("no_event")
        await self.presses[press.verb](interaction, press)

    async def press(self, interaction: discord.Interaction, pressed: EventCustomId, decide: Decide) -> None:
        """Carry out what a button asks for; its message is the answer."""
        after = await self.tournaments.change(pressed.tournament, request_of(interaction), decide)
        await self.updater.answer(interaction, after)

    async def post(self, interaction: discord.Interaction, state: TournamentState) -> None:
        """Answer with the event's message, which is kept up to date from then on."""
        if interaction.channel_id != state.channel:
            raise Refusal("event_elsewhere", channel=f"<#{state.channel}>")
        posted = await respond(interaction, view=await self.updater.shown(state))
        await self.tournaments.show(state.tournament, posted)
        self.updater.refresh(state.tournament)
        if state.rounds and not state.over:
            self.updater.tables.open(state.tournament)
        await self.service.replies.warn(interaction)

    async def announce_round(
        self,
        interaction: discord.Interaction,
        act: TournamentAct,
        before: TournamentState,
        after: TournamentState,
    ) -> None:
        """Answer with the pairings that an act has made, and open their tables, or say why they wait."""
        try:
            await self.announcer.answer(interaction, act, before, after)
        finally:
            self.updater.tables.open(after.tournament)
        await self.service.replies.warn_unseen(interaction)

    async def player(
        self,
        interaction: discord.Interaction,
        state: TournamentState,
        typed: str,
        among: Collection[Participant] = (),
    ) -> Participant:
        """The player or team that is typed, or the team of a player, also who has dropped; raises Refusal.

        ``among``: who of several is meant, as at a table.
        """
        known = candidates(state)

        def unknown(hint: str) -> Refusal:
            return Refusal("no_event_player", name=typed, hint=hint)

        found = await fitting_known(interaction, typed, known, unknown)
        there = {one for one in map(state.played_as, found) if one in among}
        if len(there) == 1:
            return there.pop()
        if len(found) > 1:
            raise several(typed, [known[key] for key in found])
        return state.played_as(found[0])

    async def require_organizer(self, interaction: discord.Interaction) -> None:
        """Raises Refusal "league_judges_only" unless the asker is a judge or moderator here."""
        asker = await self.service.asker(interaction)
        if not asker.in_charge:
            raise Refusal("league_judges_only", judges=asker.judges)


def candidates(state: TournamentState) -> dict[Participant, Candidate]:
    """Everybody who can be meant in an event: its players and teams, also those who have dropped."""
    return {
        one.number: Candidate((view.plain_name(one),), one.user, one.number, hidden=one.name is None)
        for one in state.players.values()
    }


def dropped(state: TournamentState, number: Participant) -> str:
    """That a player or team has dropped, in a small line; empty for those who are still in."""
    if state.players[number].stage is not SignUpStage.OUT:
        return ""
    return tr("-# {player} has dropped.", player=view.name(state.players[number]))


async def signed_up(interaction: discord.Interaction, typed: str) -> Choices:
    """The players of the event here, those who have dropped last."""
    cog = cog_of(interaction, EventBase)
    if cog is None or interaction.guild_id is None:
        return []
    try:
        state = await cog.current(interaction)
    except Refusal:
        return []
    out = {number for number, one in state.players.items() if one.stage is SignUpStage.OUT}
    shown = sorted(offered(candidates(state)).items(), key=lambda one: one[0] in out)
    values = {
        tr("{player} (dropped)", player=label) if number in out else label: value
        for number, (label, value) in shown
    }
    return labelled({label: values[label] for label in beginning(typed, [*values])})


def own_number(state: TournamentState, interaction: discord.Interaction) -> Participant:
    """The number of whoever an interaction comes from, or of their team; raises Refusal "not_signed_up"."""
    player = state.find(interaction.user.id, "")
    if player is None:
        raise Refusal("not_signed_up")
    return state.entrant(player.number)
