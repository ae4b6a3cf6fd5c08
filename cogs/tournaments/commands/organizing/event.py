"""The handlers of the judges' panel for the event and its rounds."""

from collections.abc import Callable

import discord

from cogs.core.context import submitted_fields, typed
from cogs.core.custom_ids import whole as carried
from cogs.core.delivery.deferring import put_off
from cogs.text.language import speaking
from cogs.tournaments.commands import judging
from cogs.tournaments.commands.adding import add_players
from cogs.tournaments.commands.organizing.shown import Act, carry_out, display, number
from cogs.tournaments.commands.pictures import show_standings
from cogs.tournaments.commands.rounds import (
    MAX_EXTENSION,
    MINUTES,
    cutting,
    pair_round,
    time_in_words,
    timing,
)
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
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import ReopenTournament, TakeBackRound
from rules.tournaments.deadlines import GiveTime, TakeBackTime, last_extension
from rules.tournaments.judging import require_redrawable
from rules.tournaments.schedule import PlanRounds
from rules.tournaments.state import TournamentState
from storage.workers.threads import in_thread


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


async def take_back_cut(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Take back a top cut before its first round."""
    await carry_out(service, interaction, state, await cutting(state, 0))


async def take_back_round(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Take back the last round, unless another judge has just done that."""
    await carry_out(service, interaction, state, judging.unless_paired(state, TakeBackRound()))


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
    await service.recovery.resume(state)


async def show_log(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Show the event's log."""
    beginning, entries = await service.tournaments.history(state.tournament)
    with speaking(await service.game_service.language_of_user(interaction)):
        shown = await in_thread(state.tournament, log.event_log_lines, beginning, entries, state)
        await display(interaction, event_pages.log(state, shown))


async def show_standings_from_panel(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Show the standings."""
    await show_standings(service, interaction, state)


async def add(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Sign up the players who were filled in."""
    await add_players(service, interaction, state, typed(submitted_fields(interaction), parts.NAMES))


async def cut(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Begin the top cut with as many players as were chosen."""
    players = carried(typed(submitted_fields(interaction), parts.CUT))
    await carry_out(service, interaction, state, await cutting(state, players))


async def give_more_time(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    """Give a table of the round more time, or without a number all tables that go on."""
    minutes = number(typed(submitted_fields(interaction), parts.MINUTES), 1, MAX_EXTENSION)
    await _change_time(service, interaction, state, GiveTime(minutes=minutes, table=about))


async def take_back_time(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    """Take back the time that was given last, if that is still the extension of the button's number."""
    last = last_extension(state.rounds[-1]) if state.rounds else None
    if about and last is not None and about != last + 1:
        raise Refusal("event_changed")
    await _change_time(service, interaction, state, TakeBackTime())


async def _change_time(
    service: EventService,
    interaction: discord.Interaction,
    state: TournamentState,
    act: GiveTime | TakeBackTime,
) -> None:
    decide = await timing(service, state, act)
    await carry_out(service, interaction, state, decide, said=lambda _after: time_in_words(state, act))


async def plan(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Plan as many rounds, and a top cut of as many, as were chosen."""
    fields = submitted_fields(interaction)
    rounds, cut = (carried(typed(fields, one)) for one in (parts.ROUNDS, parts.CUT))
    await carry_out(service, interaction, state, PlanRounds(rounds=rounds, cut=cut if rounds else 0))
