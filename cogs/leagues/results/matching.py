"""Which match a result is of, and what it is worth."""

from functools import partial

from cogs.leagues.results import details
from rules.leagues import stakes
from rules.leagues.matches import MatchProgress, NumberedResult, alone, containing, pairing
from rules.leagues.result import HOUR
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState
from storage.leagues.leagues import Leagues
from storage.leagues.sql import ResultFilter

RECENT = 50
"""Results of a player among which the games of a match are looked for."""


async def match_of(leagues: Leagues, state: LeagueState, record: ResultRecord) -> MatchProgress | None:
    """The match that a result which counts is, or is a game of; None where that can't be found."""
    rules, result = state.rules, record.result
    wanted = pairing(rules, result)
    if wanted is None:
        return MatchProgress(alone(rules, record.number, result), over=True)
    known = await leagues.results.newest(
        state.league,
        ResultFilter(
            states=(ResultState.CONFIRMED,),
            player=state.resolved(result.players[0]),
            until=result.played + rules.match_hours * rules.best_of * HOUR + 1,
        ),
        limit=RECENT,
    )
    games = [NumberedResult(one.result.played, one.number, one.result) for one in known]
    return containing(rules, [one for one in games if pairing(rules, one.result) == wanted], record.number)


async def worth_of(leagues: Leagues, state: LeagueState, record: ResultRecord) -> list[str]:
    """Lines about the points that a result which counts has brought."""
    if state.rules.scoring.stake is None:
        found = await match_of(leagues, state, record)
        return [] if found is None else details.worth(state, found)
    gained = partial(stakes.gained, league=state.rules, number=record.number)
    played = record.result.played
    within = (
        one for one in state.seasons if one.starts <= played and (one.ends is None or played < one.ends)
    )
    season = next((one.number for one in within), None)
    return details.staked(state, await leagues.projections.look(state.league, gained, season))
