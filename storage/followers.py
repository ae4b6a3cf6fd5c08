"""Callbacks right after commits of games, leagues and tournaments, by whichever request or timer."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules.game.parts import GameId
from rules.tournaments.state import TournamentState
from storage.leagues.unit_of_work import UnitOfWork
from storage.posts import Post, Topic


class CommitFollowers(NamedTuple):
    """The callbacks after each kind of commit, in this order.

    None may wait: each is to make a note of what has to be shown or done. A failure is logged.
    """

    over: Sequence[Callable[[GameId], None]] = ()
    """Called with a game that is over, or goes on after all."""
    recounted: Sequence[Callable[[GameId], None]] = ()
    """Called with each game whose match stands otherwise, since an earlier game was corrected."""
    announced: Sequence[Callable[[Post], None]] = ()
    """Called with each post that its channel has to be sent."""
    changed: Sequence[Callable[[Topic], None]] = ()
    """Called with the subject of posts that have to be rendered again."""
    leagues: Sequence[Callable[[UnitOfWork], None]] = ()
    """Called with what has been done to a league."""
    tournaments: Sequence[Callable[[TournamentState], None]] = ()
    """Called with a tournament as it is now."""
