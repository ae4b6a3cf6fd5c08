"""Shared parts of the panel's pages: verbs, the page or task of a button, and buttons."""

from typing import Literal, TypeAlias

import discord

from cogs.core.components import (
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
    """The task of a panel's button, and its player or table."""

    task: str
    about: IdNumber = 0


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


def act_button(
    state: TournamentState,
    label: str,
    task: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    about: int = 0,
) -> Button:
    """Return the button for a task, which is a key of `ACTS` in the commands."""
    return button(label, EventCustomId(ACT, state.tournament, str(Task(task, about))), style)


def ask_button(state: TournamentState, label: str, task: str, about: int = 0) -> Button:
    """Return the button that opens the form for a task."""
    return button(label, EventCustomId(ASK, state.tournament, str(Task(task, about))))
