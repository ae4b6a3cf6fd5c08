"""The panel of judges behind **Organize…** on an event's message: everything of a night by buttons."""

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

import discord
from msgspec.structs import replace

from cogs.core.context import filled, number_of, picked, request_of, typed
from cogs.core.custom_ids import whole as carried
from cogs.core.delivery.deferring import put_off
from cogs.core.messaging import respond
from cogs.text.language import speaking, tr
from cogs.tournaments.commands import judging
from cogs.tournaments.commands.absences import missing
from cogs.tournaments.commands.adding import add_players, sign_up
from cogs.tournaments.commands.pictures import show_standings
from cogs.tournaments.commands.rounds import MINUTES, cutting, pair_round
from cogs.tournaments.commands.service import (
    Decide,
    EventService,
    Handler,
    Pressed,
    dropped,
    unless_changed,
)
from cogs.tournaments.commands.sign_up import closing, dropping
from cogs.tournaments.updates.tables.missing import seats_of
from cogs.tournaments.views import log, outcomes, panel
from cogs.tournaments.views.panel import PagePlace, Task
from rules.actions.endings import Depart
from rules.numbers import whole
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.table import Table
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import (
    BeginCut,
    CloseCheckIn,
    OpenCheckIn,
    ReopenTournament,
    TakeBackRound,
)
from rules.tournaments.judging import require_redrawable, require_round
from rules.tournaments.penalties import Penalize, decides, loss_at_table
from rules.tournaments.state import Infraction, PenaltyKind, TournamentState
from rules.turns.clock import ExtendRound
from storage.events.store import Request
from storage.games.outbox import topic_of
from storage.outbox import PostKind
from storage.tournaments.change import Notice, TournamentChange
from storage.workers.threads import in_thread

Act: TypeAlias = Callable[[EventService, discord.Interaction, TournamentState, Participant], Awaitable[None]]
"""Does what a button of the panel says, about a player or table where it is about one."""
MAIN = PagePlace()
LONGEST = 120
"""Minutes by which a round is made longer at once."""


async def open_page(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Open the panel, or show another page of it."""
    await service.require_organizer(interaction)
    await _show(service, interaction, pressed.state, PagePlace.read(pressed.detail))


async def act(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Do what a button of the panel says."""
    await service.require_organizer(interaction)
    task = Task.read(pressed.detail)
    if task.task not in ACTS:
        raise Refusal("outdated")
    await ACTS[task.task](service, interaction, pressed.state, Participant(task.about))


async def ask(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Open the form for a task."""
    await service.require_organizer(interaction)
    with speaking(await service.game_service.language_of_user(interaction)):
        await interaction.response.send_modal(panel.form_of(pressed.state, Task.read(pressed.detail)))


async def fill(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Do what was filled into a form."""
    await service.require_organizer(interaction)
    task = Task.read(pressed.detail)
    if task.task not in FORMS:
        raise Refusal("outdated")
    await FORMS[task.task](service, interaction, pressed.state, Participant(task.about))


async def choose_table(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Show the table that was picked from the list."""
    await service.require_organizer(interaction)
    state, number = pressed.state, carried("".join(picked(interaction)))
    if not state.rounds or number not in state.rounds[-1].tables:
        raise Refusal("outdated")
    with speaking(await service.game_service.language_of_user(interaction)):
        await _display(interaction, panel.table(state, len(state.rounds), number))


async def choose_player(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Show the player who was picked from the list."""
    await service.require_organizer(interaction)
    number = Participant(carried("".join(picked(interaction))))
    if number not in pressed.state.players:
        raise Refusal("outdated")
    with speaking(await service.game_service.language_of_user(interaction)):
        await _display(interaction, panel.player(pressed.state, number))


async def enter(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Enter the result of a table, or show what another one of an earlier round would have changed."""
    await service.require_organizer(interaction)
    state = pressed.state
    entered = judging.read(state, pressed.detail)
    if entered.round < len(state.rounds):
        await judging.preview(service, interaction, state, entered)
        return
    decide, was = await judging.ruling(service, state, entered, None), judging.outcome_at(state, entered)

    def said(after: TournamentState) -> str:
        gone = (dropped(after, one) for one in entered.winners)
        earlier = outcomes.before(after, entered, was)
        return "\n".join(filter(None, (outcomes.result(after, entered), *gone, earlier)))

    unfinished = [table for table in state.rounds[-1].unfinished if table != entered.table]
    await _carry_out(service, interaction, state, decide, PagePlace("tables" if unfinished else ""), said)


async def _show(
    service: EventService,
    interaction: discord.Interaction,
    state: TournamentState,
    place: PagePlace = MAIN,
    said: str = "",
) -> None:
    """Show a page of the panel in the judge's language."""
    with speaking(await service.game_service.language_of_user(interaction)):
        await _display(interaction, await in_thread(state.tournament, panel.view_of, state, place, said))


async def _display(interaction: discord.Interaction, shown: discord.ui.LayoutView) -> None:
    """Show a page on the panel from which it was asked for, or on a new one."""
    if interaction.response.is_done():
        await interaction.edit_original_response(view=shown)
    elif interaction.message is not None and interaction.message.flags.ephemeral:
        await interaction.response.edit_message(view=shown)
    else:
        await respond(interaction, view=shown, private=True)


async def _carry_out(
    service: EventService,
    interaction: discord.Interaction,
    state: TournamentState,
    decide: Decide | TournamentAct,
    place: PagePlace = MAIN,
    said: Callable[[TournamentState], str] = lambda after: "",
) -> None:
    """Carry out an act and show a page of the panel; the channel gets a separate announcement."""
    async with service.changing(interaction, state, decide) as after:
        with speaking(await service.game_service.language_of_user(interaction)):
            words = said(after)
        await _show(service, interaction, after, place, words)
    service.game_service.announcer.send_soon(("tournament", state.tournament))


def _simple(make: Callable[[], TournamentAct]) -> Act:
    """Return what carries out an act that is about no one."""

    async def carry_out(
        service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
    ) -> None:
        await _carry_out(service, interaction, state, make())

    return carry_out


def _pairing(*, last: bool) -> Act:
    """Return what pairs the next round and opens its tables."""

    async def pair(
        service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
    ) -> None:
        await put_off(interaction)
        begun = await pair_round(service, state, MINUTES[state.rules.play], last=last)
        await _carry_out(service, interaction, state, unless_changed(state, begun))

    return pair


async def _pair_again(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    require_redrawable(state)
    await put_off(interaction)
    again = await judging.draw_again(service, state, last=False)
    await _carry_out(service, interaction, state, unless_changed(state, again))


async def _close(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    await _carry_out(service, interaction, state, closing(service))


async def _reopen(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    if await service.tournaments.queries.in_channels([state.channel]) not in (None, state.tournament):
        raise Refusal("event_here")
    await _carry_out(service, interaction, state, ReopenTournament())


async def _log(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    beginning, entries = await service.tournaments.history(state.tournament)
    with speaking(await service.game_service.language_of_user(interaction)):
        shown = await in_thread(state.tournament, log.in_words, beginning, entries, state)
        await _display(interaction, panel.log(state, shown))


async def _standings(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    await show_standings(service, interaction, state)


async def _drop(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    await _player(service, interaction, state, about, dropping(about))


async def _sign_up_again(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    def decide(change: TournamentChange) -> None:
        guest = change.state.players[about].user is None
        sign_up(change, about, service.now(), guest=guest)

    await _player(service, interaction, state, about, decide)


async def _no_show(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    await _player(service, interaction, state, about, missing(about))


async def _nobody(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    last = require_round(state)
    there = last.tables.get(about, ())
    await _carry_out(service, interaction, state, missing(*(one for one in there if one not in last.absent)))


async def _player(
    service: EventService,
    interaction: discord.Interaction,
    state: TournamentState,
    about: Participant,
    decide: Decide | TournamentAct,
    said: str = "",
) -> None:
    """Carry out what is about one player, who is shown then."""
    if about not in state.players:
        raise Refusal("outdated")
    async with service.changing(interaction, state, decide) as after:
        with speaking(await service.game_service.language_of_user(interaction)):
            await _display(interaction, panel.player(after, about, said))
    service.game_service.announcer.send_soon(("tournament", state.tournament))


async def _add(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    await add_players(service, interaction, state, typed(filled(interaction), panel.NAMES))


async def _cut(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    players = carried(typed(filled(interaction), panel.CUT))
    await _carry_out(service, interaction, state, await cutting(state, players))


async def _more_time(
    service: EventService, interaction: discord.Interaction, state: TournamentState, _about: Participant
) -> None:
    """Give all tables of the round that go on more time."""
    minutes = _number(typed(filled(interaction), panel.MINUTES), 1, LONGEST)
    games, longer = service.game_service.games, ExtendRound(seconds=60 * minutes)
    known = await service.tournaments.queries.tables(state.tournament, len(state.rounds))
    for table in require_round(state).unfinished:
        if table in known:
            request = _following(interaction, f"time {table}")
            await games.set_clock(known[table].game, request, lambda _: longer)
    with speaking(await service.game_service.language_of_user(interaction)):
        said = tr("{n} minutes more for all tables.", n=minutes)
    await _show(service, interaction, state, said=said)


async def _move(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    fields = filled(interaction)
    where, swap = typed(fields, panel.WHERE), typed(fields, panel.SWAP)
    other = await service.player(interaction, state, swap) if swap else None
    table = _number(where, 0, 256) if where else None
    moving = judging.moving(state, about, table, other)
    await _player(service, interaction, state, about, judging.unless_paired(state, moving))


async def _penalize(
    service: EventService, interaction: discord.Interaction, state: TournamentState, about: Participant
) -> None:
    """Give a player a penalty. A game loss ends the game of a match that goes on at the table."""
    fields = filled(interaction)
    kind, why = PenaltyKind(typed(fields, panel.KIND)), Infraction(typed(fields, panel.INFRACTION))
    written = typed(fields, panel.POINTS) if kind is PenaltyKind.POINTS else ""
    points = _number(written, -100, 100) if written else 0
    given = Penalize(player=about, kind=kind, infraction=why, points=points)

    def decide(change: TournamentChange) -> None:
        losses = loss_at_table(change.state, about, kind)
        change.add(given)
        for act in losses:
            change.add(act)
            change.notices.append(Notice(PostKind.CORRECTION, f"{act.round}:{act.table}"))

    given.apply(state)
    if kind is PenaltyKind.GAME_LOSS and not decides(state, kind):
        await _lose_game(service, interaction, state, about)
    with speaking(await service.game_service.language_of_user(interaction)):
        said = panel.penalty(state, about, kind, why, points)
    await _player(service, interaction, state, about, decide, said)


async def _lose_game(
    service: EventService, interaction: discord.Interaction, state: TournamentState, player: Participant
) -> None:
    """Let a player lose the game of a match that goes on; raises Refusal "no_game_to_lose" without one."""
    games, last = service.game_service.games, require_round(state)
    known = await service.tournaments.queries.tables(state.tournament, len(state.rounds))
    table = known.get(last.table_of(player) or 0)
    there = None if table is None else await games.view(table.game)
    if table is None or there is None:
        raise Refusal("no_game_to_lose")

    def lose(game: Table) -> Depart:
        return Depart(who=seats_of(game, state, player))

    current = await games.view(there.location)
    cause = _following(interaction, "penalty")
    try:
        done = await games.act(there.game if current is None else current.game, cause, lose)
    except Refusal:
        raise Refusal("no_game_to_lose") from None
    service.game_service.announcer.send_soon(topic_of(done.game))


def _following(interaction: discord.Interaction, what: str) -> Request:
    """Return the request of what a judge's press does at a table besides."""
    return replace(request_of(interaction), interaction=number_of(f"event {interaction.id} {what}"))


def _number(text: str, least: int, most: int) -> int:
    """Return the number that was typed; raises Refusal "event_number"."""
    try:
        return whole(text, least, most)
    except ValueError:
        raise Refusal("event_number", text=text, least=least, most=most) from None


ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "checkin": _simple(OpenCheckIn),
        "closecheckin": _simple(CloseCheckIn),
        "pair": _pairing(last=False),
        "pairlast": _pairing(last=True),
        "again": _pair_again,
        "uncut": _simple(lambda: BeginCut(seeds=())),
        "takeback": _simple(TakeBackRound),
        "close": _close,
        "reopen": _reopen,
        "log": _log,
        "standings": _standings,
        "drop": _drop,
        "undrop": _sign_up_again,
        "noshow": _no_show,
        "nobody": _nobody,
    }
)
"""What the buttons of the panel do, by what their custom_ids say."""
FORMS: Mapping[str, Act] = MappingProxyType(
    {"add": _add, "cut": _cut, "time": _more_time, "move": _move, "penalty": _penalize}
)
"""What its forms do, by the same."""
HANDLERS: Mapping[str, Handler] = {
    panel.OPEN: open_page,
    panel.ACT: act,
    panel.ASK: ask,
    panel.FILL: fill,
    panel.TABLE: choose_table,
    panel.PLAYER: choose_player,
    panel.ENTER: enter,
}
