"""The message of a queue, the question for waiting players, and the buttons on both."""

from collections.abc import Mapping, Sequence

import discord

from cogs.core.components import TEXT_LIMIT, Button, ComponentRow, button, card, rows
from cogs.drawing.truncate import truncate
from cogs.text.formatting import escape
from cogs.text.language import tr, trn
from cogs.tournaments.views.event import COLOR, MAX_SHOWN, EventCustomId, kind, name
from rules.tournaments.state import TournamentId, TournamentState

JOIN, LEAVE, STAY = "joinqueue", "leavequeue", "stay"
"""The verbs of the buttons."""


def queue_view(state: TournamentState, threads: Mapping[int, int]) -> discord.ui.LayoutView:
    """Return the current message of a queue; ``threads``: where its tables are played."""
    text = truncate("\n".join(_lines(state, threads)), TEXT_LIMIT)
    return card(text, *([] if state.over else rows(*_buttons(state.tournament))), color=COLOR)


def _lines(state: TournamentState, threads: Mapping[int, int]) -> Sequence[str]:
    size, waiting = state.rules.size, [name(state.players[one]) for one in state.queue]
    lines = [f"## {escape(state.rules.name)}", f"-# {kind(state)}"]
    if state.over:
        return [*lines, tr("This event is over.")]
    lines.append(
        trn(
            "A table opens as soon as {n} player is waiting.",
            "A table opens as soon as {n} players are waiting.",
            size,
        )
    )
    if waiting:
        lines.append(tr("**Waiting ({n}):** {players}", n=len(waiting), players=", ".join(waiting)))
    last = state.rounds[-1] if state.rounds else None
    for table in last.unfinished[-MAX_SHOWN:] if last is not None else ():
        players = (
            ", ".join(name(state.players[one]) for one in last.tables[table]) if last is not None else ""
        )
        thread = f" <#{threads[table]}>" if table in threads else ""
        lines.append(tr("**Table {n}:** {players}", n=table, players=players) + thread)
    return lines


def _buttons(tournament: TournamentId) -> Sequence[Button]:
    return (
        button(tr("Join queue"), EventCustomId(JOIN, tournament), discord.ButtonStyle.success),
        button(tr("Leave queue"), EventCustomId(LEAVE, tournament)),
    )


def back(tournament: TournamentId) -> Sequence[ComponentRow]:
    """Return the button at a table for queuing again."""
    label = tr("Back to the queue")
    return rows(button(label, EventCustomId(JOIN, tournament), discord.ButtonStyle.success))


def asked(tournament: TournamentId) -> Sequence[ComponentRow]:
    """Return the buttons of the question whether players are still there."""
    return rows(
        button(tr("I'm still here"), EventCustomId(STAY, tournament), discord.ButtonStyle.success),
        button(tr("Leave queue"), EventCustomId(LEAVE, tournament)),
    )


def place(state: TournamentState) -> str:
    """Return the reply to a player who has begun to wait."""
    return tr(
        "You're in the queue: {n} of {all} players are waiting.", n=len(state.queue), all=state.rules.size
    )
