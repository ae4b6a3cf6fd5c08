"""Duplicate results: one game entered by two players, or by a table and a player."""

from collections.abc import Iterable

from rules.leagues.league import League
from rules.leagues.matches import pairing_key
from rules.leagues.result import MINUTE, PlayerNumber, Result, ResultSource
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.tally import Claims


def twin(
    league: League, claims: Claims, new: ResultRecord, around: Iterable[ResultRecord]
) -> ResultRecord | None:
    """Return the existing result that is probably of the same game, the nearest in time; None if there is
    none."""
    found = [one for one in around if is_twin(league, claims, new, one)]
    return min(found, key=lambda one: abs(one.result.played - new.result.played), default=None)


def is_twin(league: League, claims: Claims, one: ResultRecord, other: ResultRecord) -> bool:
    """Return whether two results are probably of one game: of the same players within the league's minutes,
    entered by two people, or at a table and by a player. Games of one match must also have the same
    winner."""
    if one.number == other.number or other.state in (ResultState.VOID, ResultState.WITHDRAWN):
        return False
    apart = abs(one.result.played - other.result.played)
    if apart > league.fairness.duplicate_minutes * MINUTE or not league.fairness.duplicate_minutes:
        return False
    if _players(one.result, claims) != _players(other.result, claims) or one.result.is_bye:
        return False
    sources = {one.result.source, other.result.source}
    if sources == {ResultSource.REPORT}:
        twice = one.reporter != other.reporter
    else:
        twice = sources == {ResultSource.REPORT, ResultSource.TABLE}
    of_match = pairing_key(league, one.result) is not None or pairing_key(league, other.result) is not None
    return twice and (not of_match or agree(one.result, other.result, claims))


def agree(one: Result, other: Result, claims: Claims) -> bool:
    """Return whether two results agree on every player's outcome."""
    return _places(one, claims) == _places(other, claims) and one.draw == other.draw


def _players(result: Result, claims: Claims) -> set[PlayerNumber]:
    return {claims.get(player, player) for player in result.players}


def _places(result: Result, claims: Claims) -> dict[PlayerNumber, int]:
    return {
        claims.get(player, player): entrant.place for entrant in result.entrants for player in entrant.players
    }
