"""Judges, who don't decide on their own games while another judge can."""

from collections.abc import Collection

from msgspec import Struct

from rules.leagues.result import Result
from rules.leagues.state import LeagueState
from rules.refusal import Refusal


class Judge(Struct, frozen=True):
    """A judge in action: their Discord user, and the other known judges."""

    user: int
    others: Collection[int] = ()


def is_involved(state: LeagueState, result: Result, judge: Judge) -> bool:
    """Return whether a judge played in a result of a league.

    Raises Refusal "judge_has_played" if another known judge did not.
    """
    players = {state.resolved(player) for player in result.players}

    def played(user: int) -> bool:
        number = state.player_of(user)
        return number is not None and state.resolved(number) in players

    if not played(judge.user):
        return False
    if any(not played(other) for other in judge.others if other != judge.user):
        raise Refusal("judge_has_played")
    return True
