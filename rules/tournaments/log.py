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
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import EnterOutcome, TakeBackRound, WithdrawOutcome
from rules.tournaments.state import TournamentState

TOURNAMENT_ACTS: Mapping[str, type[TournamentAct]] = kinds_of(TournamentAct)
"""Every act by the name under which it is stored."""


class TournamentEntry(Struct, frozen=True, kw_only=True):
    """An entry of a tournament's log. ``user`` is None where the bot acted or the user was forgotten.

    ``when``: whole seconds since 1970 in UTC.
    """

    number: int
    when: int
    user: int | None
    interaction: int | None
    act: TournamentAct


def folded(state: TournamentState, entries: Iterable[TournamentEntry]) -> TournamentState:
    """Return the tournament after these entries."""
    for entry in entries:
        state = replace(entry.act.apply(state), entries=entry.number)
    return state


def about_table(entries: Iterable[TournamentEntry], round: int, table: int) -> Sequence[TournamentEntry]:
    """Return the entries about how a table ended, oldest first, since a round was last taken back."""
    found = list[TournamentEntry]()
    for entry in entries:
        act = entry.act
        if isinstance(act, TakeBackRound):
            found = []
        if isinstance(act, EnterOutcome | WithdrawOutcome) and (act.round, act.table) == (round, table):
            found.append(entry)
    return found


class AnnouncedRequest(Struct, frozen=True, kw_only=True):
    """A request with an act that is announced: the first such, the tournament before and after the request,
    and its last entry."""

    before: TournamentState
    after: TournamentState
    act: TournamentAct
    entry: TournamentEntry


def around(state: TournamentState, entries: Iterable[TournamentEntry], last: int) -> AnnouncedRequest:
    """Return the result of the request whose last entry has this number; ``state`` is the tournament before
    all entries. Raises Refusal "outdated" without such an entry or act."""
    before, act = state, None
    for entry in entries:
        state = folded(state, [entry])
        act = entry.act if act is None and entry.act.announced else act
        if entry.number == last and act is not None:
            return AnnouncedRequest(before=before, after=state, act=act, entry=entry)
        if entry.interaction is not None:
            before, act = state, None
    raise Refusal("outdated")


class Bye(Struct, frozen=True, kw_only=True):
    """A bye, and the entry whose pairings have given it; ``over``: these no longer stand, as others have
    replaced them or the round was taken back."""

    round: int
    player: Participant
    entry: TournamentEntry
    over: bool = False


def byes_given(state: TournamentState, entries: Iterable[TournamentEntry]) -> Sequence[Bye]:
    """Return every bye of the rounds by standings, oldest first; ``state`` is the tournament before all
    entries."""
    found, given = list[Bye](), dict[tuple[int, Participant], int]()
    for entry in entries:
        was, state = state.rounds, folded(state, [entry])
        if state.rounds is was:
            continue
        now = {
            (number, player)
            for number, one in enumerate(state.swiss, start=1)
            for player in one.pairings.byes
        }
        for key in [key for key in given if key not in now]:
            place = given.pop(key)
            found[place] = replace(found[place], over=True)
        for number, player in sorted(now - given.keys()):
            given[number, player] = len(found)
            found.append(Bye(round=number, player=player, entry=entry))
    return found
