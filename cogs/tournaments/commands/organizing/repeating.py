"""The handlers of the judges' panel for events to come: repeated ones, and templates."""

import discord

from cogs.core.context import submitted_fields, typed
from cogs.core.custom_ids import whole as carried
from cogs.text.formatting import label
from cogs.text.language import speaking
from cogs.tournaments.commands.options import start_time
from cogs.tournaments.commands.organizing.shown import number, show
from cogs.tournaments.commands.schedule import MAX_DAYS_AHEAD, begin_series, keep_template
from cogs.tournaments.commands.service import EventService
from cogs.tournaments.views.panel import parts
from cogs.tournaments.views.panel.forms import TEMPLATE_LENGTH
from rules.pairings.pairings import Participant
from rules.tournaments.state import TournamentState


async def repeat(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Repeat events with the settings of this one."""
    fields = submitted_fields(interaction)
    weeks, days = carried(typed(fields, parts.EVERY)), number(typed(fields, parts.DAYS), 0, MAX_DAYS_AHEAD)
    starts = await start_time(service.game_service, interaction, typed(fields, parts.START))
    with speaking(await service.game_service.language_of_user(interaction)):
        said = await begin_series(service, interaction, state.rules, starts, weeks, days)
    await show(service, interaction, state, said=said)


async def save_template(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Save the settings of this event as a template of the server."""
    name = label(typed(submitted_fields(interaction), parts.TEMPLATE))[:TEMPLATE_LENGTH]
    with speaking(await service.game_service.language_of_user(interaction)):
        said = await keep_template(service, interaction, state.rules, name)
    await show(service, interaction, state, said=said)
