"""/event available and deadline, and the button and form by which players say when they can."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.context import filled, typed
from cogs.core.delivery.visibility import is_hidden
from cogs.core.messaging import reply_private, reply_public
from cogs.core.service import GameService
from cogs.text.formatting import label
from cogs.text.language import speaking, tr
from cogs.tournaments.commands.rounds import MOST_DAYS
from cogs.tournaments.commands.service import EventBase, own_number
from cogs.tournaments.updates.deadlines import DeadlineKeeper, availability, thread_of
from cogs.tournaments.views import table as view
from cogs.tournaments.views.event import EventCustomId
from rules.tournaments.deadlines import DAY, SetDeadline
from rules.tournaments.state import TournamentState


class AppointmentsCog(EventBase):
    """When players can, and by when they have to."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, pause: float) -> None:
        super().__init__(bot, service, pause)
        self.presses |= {view.ASK: self._ask, view.SET: self._filled}
        DeadlineKeeper(bot, service, self.updater)

    @app_commands.command()
    @app_commands.describe(when="When you can play, in your own words (leave blank for a form)")
    async def available(
        self, interaction: discord.Interaction, when: app_commands.Range[str, 1, view.LENGTH] | None = None
    ) -> None:
        """Tell the others at your table when you can play"""
        state = await self.current(interaction)
        player = state.players[own_number(state, interaction)]
        with speaking(await self.service.language_of_user(interaction)):
            if when is None:
                await interaction.response.send_modal(view.availability_form(state.tournament, player))
            else:
                await self._keep(interaction, state, label(when))

    @app_commands.command()
    @app_commands.describe(days="Days from now")
    async def deadline(
        self, interaction: discord.Interaction, days: app_commands.Range[int, 1, MOST_DAYS]
    ) -> None:
        """Set how long the current round can be played (judges only)"""
        await self.require_organizer(interaction)
        state = await self.current(interaction)
        act = SetDeadline(deadline=self.now() + days * DAY)
        await self.change(interaction, state, lambda change: change.add(act))
        await reply_public(interaction, view.pairing_note(act.deadline))
        await self.service.replies.warn_unseen(interaction)

    async def _ask(self, interaction: discord.Interaction, pressed: EventCustomId) -> None:
        state = await self.tournaments.state(pressed.tournament)
        player = state.players[own_number(state, interaction)]
        with speaking(await self.service.language_of_user(interaction)):
            await interaction.response.send_modal(view.availability_form(state.tournament, player))

    async def _filled(self, interaction: discord.Interaction, pressed: EventCustomId) -> None:
        state = await self.tournaments.state(pressed.tournament)
        text = typed(filled(interaction), view.FIELD)
        await self._keep(interaction, state, label(text) if text else None)

    async def _keep(self, interaction: discord.Interaction, state: TournamentState, text: str | None) -> None:
        """Keep when somebody can play, and tell their table."""
        number, user = own_number(state, interaction), interaction.user.id
        here = await thread_of(self.tournaments, state, number) == interaction.channel_id
        told = [] if here or text is None else [availability(state, number, self.service.games.now())]
        after = await self.tournaments.say_available(state.tournament, user, text, *told)
        if here:
            with speaking(await self.service.language_of_channel(interaction)):
                await reply_public(interaction, view.available(after.players[number]))
            return
        with speaking(await self.service.language_of_user(interaction)):
            if is_hidden(interaction.client, state.channel):
                text = tr(
                    "Saved. The others at your tables can see it once a moderator gives me the View Channel "
                    "permission in {channel}.",
                    channel=f"<#{state.channel}>",
                )
            else:
                text = tr("Saved. The others at your tables can see it.")
            await reply_private(interaction, text)
