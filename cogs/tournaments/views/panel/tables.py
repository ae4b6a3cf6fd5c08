"""The pages of the panel about tables: the list of a round's tables, and the possible results of one."""

import discord

from cogs.core.components import (
    BUTTON_LABEL_LENGTH,
    MAX_OPTIONS,
    OPTION_LENGTH,
    TEXT_LIMIT,
    Button,
    ComponentRow,
    ListOption,
    button,
    card,
    options,
    rows,
    select,
)
from cogs.drawing.truncate import truncate
from cogs.text.formatting import comma_separated, visible
from cogs.text.language import tr
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import EventCustomId
from cogs.tournaments.views.outcomes import at_table
from cogs.tournaments.views.panel.parts import (
    ENTER,
    TABLE,
    PagePlace,
    act_button,
    ask_button,
    back_button,
    more_buttons,
)
from cogs.tournaments.views.panel.substitutes import substitute_button
from rules.tournaments.absences import takes_substitutes
from rules.tournaments.state import (
    Ruling,
    TournamentState,
)


def table_list(state: TournamentState, start: int) -> list[ComponentRow]:
    """Return a page of the last round's tables, those without a result first, from one on."""
    last = state.rounds[-1]
    ordered = [*last.unfinished, *(table for table in last.tables if table in last.outcomes)]
    choices: list[ListOption] = [
        (
            str(table),
            truncate(tr("Table {n}: {players}", n=table, players=_seats(state, table)), OPTION_LENGTH),
            visible(at_table(state, len(state.rounds), table, last.outcomes[table]))
            if table in last.outcomes
            else "",
        )
        for table in ordered[start : start + MAX_OPTIONS]
    ]
    further = more_buttons(state, tr("More tables"), PagePlace("tables", start), len(ordered))
    custom_id = EventCustomId(TABLE, state.tournament)
    return [
        *([select(custom_id, options(choices), tr("Choose a table"))] if choices else []),
        *rows(*further, back_button(state)),
    ]


def _seats(state: TournamentState, table: int) -> str:
    there = state.rounds[-1].tables[table]
    return comma_separated(view.plain_entrant_name(state.players[one]) for one in there)


def table(state: TournamentState, round: int, table: int, said: str = "") -> discord.ui.LayoutView:
    """Return a table with a button for each possible result."""
    shown = state.rounds[round - 1]
    there, found = shown.tables[table], shown.outcomes.get(table)
    names = comma_separated(view.entrant_name(state.players[one]) for one in there)
    lines = [
        said,
        "### " + tr("Round {round}, table {n}", round=round, n=table),
        names,
        "" if found is None else tr("So far: {outcome}", outcome=at_table(state, round, table, found)),
    ]

    def enter(label: str, winner: int, ruling: str = "") -> Button:
        detail = f"{round}.{table}.{winner}" + (f"..{ruling}" if ruling else "")
        return button(label, EventCustomId(ENTER, state.tournament, detail))

    seats = [
        enter(
            truncate(
                tr("{player} wins", player=view.plain_entrant_name(state.players[one])), BUTTON_LABEL_LENGTH
            ),
            one,
        )
        for one in there
    ]
    others = [
        enter(tr("Draw"), 0),
        enter(tr("Intentional draw"), 0, Ruling.INTENTIONAL_DRAW),
        enter(tr("Double loss"), 0, Ruling.DOUBLE_LOSS),
    ]
    if round == len(state.rounds) and {*shown.absent} != {*there}:
        others.append(act_button(state, tr("No one came"), "nobody", about=table))
    if round == len(state.rounds) and found is None and shown.minutes:
        others.append(ask_button(state, tr("More time…"), "time", table))
    if round == len(state.rounds) and takes_substitutes(state, table):
        others.append(substitute_button(state, table))
    others.append(back_button(state))
    text = truncate("\n".join(filter(None, lines)), TEXT_LIMIT)
    return card(text, *rows(*seats), *rows(*others), color=view.EVENT_COLOR)
