"""The message of a tournament: who is in, who waits, and the buttons to join, drop and check in."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated

import discord
from msgspec import Meta

from cogs.core.components import TEXT_LIMIT, Button, ComponentRow, button, card, rows
from cogs.core.custom_ids import MAX_ID_NUMBER, CustomId, Verb
from cogs.drawing.truncate import truncate
from cogs.text.formatting import bold, comma_separated, escape, listed, strong
from cogs.text.language import mark, numeral, tr, trn
from cogs.text.leagues import brackets
from cogs.text.leagues.tables import match_record, tie_in_words
from cogs.text.results import MATCHES
from cogs.tournaments.views.plan import more_time, plan_lines
from rules.formats.variants import VARIANTS
from rules.leagues.standings import StandingsLine as StandingsLine
from rules.pairings.double_elimination import DoubleElimination
from rules.pairings.pairings import PairingMethod, Participant
from rules.tournaments.decklists import are_public, having, lacking
from rules.tournaments.standings import champion, shown_ties, standings
from rules.tournaments.state import (
    SignUpStage,
    TournamentId,
    TournamentPlay,
    TournamentPlayer,
    TournamentState,
)

PAGE, DROP_OUT, MINE, ORGANIZE = "page", "dropout", "mine", "organize"
"""Verbs: open the page, drop after a question, show the user's table, open the judges' panel."""
STANDINGS, SEATING, DECKLIST, DECKLISTS = "standings", "pairings", "decklist", "decklists"
"""Verbs: open the standings, the pairings, the form for the user's decklist, everyone's decklists."""
MAX_SHOWN = 16
"""Tables and players that the message names."""
EVENT_COLOR = discord.Color(0x0EA5E9)
PLAYS: Mapping[TournamentPlay, str] = {
    TournamentPlay.PODS: mark("Pods of four"),
    TournamentPlay.DUELS: mark("Duels"),
}

PAIRINGS: Mapping[PairingMethod, str] = {
    PairingMethod.ROUND_ROBIN: mark("Round robin"),
    PairingMethod.DOUBLE_ROUND_ROBIN: mark("Double round robin"),
    PairingMethod.DOUBLE_ELIMINATION: mark("Double elimination"),
}


class EventCustomId(CustomId, frozen=True):
    """The custom_id of an event's button: a verb, a tournament, and perhaps a value."""

    route = "arbiter-event"
    verb: Verb
    tournament: Annotated[TournamentId, Meta(ge=0, le=MAX_ID_NUMBER)]
    detail: str = ""


def event_view(state: TournamentState, threads: Mapping[int, int], *, paged: bool) -> discord.ui.LayoutView:
    """Return the present message of a tournament; ``threads``: the threads of the last round's tables.

    ``paged``: whether it has a page, or is on that of a league.
    """
    lines = [*_lines(state), *_round(state, threads)]
    shown = [*_buttons(state)]
    if paged:
        shown.append(button(tr("Open page"), EventCustomId(PAGE, state.tournament)))
    return card(truncate("\n".join(lines), TEXT_LIMIT), *rows(*shown), color=EVENT_COLOR)


def kind(state: TournamentState) -> str:
    """Return the format and the table size."""
    rules = state.rules
    parts = [tr(PLAYS[rules.play]) if rules.team_size == 1 else tr("Teams of {n}", n=rules.team_size)]
    if rules.variant:
        parts.append(tr(VARIANTS[rules.variant].name))
    if rules.pairing in PAIRINGS:
        parts.append(tr(PAIRINGS[rules.pairing]))
    if rules.best_of > 1:
        parts.append(tr(MATCHES[rules.best_of]))
    return " · ".join(parts)


def title(state: TournamentState) -> str:
    """Return a tournament's name."""
    return bold(state.rules.name)


def round_title(state: TournamentState) -> str:
    """Return the last round's name; a top cut that hasn't begun has none yet."""
    if len(state.rounds) == len(state.swiss):
        return tr("{event}: round {n}", event=escape(state.rules.name), n=len(state.rounds))
    number = len(state.rounds) - state.before_cut
    return tr("{event}: top cut, round {n}", event=escape(state.rules.name), n=number)


def points_in_words(value: Fraction) -> str:
    """Return a number of points in words."""
    return trn("{points} point", "{points} points", int(value), points=numeral(value))


def numbers(state: TournamentState, row: StandingsLine) -> Sequence[str]:
    """Return points, wins–losses–draws, byes and the tie-breakers of a row of the standings."""
    account = row.account
    return (
        points_in_words(row.points),
        match_record(account.wins, account.losses, account.draws, account.byes),
        *(tie_in_words(one, row.ties[one]) for one in shown_ties(state.rules)),
    )


def entrant_name(player: TournamentPlayer) -> str:
    """Return a player's name; a number if their data was deleted."""
    return escape(plain_entrant_name(player))


def plain_entrant_name(player: TournamentPlayer) -> str:
    """Return the plain name, for options and files."""
    return tr("Player {n}", n=player.number) if player.name is None else player.name


def placed(place: int | None) -> str:
    """Return a place in bold, since Discord renumbers the lines of a list, even if places are shared."""
    return f"**{place}.**"


def marked(state: TournamentState, row: StandingsLine) -> str:
    """Return the name of the player of a row of the standings, with a mark if they have dropped."""
    player = state.players[Participant(row.player)]
    who = entrant_name(player)
    return tr("{player} (dropped)", player=who) if player.stage is SignUpStage.OUT else who


def _lines(state: TournamentState) -> Sequence[str]:
    playing, waiting = state.at(SignUpStage.IN), state.at(SignUpStage.WAITING)
    lines = [f"## {escape(state.rules.name)}", f"-# {kind(state)} · {_count(state, playing)}"]
    if state.rules.starts and not state.rounds and not state.over:
        starts = state.rules.starts
        lines.append(tr("Starts {when}.", when=f"<t:{starts}:f> (<t:{starts}:R>)"))
    if state.over:
        lines.append(tr("This event is over."))
        won = champion(state)
        lines += (
            [tr("{who} won the event.", who=strong(entrant_name(state.players[won])))]
            if won is not None
            else []
        )
    elif state.rounds:
        pass
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
        alone = state.rules.team_size == 1
        lines.append(tr("Press **Join** to play.") if alone else tr("Sign up your team with `/event team`."))
    if playing and not state.rounds:
        lines.append(tr("**Players:** {players}", players=_names(state, playing)))
    if state.rules.decklists and not (state.rounds or state.over):
        n, missing = len(having(state)), len(lacking(state))
        text = tr("**Decklists:** {n} of {all}. They lock when round 1 is paired.", n=n, all=n + missing)
        lines.append(text)
    if waiting and not state.rounds:
        lines.append(tr("**Waiting list:** {players}", players=_names(state, waiting)))
    return [*lines, *plan_lines(state)]


def _round(state: TournamentState, threads: Mapping[int, int]) -> Sequence[str]:
    """Return the last round's progress, and who leads."""
    if not state.rounds:
        return ()
    last = state.rounds[-1]
    lines = [
        f"### {round_title(state)}",
        tr(
            "{n} of {all} tables have a result.",
            n=len(last.tables) - len(last.unfinished),
            all=len(last.tables),
        ),
    ]
    if last.deadline and not state.over:
        lines.append(tr("Play by {when}.", when=f"<t:{last.deadline}:f>"))
    for table in last.unfinished[:MAX_SHOWN] if not state.over else ():
        players = comma_separated(entrant_name(state.players[one]) for one in last.tables[table])
        stage = brackets.stage(state, len(state.rounds), table)
        thread = f" <#{threads[table]}>" if table in threads else ""
        seated = tr("**Table {n}:** {players}", n=table, players=players)
        seated += f" · {stage}" if stage else ""
        lines.append(seated + thread + more_time(state, table))
        missing = listed(entrant_name(state.players[one]) for one in last.missing.get(table, ()))
        if missing:
            lines.append(tr("-# ⚠️ Not here yet: {players}", players=missing))
    if (bracket := state.bracket) is not None:
        return [*lines, *_bracket(state, bracket)]
    heading = tr("Standings")
    lines.append(f"### {heading}")
    for row in standings(state)[:MAX_SHOWN]:
        lines.append(f"{placed(row.place)} {marked(state, row)} · {points_in_words(row.points)}")
    return lines


def _bracket(state: TournamentState, bracket: DoubleElimination) -> Sequence[str]:
    """Return who is in the bracket without a loss, with one, and out."""
    groups = dict[int, list[str]]()
    for one in state.places:
        there = one in bracket.left and state.players[one].stage is SignUpStage.IN
        losses = bracket.losses(one) if there or one == bracket.champion else 2
        groups.setdefault(losses, []).append(entrant_name(state.players[one]))
    heading, shown = tr("Bracket"), {losses: comma_separated(players) for losses, players in groups.items()}
    lines = [
        tr("**No loss:** {players}", players=shown[0]) if 0 in shown else "",
        tr("**One loss:** {players}", players=shown[1]) if 1 in shown else "",
        tr("**Out:** {players}", players=shown[2]) if 2 in shown else "",
    ]
    return [f"### {heading}", *filter(None, lines)]


def _count(state: TournamentState, playing: Sequence[TournamentPlayer]) -> str:
    if state.rules.most is None:
        if state.rules.team_size > 1:
            return trn("{n} team", "{n} teams", len(playing))
        return trn("{n} player", "{n} players", len(playing))
    if state.rules.team_size > 1:
        return tr("{n} of {most} teams", n=len(playing), most=state.rules.most)
    return tr("{n} of {most} players", n=len(playing), most=state.rules.most)


def _names(state: TournamentState, players: Sequence[TournamentPlayer]) -> str:
    shown = ((player, with_members(state, player)) for player in players)
    return comma_separated(
        f"{text} ✓" if state.checking_in and player.here else text for player, text in shown
    )


def with_members(state: TournamentState, player: TournamentPlayer) -> str:
    """Return the name of a player, or of a team with its members."""
    if not player.members:
        return entrant_name(player)
    members = comma_separated(entrant_name(one) for one in state.people(player.number))
    return f"{entrant_name(player)} ({members})"


def _buttons(state: TournamentState) -> Sequence[Button]:
    organize = button(tr("Organize…"), EventCustomId(ORGANIZE, state.tournament))
    decklists = [*_decklist_buttons(state)]
    if state.over:
        shown = [button(tr("Standings"), EventCustomId(STANDINGS, state.tournament))] if state.rounds else []
        return (*shown, *decklists, organize)
    shown = [*decklists, button(tr("Drop…"), EventCustomId("drop", state.tournament))]
    if state.rounds:
        shown.insert(0, button(tr("Pairings"), EventCustomId(SEATING, state.tournament)))
        shown.insert(0, button(tr("My table"), EventCustomId(MINE, state.tournament)))
    if not state.knocks_out and state.rules.team_size == 1:
        shown.insert(0, _join(state, tr("Join late") if state.rounds else tr("Join")))
    if state.checking_in:
        here = EventCustomId("here", state.tournament)
        shown.insert(0, button(tr("I'm here"), here, discord.ButtonStyle.primary))
    return [*shown, organize]


def _decklist_buttons(state: TournamentState) -> Iterator[Button]:
    """Yield the buttons for the user's decklist, and for everyone's once they may be read."""
    if not state.rules.decklists:
        return
    if are_public(state):
        yield button(tr("Decklists"), EventCustomId(DECKLISTS, state.tournament))
    if not state.seeds and not state.over:
        yield button(tr("My decklist…"), EventCustomId(DECKLIST, state.tournament))


def _join(state: TournamentState, label: str) -> Button:
    return button(label, EventCustomId("join", state.tournament), discord.ButtonStyle.success)


def drop_button(state: TournamentState) -> Sequence[ComponentRow]:
    """Return the button that drops the asked player."""
    return rows(button(tr("Drop"), EventCustomId(DROP_OUT, state.tournament), discord.ButtonStyle.danger))


def sign_up_button(state: TournamentState) -> Sequence[ComponentRow]:
    """Return the button for a dropped player to return."""
    return rows(_join(state, tr("Sign up again")))
