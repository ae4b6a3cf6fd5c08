"""Shared parts of the panel's pages: verbs, the page or task of a button, and buttons."""

from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

import discord

from cogs.core.components import (
    MAX_OPTIONS,
    Button,
    button,
)
from cogs.core.custom_ids import IdNumber, ShortValue
from cogs.text.language import tr
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import EventCustomId
from rules.tournaments.state import (
    TournamentState,
)

OPEN, ACT, ASK, FILL = view.ORGANIZE, "orgact", "orgask", "orgfill"
"""Verbs: open a page, do something, open a form, send it off."""
TABLE, PLAYER, ENTER = "orgtable", "orgplayer", "orgenter"
"""Verbs: a table or player picked from a list, a result entered."""
ABSENT, SUBSTITUTE = "orgabsent", "orgsub"
"""Verbs: an absent player picked from a list, and their substitute."""
SUBSTITUTING, REPLACING = "substitute", "replace"
"""Tasks: whose seat at a table is given to whom, or one player's."""
PENALTY_BACK, PENALTY_TAKEN_BACK = "unpenalty", "unpenalized"
"""Tasks: ask whether a player's newest penalty is taken back, and take back the penalty of a number."""
OF_ROUND: Collection[str] = (
    *("pair", "pairlast", "again", "cut", "uncut", "takeback", "time", "untime", "noshow", "nobody"),
    *("move", "penalty", SUBSTITUTING, REPLACING),
)
"""Tasks that mean the round of which they are shown, not a later one."""
PEOPLE, CLOSING, TAKING_BACK = "people", "closing", "takingback"
PanelPage: TypeAlias = Literal["", "tables", "people", "closing", "takingback"]
NAMES, CUT, MINUTES, WHERE, SWAP = "players", "cut", "minutes", "table", "swap"
KIND, INFRACTION, POINTS, ROUNDS = "kind", "infraction", "points", "rounds"
EVERY, START, DAYS, TEMPLATE = "every", "start", "days", "template"
"""Fields of forms."""


class PagePlace(ShortValue, frozen=True):
    """A page of the panel, and the first player that it lists."""

    page: PanelPage = ""
    start: IdNumber = 0


class Task(ShortValue, frozen=True):
    """The task of a panel's button, and its player or table.

    ``next``: the number of the next round when it was shown, for tasks of a round; 0 for others, and in
    buttons of earlier versions.
    """

    task: str
    about: IdNumber = 0
    next: IdNumber = 0


def open_button(
    state: TournamentState,
    label: str,
    page: PanelPage,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    """Return the button that opens a page of the panel."""
    return button(label, EventCustomId(OPEN, state.tournament, str(PagePlace(page))), style)


def back_button(state: TournamentState) -> Button:
    """Return the button that leads back to the overview."""
    return button(tr("Back"), EventCustomId(OPEN, state.tournament))


def more_buttons(state: TournamentState, label: str, place: PagePlace, count: int) -> Sequence[Button]:
    """Return the button that leads to the next page of a list of so many, unless this one is the last."""
    after = PagePlace(place.page, place.start + MAX_OPTIONS)
    custom_id = EventCustomId(OPEN, state.tournament, str(after))
    return [button(label, custom_id)] if after.start < count else []


def act_button(
    state: TournamentState,
    label: str,
    task: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    about: int = 0,
) -> Button:
    """Return the button for a task, which is a key of `PANEL_ACTS` in the commands."""
    return button(label, EventCustomId(ACT, state.tournament, _written(state, task, about)), style)


def ask_button(state: TournamentState, label: str, task: str, about: int = 0) -> Button:
    """Return the button that opens the form for a task."""
    return button(label, EventCustomId(ASK, state.tournament, _written(state, task, about)))


def _written(state: TournamentState, task: str, about: int) -> str:
    return str(Task(task, about, len(state.rounds) + 1 if task in OF_ROUND else 0))
