"""Votes by the players: called, cast and counted."""

from msgspec.structs import replace

from rules.events.event import GameEvent, PlayerEvent
from rules.game.game import Game
from rules.game.vote import Ballot, Vote


class VoteCalled(GameEvent, frozen=True, kw_only=True):
    """Players began to vote (701.38a)."""

    vote: Vote

    def apply(self, game: Game) -> Game:
        return replace(game, vote=self.vote)


class VoteCast(PlayerEvent, frozen=True, kw_only=True):
    """A player voted for one of the choices; `label` is its name."""

    choice: int
    label: str

    def apply(self, game: Game) -> Game:
        if game.vote is None:
            return game
        ballots = (*game.vote.ballots, Ballot(self.who, self.choice))
        return replace(game, vote=replace(game.vote, ballots=ballots))


class VotesDeclined(PlayerEvent, frozen=True, kw_only=True):
    """A player casts no more of their additional votes (701.38d)."""

    def apply(self, game: Game) -> Game:
        if game.vote is None:
            return game
        declined = (*game.vote.declined, self.who)
        return replace(game, vote=replace(game.vote, declined=declined))


class VoteEnded(GameEvent, frozen=True, kw_only=True):
    """A vote ended: the vote with all its ballots."""

    vote: Vote
    rule: str

    def apply(self, game: Game) -> Game:
        return replace(game, vote=None)
