"""The message of a table that plays up to a deadline, and the form for players' available times."""

from collections.abc import Sequence

import discord

from cogs.core.components import ComponentRow, button, form, rows, text_field
from cogs.text.formatting import escape, strong
from cogs.text.language import tr
from cogs.tournaments.views.event import EventCustomId, entrant_name
from rules.tournaments.state import TournamentId, TournamentPlayer, TournamentState

ASK, SET = "available", "setavailable"
"""The verbs of the button and the form."""
TIMES_FIELD = "when"
TIMES_LENGTH = 200
"""Maximum characters of a player's availability."""


def deadline_lines(state: TournamentState, table: int) -> Sequence[str]:
    """Return the message of a table in the last round about its deadline, and its players' availability."""
    last = state.rounds[-1]
    lines = [
        tr(
            "Agree on a time and play by {when}. **When I can…** tells the others when you can play.",
            when=f"<t:{last.deadline}:f>",
        )
    ]
    return [*lines, *times(state, table)]


def times(state: TournamentState, table: int) -> Sequence[str]:
    """Return the availability of a table's players in the last round, if entered."""
    players = (state.players[one] for one in state.rounds[-1].tables[table])
    return [available(player) for player in players if player.available]


def available(player: TournamentPlayer) -> str:
    """Return a player's availability in words."""
    if not player.available:
        return tr("No times from {player} yet.", player=strong(entrant_name(player)))
    times = escape(player.available)
    return tr("{player} can play: {times}", player=strong(entrant_name(player)), times=times)


def when_i_can(tournament: TournamentId) -> Sequence[ComponentRow]:
    """Return the button for entering when the user can play."""
    return rows(button(tr("When I can…"), EventCustomId(ASK, tournament), discord.ButtonStyle.primary))


def availability_form(tournament: TournamentId, player: TournamentPlayer) -> discord.ui.Modal:
    """Return the form for a player's availability, prefilled."""
    field = text_field(
        tr("When can you play?"),
        TIMES_FIELD,
        TIMES_LENGTH,
        about=tr("Everyone at your table reads it. Leave it empty to remove it."),
        value=player.available,
        placeholder=tr("Weekdays after 7 pm, all Sunday"),
        paragraph=True,
    )
    return form(tr("When I can"), EventCustomId(SET, tournament), field)


def pairing_note(deadline: int) -> str:
    """Return the deadline of a round in words."""
    return tr("Play by {when}.", when=f"<t:{deadline}:f>")
