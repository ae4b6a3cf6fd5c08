"""Lines about leagues in the answer to a game's end, or to its undo."""

from collections.abc import Mapping, Sequence

from cogs.leagues.views import result as result_view
from cogs.leagues.views.details import match_of
from cogs.text.language import mark, tr
from cogs.text.leagues import text
from rules.leagues.matches import needs_replay
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState
from storage.games.games import Committed, is_over
from storage.leagues.leagues import Leagues

RESULT_STATE_LINES: Mapping[ResultState, str] = {
    ResultState.CONFIRMED: mark("-# Counts in {league} as result {number}."),
    ResultState.PENDING: mark("-# {league}: result {number} is awaiting confirmation."),
    ResultState.WITHDRAWN: mark("-# {league}: result {number} is withdrawn."),
    ResultState.VOID: mark("-# {league}: result {number} is void."),
    ResultState.DISPUTED: mark("-# {league}: result {number} is disputed."),
}
_MAY_COUNT = (ResultState.CONFIRMED, ResultState.PENDING)
REPLAYED = mark("-# {league}: result {number} is a draw that will be replayed, so it doesn't count.")


async def result_lines(leagues: Leagues, committed: Committed) -> Sequence[str]:
    """Return a line for each result that a step has recorded or withdrawn, and one for a redo in a season
    that is now closed."""
    entry = committed.entry
    stood = {entry.parent} if is_over(committed.before) else set[int]()
    ends = stood | ({entry.at} if is_over(committed.after) else set[int]())
    if not ends:
        return ()  # most steps end nothing, and a look into the database would delay their answer
    found: list[str] = []
    for league, record in await leagues.queries.of_game(committed.game):
        if record.result.entry in ends:
            state = await leagues.state(league)
            closed = result_view.frozen(state, record) if record.state in _MAY_COUNT else ""
            found += filter(None, (await _line(leagues, state, record), closed))
    return found


async def _line(leagues: Leagues, state: LeagueState, record: ResultRecord) -> str:
    league, number = text.league_title(state), record.number
    match = await match_of(leagues, state, record) if record.counts else None
    if match is not None and not match.over:
        return tr(
            "-# {league}: result {number}. The match stands at {score}.",
            league=league,
            number=number,
            score=text.games_score(match.match),
        )
    confirmed = record.state is ResultState.CONFIRMED
    replayed = confirmed and needs_replay(state.rules, record.result)
    return tr(REPLAYED if replayed else RESULT_STATE_LINES[record.state], league=league, number=number)
