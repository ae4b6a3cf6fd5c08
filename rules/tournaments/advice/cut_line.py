"""The points that make a planned top cut for sure, and those that may miss it, from the points possible."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.formats.variants import variant_named
from rules.pairings.pairings import OddPods, Participant
from rules.pairings.shapes import pod_sizes
from rules.tournaments.advice.race import DRAW_POINTS, CutRace, can_reach, can_reach_by_points
from rules.tournaments.standings import pairing_points, win_points
from rules.tournaments.state import TournamentPlay, TournamentRules, TournamentState


class CutLine(Struct, frozen=True, kw_only=True):
    """Points at the end of the planned rounds.

    ``sure``: the fewest with which every player makes the top cut, whatever the results are; ``unsure``: the
    most with which one may miss it. Both hold if rounds to come pair by points as far as possible, as they do
    unless rematches have to be avoided. ``certain``: the fewest that are enough with any pairings. Each is
    None if there are none, or if they aren't known because there are too many possibilities.
    """

    sure: int | None = None
    unsure: int | None = None
    certain: int | None = None


def cut_line(state: TournamentState) -> CutLine | None:
    """Return the cut line of the planned rounds for the players who are in; None if nothing is known.

    It holds while no one joins, drops, or has points given or taken by a judge. Equal points may be ranked
    either way. Of the last planned round the tables are known; an earlier round counts as if it weren't
    paired yet until all its tables have an outcome.
    """
    rules, played = state.rules, len(state.rounds)
    if state.seeds or not rules.rounds or not rules.cut or played > rules.rounds or _wins_are_shared(rules):
        return None
    if state.rounds and state.rounds[-1].unfinished:
        if played == rules.rounds:
            return _line_of_last_round(state)
        state, played = replace(state, rounds=state.rounds[:-1]), played - 1
    totals, left, win = (
        [int(one) for one in pairing_points(state).values()],
        rules.rounds - played,
        win_points(rules),
    )
    if not left or len(totals) <= rules.cut:
        return None
    sizes, byes = _shape(rules, len(totals))
    race = CutRace(totals=tuple(sorted(totals)), rounds=left, sizes=tuple(sizes), byes=byes, win=win)
    reachable = {
        total + wins * win + draws * DRAW_POINTS
        for total in {*totals}
        for wins in range(left + 1)
        for draws in range(left + 1 - wins)
    }
    certain = min((one for one in reachable if not can_reach(race, one, rules.cut + 1)), default=None)
    sure, unsure = _by_points(race, reachable, rules.cut + 1)
    found = CutLine(sure=sure, unsure=unsure, certain=certain)
    return None if found == CutLine() else found


def _by_points(race: CutRace, reachable: Collection[int], players: int) -> tuple[int | None, int | None]:
    """Return the fewest points that so many players can't reach together, and the most that they can."""
    sure = None
    for total in sorted(reachable, reverse=True):
        found = can_reach_by_points(race, total, players)
        if found is None:
            break
        if found:
            return sure, total
        sure = total
    return sure, None


def _line_of_last_round(state: TournamentState) -> CutLine | None:
    """Return the cut line while the last planned round is played; it is exact."""
    cut, win = state.rules.cut, win_points(state.rules)
    totals = {one: int(total) for one, total in pairing_points(state).items()}
    if len(totals) <= cut:
        return None
    last = state.rounds[-1]
    playing = [[one for one in last.tables[table] if one in totals] for table in last.unfinished]
    open_to = {one for table in playing for one in table}
    settled = [total for one, total in totals.items() if one not in open_to]

    def most_with(least: int) -> int:
        return sum(total >= least for total in settled) + sum(
            max(
                _with(totals, table, least, DRAW_POINTS),
                *(_with(totals, table, least, 0, one, win) for one in table),
            )
            for table in playing
            if table
        )

    gains = (0, DRAW_POINTS, win)
    reachable = sorted({*settled, *(totals[one] + gain for one in open_to for gain in gains)})
    sure = next((one for one in reachable if most_with(one) <= cut), None)
    unsure = max((one for one in reachable if sure is None or one < sure), default=None)
    return CutLine(sure=sure, unsure=unsure, certain=sure)


def _with(
    totals: Mapping[Participant, int],
    table: Sequence[Participant],
    least: int,
    gain: int,
    winner: Participant | None = None,
    win: int = 0,
) -> int:
    """Return how many players of a table have at least these points if each gains so many, or one wins."""
    return sum(totals[one] + (win if one == winner else gain) >= least for one in table)


def _shape(rules: TournamentRules, players: int) -> tuple[Sequence[int], int]:
    """Return the sizes of a round's tables from the top of the standings down, and the number of its byes."""
    if rules.play is TournamentPlay.DUELS:
        return [2] * (players // 2), players % 2
    sizes, byes = pod_sizes(players, rules.odd)
    return (sorted(sizes) if rules.odd is OddPods.HIGH_THREES else sizes), byes


def _wins_are_shared(rules: TournamentRules) -> bool:
    """Return whether several at a table can win, as with secret roles."""
    variant = variant_named(rules.played)
    return rules.team_size == 1 and (variant.opposite or variant.roles is not None)
