"""The pages of the panel for a substitute: who is absent, and who takes the seat."""

import discord

from cogs.core.components import (
    MAX_OPTIONS,
    Button,
    ComponentRow,
    ListOption,
    card,
    options,
    rows,
    select,
)
from cogs.text.language import tr
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import EventCustomId
from cogs.tournaments.views.panel.parts import ABSENT, SUBSTITUTE, SUBSTITUTING, act_button, back_button
from rules.pairings.pairings import Participant
from rules.tournaments.absences import is_missing, replaceable, substitutes
from rules.tournaments.state import SignUpStage, TournamentState


def substitute_button(state: TournamentState, table: int) -> Button:
    """Return the button that asks whose seat at a table is given to whom."""
    return act_button(state, tr("Substitute…"), SUBSTITUTING, about=table)


def absent(state: TournamentState, table: int) -> discord.ui.LayoutView:
    """Ask whose seat at a table of the last round is given to another player."""
    choices: list[ListOption] = [
        (
            str(one),
            view.plain_entrant_name(state.players[one]),
            tr("Not here yet") if is_missing(state, one) else "",
        )
        for one in replaceable(state, table)
    ]
    title = tr("Substitute at table {n}", n=table)
    custom_id = EventCustomId(ABSENT, state.tournament, str(table))
    return card(
        f"### {title}",
        select(custom_id, options(choices), tr("Who is absent?")),
        *_back(state),
        color=view.EVENT_COLOR,
    )


def choose(state: TournamentState, player: Participant) -> discord.ui.LayoutView:
    """Ask who takes an absent player's seat."""
    who = view.entrant_name(state.players[player])
    waiting = substitutes(state)
    choices: list[ListOption] = [
        (str(one), view.plain_entrant_name(state.players[one]), _where(state, one))
        for one in waiting[:MAX_OPTIONS]
    ]
    title = tr("Substitute for {player}", player=who)
    lines = [f"### {title}"]
    if not choices:
        lines.append(tr("No one is waiting for a seat."))
        return card("\n".join(lines), *_back(state), color=view.EVENT_COLOR)
    if state.rules.queue:
        lines.append(tr("The game at this table restarts with the substitute."))
    else:
        lines.append(
            tr("{player} drops, and the game at this table restarts with the substitute.", player=who)
        )
    custom_id = EventCustomId(SUBSTITUTE, state.tournament, str(player))
    picked = select(custom_id, options(choices), tr("Who plays?"))
    return card("\n".join(lines), picked, *_back(state), color=view.EVENT_COLOR)


def done(state: TournamentState, table: int, player: Participant, by: Participant) -> discord.ui.LayoutView:
    """Say to the judge who plays now."""
    return card(substitute_line(state, table, player, by), *_back(state), color=view.EVENT_COLOR)


def substitute_line(state: TournamentState, table: int, player: Participant, by: Participant) -> str:
    """Say who plays for whom."""
    return tr(
        "{substitute} plays for {player} at table {n}.",
        substitute=view.entrant_name(state.players[by]),
        player=view.entrant_name(state.players[player]),
        n=table,
    )


def _where(state: TournamentState, player: Participant) -> str:
    """Return why a possible substitute has no seat."""
    if state.rules.queue:
        return ""
    if state.players[player].stage is SignUpStage.WAITING:
        return tr("On the waiting list")
    return tr("Bye") if player in state.rounds[-1].pairings.byes else tr("Joined late")


def _back(state: TournamentState) -> list[ComponentRow]:
    """Return the way back to the panel, which queues don't have."""
    return [] if state.rules.queue else rows(back_button(state))
