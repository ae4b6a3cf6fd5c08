"""The pairings of a round in pages, by table or by name."""

from collections.abc import Sequence
from typing import Literal

import discord

from cogs.core.components import TEXT_LIMIT, Button, button, card, rows
from cogs.core.custom_ids import IdNumber, ShortValue
from cogs.drawing.truncate import truncate
from cogs.text.formatting import escape
from cogs.text.language import tr
from cogs.text.leagues.pairings import seats_by_name
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import SEATING, EventCustomId
from cogs.tournaments.views.lines import bye_line, table_line
from cogs.tournaments.views.plan import more_time
from rules.pairings.pairings import Participant
from rules.tournaments.state import TournamentState

PAIRINGS_PAGE_NAMES, PAIRINGS_PAGE_TABLES = 25, 12
"""Players, or tables, on a page."""
PAIRINGS_SHARE = "pairshare"
"""The verb that shows everyone the page."""


class PairingsPlace(ShortValue, frozen=True):
    """A page of the pairings, and its view."""

    look: Literal["name", "table"] = "name"
    page: IdNumber = 0


def pairings_page(state: TournamentState, wanted: PairingsPlace, *, private: bool) -> discord.ui.LayoutView:
    """Return one page of the last round; a private one has a button to show it to everyone."""
    by_name = wanted.look == "name"
    entries = _by_name(state) if by_name else _by_table(state)
    size = PAIRINGS_PAGE_NAMES if by_name else PAIRINGS_PAGE_TABLES
    pages = max(1, -(-len(entries) // size))
    number = min(wanted.page, pages - 1)
    lines = [f"### {view.round_title(state)}", *entries[number * size : (number + 1) * size]]
    buttons = list[Button]()
    if pages > 1:
        lines.append(tr("-# Page {page} of {pages}", page=number + 1, pages=pages))
        for label, to in ((tr("Previous"), number - 1), (tr("Next"), number + 1)):
            there = PairingsPlace(wanted.look, min(max(to, 0), pages))
            buttons.append(_open(state, label, SEATING, there, disabled=not 0 <= to < pages))
    other = PairingsPlace("table" if by_name else "name")
    buttons.append(_open(state, tr("By table") if by_name else tr("By name"), SEATING, other))
    if private:
        shown = PairingsPlace(wanted.look, number)
        buttons.append(_open(state, tr("Show everyone"), PAIRINGS_SHARE, shown))
    return card(truncate("\n".join(lines), TEXT_LIMIT), *rows(*buttons), color=view.EVENT_COLOR)


def _by_name(state: TournamentState) -> Sequence[str]:
    def names(number: Participant) -> Sequence[str]:
        return [view.plain_entrant_name(one) for one in state.people(number)]

    seats = seats_by_name(state.rounds[-1], names, seated=state.rules.team_size == 1)
    return [f"**{escape(one.name)}** → {one.place}" for one in seats]


def _by_table(state: TournamentState) -> Sequence[str]:
    lines = [table_line(state, table) + more_time(state, table) for table in state.rounds[-1].tables]
    return [*lines, bye_line(state)] if state.rounds[-1].pairings.byes else lines


def _open(
    state: TournamentState, label: str, verb: str, wanted: PairingsPlace, *, disabled: bool = False
) -> Button:
    return button(label, EventCustomId(verb, state.tournament, str(wanted)), disabled=disabled)
