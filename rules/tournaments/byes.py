"""The byes of a tournament: in which rounds, since which pairings, and whether those still stand."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.pairings.pairings import Participant
from rules.tournaments.log import TournamentEntry, folded
from rules.tournaments.state import TournamentState


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
