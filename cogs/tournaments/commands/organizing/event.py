"""The handlers of the judges' panel for the event and its rounds."""

from collections.abc import Callable

import discord

from cogs.core.context import filled, typed
from cogs.core.custom_ids import whole as carried
from cogs.core.delivery.deferring import put_off
from cogs.text.language import speaking, tr
from cogs.tournaments.commands import judging
from cogs.tournaments.commands.adding import add_players
from cogs.tournaments.commands.organizing.shown import Act, carry_out, display, following, number, show
from cogs.tournaments.commands.pictures import show_standings
from cogs.tournaments.commands.rounds import MINUTES, cutting, pair_round
from cogs.tournaments.commands.service import (
    EventService,
    unless_changed,
)
from cogs.tournaments.commands.sign_up import closing
from cogs.tournaments.views import log
from cogs.tournaments.views.panel import overview as event_pages
from cogs.tournaments.views.panel import parts
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, require_round
from rules.tournaments.acts import (
    ReopenTournament,
)
from rules.tournaments.judging import require_redrawable
from rules.tournaments.state import TournamentState
from rules.turns.clock import ExtendRound
from storage.workers.threads import in_thread

MAX_EXTENSION = 120
"""Maximum minutes of one extension of a round."""


def simple(make: Callable[[], TournamentAct]) -> Act:
    """Return a handler for an act without a player."""

    async def do(
        service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
    ) -> None:
        await carry_out(service, interaction, state, make())

    return do


def pairing(*, last: bool) -> Act:
    """Return a handler that pairs the next round and opens its tables."""

    async def pair(
        service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
    ) -> None:
        await put_off(interaction)
        begun = await pair_round(service, state, MINUTES[state.rules.play], last=last)
        await carry_out(service, interaction, state, unless_changed(state, begun))

    return pair


async def pair_again(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Pair the round again, before any table has a result."""
    require_redrawable(state)
    await put_off(interaction)
    again = await judging.draw_again(service, state, last=False)
    await carry_out(service, interaction, state, unless_changed(state, again))


async def close(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """End the event."""
    await carry_out(service, interaction, state, closing(service))


async def reopen(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Reopen an event that was closed, unless the channel has another one by now; raises Refusal."""
    if await service.tournaments.queries.in_channels([state.channel]) not in (None, state.tournament):
        raise Refusal("event_here")
    await carry_out(service, interaction, state, ReopenTournament())


async def show_log(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Show the event's log."""
    beginning, entries = await service.tournaments.history(state.tournament)
    with speaking(await service.game_service.language_of_user(interaction)):
        shown = await in_thread(state.tournament, log.in_words, beginning, entries, state)
        await display(interaction, event_pages.log(state, shown))


async def standings(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Show the standings."""
    await show_standings(service, interaction, state)


async def add(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Sign up the players who were filled in."""
    await add_players(service, interaction, state, typed(filled(interaction), parts.NAMES))


async def cut(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Begin the top cut with as many players as were chosen."""
    players = carried(typed(filled(interaction), parts.CUT))
    await carry_out(service, interaction, state, await cutting(state, players))


async def give_more_time(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Give all unfinished tables of the round more time."""
    minutes = number(typed(filled(interaction), parts.MINUTES), 1, MAX_EXTENSION)
    games, longer = service.game_service.games, ExtendRound(seconds=60 * minutes)
    known = await service.tournaments.queries.tables(state.tournament, len(state.rounds))
    for table in require_round(state).unfinished:
        if table in known:
            request = following(interaction, f"time {table}")
            await games.set_clock(known[table].game, request, lambda _: longer)
    with speaking(await service.game_service.language_of_user(interaction)):
        said = tr("{n} minutes more for all tables.", n=minutes)
    await show(service, interaction, state, said=said)
