"""Suggested numbers of rounds, and sizes of the top cut."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from rules.tournaments.state import TournamentPlay

MIN_PLAYERS: Mapping[TournamentPlay, int] = MappingProxyType(
    {TournamentPlay.DUELS: 4, TournamentPlay.PODS: 6}
)
"""Players from which a number of rounds is suggested; in pods, those who need two tables."""


class RoundPlan(Struct, frozen=True):
    """Rounds by standings, and then a top cut; 0 for none."""

    rounds: int
    cut: int


_Row = tuple[int | None, RoundPlan]
"""The most players for a plan; None for any number."""
_DUELS: Sequence[_Row] = (
    (8, RoundPlan(3, 0)),
    (16, RoundPlan(5, 4)),
    (32, RoundPlan(5, 8)),
    (64, RoundPlan(6, 8)),
    (128, RoundPlan(7, 8)),
    (226, RoundPlan(8, 8)),
    (409, RoundPlan(9, 8)),
    (None, RoundPlan(10, 8)),
)
_PODS: Sequence[_Row] = (
    (16, RoundPlan(2, 0)),
    (34, RoundPlan(3, 4)),
    (64, RoundPlan(4, 10)),
    (128, RoundPlan(5, 16)),
    (208, RoundPlan(6, 16)),
    (304, RoundPlan(7, 16)),
)


def suggested(play: TournamentPlay, players: int) -> RoundPlan | None:
    """Return the usual plan for so many players or teams; None if none is known.

    Duels: Magic Tournament Rules, Appendix E, for formats without a draft in the top cut; its three rounds of
    single elimination for up to eight players are three rounds by standings here, which gives the same
    unbeaten winner. Pods: the multiplayer addendum to those rules that TopDeck's cEDH tournaments follow, as
    quoted at topdeck.gg/event/i7B5T8dOVCYPodexpjV6 and appalachiagames.com/guidelines, up to 304 players.
    Its two rounds for 16 players are those of up to 16 here: the winners of at most four tables meet at one.
    """
    rows = _DUELS if play is TournamentPlay.DUELS else _PODS
    if players < MIN_PLAYERS[play]:
        return None
    return next((plan for most, plan in rows if most is None or players <= most), None)
