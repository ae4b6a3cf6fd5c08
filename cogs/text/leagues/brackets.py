"""The bracket of double elimination in words: the stage of a table, and every match with its players."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from cogs.text.language import mark, tr
from rules.pairings.double_elimination import MatchPlace, Stage
from rules.pairings.pairings import Participant
from rules.tournaments.state import TournamentState

STAGES: Mapping[Stage, str] = {
    Stage.WINNERS: mark("winners' bracket"),
    Stage.LOSERS: mark("losers' bracket"),
    Stage.REPLAY: mark("losers' bracket"),
    Stage.FINAL: mark("grand final"),
}
"""What tables are called beside their number."""


class ShownMatch(Struct, frozen=True):
    """A match: the round of the bracket that it belongs to, its players, and who has won, if anyone."""

    title: str
    players: tuple[str, ...]
    winner: str = ""
    is_over: bool = False


def stage(state: TournamentState, round: int, table: int) -> str:
    """Return the part of the bracket that a table belongs to; empty in other events."""
    shown = state.rounds[round - 1]
    place = None if shown.bracket is None else shown.bracket.place_of(shown.tables[table])
    return "" if place is None else tr(STAGES[place.stage])


def matches(state: TournamentState, name: Callable[[Participant], str]) -> Sequence[ShownMatch]:
    """Return the matches that have been played or can be, by stage and round; none in other events."""
    bracket = state.bracket
    if bracket is None:
        return []
    found = [(place, one) for place, one in bracket.decided.items() if len(one.entrants) == 2]
    shown = {
        place: ShownMatch(
            _title(place),
            tuple(map(name, one.entrants)),
            "" if one.winner is None else name(one.winner),
            is_over=True,
        )
        for place, one in found
    }
    shown |= {
        place: ShownMatch(_title(place), tuple(map(name, pair))) for place, pair in bracket.open.items()
    }
    return [shown[place] for place in sorted(shown, key=_order)]


def _order(place: MatchPlace) -> tuple[int, int, int]:
    return [*Stage].index(place.stage), place.round, place.number


def _title(place: MatchPlace) -> str:
    match place.stage:
        case Stage.WINNERS:
            return tr("Winners' bracket, round {n}", n=place.round)
        case Stage.LOSERS:
            return tr("Losers' bracket, round {n}", n=place.round)
        case Stage.REPLAY:
            return tr("Losers' bracket, after a double loss")
        case Stage.FINAL:
            return tr("Grand final") if place.round == 1 else tr("Grand final, second match")
