"""Which results make sense, and which of them a league takes."""

from collections import Counter

from rules.leagues.league import Format, League
from rules.leagues.result import Ending, Entrant, Result, ResultSource, Time
from rules.refusal import Refusal

CLOCKS_DIFFER = 300
"""Seconds by which a result may seem to be of the future."""


def fits(league: League, result: Result) -> bool:
    """Whether a result is of the league's format and variants; a bye always is."""
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


def check(league: League, result: Result, now: Time) -> None:
    """Raises Refusal unless the league can take this result as it stands."""
    if result.played > now + CLOCKS_DIFFER:
        raise Refusal("result_of_the_future")
    _check_people(result)
    _check_places(result)
    _check_endings(result)
    _check_games(league, result)
    _check_awards(league, result)
    if not fits(league, result):
        raise Refusal("result_doesnt_fit", league=league.name)


def _check_awards(league: League, result: Result) -> None:
    known = league.scoring.extras.awards
    unknown = {name for line in result.lines for name in line.awards} - set(known)
    if unknown and not known:
        raise Refusal("no_awards")
    if unknown:
        raise Refusal("no_such_award", name=min(unknown), known=", ".join(known))


def _check_people(result: Result) -> None:
    if not result.entrants or not all(entrant.lines for entrant in result.entrants):
        raise Refusal("result_without_players")
    if max(Counter(result.players).values()) > 1:
        raise Refusal("player_twice")


def _check_places(result: Result) -> None:
    """Who shares a place leaves the next ones out: a side's place is one more than the sides above it."""
    places = [entrant.place for entrant in result.entrants]
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise Refusal("places_dont_fit")


def _check_endings(result: Result) -> None:
    """One side won, or nobody did and those in the first place drew.

    Several sides can win a table's game or an imported one, as long as somebody lost.
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
    """A match that is reported as a whole is between two sides and was won by who won more of its games."""
    games = [entrant.games for entrant in result.entrants if entrant.games is not None]
    if not games and not result.drawn_games:
        return
    if len(games) != len(result.entrants) or len(games) > 2:
        raise _misfit(league)
    needed = league.best_of // 2 + 1
    won = max(games)
    level = len(games) == 2 and games[0] == games[1]
    best = max(result.entrants, key=_games)
    if won > needed or min(*games, result.drawn_games) < 0:
        raise _misfit(league)
    if level != (result.draw is not None) or (not level and best.ending is not Ending.WON):
        raise _misfit(league)


def _misfit(league: League) -> Refusal:
    if league.best_of == 1:
        return Refusal("games_single")
    return Refusal("games_dont_fit", best_of=league.best_of, wins=league.best_of // 2 + 1)


def _games(entrant: Entrant) -> int:
    return entrant.games or 0
