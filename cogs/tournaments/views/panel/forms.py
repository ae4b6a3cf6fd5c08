"""The forms of the panel."""

from collections.abc import Sequence

import discord

from cogs.core.components import (
    MAX_OPTIONS,
    form,
    list_field,
    options,
    text_field,
)
from cogs.text.language import tr
from cogs.tournaments.views.event import EventCustomId
from cogs.tournaments.views.panel.parts import (
    CUT,
    FILL,
    INFRACTION,
    KIND,
    MINUTES,
    NAMES,
    POINTS,
    ROUNDS,
    SWAP,
    WHERE,
    Task,
)
from cogs.tournaments.views.panel.people import INFRACTIONS, KINDS
from rules.pairings.brackets import MIN_OFFERED, cut_sizes
from rules.refusal import Refusal
from rules.tournaments.advice.suggestion import RoundPlan, suggested
from rules.tournaments.schedule import MAX_PLANNED_ROUNDS
from rules.tournaments.state import (
    SignUpStage,
    TournamentState,
)


def form_of(state: TournamentState, task: Task) -> discord.ui.Modal:
    """Return the form for a task; raises Refusal "outdated", and "too_few_to_pair" for a cut of too few."""
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
            kinds = options([(one.value, tr(text)) for one, text in KINDS.items()])
            reasons = options([(one.value, tr(text)) for one, text in INFRACTIONS.items()])
            return form(
                tr("Penalty"),
                custom_id,
                list_field(tr("Penalty"), KIND, kinds),
                list_field(tr("Reason"), INFRACTION, reasons),
                text_field(tr("Points taken, if any"), POINTS, 4),
            )
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


def _usual(sizes: Sequence[int]) -> int:
    """Return the cut that most events of this size play: of the sizes up to eight the largest."""
    return [one for one in sizes if one <= 8][-1]
