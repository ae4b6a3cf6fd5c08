"""/decklist, and the button and form for one's own decklist."""

from collections.abc import Mapping

import discord
from discord import app_commands

from cogs.core.components import card
from cogs.core.context import submitted_fields, typed
from cogs.core.messaging import reply_private, respond
from cogs.text.language import speaking
from cogs.tournaments.commands.options import suggest_event_player
from cogs.tournaments.commands.service import EventCog, EventHandler, EventService, Pressed
from cogs.tournaments.views import decklists as view
from cogs.tournaments.views.event import EVENT_COLOR
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments import decklists
from rules.tournaments.act import not_in
from rules.tournaments.state import TournamentState


class DecklistsCog(EventCog):
    """Decklists of the event in a channel."""

    decklist = app_commands.Group(name="decklist", description="Register and show decklists of an event")

    @decklist.command()
    @app_commands.autocomplete(who=suggest_event_player)
    @app_commands.describe(
        decklist="Link to the decklist, or its cards", who="Player whose decklist it is (default: you)"
    )
    async def submit(
        self,
        interaction: discord.Interaction,
        decklist: app_commands.Range[str, 1, view.DECKLIST_LENGTH],
        who: str | None = None,
    ) -> None:
        """Register your decklist for the event, or another player's (judges only)"""
        state = await self.service.current(interaction)
        if who is None:
            player = _own(state, interaction)
        else:
            player = await self.service.player(interaction, state, who, exactly=True)
        await _register(self.service, interaction, state, player, decklist)

    @decklist.command(name="show")
    @app_commands.autocomplete(who=suggest_event_player)
    @app_commands.describe(who="Player (default: a list of everyone's)")
    async def show_decklist(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Show the decklists of the event"""
        state = await self.service.latest(interaction)
        if who is None:
            await show_all(self.service, interaction, Pressed(state, ""))
            return
        number = await self.service.player(interaction, state, who, exactly=True)
        player = state.players[number]
        if not player.decklist:
            raise Refusal("event_no_decklist")
        judge = (await self.game_service.requester(interaction)).is_judge
        if not (judge or decklists.are_public(state) or player.user == interaction.user.id):
            raise Refusal("event_decklists_hidden")
        await respond(interaction, view=card(view.whole_decklist(player), color=EVENT_COLOR), private=True)


async def open_decklist_form(
    service: EventService, interaction: discord.Interaction, pressed: Pressed
) -> None:
    """Open the form for the user's decklist."""
    state = pressed.state
    number = _own(state, interaction)
    player = state.players[number]
    decklists.with_decklist(
        state, number, player.decklist or "", judged=await _is_judge(service, interaction)
    )
    with speaking(await service.game_service.language_of_user(interaction)):
        await interaction.response.send_modal(view.decklist_form(state.tournament, player))


async def set_decklist(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Register the decklist from the form."""
    state, text = pressed.state, typed(submitted_fields(interaction), view.DECKLIST_FIELD)
    await _register(service, interaction, state, _own(state, interaction), text)


async def show_all(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Show who has registered decklists, and the lists to those who may read them."""
    if not pressed.state.rules.decklists:
        raise Refusal("event_no_decklists")
    judge = await _is_judge(service, interaction)
    with speaking(await service.game_service.language_of_user(interaction)):
        await respond(
            interaction,
            view=card(view.decklist_overview(pressed.state, judge=judge), color=EVENT_COLOR),
            private=True,
        )


async def _register(
    service: EventService,
    interaction: discord.Interaction,
    state: TournamentState,
    player: Participant,
    decklist: str,
) -> None:
    """Register a decklist, and say so privately; judges may do that for others, and at any time."""
    own, judge = state.players[player].user == interaction.user.id, await _is_judge(service, interaction)
    if not own:
        await service.require_organizer(interaction)
    after = await service.tournaments.register_decklist(
        state.tournament, player, decklist.strip(), judged=judge
    )
    with speaking(await service.game_service.language_of_user(interaction)):
        await reply_private(interaction, view.registered_reply(after, after.players[player], own=own))


async def _is_judge(service: EventService, interaction: discord.Interaction) -> bool:
    return (await service.game_service.requester(interaction)).is_judge


def _own(state: TournamentState, interaction: discord.Interaction) -> Participant:
    """Return the user's own number, not that of their team; raises the Refusal of `not_in`."""
    player = state.find(interaction.user.id, "")
    if player is None:
        raise not_in(state)
    return player.number


HANDLERS: Mapping[str, EventHandler] = {
    view.MINE: open_decklist_form,
    view.SET: set_decklist,
    view.ALL: show_all,
}
