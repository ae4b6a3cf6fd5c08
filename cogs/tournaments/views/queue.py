"""The message of a queue, the question for waiting players, and the buttons on both."""

from collections.abc import Mapping, Sequence

import discord

from cogs.core.components import TEXT_LIMIT, Button, ComponentRow, button, card, options, rows, select
from cogs.drawing.truncate import truncate
from cogs.text.formatting import comma_separated, escape
from cogs.text.language import tr, trn
from cogs.tournaments.views.event import EVENT_COLOR, MAX_SHOWN, EventCustomId, entrant_name, kind
from rules.formats.variants import variant_named
from rules.game.deck_info import BRACKETS as COMMANDER_BRACKETS
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.state import TournamentId, TournamentState

JOIN, LEAVE, STAY, BRACKETS = "joinqueue", "leavequeue", "stay", "queuebrackets"
"""The verbs of the buttons, and of the list of brackets."""
ANY_BRACKET = "any"
"""The value of the list for every bracket."""


def queue_view(state: TournamentState, threads: Mapping[int, int]) -> discord.ui.LayoutView:
    """Return the current message of a queue; ``threads``: where its tables are played."""
    text = truncate("\n".join(_lines(state, threads)), TEXT_LIMIT)
    return card(text, *(() if state.over else _controls(state)), color=EVENT_COLOR)


def has_brackets(state: TournamentState) -> bool:
    """Return whether the tables of a queue play with commanders."""
    return variant_named(state.rules.played).commanders


def _controls(state: TournamentState) -> Sequence[ComponentRow]:
    """Return the buttons, and for Commander the list by which players join for some brackets only."""
    buttons = rows(*_buttons(state.tournament))
    if not has_brackets(state):
        return buttons
    ranges = [(least, most) for least in COMMANDER_BRACKETS for most in COMMANDER_BRACKETS if least <= most]
    choices = [(ANY_BRACKET, tr("Any bracket")), *((brackets_key(one), brackets(one)) for one in ranges)]
    custom_id = EventCustomId(BRACKETS, state.tournament)
    return [*buttons, select(custom_id, options(choices), tr("Join for some brackets only…"))]


def brackets(wanted: tuple[int, int]) -> str:
    """Return a range of brackets in words."""
    least, most = wanted
    if least == most:
        return tr("Bracket {n}", n=least)
    return tr("Brackets {least} to {most}", least=least, most=most)


def brackets_key(wanted: tuple[int, int]) -> str:
    """Return the value of a range of brackets in the list, such as 2-4."""
    return "-".join(map(str, wanted))


def brackets_in(key: str) -> tuple[int, int] | None:
    """Return the picked range of brackets, None for any; raises Refusal for anything else."""
    if key == ANY_BRACKET:
        return None
    least, _, most = key.partition("-")
    if not ({least, most} <= {*map(str, COMMANDER_BRACKETS)} and least <= most):
        raise Refusal("outdated")
    return int(least), int(most)


def _lines(state: TournamentState, threads: Mapping[int, int]) -> Sequence[str]:
    size = state.rules.size
    waiting = [_waiting(state, one) for one in state.queue]
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
        lines.append(tr("**Waiting ({n}):** {players}", n=len(waiting), players=comma_separated(waiting)))
    last = state.rounds[-1] if state.rounds else None
    for table in last.unfinished[-MAX_SHOWN:] if last is not None else ():
        players = (
            comma_separated(entrant_name(state.players[one]) for one in last.tables[table])
            if last is not None
            else ""
        )
        thread = f" <#{threads[table]}>" if table in threads else ""
        played = f" · {brackets(last.brackets[table])}" if last is not None and table in last.brackets else ""
        lines.append(tr("**Table {n}:** {players}", n=table, players=players) + thread + played)
    return lines


def _waiting(state: TournamentState, player: Participant) -> str:
    """Return a waiting player's name with the brackets that they want."""
    wanted, called = state.queue[player].brackets, entrant_name(state.players[player])
    return called if wanted is None else f"{called} ({brackets(wanted)})"


def _buttons(tournament: TournamentId) -> Sequence[Button]:
    return (
        button(tr("Join queue"), EventCustomId(JOIN, tournament), discord.ButtonStyle.success),
        button(tr("Leave queue"), EventCustomId(LEAVE, tournament)),
    )


def requeue_button(tournament: TournamentId) -> Button:
    """Return the button at a table for queuing again."""
    return button(tr("Back to the queue"), EventCustomId(JOIN, tournament), discord.ButtonStyle.success)


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
