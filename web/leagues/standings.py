"""The standings of a league, a page of them at a time."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from cogs.text.language import tr
from cogs.text.leagues import text
from cogs.text.leagues.tables import TIEBREAKERS, tie_value
from rules.leagues.league import Tiebreaker
from rules.leagues.replays.ratings import Rating
from rules.leagues.result import PlayerNumber, Time
from rules.leagues.standings import Standings, StandingsLine
from rules.leagues.state import FinalStanding, LeagueState, Season
from storage.leagues.leagues import Leagues
from storage.workers.slices import pause


class StandingsRow(Struct, frozen=True):
    """A player's row: a place or a dash, and the cells of the columns after the name."""

    place: str
    player: PlayerNumber
    name: str
    cells: tuple[str, ...]


class StandingsPage(Struct, frozen=True):
    """Some rows of the standings. ``columns`` are those after the place and the name."""

    columns: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    page: int
    pages: int
    total: int


async def standings_page(
    leagues: Leagues, state: LeagueState, season: Season | None, page: int, size: int, now: Time
) -> StandingsPage:
    """Return a page of the standings of a season or of all time, or of a closed season's final table.

    ``state`` has the players' names. ``page`` counts from 1; a higher number means the last page.
    """
    ties = [one for one in state.rules.ties.order if one is not Tiebreaker.RATING]
    if season is not None and season.ends is not None:
        ties = list(dict.fromkeys(tie.by for one in season.table for tie in one.ties if tie.by in ties))
        first, stop, page, pages = _bounds(page, size, len(season.table))
        rows = tuple(_final(state, one, ties) for one in season.table[first:stop])
        return StandingsPage(_columns(ties, rated=False), rows, page, pages, len(season.table))
    scope, rated = None if season is None else season.number, state.rules.ratings.on
    ratings = (await leagues.projections.ratings(state.league, scope)).at(now) if rated else None
    await pause()  # others have a turn in a league of thousands

    def breaking(found: Standings) -> Iterator[None]:
        return found.breaking_ties(*_bounds(page, size, len(found))[:2])

    table = await leagues.projections.standings(state.league, scope, breaking)
    first, stop, page, pages = _bounds(page, size, len(table))
    rows = tuple(_row(state, row, ties, ratings) for row in table.rows(first, stop))
    return StandingsPage(_columns(ties, rated=rated), rows, page, pages, len(table))


def _bounds(page: int, size: int, total: int) -> tuple[int, int, int, int]:
    """Return the first row, the end, the page's number, and the number of pages."""
    pages = max(1, -(-total // size))
    page = min(page, pages)
    return (page - 1) * size, page * size, page, pages


def _columns(ties: Sequence[Tiebreaker], *, rated: bool) -> tuple[str, ...]:
    behind = [tr(TIEBREAKERS[by]) for by in ties] + ([tr("rating")] if rated else [])
    return tr("Points"), tr("W–L–D"), *behind


def _row(
    state: LeagueState,
    row: StandingsLine,
    ties: Sequence[Tiebreaker],
    ratings: Mapping[PlayerNumber, Rating] | None,
) -> StandingsRow:
    score = row.account.wins, row.account.losses, row.account.draws
    known = None if ratings is None else ratings.get(row.player)
    rated = () if ratings is None else ("" if known is None else text.rating(known.ordinal),)
    cells = (*_points(row.points, score), *(tie_value(by, row.ties.get(by)) for by in ties), *rated)
    return StandingsRow(_place(row.place), row.player, text.plain_name(state, row.player), cells)


def _final(state: LeagueState, one: FinalStanding, ties: Sequence[Tiebreaker]) -> StandingsRow:
    known = {tie.by: tie.value for tie in one.ties}
    cells = (*_points(one.points, one.score[:3]), *(tie_value(by, known.get(by)) for by in ties))
    return StandingsRow(_place(one.place), one.player, text.plain_name(state, one.player), cells)


def _points(points: Fraction, score: Sequence[int]) -> tuple[str, str]:
    return text.points(points), "–".join(map(str, score))


def _place(place: int | None) -> str:
    return "–" if place is None else str(place)
