"""The log of a tournament: its acts in order, each with who did it and when."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.events.event import kinds_of
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments import absences as absences
from rules.tournaments import acts as acts
from rules.tournaments import deadlines as deadlines
from rules.tournaments import judging as judging
from rules.tournaments import penalties as penalties
from rules.tournaments import queue as queue
from rules.tournaments import schedule as schedule
from rules.tournaments import teams as teams
from rules.tournaments.absences import MarkNoShow, Substitute
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import (
    BeginCut,
    BeginRound,
    CloseTournament,
    Drop,
    EnterOutcome,
    ReopenTournament,
    SignUp,
    TakeBackRound,
    WithdrawOutcome,
)
from rules.tournaments.deadlines import GiveTime, SetDeadline, TakeBackTime
from rules.tournaments.judging import ChangePairings
from rules.tournaments.penalties import TakeBackPenalty
from rules.tournaments.schedule import ScheduleStart
from rules.tournaments.state import TournamentState

TOURNAMENT_ACTS: Mapping[str, type[TournamentAct]] = kinds_of(TournamentAct)
"""Every act by the name under which it is stored."""


class TournamentEntry(Struct, frozen=True, kw_only=True):
    """An entry of a tournament's log. ``user`` is None if the bot acted or the user was forgotten.

    ``when``: whole seconds since 1970 in UTC.
    """

    number: int
    when: int
    user: int | None
    interaction: int | None
    act: TournamentAct

    @property
    def undoes(self) -> bool:
        """Whether it only undoes earlier entries, without a replacement."""
        undoing = TakeBackRound | ReopenTournament | WithdrawOutcome | SignUp | TakeBackTime | TakeBackPenalty
        return isinstance(self.act, undoing)


def fold_entries(state: TournamentState, entries: Iterable[TournamentEntry]) -> TournamentState:
    """Return the tournament after these entries."""
    for entry in entries:
        state = replace(entry.act.apply(state), entries=entry.number)
    return state


def leaving(entries: Iterable[TournamentEntry], player: Participant) -> TournamentEntry:
    """Return the last entry by which a player left: a leave, a drop or an absence."""
    acts = ((one, one.act) for one in entries)
    left = [one for one, act in acts if isinstance(act, Drop | MarkNoShow) and act.player == player]
    return left[-1]


def about_table(entries: Iterable[TournamentEntry], round: int, table: int) -> Sequence[TournamentEntry]:
    """Return the entries about how a table ended, oldest first, since its round was last taken back."""
    found, rounds = list[TournamentEntry](), 0
    for entry in entries:
        act = entry.act
        if isinstance(act, BeginRound):
            rounds += 1
        if isinstance(act, TakeBackRound):
            found = [] if rounds == round else found
            rounds -= 1
        if isinstance(act, EnterOutcome | WithdrawOutcome) and (act.round, act.table) == (round, table):
            found.append(entry)
    return found


def ended_at(entries: Iterable[TournamentEntry]) -> Mapping[tuple[int, int], int]:
    """Return when each table of each round ended, and as table 0 when each round began, in whole seconds
    since 1970 in UTC; without rounds that were taken back."""
    times, rounds = dict[tuple[int, int], int](), 0
    for entry in entries:
        match entry.act:
            case BeginRound():
                rounds += 1
                times[rounds, 0] = entry.when
            case EnterOutcome(round=round, table=table):
                times[round, table] = entry.when
            case TakeBackRound():
                times = {key: when for key, when in times.items() if key[0] != rounds}
                rounds -= 1
            case _:
                pass
    return times


class AnnouncedRequest(Struct, frozen=True, kw_only=True):
    """A request with announced acts: the first of them, and the tournament before and after the request."""

    before: TournamentState
    after: TournamentState
    entry: TournamentEntry


def around(state: TournamentState, entries: Iterable[TournamentEntry], last: int) -> AnnouncedRequest:
    """Return the result of the request whose last entry has this number; ``state`` is the tournament before
    all entries. Raises Refusal "outdated" without such an entry or act."""
    before, announced = state, None
    for entry in entries:
        state = fold_entries(state, [entry])
        announced = entry if announced is None and entry.act.announced else announced
        if entry.number == last and announced is not None:
            return AnnouncedRequest(before=before, after=state, entry=announced)
        if entry.interaction is not None:
            before, announced = state, None
    raise Refusal("outdated")


class Bye(Struct, frozen=True, kw_only=True):
    """A bye, and the entry whose pairings gave it; ``over``: the pairings were replaced or the round was
    canceled."""

    round: int
    player: Participant
    entry: TournamentEntry
    over: bool = False


def byes_given(state: TournamentState, entries: Iterable[TournamentEntry]) -> Sequence[Bye]:
    """Return every bye that counts as a win, oldest first; ``state`` is the tournament before all
    entries."""
    found, given = list[Bye](), dict[tuple[int, Participant], int]()
    for entry in entries:
        was, state = state.rounds, fold_entries(state, [entry])
        if state.rounds is was:
            continue
        now = {
            (number, player)
            for number, one in enumerate(state.swiss, start=1)
            for player in (() if state.rules.is_bracket else one.pairings.byes)
        }
        for key in [key for key in given if key not in now]:
            place = given.pop(key)
            found[place] = replace(found[place], over=True)
        for number, player in sorted(now - given.keys()):
            given[number, player] = len(found)
            found.append(Bye(round=number, player=player, entry=entry))
    return found


WITHDRAWABLE = (
    *(BeginRound, ChangePairings, Substitute, SetDeadline, BeginCut, ScheduleStart, CloseTournament),
)
"""Announced acts that later ones may take back or replace."""


def may_withdraw(state: TournamentState, act: TournamentAct) -> bool:
    """Return whether an act may undo or change others' acts; ``state``: before it."""
    match act:
        case TakeBackRound() | ReopenTournament() | WithdrawOutcome() | TakeBackTime():
            return True
        case EnterOutcome(round=round, table=table):
            return round <= len(state.rounds) and table in state.rounds[round - 1].outcomes
        case SetDeadline():
            return bool(state.rounds and state.rounds[-1].deadline)
        case SignUp() | BeginCut():
            return bool(state.rounds)
        case ScheduleStart():
            return bool(state.rules.starts)
        case _:
            return False


def withdrawals(entries: Iterable[TournamentEntry]) -> Mapping[int, TournamentEntry]:
    """Return the numbers of withdrawn entries, each with the entry that withdrew it.

    ``entries``: all of a tournament, oldest first.
    """
    standing, withdrawn, last = dict[tuple[int, object], int](), dict[int, TournamentEntry](), 0
    """The first: current entries, by their round, or 0, and their subject there."""
    for entry in entries:
        match entry.act:
            case BeginRound():
                last += 1
                key = last, BeginRound
            case ChangePairings() | Substitute():
                key = last, entry.number
            case GiveTime():
                key = last, (GiveTime, entry.number)
            case TakeBackTime():
                given = [key for key in standing if key[0] == last and _is_time(key[1])]
                withdrawn |= {standing.pop(key): entry for key in given[-1:]}
                continue
            case SetDeadline() | BeginCut():
                key = last, type(entry.act)
            case EnterOutcome(round=round, table=table) | WithdrawOutcome(round=round, table=table):
                key = round, table
            case ScheduleStart():
                key = 0, ScheduleStart
            case CloseTournament() | ReopenTournament():
                key = 0, CloseTournament
            case Drop(player=player) | MarkNoShow(player=player) | SignUp(player=player):
                key = 0, player
            case TakeBackRound():
                gone = [key for key in standing if key[0] == last]
                withdrawn |= {standing.pop(key): entry for key in gone}
                last -= 1
                continue
            case _:
                continue
        if key in standing:
            withdrawn[standing.pop(key)] = entry
        if not entry.undoes:
            standing[key] = entry.number
    return withdrawn


def _is_time(subject: object) -> bool:
    """Return whether a current entry's subject is time that was given."""
    return isinstance(subject, tuple) and subject[0] is GiveTime
