"""What a table's answer says about leagues when its game ends, or doesn't any more."""

from collections.abc import Sequence

from cogs.leagues.core import text
from cogs.leagues.core.service import LeagueService
from cogs.leagues.results.matching import match_of
from cogs.text.language import tr
from rules.leagues.matches import is_played_anew
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState
from storage.games.games import Committed, is_over


class TableResultsReply:
    """Tells of the results that a step of a table has brought or taken back."""

    def __init__(self, service: LeagueService) -> None:
        self._room = service

    async def lines(self, committed: Committed) -> Sequence[str]:
        """A line for each league concerned."""
        if is_over(committed.before) == is_over(committed.after):
            return ()
        leagues = self._room.leagues
        entry = committed.entry
        end = entry.at if is_over(committed.after) else entry.parent
        return [
            await self._line(await leagues.state(league), record)
            for league, record in await leagues.queries.of_game(committed.game)
            if record.result.entry == end
        ]

    async def _line(self, state: LeagueState, record: ResultRecord) -> str:
        found = await match_of(self._room.leagues, state, record) if record.counts else None
        if found is None or found.over:
            return line(state, record)
        return tr(
            "-# {league}: result {number}. The match stands at {score}.",
            league=text.title(state),
            number=record.number,
            score=text.games_won(found.match),
        )


def line(state: LeagueState, record: ResultRecord) -> str:
    """What a game's end is to a league."""
    league, number = text.title(state), record.number
    match record.state:
        case ResultState.CONFIRMED if is_played_anew(state.rules, record.result):
            return tr(
                "-# {league}: result {number} is a draw that will be replayed, so it doesn't count.",
                league=league,
                number=number,
            )
        case ResultState.CONFIRMED:
            return tr("-# Counts in {league} as result {number}.", league=league, number=number)
        case ResultState.PENDING:
            return tr("-# {league}: result {number} is awaiting confirmation.", league=league, number=number)
        case ResultState.WITHDRAWN:
            return tr("-# {league}: result {number} is withdrawn.", league=league, number=number)
        case ResultState.VOID:
            return tr("-# {league}: result {number} is void.", league=league, number=number)
        case ResultState.DISPUTED:
            return tr("-# {league}: result {number} is disputed.", league=league, number=number)
