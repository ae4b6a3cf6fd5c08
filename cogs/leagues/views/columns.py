"""The standings in columns, for messages and for a picture of them."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from cogs.drawing.grid import Grid
from cogs.drawing.truncate import truncate
from cogs.text.alignment import aligned
from cogs.text.language import tr
from cogs.text.leagues import text
from cogs.text.leagues.tables import TIEBREAKERS, tie_value
from rules.leagues.league import Tiebreaker
from rules.leagues.result import PlayerNumber, Time
from rules.leagues.standings import StandingsLine
from rules.leagues.state import FinalStanding, LeagueState, Season
from rules.leagues.tally import PlayerTotals
from storage.leagues.leagues import Leagues

PICTURE_ROWS = 25
"""Maximum rows in one picture."""
COLUMN_NAME_LENGTH = 24
"""Maximum characters of a name."""


async def standings_columns(leagues: Leagues, state: LeagueState, season: Season | None, now: Time) -> Grid:
    """Return the first rows of the standings, or of a closed season's final table."""
    ties = [one for one in state.rules.ties.order if one is not Tiebreaker.RATING]
    if season is not None and season.ends is not None:
        ties = list(dict.fromkeys(tie.by for one in season.table for tie in one.ties if tie.by in ties))
        rows = [
            (
                *_player(state, one.place, one.player, one.points, one.score),
                *(tie_value(by, {tie.by: tie.value for tie in one.ties}.get(by)) for by in ties),
            )
            for one in season.table[:PICTURE_ROWS]
        ]
        return _grid(state, season, ties, rows, rated=False)
    scope, rated = None if season is None else season.number, state.rules.ratings.on
    ratings = (await leagues.projections.ratings(state.league, scope)).at(now)
    table = await leagues.projections.standings(
        state.league, scope, lambda found: found.breaking_ties(0, PICTURE_ROWS)
    )
    rows = [
        (
            *_player(state, row.place, row.player, row.points, _score(row.account)),
            *(tie_value(by, row.ties.get(by)) for by in ties),
            *([text.rating(ratings[row.player].ordinal) if row.player in ratings else ""] if rated else []),
        )
        for row in table.rows(0, PICTURE_ROWS)
    ]
    return _grid(state, season, ties, rows, rated=rated)


def block(state: LeagueState, rows: Iterable[StandingsLine | FinalStanding]) -> list[str]:
    """Return rows of the standings, or of a final table, as lines in columns: place, player,
    points, record."""
    header = ("", tr("Player"), tr("Points"), tr("W–L–D"))
    return aligned(header, [_plain_row(state, one) for one in rows], text=1)


def _plain_row(state: LeagueState, row: StandingsLine | FinalStanding) -> tuple[str, ...]:
    score = _score(row.account) if isinstance(row, StandingsLine) else row.score
    return _player(state, row.place, row.player, row.points, score)


def _grid(
    state: LeagueState,
    season: Season | None,
    ties: Sequence[Tiebreaker],
    rows: Sequence[tuple[str, ...]],
    *,
    rated: bool,
) -> Grid:
    names = [tr(TIEBREAKERS[by]) for by in ties] + ([tr("rating")] if rated else [])
    return Grid(
        heading=tr("{league}: standings", league=state.rules.name),
        about=tr("All time") if season is None else season.name,
        columns=("", tr("Player"), tr("Points"), tr("W–L–D"), *names),
        rows=tuple(rows),
    )


def _score(account: PlayerTotals) -> tuple[int, int, int]:
    return account.wins, account.losses, account.draws


def _player(
    state: LeagueState, place: int | None, player: PlayerNumber, points: Fraction, score: Sequence[int]
) -> tuple[str, ...]:
    name = truncate(text.plain_name(state, player), COLUMN_NAME_LENGTH)
    shown = "–" if place is None else f"{place}."
    return shown, name, text.points(points), "–".join(map(str, score[:3]))
