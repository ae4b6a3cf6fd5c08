"""The judges' panel behind **Organize…** on an event's message: a whole night by buttons."""

from collections.abc import Mapping
from types import MappingProxyType

import discord

from cogs.core.context import picked
from cogs.core.custom_ids import whole as carried
from cogs.text.language import speaking
from cogs.tournaments.commands import judging
from cogs.tournaments.commands.organizing import event, people, repeating
from cogs.tournaments.commands.organizing.shown import Act, carry_out, display, show
from cogs.tournaments.commands.service import (
    EventHandler,
    EventService,
    Pressed,
    dropped,
)
from cogs.tournaments.views import outcomes
from cogs.tournaments.views.panel import forms, parts, tables
from cogs.tournaments.views.panel import people as player_pages
from cogs.tournaments.views.panel.parts import PagePlace, Task
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.acts import CloseCheckIn, OpenCheckIn
from rules.tournaments.state import TournamentState


async def open_panel_page(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Open the panel, or show another page of it."""
    await service.require_organizer(interaction)
    await show(service, interaction, pressed.state, PagePlace.read(pressed.detail))


async def press_panel(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Handle a button of the panel."""
    await service.require_organizer(interaction)
    task = _task(pressed)
    if task.task not in PANEL_ACTS:
        raise Refusal("outdated")
    await PANEL_ACTS[task.task](service, interaction, pressed.state, Participant(task.about))


async def open_task_form(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Open the form for a task."""
    await service.require_organizer(interaction)
    zone, _ = await service.game_service.zone_and_language(interaction)
    with speaking(await service.game_service.language_of_user(interaction)):
        await interaction.response.send_modal(forms.form_of(pressed.state, _task(pressed), zone))


async def fill(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Handle a form of the panel."""
    await service.require_organizer(interaction)
    task = _task(pressed)
    if task.task not in FORMS:
        raise Refusal("outdated")
    await FORMS[task.task](service, interaction, pressed.state, Participant(task.about))


def _task(pressed: Pressed) -> Task:
    """Return the task of a button or form; raises Refusal "event_changed" if it means another round."""
    task = Task.read(pressed.detail)
    if task.next not in (0, len(pressed.state.rounds) + 1):
        raise Refusal("event_changed")
    return task


async def choose_table(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Show the table that was picked from the list."""
    await service.require_organizer(interaction)
    state, number = pressed.state, carried("".join(picked(interaction)))
    if not state.rounds or number not in state.rounds[-1].tables:
        raise Refusal("outdated")
    with speaking(await service.game_service.language_of_user(interaction)):
        await display(interaction, tables.table(state, len(state.rounds), number))


async def choose_player(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Show the player who was picked from the list."""
    await service.require_organizer(interaction)
    number = Participant(carried("".join(picked(interaction))))
    if number not in pressed.state.players:
        raise Refusal("outdated")
    with speaking(await service.game_service.language_of_user(interaction)):
        await display(interaction, player_pages.player_panel(pressed.state, number))


async def enter_table_result(
    service: EventService, interaction: discord.Interaction, pressed: Pressed
) -> None:
    """Enter the result of a table, or preview another one for an earlier round."""
    await service.require_organizer(interaction)
    state = pressed.state
    entered = judging.read_result_button(state, pressed.detail)
    if entered.round < len(state.rounds):
        await judging.preview_correction(service, interaction, state, entered)
        return
    decide, was = await judging.ruling(service, state, entered, None), judging.outcome_at(state, entered)

    def said(after: TournamentState) -> str:
        gone = (dropped(after, one) for one in entered.winners)
        earlier = outcomes.before(after, entered, was)
        on = outcomes.advancing(after, entered)
        return "\n".join(filter(None, (outcomes.result(after, entered), on, *gone, earlier)))

    unfinished = [table for table in state.rounds[-1].unfinished if table != entered.table]
    await carry_out(service, interaction, state, decide, PagePlace("tables" if unfinished else ""), said)


PANEL_ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "checkin": event.simple(OpenCheckIn),
        "closecheckin": event.simple(CloseCheckIn),
        "pair": event.pairing(last=False),
        "pairlast": event.pairing(last=True),
        "again": event.pair_again,
        "uncut": event.take_back_cut,
        "takeback": event.take_back_round,
        "untime": event.take_back_time,
        "close": event.close,
        "reopen": event.reopen,
        "log": event.show_log,
        "standings": event.show_standings_from_panel,
        "drop": people.drop_player,
        "undrop": people.sign_up_again,
        "noshow": people.mark_no_show,
        "nobody": people.mark_table_empty,
        parts.PENALTY_BACK: people.ask_about_penalty,
        parts.PENALTY_TAKEN_BACK: people.take_back_penalty,
        parts.SUBSTITUTING: people.choose_absent,
        parts.REPLACING: people.choose_substitute,
    }
)
"""Handlers of the panel's buttons, by custom_id."""
FORMS: Mapping[str, Act] = MappingProxyType(
    {
        "add": event.add,
        "cut": event.cut,
        "time": event.give_more_time,
        "plan": event.plan,
        "move": people.move_player,
        "fix": people.fix_table,
        "penalty": people.penalize,
        "repeat": repeating.repeat,
        "template": repeating.save_template,
    }
)
"""Handlers of the panel's forms, by custom_id."""
HANDLERS: Mapping[str, EventHandler] = {
    parts.OPEN: open_panel_page,
    parts.ACT: press_panel,
    parts.ASK: open_task_form,
    parts.FILL: fill,
    parts.TABLE: choose_table,
    parts.PLAYER: choose_player,
    parts.ENTER: enter_table_result,
    parts.ABSENT: people.pick_absent,
    parts.SUBSTITUTE: people.pick_substitute,
}
