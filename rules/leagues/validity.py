"""Validation of results, and the ones that judges should look at."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from rules.leagues.league import FairnessRules, Format, League
from rules.leagues.matches import NumberedResult
from rules.leagues.result import HOUR, Ending, PlayerNumber, Result, ResultNumber, ResultSource, Time
from rules.leagues.tally import Claims
from rules.refusal import Refusal

CLOCKS_DIFFER = 300
"""Seconds by which a result may seem to be in the future."""


def fits(league: League, result: Result) -> bool:
    """Return whether a result is of the league's format and variants; a bye always is."""
    if league.variants and result.variant and result.variant not in league.variants:
        return False
    sizes = [len(entrant.lines) for entrant in result.entrants]
    match league.format:
        case _ if result.is_bye:
            return True
        case Format.ANY:
            return True
        case Format.DUEL:
            return sizes == [1, 1]
        case Format.FREE_FOR_ALL:
            return max(sizes) == 1
        case Format.TEAMS:
            return max(sizes) > 1


def require_valid(league: League, result: Result, now: Time) -> None:
    """Raise Refusal unless the league can accept this result."""
    if result.played > now + CLOCKS_DIFFER:
        raise Refusal("result_of_the_future")
    _check_people(result)
    if not _is_lost_by_all(result):
        _check_places(result)
        _check_endings(result)
        _check_games(league, result)
    if result.source is not ResultSource.IMPORT:  # others' achievements are worth nothing here
        _check_awards(league, result)
    if result.source is ResultSource.REPORT:
        _check_winners(result)
    if not fits(league, result):
        raise Refusal("result_doesnt_fit", league=league.name)


def _is_lost_by_all(result: Result) -> bool:
    """Return whether an event's judge made everyone at a table lose: they share the last place."""
    sides, reported = result.entrants, result.source is ResultSource.REPORT
    lost = all(side.ending is Ending.LOST and side.place == len(sides) for side in sides)
    return lost and not reported and result.draw is None and len(sides) > 1


def _check_awards(league: League, result: Result) -> None:
    known = league.scoring.extras.awards
    unknown = {name for line in result.lines for name in line.awards} - set(known)
    if unknown and not known:
        raise Refusal("no_awards")
    if unknown:
        raise Refusal("no_such_award", name=min(unknown), known=tuple(known))


def _check_winners(result: Result) -> None:
    """Raise Refusal "killed_winner" if everyone on the winning side was knocked out."""
    for entrant in result.entrants:
        if entrant.ending is Ending.WON and all(line.out is not None for line in entrant.lines):
            raise Refusal("killed_winner")


def _check_people(result: Result) -> None:
    if not result.entrants or not all(entrant.lines for entrant in result.entrants):
        raise Refusal("result_without_players")
    if max(Counter(result.players).values()) > 1:
        raise Refusal("player_twice")


def _check_places(result: Result) -> None:
    """Check shared places: a side's place is one more than the sides above it."""
    places = [entrant.place for entrant in result.entrants]
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise Refusal("places_dont_fit")


def _check_endings(result: Result) -> None:
    """Check the outcomes: one side won, or none did and the sides in first place drew.

    Several sides can win a table's game or an imported one, if someone lost.
    """
    first = [entrant.ending for entrant in result.entrants if entrant.place == 1]
    winners = [entrant for entrant in result.entrants if entrant.ending is Ending.WON]
    if result.draw is None:
        together = result.source is not ResultSource.REPORT and len(first) < len(result.entrants)
        fine = set(first) == {Ending.WON} and len(winners) == len(first) and (together or len(first) == 1)
    else:
        fine = not winners and set(first) == {Ending.DREW}
    if not fine:
        raise Refusal("endings_dont_fit")


def _check_games(league: League, result: Result) -> None:
    """Check a match reported as a whole: between two sides, won by the one with more games."""
    games = [entrant.games for entrant in result.entrants if entrant.games is not None]
    if not games and not result.drawn_games:
        return
    if len(games) != len(result.entrants) or len(games) > 2:
        raise _misfit(league)
    needed = league.best_of // 2 + 1
    won = max(games)
    level = len(games) == 2 and games[0] == games[1]
    best = max(result.entrants, key=lambda entrant: entrant.games or 0)
    if won > needed or min(*games, result.drawn_games) < 0:
        raise _misfit(league)
    if level != (result.draw is not None) or (not level and best.ending is not Ending.WON):
        raise _misfit(league)


def _misfit(league: League) -> Refusal:
    if league.best_of == 1:
        return Refusal("games_single")
    return Refusal("games_dont_fit", best_of=league.best_of, wins=league.best_of // 2 + 1)


class Flag(NamedTuple):
    """Two players met this often within the league's hours, the result that made it so included."""

    players: tuple[PlayerNumber, PlayerNumber]
    results: tuple[ResultNumber, ...]


def flags(
    rules: FairnessRules, claims: Claims, around: Sequence[NumberedResult], new: NumberedResult
) -> tuple[Flag, ...]:
    """Return the opponents whom a new result makes a player meet too often.

    `around` has the league's results of any state within those hours before and after it, with or without
    itself.
    """
    if not rules.games:
        return ()
    pairs = _opponents(new.result, claims)
    others = [one for one in around if one.number != new.number]
    found: list[Flag] = []
    for pair in sorted(pairs):
        met = sorted([new, *(one for one in others if pair in _opponents(one.result, claims))])
        crowded = _crowd(met, new, rules)
        if crowded:
            found.append(Flag(pair, crowded))
    return tuple(found)


def all_flags(rules: FairnessRules, results: Sequence[NumberedResult], claims: Claims) -> tuple[Flag, ...]:
    """Return every stretch in which two players met too often, latest first; of overlapping ones, the first.

    `results` are in the order of play.
    """
    if not rules.games:
        return ()
    met: dict[tuple[PlayerNumber, PlayerNumber], list[NumberedResult]] = {}
    found: list[tuple[NumberedResult, Flag]] = []
    for one in results:
        for pair in _opponents(one.result, claims):
            stretch = [other for other in met.get(pair, ()) if one.played - other.played < rules.hours * HOUR]
            met[pair] = [*stretch, one]
            if len(met[pair]) >= rules.games:
                found.append((one, Flag(pair, tuple(other.number for other in met.pop(pair)))))
    return tuple(flag for _, flag in sorted(found, reverse=True))


def _crowd(
    met: Sequence[NumberedResult], new: NumberedResult, rules: FairnessRules
) -> tuple[ResultNumber, ...]:
    """Return the first stretch of too many meetings in too short a time that includes the new one."""
    for start in range(len(met) - rules.games + 1):
        stretch = met[start : start + rules.games]
        if new in stretch and stretch[-1].played - stretch[0].played < rules.hours * HOUR:
            return tuple(one.number for one in stretch)
    return ()


def _opponents(result: Result, claims: Claims) -> set[tuple[PlayerNumber, PlayerNumber]]:
    """Return every two players on different sides, the smaller number first."""
    sides = [[claims.get(player, player) for player in entrant.players] for entrant in result.entrants]
    return {
        (min(one, other), max(one, other))
        for side, opposing in combinations(sides, 2)
        for one in side
        for other in opposing
    }
