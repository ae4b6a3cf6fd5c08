"""A vote as an immutable value (701.38)."""

from collections.abc import Mapping

from msgspec import Struct, field

from rules.game.parts import PlayerId


class Ballot(Struct, frozen=True, gc=False):
    """One vote of a player, for a choice by its place."""

    who: PlayerId
    choice: int


class Vote(Struct, frozen=True, kw_only=True, gc=False):
    """A vote in progress: its question, and the voters in order."""

    question: str
    choices: tuple[str, ...]
    voters: tuple[PlayerId, ...]
    extra: Mapping[PlayerId, int] = field(default_factory=dict[str, int])
    """Additional votes, by the players who may cast them (701.38d)."""
    ballots: tuple[Ballot, ...] = ()
    declined: tuple[PlayerId, ...] = ()
    """Players who don't cast the rest of their additional votes."""

    def cast_by(self, who: PlayerId) -> int:
        """Return how many votes a player has cast."""
        return sum(one.who == who for one in self.ballots)

    def left_for(self, who: PlayerId) -> int:
        """Return how many votes a player still has."""
        if who in self.declined:
            return 0
        return 1 + self.extra.get(who, 0) - self.cast_by(who)

    @property
    def counts(self) -> tuple[int, ...]:
        """The votes for each choice so far."""
        return tuple(sum(one.choice == place for one in self.ballots) for place in range(len(self.choices)))
