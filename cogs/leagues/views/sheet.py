"""Standings as a table for spreadsheets."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from cogs.text.leagues import text
from rules.leagues.league import Tiebreaker
from rules.leagues.replays.ratings import Rating
from rules.leagues.result import PlayerNumber
from rules.leagues.standings import StandingsLine
from rules.leagues.state import FinalStanding, LeagueState
from storage.spreadsheets import csv_file, safe

STANDINGS_COLUMNS = ("place", "player", "name", "points", "wins", "losses", "draws", "byes")


def standings_csv(
    state: LeagueState, rows: Iterable[StandingsLine], ratings: Mapping[PlayerNumber, Rating]
) -> bytes:
    """Return the standings as CSV in UTF-8, best first, with a column for each numeric tie-breaker, and
    ratings if the league has any."""
    ties = [one for one in state.rules.ties.order if one is not Tiebreaker.RATING]
    rated = state.rules.ratings.on
    lines = [[*STANDINGS_COLUMNS, *(one.value for one in ties), *(["rating"] if rated else [])]]
    for row in rows:
        account, rating = row.account, ratings.get(row.player)
        score = (account.wins, account.losses, account.draws, account.byes)
        line = [*_player(state, row.place, row.player, row.points), *map(str, score)]
        line += [_number(row.ties[one]) if one in row.ties else "" for one in ties]
        lines.append([*line, *([text.rating(rating.ordinal) if rating else ""] if rated else [])])
    return csv_file(lines).encode("utf-8", "replace")


def final_csv(state: LeagueState, table: Sequence[FinalStanding]) -> bytes:
    """Return the final standings of a closed season as CSV."""
    ties = list(dict.fromkeys(tie.by for one in table for tie in one.ties if tie.by is not Tiebreaker.RATING))
    lines = [[*STANDINGS_COLUMNS, *(one.value for one in ties)]]
    for one in table:
        values = {tie.by: _number(tie.value) for tie in one.ties}
        score = one.score or ("",) * 4
        line = [*_player(state, one.place, one.player, one.points), *map(str, score)]
        lines.append([*line, *(values.get(by, "") for by in ties)])
    return csv_file(lines).encode("utf-8", "replace")


def _player(state: LeagueState, place: int | None, player: PlayerNumber, points: Fraction) -> list[str]:
    name = safe(text.plain_name(state, player))
    return ["" if place is None else str(place), str(player), name, _number(points)]


def _number(value: Fraction) -> str:
    """Return a number in spreadsheet format, to six decimals."""
    return f"{float(value):.6f}".rstrip("0").rstrip(".")
