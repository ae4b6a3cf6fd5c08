"""/event available and deadline, and the button and form for the times when players can play."""

from collections.abc import Mapping, Sequence

import discord
from discord import app_commands

from cogs.core.context import submitted_fields, typed
from cogs.core.delivery.visibility import is_hidden
from cogs.core.messaging import reply_private, reply_public
from cogs.text.formatting import label
from cogs.text.language import speaking, tr
from cogs.tournaments.commands.rounds import MAX_DAYS
from cogs.tournaments.commands.service import EventCog, EventHandler, EventService, Pressed, own_participant
from cogs.tournaments.updates.tables.notices import availability, thread_of
from cogs.tournaments.views import table as view
from rules.leagues.result import DAY
from rules.tournaments.deadlines import SetDeadline
from rules.tournaments.state import TournamentState
from storage.tournaments.change import Notice


class AvailableCog(EventCog):
    """When players can, and by when they have to."""

    @app_commands.command()
    @app_commands.describe(when="When you can play, in your own words (leave blank for a form)")
    async def available(
        self,
        interaction: discord.Interaction,
        when: app_commands.Range[str, 1, view.TIMES_LENGTH] | None = None,
    ) -> None:
        """Tell the others at your table when you can play"""
        state = await self.service.current(interaction)
        if when is None:
            await open_availability_form(self.service, interaction, Pressed(state, ""))
        else:
            await _keep(self.service, interaction, state, label(when))

    @app_commands.command()
    @app_commands.describe(days="Days from now")
    async def deadline(
        self, interaction: discord.Interaction, days: app_commands.Range[int, 1, MAX_DAYS]
    ) -> None:
        """Set the deadline of the current round (judges only)"""
        state = await self.service.judged(interaction)
        act = SetDeadline(deadline=self.service.now() + days * DAY)
        await self.service.announce(interaction, state, act)
        await self.game_service.replies.warn_unseen(interaction)


async def open_availability_form(
    service: EventService, interaction: discord.Interaction, pressed: Pressed
) -> None:
    """Open the form in which a player says when they can play."""
    player = pressed.state.players[own_participant(pressed.state, interaction)]
    with speaking(await service.game_service.language_of_user(interaction)):
        await interaction.response.send_modal(view.availability_form(pressed.state.tournament, player))


async def set_available(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Store the availability from the form."""
    text = typed(submitted_fields(interaction), view.TIMES_FIELD)
    await _keep(service, interaction, pressed.state, label(text) if text else None)


async def _keep(
    service: EventService, interaction: discord.Interaction, state: TournamentState, text: str | None
) -> None:
    """Store when someone can play, and notify their table."""
    number, user, games = own_participant(state, interaction), interaction.user.id, service.game_service.games
    here = await thread_of(games.tournaments, state, number) == interaction.channel_id
    notices: Sequence[Notice] = ()
    if text is not None and not here:
        notices = await availability(games.tournaments, state, number)
    after = await games.tournaments.say_available(state.tournament, user, text, *notices)
    if here:
        await reply_public(interaction, view.available(after.players[number]))
        return
    with speaking(await service.game_service.language_of_user(interaction)):
        if is_hidden(interaction.client, state.channel):
            text = tr(
                "Saved. The others at your tables can see it once a moderator gives me the View Channel "
                "permission in {channel}.",
                channel=f"<#{state.channel}>",
            )
        else:
            text = tr("Saved. The others at your tables can see it.")
        await reply_private(interaction, text)


HANDLERS: Mapping[str, EventHandler] = {view.ASK: open_availability_form, view.SET: set_available}
