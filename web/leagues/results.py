"""Results of a league as its page and its feeds show them."""

from datetime import UTC, date, datetime

from msgspec import Struct

from cogs.text import formatting
from cogs.text.formatting import unmarked
from cogs.text.leagues import tables, text
from rules.leagues.result import Result, ResultNumber, Time
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState, Season
from storage.leagues.leagues import Leagues
from storage.leagues.queries import ResultFilter
from web.leagues.view import LeagueQuery


class ShownResult(Struct, frozen=True):
    """A result: its outcome, and further details, each in a line.

    ``date``: the day in UTC by ISO 8601. ``day``: the same as the language writes it.
    """

    number: ResultNumber
    played: Time
    date: str
    day: str
    outcome: str
    details: tuple[str, ...]


class ResultsPage(Struct, frozen=True):
    """Some results, the last one played first."""

    results: tuple[ShownResult, ...]
    page: int
    pages: int
    total: int


async def results(
    leagues: Leagues, state: LeagueState, season: Season | None, view: LeagueQuery, size: int
) -> ResultsPage:
    """Return a page of the results that count, of a season and optionally of one player."""
    wanted = ResultFilter(
        states=(ResultState.CONFIRMED,),
        player=view.player if view.player in state.players else None,
        since=season.starts if season is not None else None,
        until=season.ends if season is not None else None,
    )
    total = await leagues.results.count(state.league, wanted)
    pages = max(1, -(-total // size))
    page = min(view.page, pages)
    found = await leagues.results.newest(state.league, wanted, offset=(page - 1) * size, limit=size)
    return ResultsPage(tuple(shown_results(state, one) for one in found), page, pages, total)


async def public_result(leagues: Leagues, state: LeagueState, number: ResultNumber) -> ShownResult | None:
    """Return one result, if it counts."""
    found = await leagues.queries.records(state.league, range(number, number + 1))
    return shown_results(state, found[0]) if found and found[0].counts else None


def shown_results(state: LeagueState, record: ResultRecord) -> ShownResult:
    """Return a result in words, with the names of ``state``, without notes, reasons and decks."""
    found = record.result
    return ShownResult(
        record.number,
        found.played,
        date_of(found.played).isoformat(),
        day_of(found.played),
        unmarked(text.outcome_line(state, found)),
        _details(state, found),
    )


def day_of(when: Time) -> str:
    """Return the day of a moment, as the language writes it."""
    return formatting.day(date_of(when))


def date_of(when: Time) -> date:
    """Return the day of a moment in UTC."""
    return datetime.fromtimestamp(when, UTC).date()


def _details(state: LeagueState, found: Result) -> tuple[str, ...]:
    commanders = " · ".join(
        f"{text.plain_name(state, line.player)}: {' / '.join(line.commanders)}"
        for line in found.lines
        if line.commanders
    )
    length = [] if found.turns is None else [tables.turns(found.turns)]
    length += [] if found.seconds is None else [text.duration(found.seconds)]
    return tuple(filter(None, (commanders, " · ".join(length))))
