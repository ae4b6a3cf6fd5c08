"""What the answer to a game's end, or to its undo, says about leagues."""

from collections.abc import Sequence

from cogs.leagues.core import text
from cogs.leagues.views.details import match_of
from cogs.text.language import tr
from rules.leagues.matches import is_played_anew
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState
from storage.games.games import Committed, is_over
from storage.leagues.leagues import Leagues


class TableResultsReply:
    """Lines about the results that a step of a game has recorded or withdrawn."""

    def __init__(self, leagues: Leagues) -> None:
        self._leagues = leagues

    async def lines(self, committed: Committed) -> Sequence[str]:
        """A line for each league concerned."""
        if is_over(committed.before) == is_over(committed.after):
            return ()
        entry = committed.entry
        end = entry.at if is_over(committed.after) else entry.parent
        return [
            await self._line(await self._leagues.state(league), record)
            for league, record in await self._leagues.queries.of_game(committed.game)
            if record.result.entry == end
        ]

    async def _line(self, state: LeagueState, record: ResultRecord) -> str:
        found = await match_of(self._leagues, state, record) if record.counts else None
        if found is None or found.over:
            return line(state, record)
        return tr(
            "-# {league}: result {number}. The match stands at {score}.",
            league=text.title(state),
            number=record.number,
            score=text.games_won(found.match),
        )


def line(state: LeagueState, record: ResultRecord) -> str:
    """What became of a game's result in a league."""
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
