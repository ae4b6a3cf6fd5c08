"""The forms of the panel."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import discord

from cogs.core.components import (
    MAX_OPTIONS,
    form,
    list_field,
    options,
    text_field,
)
from cogs.drawing.truncate import truncate
from cogs.text.language import tr
from cogs.tournaments.views.event import EventCustomId
from cogs.tournaments.views.panel.parts import (
    CUT,
    DAYS,
    EVERY,
    FILL,
    INFRACTION,
    KIND,
    MINUTES,
    NAMES,
    POINTS,
    ROUNDS,
    START,
    SWAP,
    TEMPLATE,
    WHERE,
    Task,
)
from cogs.tournaments.views.panel.people import INFRACTIONS, PENALTY_NAMES
from cogs.tournaments.views.repeating import REPEATS, USUAL_DAYS
from rules.pairings.brackets import MIN_OFFERED, cut_sizes
from rules.refusal import Refusal
from rules.tournaments.advice.suggestion import RoundPlan, suggested
from rules.tournaments.schedule import MAX_PLANNED_ROUNDS
from rules.tournaments.state import (
    SignUpStage,
    TournamentState,
)
from storage.tournaments.repeating import Repetition

TEMPLATE_LENGTH = 40
"""Characters of a template's name."""


def form_of(state: TournamentState, task: Task, zone: str) -> discord.ui.Modal:
    """Return the form for a task; raises Refusal "outdated", and "too_few_to_pair" for a cut of too few.

    ``zone``: the time zone of typed times.
    """
    custom_id = EventCustomId(FILL, state.tournament, str(task))
    match task.task:
        case "add":
            field = text_field(
                tr("Players"),
                NAMES,
                1000,
                about=tr("Names or mentions, separated by commas (new guests: new Grandma)"),
                required=True,
                paragraph=True,
            )
            return form(tr("Add players"), custom_id, field)
        case "cut":
            size, most = state.rules.size, len(state.at(SignUpStage.IN))
            sizes = cut_sizes(size, most)
            if not sizes:
                raise Refusal("too_few_to_pair", least=size)
            usual = state.rules.cut if state.rules.cut in sizes else _usual(sizes)
            choices = options([(str(one), str(one)) for one in sizes], str(usual))
            return form(tr("Top cut"), custom_id, list_field(tr("Size of the top cut"), CUT, choices))
        case "time":
            field = text_field(tr("Minutes"), MINUTES, 3, value=5, required=True)
            title = (
                tr("More time for table {n}", n=task.about) if task.about else tr("More time for all tables")
            )
            return form(title, custom_id, field)
        case "plan":
            return _plan(state, custom_id)
        case "fix":
            about = tr("The same table in every round; 0 for any")
            field = text_field(tr("Fixed table"), WHERE, 3, about=about, required=True)
            return form(tr("Fixed table"), custom_id, field)
        case "move":
            return form(
                tr("Move"),
                custom_id,
                text_field(tr("Table to move to, 0 for a bye"), WHERE, 3),
                text_field(tr("Player to change places with"), SWAP, 80),
            )
        case "penalty":
            kinds = options([(one.value, tr(text)) for one, text in PENALTY_NAMES.items()])
            reasons = options([(one.value, tr(text)) for one, text in INFRACTIONS.items()])
            return form(
                tr("Penalty"),
                custom_id,
                list_field(tr("Penalty"), KIND, kinds),
                list_field(tr("Reason"), INFRACTION, reasons),
                text_field(tr("Points taken, if any"), POINTS, 4),
            )
        case "repeat":
            return _repeat(state, custom_id, zone)
        case "template":
            name = truncate(state.rules.name, TEMPLATE_LENGTH)
            field = text_field(tr("Name"), TEMPLATE, TEMPLATE_LENGTH, value=name, required=True)
            return form(tr("Save as template"), custom_id, field)
        case _:
            raise Refusal("outdated")


def _plan(state: TournamentState, custom_id: EventCustomId) -> discord.ui.Modal:
    """Return the form for planned rounds and the planned top cut; the suggested ones are chosen at first."""
    rules, players = state.rules, len(state.at(SignUpStage.IN))
    usual = suggested(rules.play, players)
    if rules.rounds or usual is None:
        usual = RoundPlan(rules.rounds, rules.cut)
    least = max(1, len(state.rounds))
    rounds = [("0", tr("No plan"))]
    rounds += [(str(one), str(one)) for one in range(least, MAX_PLANNED_ROUNDS + 1)]
    sizes = cut_sizes(rules.size, max(players, MIN_OFFERED, usual.cut))[: MAX_OPTIONS - 1]
    cuts = [("0", tr("No top cut")), *((str(one), str(one)) for one in sizes)]
    return form(
        tr("Plan"),
        custom_id,
        list_field(tr("Rounds by standings"), ROUNDS, options(rounds, str(usual.rounds))),
        list_field(tr("Size of the top cut"), CUT, options(cuts, str(usual.cut))),
    )


def _repeat(state: TournamentState, custom_id: EventCustomId, zone: str) -> discord.ui.Modal:
    """Return the form for repeating an event, with its time a week later."""
    starts = ""
    if state.rules.starts:
        after = Repetition(first=state.rules.starts, zone=zone).starts(1)
        starts = datetime.fromtimestamp(after, ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M")
    often = options([(str(weeks), tr(text)) for weeks, text in REPEATS.items()], "1")
    about = tr("Such as 2026-11-28 19:00, in the time zone {zone}", zone=zone)
    return form(
        tr("Repeat event"),
        custom_id,
        list_field(tr("How often"), EVERY, often),
        text_field(tr("Start of the next event"), START, 80, value=starts, required=True, about=about),
        text_field(tr("Days from sign-up to the start"), DAYS, 2, value=USUAL_DAYS, required=True),
    )


def _usual(sizes: Sequence[int]) -> int:
    """Return the cut that most events of this size play: of the sizes up to eight the largest."""
    return [one for one in sizes if one <= 8][-1]
