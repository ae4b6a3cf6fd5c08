"""Announcements of acts: the pairings, the cut, the players called to check in, the winners."""

from collections.abc import Sequence

import discord
from msgspec import Struct

from cogs.core.components import card
from cogs.drawing.truncate import truncate
from cogs.text.formatting import MESSAGE_LENGTH, bold, listed
from cogs.text.language import tr, trn
from cogs.tournaments.updates import decklists
from cogs.tournaments.updates.winner import role_line
from cogs.tournaments.views import event as view
from cogs.tournaments.views.lines import (
    as_messages,
    bye_line,
    final_lines,
    pairing_lines,
    participant_name,
    table_line,
)
from cogs.tournaments.views.panel.substitutes import substitute_line
from cogs.tournaments.views.table import pairing_note
from rules.leagues.result import Time
from rules.tournaments.absences import Substitute
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import (
    BeginCut,
    BeginRound,
    CloseCheckIn,
    CloseTournament,
    OpenCheckIn,
    ReopenTournament,
    TakeBackRound,
)
from rules.tournaments.deadlines import SetDeadline
from rules.tournaments.decklists import lacking
from rules.tournaments.judging import ChangePairings
from rules.tournaments.schedule import ScheduleStart
from rules.tournaments.standings import champion
from rules.tournaments.state import SignUpStage, TournamentState
from storage.leagues.leagues import Leagues
from storage.workers.threads import in_thread

MAX_MENTIONED = 80
"""Maximum people pinged in one message of 2,000 characters."""


class EventMessage(Struct, frozen=True):
    """One message. ``framed``: whether it has a frame, and may be longer. ``called``: the pinged users."""

    text: str
    framed: bool = False
    called: Sequence[int] = ()

    @property
    def view(self) -> discord.ui.LayoutView | None:
        """The message with its frame, if it has one."""
        return card(self.text, color=view.EVENT_COLOR) if self.framed else None


async def announcements(
    leagues: Leagues,
    guild: discord.Guild | None,
    act: TournamentAct,
    before: TournamentState,
    after: TournamentState,
    now: Time,
) -> Sequence[EventMessage]:
    """Return the messages of an announced act, at least one, given the tournament before and after it."""
    match act:
        case OpenCheckIn():
            return [_call(after)]
        case CloseCheckIn():
            return [EventMessage(_check_in(before, after))]
        case BeginCut():
            lines, reminded = await decklists.at_cut(leagues, after, now)
            lists = [EventMessage(text, framed=True, called=reminded) for text in as_messages(lines)]
            return [EventMessage(_cut(after)), *lists]
        case SetDeadline(deadline=deadline):
            return [EventMessage(pairing_note(deadline))]
        case ScheduleStart(starts=starts):
            event, when = view.title(after), f"<t:{starts}:f>"
            text = tr("{event} starts {when}.", event=event, when=when)
            return [EventMessage(text if starts else tr("{event} has no Discord event.", event=event))]
        case CloseTournament():
            return await _end(guild, after)
        case ReopenTournament():
            return [EventMessage(tr("{event} goes on.", event=view.title(after)))]
        case TakeBackRound():
            text = tr("{event}: round {n} was taken back.", event=view.title(after), n=len(before.rounds))
            return [EventMessage(text)]
        case ChangePairings(seed=0) if after.rounds[-1].tables.keys() & before.rounds[-1].tables.keys():
            return [EventMessage(_moved(before, after))]
        case Substitute(table=table, player=player, by=by):
            text = tr(
                "{event}: {what}", event=view.title(after), what=substitute_line(after, table, player, by)
            )
            return [EventMessage(text + "\n" + tr("-# The game at this table restarts."))]
        case _:
            assert isinstance(act, BeginRound | ChangePairings), f"{act} is not announced"
            return [EventMessage(text, framed=True) for text in as_messages(pairing_lines(after))]


def _call(state: TournamentState) -> EventMessage:
    """Ping the players who are in and haven't checked in."""
    missing = [one.number for one in state.at(SignUpStage.IN) if not one.here]
    users = [one.user for number in missing for one in state.people(number) if one.user is not None]
    called = users[:MAX_MENTIONED]
    text = tr("Check-in for {event} is open: press **I'm here**.", event=view.title(state))
    decks = ""
    if state.rules.decklists and lacking(state):
        decks = tr("Decklists lock when round 1 is paired. Register yours with **My decklist…**.")
    mentions = " ".join(f"<@{user}>" for user in called)
    return EventMessage("\n".join(filter(None, (text, mentions, decks))), called=called)


def _check_in(before: TournamentState, after: TournamentState) -> str:
    """Return who is here, and who was not."""
    gone = [
        view.entrant_name(one)
        for one in before.at(SignUpStage.IN)
        if after.players[one.number].stage is SignUpStage.OUT
    ]
    here = len(after.at(SignUpStage.IN))
    lines = [
        trn("Check-in is closed: {n} player is here.", "Check-in is closed: {n} players are here.", here)
    ]
    if gone:
        lines.append(tr("Dropped, because they weren't here: {players}.", players=listed(gone)))
    return truncate("\n".join(lines), MESSAGE_LENGTH)


def _cut(state: TournamentState) -> str:
    """Return the players in the cut, or that there is no cut."""
    if not state.seeds:
        return tr("{event} has no top cut: `/event round` pairs by the standings.", event=view.title(state))
    names = listed(participant_name(state, one) for one in state.seeds)
    text = tr("Top cut of {event}, best first: {players}.", event=view.title(state), players=names)
    return truncate(
        text + "\n" + tr("Pair it with `/event round`. Until then, `/event cut` can replace it."),
        MESSAGE_LENGTH,
    )


async def _end(guild: discord.Guild | None, state: TournamentState) -> Sequence[EventMessage]:
    """Return the winners, and all places, in further messages if there are many."""
    won = await in_thread(state.tournament, champion, state)
    if won is None:
        return [EventMessage(tr("{event} is over.", event=view.title(state)))]
    winner = bold(state.players[won].name or view.entrant_name(state.players[won]))
    lines = [tr("{event} is over: {player} wins!", event=view.title(state), player=winner)]
    if state.players[won].user is not None:
        lines.append(role_line(guild, state.rules.role))
    head, places = [*filter(None, lines)], await in_thread(state.tournament, final_lines, state)
    whole = "\n".join([*head, *places])
    if len(whole) <= MESSAGE_LENGTH:
        return [EventMessage(whole)]
    rest = (EventMessage(text, framed=True) for text in as_messages(places))
    return [EventMessage("\n".join(head)), *rest]


def _moved(before: TournamentState, after: TournamentState) -> str:
    """Return the tables whose players have changed."""
    was, now = before.rounds[-1], after.rounds[-1]
    lines = [
        table_line(after, number) for number in now.tables if now.tables[number] != was.tables.get(number)
    ]
    if now.pairings.byes and now.pairings.byes != was.pairings.byes:
        lines.append(bye_line(after))
    lines.append(tr("-# The games at these tables restart."))
    return truncate("\n".join(lines), MESSAGE_LENGTH)
