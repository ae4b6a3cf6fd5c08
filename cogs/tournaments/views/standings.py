"""The standings of an event in pages, as leagues show theirs: a table, or all numbers."""

from collections.abc import Sequence
from typing import Literal

import discord

from cogs.core.components import TEXT_LIMIT, Button, button, card, rows
from cogs.core.custom_ids import IdNumber, ShortValue
from cogs.drawing.truncate import truncate
from cogs.text.alignment import aligned
from cogs.text.formatting import comma_separated, escape, percentage, visible
from cogs.text.language import tr
from cogs.text.leagues.tables import TIEBREAKERS
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import STANDINGS, EventCustomId
from rules.leagues.standings import StandingsLine
from rules.pairings.pairings import Participant
from rules.tournaments.standings import current_places, shown_ties, tie_rules
from rules.tournaments.state import SignUpStage, TournamentState

STANDINGS_PAGE_ROWS = 25
"""Players on a page, as on those of leagues."""
SHARE, PICTURE = "standshare", "standpicture"
"""Verbs: show everyone the page, or a picture of all of it."""


class StandingsPlace(ShortValue, frozen=True):
    """A page of the standings, and its view."""

    look: Literal["table", "numbers"] = "table"
    page: IdNumber = 0


def standings_view(state: TournamentState, wanted: StandingsPlace, *, private: bool) -> discord.ui.LayoutView:
    """Return one page; a private one has buttons to show it, or a picture, to everyone.

    At the end of an event the places are those of its top cut, and then of its rounds by standings.
    """
    places = current_places(state)
    pages = max(1, -(-len(places) // STANDINGS_PAGE_ROWS))
    number = min(wanted.page, pages - 1)
    lines = [heading(state), ties_note(state)]
    lines += _LOOKS[wanted.look](
        state, places[number * STANDINGS_PAGE_ROWS : (number + 1) * STANDINGS_PAGE_ROWS]
    )
    buttons = list[Button]()
    if pages > 1:
        lines.append(tr("-# Page {page} of {pages}", page=number + 1, pages=pages))
        for label, to in ((tr("Previous"), number - 1), (tr("Next"), number + 1)):
            there = StandingsPlace(wanted.look, min(max(to, 0), pages))
            buttons.append(_open(state, label, STANDINGS, there, disabled=not 0 <= to < pages))
    other = StandingsPlace("numbers" if wanted.look == "table" else "table", number)
    buttons.append(
        _open(state, tr("All numbers") if wanted.look == "table" else tr("Table view"), STANDINGS, other)
    )
    if private:
        buttons.append(_open(state, tr("Show everyone"), SHARE, StandingsPlace(wanted.look, number)))
        buttons.append(_open(state, tr("Picture"), PICTURE, StandingsPlace()))
    return card(truncate("\n".join(lines), TEXT_LIMIT), *rows(*buttons), color=view.EVENT_COLOR)


def heading(state: TournamentState) -> str:
    """Return the heading of the rows: standings, or final places."""
    name = escape(state.rules.name)
    if state.over:
        return tr("### {event}: final places", event=name)
    return tr("### {league}: {what}", league=name, what=tr("standings"))


def ties_note(state: TournamentState) -> str:
    """Return the note about tie-breakers, the minimum share of wins, and whether byes are included."""
    ties = tie_rules(state.rules)
    order = comma_separated(tr(TIEBREAKERS[one]) for one in shown_ties(state.rules))
    parts = [tr("wins–losses–draws"), tr("tie-breakers: {order}", order=order)]
    floor = percentage(ties.floor)
    if ties.byes_count:
        parts.append(tr("win rates count as at least {floor}, a bye as a match won", floor=floor))
    else:
        parts.append(tr("win rates count as at least {floor}, without byes", floor=floor))
    return f"-# {' · '.join(parts)}"


def plain(state: TournamentState, row: StandingsLine) -> str:
    """Return the plain name of the player of a row, with a mark if they have dropped."""
    player = state.players[Participant(row.player)]
    who = visible(view.plain_entrant_name(player))
    return tr("{player} (dropped)", player=who) if player.stage is SignUpStage.OUT else who


def record(row: StandingsLine) -> str:
    """Return wins, losses and draws of a row, in short."""
    return f"{row.account.wins}–{row.account.losses}–{row.account.draws}"


def _table(state: TournamentState, places: Sequence[tuple[int, StandingsLine]]) -> Sequence[str]:
    cells = [(f"{place}.", plain(state, row), str(row.points), record(row)) for place, row in places]
    return aligned(("", tr("Player"), tr("Points"), tr("W–L–D")), cells, text=1)


def _numbers(state: TournamentState, places: Sequence[tuple[int, StandingsLine]]) -> Sequence[str]:
    return [
        f"**{place}.** **{view.marked(state, row)}** {' · '.join(view.numbers(state, row))}"
        for place, row in places
    ]


_LOOKS = {"table": _table, "numbers": _numbers}


def _open(
    state: TournamentState, label: str, verb: str, wanted: StandingsPlace, *, disabled: bool = False
) -> Button:
    return button(label, EventCustomId(verb, state.tournament, str(wanted)), disabled=disabled)
