"""Voting (701.38): who votes, in which order, and when a vote is over."""

from rules.events.votes import VoteEnded
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.game.seating import in_range, turn_order_from
from rules.resolution import Resolution


def voters(game: Game, first: PlayerId) -> tuple[PlayerId, ...]:
    """Return the voters, in turn order from the first (701.38a), limited to players in the effect's range
    (801.10).

    A team that takes turns together votes before the next one, in any order among its members (805.6).
    """
    reached = in_range(game, first)
    order = (id for taker in turn_order_from(game, game.taker_of(first)) for id in game.team_of(taker))
    return tuple(dict.fromkeys(id for id in (first, *order) if id in reached))


def next_voter(game: Game) -> PlayerId | None:
    """Return the next voter: the first player still in the game with a vote left; None without one."""
    if game.vote is None:
        return None
    for who in game.vote.voters:
        if game.player(who).in_game and game.vote.left_for(who) > 0:
            return who
    return None


def end_if_over(resolution: Resolution) -> None:
    """End a vote for which no one has a vote left."""
    vote = resolution.game.vote
    if vote is not None and next_voter(resolution.game) is None:
        resolution.record(VoteEnded(vote=vote, rule=resolution.rule("vote")))
