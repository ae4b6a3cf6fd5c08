"""Why a player sits where they do in a round: from the points and meetings at the time of its pairing."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate

from msgspec import Struct

from rules.pairings.pairings import PairingMethod, Pairings, Participant, PastRounds
from rules.tournaments.advice.hindsight import Drawing
from rules.tournaments.standings import pairing_points
from rules.tournaments.state import TournamentState


class SeatReason(StrEnum):
    """Why a player has this table or a bye."""

    RANDOM = "random"
    """Everyone had equally many points, as in the first round."""
    EQUAL = "equal"
    """The table's players had equally many points."""
    SIZES = "sizes"
    """Players with these points, or more, don't fill their tables."""
    CLOSEST = "closest"
    """No round without rematches was found in which points are closer."""
    LOWEST_BYE = "lowest_bye"
    """Among the players with the fewest byes, no one had fewer points."""
    BYE = "bye"
    """Other criteria than points came first for the bye, such as avoiding rematches."""
    DRAWN = "drawn"
    """Everyone meets everyone, or a bracket decides."""
    CUT = "cut"
    """The seeds of the top cut decide."""
    JUDGE = "judge"
    """A judge, a file or an earlier version has decided it."""


class SeatExplanation(Struct, frozen=True, kw_only=True):
    """Why a player has a table or a bye, and the points of those there before the round.

    ``higher``, ``lower``: those at the table with more points than the player, or fewer.
    ``at_least``: how many who play had at least the player's points; ``more``: more. For the reason SIZES,
    ``down`` and ``up`` say which of both numbers doesn't fill its tables.
    """

    reason: SeatReason
    points: Mapping[Participant, Fraction]
    higher: Sequence[Participant] = ()
    lower: Sequence[Participant] = ()
    at_least: int = 0
    more: int = 0
    down: bool = False
    up: bool = False
    again: Sequence[Participant] = ()
    """Those at the table whom the player has met in an earlier round."""
    seed: int = 0
    """The player's seed in the top cut; 0 before it."""


def explain_seat(
    state: TournamentState, drawing: Drawing | None, player: Participant
) -> SeatExplanation | None:
    """Return why a player has their table or bye in the last round; None if they have neither.

    ``drawing``: the pairing of that round by the standings, if it was made so.
    """
    pairings = state.rounds[-1].pairings
    table = next((one for one in pairings.tables if player in one), (player,))
    if table == (player,) and player not in pairings.byes:
        return None
    if state.seeds and len(state.rounds) > state.before_cut:
        seed = state.seeds.index(player) + 1 if player in state.seeds else 0
        return SeatExplanation(reason=SeatReason.CUT, points={}, seed=seed)
    if state.rules.pairing is not PairingMethod.SWISS:
        return SeatExplanation(reason=SeatReason.DRAWN, points={})
    drawn = None if drawing is None or not drawing.seed else drawing.pairings
    if drawing is None or drawn is None or not _is_drawn(drawn, pairings, table):
        return SeatExplanation(reason=SeatReason.JUDGE, points={})
    had, past = pairing_points(drawing.before), PastRounds(one.pairings for one in drawing.before.swiss)
    if player in pairings.byes:
        return SeatExplanation(reason=_reason_of_bye(had, past, player), points=_of((player,), had))
    return _of_table(drawn, had, past, table, player)


def _is_drawn(drawn: Pairings, pairings: Pairings, table: Collection[Participant]) -> bool:
    """Return whether a table, or a bye of one player, is as it was drawn."""
    if len(table) == 1:
        return {*table} <= {*drawn.byes} and {*table} <= {*pairings.byes}
    return {*table} in [{*one} for one in drawn.tables]


def _reason_of_bye(had: Mapping[Participant, Fraction], past: PastRounds, player: Participant) -> SeatReason:
    if not past.count:
        return SeatReason.RANDOM
    fewest = min(past.byes[one] for one in had)
    lowest = min(total for one, total in had.items() if past.byes[one] == fewest)
    is_lowest = past.byes[player] == fewest and had[player] == lowest
    return SeatReason.LOWEST_BYE if is_lowest else SeatReason.BYE


def _of_table(
    drawn: Pairings,
    had: Mapping[Participant, Fraction],
    past: PastRounds,
    table: Sequence[Participant],
    player: Participant,
) -> SeatExplanation:
    mine, playing = had[player], [one for each in drawn.tables for one in each]
    at_least, more = sum(had[one] >= mine for one in playing), sum(had[one] > mine for one in playing)
    higher = [one for one in table if had[one] > mine]
    lower = [one for one in table if had[one] < mine]
    full = {0, *accumulate(map(len, drawn.tables))}
    down, up = bool(lower) and at_least not in full, bool(higher) and more not in full
    if len({had[one] for one in playing}) == 1:
        reason = SeatReason.RANDOM
    elif not higher and not lower:
        reason = SeatReason.EQUAL
    elif down is bool(lower) and up is bool(higher):
        reason = SeatReason.SIZES
    else:
        reason = SeatReason.CLOSEST
    return SeatExplanation(
        reason=reason,
        points=_of(table, had),
        higher=higher,
        lower=lower,
        at_least=at_least,
        more=more,
        down=down,
        up=up,
        again=[one for one in table if one != player and past.times_met(one, player)],
    )


def _of(
    players: Sequence[Participant], had: Mapping[Participant, Fraction]
) -> Mapping[Participant, Fraction]:
    return {one: had[one] for one in players if one in had}
