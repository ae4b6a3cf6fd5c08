"""The pages of the panel about people: the list, one player with their buttons, penalties in words."""

from collections.abc import Mapping

import discord

from cogs.core.components import (
    MAX_OPTIONS,
    TEXT_LIMIT,
    Button,
    ComponentRow,
    ListOption,
    card,
    options,
    rows,
    select,
)
from cogs.drawing.truncate import truncate
from cogs.text.language import mark, tr
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import EventCustomId
from cogs.tournaments.views.panel.parts import (
    PENALTY_BACK,
    PENALTY_TAKEN_BACK,
    PEOPLE,
    PLAYER,
    REPLACING,
    PagePlace,
    act_button,
    ask_button,
    back_button,
    more_buttons,
    open_button,
)
from rules.pairings.pairings import Participant
from rules.tournaments.absences import is_last_at, replaceable, takes_substitutes
from rules.tournaments.penalties import decides, newest_penalty, table_of_penalty
from rules.tournaments.state import (
    Infraction,
    PenaltyKind,
    PlayerPenalty,
    SignUpStage,
    TournamentPlayer,
    TournamentState,
)

PENALTY_NAMES: Mapping[PenaltyKind, str] = {
    PenaltyKind.GAME_LOSS: mark("Game loss"),
    PenaltyKind.MATCH_LOSS: mark("Match loss"),
    PenaltyKind.DISQUALIFICATION: mark("Disqualification"),
    PenaltyKind.POINTS: mark("Points"),
}
INFRACTIONS: Mapping[Infraction, str] = {
    Infraction.OTHER: mark("Other"),
    Infraction.TARDINESS: mark("Tardiness"),
    Infraction.SLOW_PLAY: mark("Slow play"),
    Infraction.DECK: mark("Deck or decklist problem"),
    Infraction.RULES: mark("Game play error"),
    Infraction.ASSISTANCE: mark("Outside assistance"),
    Infraction.CONDUCT: mark("Unsporting conduct"),
    Infraction.COLLUSION: mark("Improperly determining a winner"),
    Infraction.CHEATING: mark("Cheating"),
}


def people(state: TournamentState, start: int) -> list[ComponentRow]:
    """Return a page of the event's players, from one on, with buttons to the others."""
    entrants = [one for one in state.players.values() if one.stage is not SignUpStage.MEMBER]
    shown = entrants[start : start + MAX_OPTIONS]
    choices: list[ListOption] = [(str(one.number), _label(one), _stage(state, one)) for one in shown]
    custom_id = EventCustomId(PLAYER, state.tournament)
    further = more_buttons(state, tr("More players"), PagePlace(PEOPLE, start), len(entrants))
    listed = select(custom_id, options(choices), tr("Choose a player"))
    return [listed, *rows(*further, back_button(state))]


def _label(player: TournamentPlayer) -> str:
    name = view.plain_entrant_name(player)
    return name if player.name is None else f"{name} #{player.number}"


def _stage(state: TournamentState, player: TournamentPlayer) -> str:
    """Return a player's status in the event, as a word or two."""
    if player.number in state.disqualified:
        return tr("Disqualified")
    if player.stage is SignUpStage.OUT:
        return tr("Dropped")
    if player.stage is SignUpStage.WAITING:
        return tr("On the waiting list")
    at = state.rounds[-1].table_of(player.number) if state.rounds else None
    places = [
        "" if at is None else tr("Table {n}", n=at),
        tr("Fixed table: {n}", n=player.table) if player.table else "",
    ]
    return " · ".join(filter(None, places))


def player_panel(state: TournamentState, number: Participant, said: str = "") -> discord.ui.LayoutView:
    """Return a player with the judge's buttons."""
    one, last = state.players[number], state.rounds[-1] if state.rounds else None
    at = None if last is None else last.table_of(number)
    lines = [said, f"### {view.entrant_name(one)} #{number}", _stage(state, one)]
    buttons = list[Button]()
    if number in state.disqualified:
        pass
    elif one.stage is SignUpStage.OUT:
        if not one.members:
            buttons.append(act_button(state, tr("Sign up again"), "undrop", about=number))
    else:
        buttons.append(act_button(state, tr("Drop"), "drop", discord.ButtonStyle.danger, number))
    if last is not None and at is not None and number not in last.absent:
        ended = at in last.outcomes
        if not ended or is_last_at(last, at, number):
            buttons.append(act_button(state, tr("No-show"), "noshow", about=number))
    if at is not None and takes_substitutes(state, at) and number in replaceable(state, at):
        buttons.append(act_button(state, tr("Substitute…"), REPLACING, about=number))
    movable = not state.seeds and not state.rules.is_drawn
    if last is not None and movable and (at is None or at not in last.outcomes):
        buttons.append(ask_button(state, tr("Move…"), "move", number))
    if not state.over and number not in state.disqualified:
        buttons.append(ask_button(state, tr("Penalty…"), "penalty", number))
        buttons.append(ask_button(state, tr("Fixed table…"), "fix", number))
    if not state.over and newest_penalty(state, number) is not None:
        buttons.append(act_button(state, tr("Take back penalty…"), PENALTY_BACK, about=number))
    buttons.append(open_button(state, tr("Players…"), PEOPLE))
    buttons.append(back_button(state))
    text = truncate("\n".join(filter(None, lines)), TEXT_LIMIT)
    return card(text, *rows(*buttons), color=view.EVENT_COLOR)


def penalty(
    state: TournamentState, number: Participant, kind: PenaltyKind, why: Infraction, points: int
) -> str:
    """Say which penalty a player has."""
    who, reason = view.entrant_name(state.players[number]), tr(INFRACTIONS[why])
    if kind is PenaltyKind.POINTS:
        return tr("{player}: {points} points ({reason}).", player=who, points=f"{-points:+}", reason=reason)
    return tr("{player}: {penalty} ({reason}).", player=who, penalty=tr(PENALTY_NAMES[kind]), reason=reason)


def taking_back(state: TournamentState, given: PlayerPenalty) -> discord.ui.LayoutView:
    """Ask whether a penalty is taken back."""
    words = penalty(state, given.player, given.kind, given.infraction, given.points)
    text = tr("Take back this penalty? {penalty}", penalty=words)
    back = act_button(
        *(state, tr("Take back penalty"), PENALTY_TAKEN_BACK),
        *(discord.ButtonStyle.danger, given.number),
    )
    return card(text, *rows(back, open_button(state, tr("Players…"), PEOPLE)), color=view.EVENT_COLOR)


def taken_back(state: TournamentState, given: PlayerPenalty) -> str:
    """Say which penalty has been taken back."""
    words = penalty(state, given.player, given.kind, given.infraction, given.points)
    return tr("Taken back: {what}", what=words)


def still_lost(state: TournamentState, given: PlayerPenalty) -> str:
    """Say what a penalty that is taken back leaves to judges: the result of its table, or a lost game; empty
    for nothing."""
    table = table_of_penalty(state, given)
    if table is None or given.kind is PenaltyKind.POINTS:
        return ""
    if table in state.rounds[given.round - 1].outcomes:
        return tr(
            "Round {round}, table {n} keeps its result. Judges can correct it.", round=given.round, n=table
        )
    if given.kind is PenaltyKind.GAME_LOSS and not decides(state, given.kind):
        return tr("The game that it ended stays lost until it is undone at the table.")
    return ""
