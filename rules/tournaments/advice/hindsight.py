"""The inputs of pairings, to show how another outcome would have changed them."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rules.pairings.pairings import METHOD, Pairings
from rules.tournaments.acts import BeginCut, BeginRound
from rules.tournaments.judging import ChangePairings
from rules.tournaments.log import TournamentEntry, fold_entries
from rules.tournaments.state import TournamentState


class Drawing(Struct, frozen=True, kw_only=True):
    """A round's pairing: its state of the tournament and its seed, 0 if it can't be repeated, because
    someone else or an earlier method made it."""

    before: TournamentState
    pairings: Pairings
    seed: int
    last: bool


class Hindsight(Struct, frozen=True, kw_only=True):
    """The inputs of a tournament's pairings. ``drawings``: by the number of the round, from 1.
    ``before_cut``: the state from which the top cut was seeded."""

    drawings: Mapping[int, Drawing]
    before_cut: TournamentState | None


def hindsight(state: TournamentState, entries: Iterable[TournamentEntry]) -> Hindsight:
    """Return the input of these entries' pairings; ``state`` is the tournament before them."""
    drawings, cut = dict[int, Drawing](), None
    for entry in entries:
        act = entry.act
        if isinstance(act, BeginRound) or (isinstance(act, ChangePairings) and act.seed):
            again = isinstance(act, ChangePairings)
            before = replace(state, rounds=state.rounds[:-1]) if again else state
            number = len(before.rounds) + 1
            seed = act.seed if act.method == METHOD else 0
            drawings[number] = Drawing(before=before, pairings=act.pairings, seed=seed, last=act.last)
        if isinstance(act, BeginCut):
            cut = state
        state = fold_entries(state, [entry])
    return Hindsight(drawings=drawings, before_cut=cut)
