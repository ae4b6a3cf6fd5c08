"""The people of a league, by their names, numbers and accounts."""

from collections import Counter

from cogs.text.leagues import text as words
from cogs.text.people import Candidate
from rules.leagues.result import PlayerNumber
from rules.leagues.state import LeaguePlayer, LeagueState


def league_candidates(state: LeagueState) -> dict[PlayerNumber, Candidate]:
    """Return all players of a league, including guests and claimed accounts."""
    return {one.number: _candidate(state, one) for one in state.players.values()}


def _candidate(state: LeagueState, player: LeaguePlayer) -> Candidate:
    name = player.name or words.plain_name(state, player.number)
    resolved = None if player.merged_into is None else state.resolved(player.number)
    return Candidate((name,), player.user, player.number, resolved, hidden=player.name is None)


def accounts(state: LeagueState) -> dict[str, PlayerNumber]:
    """Return the players with an account whose lower-case names are unique in the league."""
    names = Counter((one.name or "").casefold() for one in state.players.values())
    return {
        name: one.number
        for one in state.players.values()
        if one.user is not None and names[name := (one.name or "").casefold()] == 1
    }
