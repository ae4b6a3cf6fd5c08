"""The decklists of an event: how many there are, the list of all, and the form for one's own."""

from collections.abc import Sequence

import discord

from cogs.core.components import TEXT_LIMIT, form, text_field
from cogs.drawing.truncate import truncate
from cogs.text.formatting import listed, pasted, strong
from cogs.text.language import tr, trn
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import DECKLIST, DECKLISTS, EventCustomId
from rules.tournaments.decklists import are_public, having, lacking
from rules.tournaments.state import TournamentId, TournamentPlayer, TournamentState

MINE, ALL, SET = DECKLIST, DECKLISTS, "setdecklist"
"""Verbs: open the form for the user's decklist, show all decklists, save the form."""
DECKLIST_FIELD = "decklist"
DECKLIST_LENGTH = 3000
"""Characters of a decklist."""
DECKLIST_LINE_LENGTH = 200
"""Characters of a decklist in a list."""


def decklist_line(player: TournamentPlayer, decklist: str) -> str:
    """Return a player with a link to their decklist, or its first line."""
    return f"{strong(view.entrant_name(player))} · {truncate(pasted(decklist)[0], DECKLIST_LINE_LENGTH)}"


def decklist_overview(state: TournamentState, *, judge: bool) -> str:
    """Return the decklists, as far as their reader may read them; ``judge``: and who has none."""
    known = having(state)
    count = trn("{n} decklist", "{n} decklists", len(known))
    lines = [tr("### {event}: {what}", event=view.title(state), what=count)]
    for one in known:
        shown = judge or are_public(state)
        lines.append(decklist_line(one, one.decklist or "") if shown else strong(view.entrant_name(one)))
    missing = lacking(state)
    if judge and missing:
        lines.append(tr("**No decklist:** {players}", players=listed(map(view.entrant_name, missing))))
    return truncate("\n".join(lines), TEXT_LIMIT)


def whole_decklist(player: TournamentPlayer) -> str:
    """Return a player's decklist."""
    return truncate(
        "\n".join([f"### {view.entrant_name(player)}", *pasted(player.decklist or "")]), TEXT_LIMIT
    )


def registered_reply(state: TournamentState, player: TournamentPlayer, *, own: bool) -> str:
    """Return the reply to who has registered a decklist; ``own``: their own one."""
    if not own:
        return tr("{player}'s decklist is registered.", player=strong(view.entrant_name(player)))
    if not player.decklist:
        return tr("Your decklist for {event} is removed.", event=view.title(state))
    return tr(
        "Your decklist for {event} is registered. You can change it until you're paired. Everyone can read "
        "it once round 1 is paired, before that only you and judges.",
        event=view.title(state),
    )


def decklist_form(tournament: TournamentId, player: TournamentPlayer) -> discord.ui.Modal:
    """Return the form for a player's decklist, prefilled."""
    field = text_field(
        tr("Decklist"),
        DECKLIST_FIELD,
        DECKLIST_LENGTH,
        about=tr("A link to it, or its cards. Leave it empty to remove it."),
        value=player.decklist,
        paragraph=True,
    )
    return form(tr("My decklist"), EventCustomId(SET, tournament), field)


def reminder_line(players: Sequence[str]) -> str:
    """Return the line that names players without a decklist who can still register it."""
    return tr(
        "**No decklist yet:** {players}. Register yours with **My decklist…**; decklists lock when round 1 "
        "is paired.",
        players=listed(players),
    )
