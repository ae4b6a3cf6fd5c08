"""Which match a result is of, for those who ask what it is worth."""

from rules.leagues.matches import Numbered, Standing, alone, containing, pairing
from rules.leagues.record import Record, State
from rules.leagues.result import HOUR
from storage.leagues.leagues import Leagues
from storage.leagues.search import Wanted
from storage.leagues.values import Head

RECENT = 50
"""Results of a player among which the games of a match are looked for."""


async def match_of(leagues: Leagues, head: Head, record: Record) -> Standing | None:
    """The match that a result which counts is, or is a game of; None where that can't be found."""
    rules, result = head.rules, record.result
    wanted = pairing(rules, result)
    if wanted is None:
        return Standing(alone(rules, record.number, result), over=True)
    known = await leagues.search.newest(
        head.league,
        Wanted(
            states=(State.CONFIRMED,),
            player=head.resolved(result.players[0]),
            until=result.played + rules.match_hours * rules.best_of * HOUR + 1,
        ),
        limit=RECENT,
    )
    games = [Numbered(one.result.played, one.number, one.result) for one in known]
    return containing(rules, [one for one in games if pairing(rules, one.result) == wanted], record.number)
