"""Callbacks right after commits of games, leagues and tournaments, by whichever request or timer."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules.game.parts import GameId
from rules.tournaments.state import TournamentState
from storage.leagues.unit_of_work import UnitOfWork
from storage.posts import Post, Topic


class CommitFollowers(NamedTuple):
    """The callbacks after each kind of commit, in this order.

    None may wait: each only records the work to be done. A failure is logged.
    """

    over: Sequence[Callable[[GameId], None]] = ()
    """Called with a game that is over, or that continues after all."""
    recounted: Sequence[Callable[[GameId], None]] = ()
    """Called with each game whose match score has changed by a correction of an earlier game."""
    announced: Sequence[Callable[[Post], None]] = ()
    """Called with each post to be sent to its channel."""
    changed: Sequence[Callable[[Topic], None]] = ()
    """Called with the subject of posts to be rendered again."""
    leagues: Sequence[Callable[[UnitOfWork], None]] = ()
    """Called with each change of a league."""
    tournaments: Sequence[Callable[[TournamentState], None]] = ()
    """Called with the new state of a tournament."""
