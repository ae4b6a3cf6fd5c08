"""Actions on votes."""

from collections.abc import Mapping

from msgspec import field

from rules.actions.action import PlayerAction
from rules.events.votes import VoteCalled, VoteCast, VotesDeclined
from rules.game.parts import Player, PlayerId
from rules.game.vote import Vote
from rules.players import votes
from rules.refusal import Refusal
from rules.resolution import Resolution

MAX_CHOICES = 10
"""The number of choices in one vote."""
MAX_EXTRA = 9
"""Additional votes of one player."""


class CallVote(PlayerAction, frozen=True, kw_only=True):
    """Players vote, starting with this one (701.38a)."""

    question: str
    choices: tuple[str, ...]
    extra: Mapping[PlayerId, int] = field(default_factory=dict[str, int])

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        game = resolution.game
        if game.vote is not None:
            raise Refusal("vote_open")
        if not 2 <= len(self.choices) <= MAX_CHOICES:
            raise Refusal("vote_choices", allows=MAX_CHOICES)
        voters = votes.voters(game, self.who)
        for id, n in self.extra.items():
            if not 0 <= n <= MAX_EXTRA:
                raise Refusal("bad_number", text=str(n))
            if id not in voters:
                who = resolution.playing_one(id).name
                raise Refusal("out_of_range", who=who, of=player.name)
        vote = Vote(question=self.question, choices=self.choices, voters=voters, extra=self.extra)
        resolution.record(VoteCalled(vote=vote))


class CastVote(PlayerAction, frozen=True, kw_only=True):
    """The player whose turn to vote it is votes for a choice, by its place."""

    choice: int

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        vote = _require_turn(resolution, self.who)
        if not 0 <= self.choice < len(vote.choices):
            raise Refusal("no_vote")
        label = vote.choices[self.choice]
        resolution.record(VoteCast(who=self.who, choice=self.choice, label=label))
        votes.end_if_over(resolution)


class DeclineVotes(PlayerAction, frozen=True, kw_only=True):
    """A player who has voted casts no more of their additional votes (701.38d)."""

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        if not _require_turn(resolution, self.who).cast_by(self.who):
            raise Refusal("not_your_vote", who=player.name)
        resolution.record(VotesDeclined(who=self.who))
        votes.end_if_over(resolution)


def _require_turn(resolution: Resolution, who: PlayerId) -> Vote:
    """Return the vote in progress; raises Refusal unless it is this player's turn to vote."""
    vote, voter = resolution.game.vote, votes.next_voter(resolution.game)
    if vote is None or voter is None:
        raise Refusal("no_vote")
    if voter != who:
        raise Refusal("not_your_vote", who=resolution.game.player(voter).name)
    return vote
