"""The message of a tournament: who is in, who waits, and the buttons to join, drop and check in."""

import re
from collections.abc import Mapping, Sequence

import discord
from msgspec import Struct

from cogs.core.components import TEXT_LIMIT, button, card, rows
from cogs.drawing.cutting import shortened
from cogs.text.formatting import bold, escape
from cogs.text.language import mark, tr, trn
from rules.tournaments.state import (
    SignUpStage,
    TournamentId,
    TournamentPlay,
    TournamentPlayer,
    TournamentState,
)

ROUTE = "arbiter-event"
_TEMPLATE = re.compile(ROUTE + r":(?P<verb>[a-z]+):(?P<tournament>[0-9]{1,18})(?::.*)?")
COLOUR = discord.Colour(0x0EA5E9)
PLAYS: Mapping[TournamentPlay, str] = {
    TournamentPlay.PODS: mark("Pods of four"),
    TournamentPlay.DUELS: mark("Duels"),
}


class EventCustomId(Struct, frozen=True):
    """What a button asks for: a verb and a tournament."""

    verb: str
    tournament: TournamentId

    def __str__(self) -> str:
        return f"{ROUTE}:{self.verb}:{self.tournament}:"


def read(custom_id: str) -> EventCustomId | None:
    """What a custom_id asks for, if it is one of a tournament's."""
    match = _TEMPLATE.fullmatch(custom_id)
    return None if match is None else EventCustomId(match["verb"], TournamentId(int(match["tournament"])))


def view(state: TournamentState) -> discord.ui.LayoutView:
    """The message of a tournament as it is."""
    return card(shortened("\n".join(_lines(state)), TEXT_LIMIT), *_buttons(state), colour=COLOUR)


def title(state: TournamentState) -> str:
    """What a tournament is called."""
    return bold(state.rules.name)


def name(player: TournamentPlayer) -> str:
    """What a player is called; those whose data was deleted have a number only."""
    return tr("Player {n}", n=player.number) if player.name is None else escape(player.name)


def _lines(state: TournamentState) -> Sequence[str]:
    playing, waiting = state.at(SignUpStage.IN), state.at(SignUpStage.WAITING)
    lines = [f"## {escape(state.rules.name)}", f"-# {tr(PLAYS[state.rules.play])} · {_count(state, playing)}"]
    if state.over:
        lines.append(tr("This event is over."))
    elif state.checking_in:
        here = sum(player.here for player in playing)
        lines.append(
            tr(
                "**Check-in is open:** press **I'm here**. {here} of {all} are here.",
                here=here,
                all=len(playing),
            )
        )
    else:
        lines.append(tr("Press **Join** to play."))
    if playing:
        lines.append(tr("**Players:** {players}", players=_names(playing, checked=state.checking_in)))
    if waiting:
        lines.append(tr("**Waiting list:** {players}", players=_names(waiting, checked=state.checking_in)))
    return lines


def _count(state: TournamentState, playing: Sequence[TournamentPlayer]) -> str:
    if state.rules.most is None:
        return trn("{n} player", "{n} players", len(playing))
    return tr("{n} of {most} players", n=len(playing), most=state.rules.most)


def _names(players: Sequence[TournamentPlayer], *, checked: bool) -> str:
    return ", ".join(f"{name(player)} ✓" if checked and player.here else name(player) for player in players)


def _buttons(state: TournamentState) -> Sequence[dict[str, object]]:
    if state.over:
        return ()
    shown = [
        button(tr("Join"), EventCustomId("join", state.tournament), discord.ButtonStyle.success),
        button(tr("Drop"), EventCustomId("drop", state.tournament)),
    ]
    if state.checking_in:
        here = EventCustomId("here", state.tournament)
        shown.insert(0, button(tr("I'm here"), here, discord.ButtonStyle.primary))
    return rows(*shown)
