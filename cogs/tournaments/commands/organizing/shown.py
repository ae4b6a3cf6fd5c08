"""Shared steps of the judges' panel: an act is carried out, and a page shown."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import discord
from msgspec.structs import replace

from cogs.core.context import consequence_id, request_of
from cogs.core.messaging import respond
from cogs.text.language import speaking
from cogs.tournaments.commands.service import (
    EditTournament,
    EventService,
)
from cogs.tournaments.views.panel import overview as event_pages
from cogs.tournaments.views.panel.parts import PagePlace
from rules.numbers import parse_integer
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct
from rules.tournaments.state import TournamentState
from storage.events.store import Request
from storage.workers.threads import in_thread

Act: TypeAlias = Callable[[EventService, discord.Interaction, TournamentState, Participant], Awaitable[None]]
"""Handles a button of the panel, given its player or table, if any."""
MAIN = PagePlace()


async def show(
    service: EventService,
    interaction: discord.Interaction,
    state: TournamentState,
    place: PagePlace = MAIN,
    said: str = "",
) -> None:
    """Show a page of the panel in the judge's language."""
    with speaking(await service.game_service.language_of_user(interaction)):
        await display(interaction, await in_thread(state.tournament, event_pages.view_of, state, place, said))


async def display(interaction: discord.Interaction, shown: discord.ui.LayoutView) -> None:
    """Show a page on the pressed panel, or on a new one."""
    if interaction.response.is_done():
        await interaction.edit_original_response(view=shown)
    elif interaction.message is not None and interaction.message.flags.ephemeral:
        await interaction.response.edit_message(view=shown)
    else:
        await respond(interaction, view=shown, private=True)


async def carry_out(
    service: EventService,
    interaction: discord.Interaction,
    state: TournamentState,
    decide: EditTournament | TournamentAct,
    place: PagePlace = MAIN,
    said: Callable[[TournamentState], str] = lambda after: "",
) -> None:
    """Carry out an act and show a page of the panel; the channel gets a separate announcement."""
    async with service.changing(interaction, state, decide) as after:
        with speaking(await service.game_service.language_of_user(interaction)):
            words = said(after)
        await show(service, interaction, after, place, words)
    service.game_service.announcer.send_soon(("tournament", state.tournament))


def number(text: str, least: int, most: int) -> int:
    """Return the number that was typed; raises Refusal "event_number"."""
    try:
        return parse_integer(text, least, most)
    except ValueError:
        raise Refusal("event_number", text=text, least=least, most=most) from None


def follow_up_request(interaction: discord.Interaction, what: str) -> Request:
    """Return the request for a press's further action at a table."""
    return replace(request_of(interaction), interaction=consequence_id(f"event {interaction.id} {what}"))
