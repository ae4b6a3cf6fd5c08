"""Acts on the vote after a tracked game, by which its players give some of the league's achievements."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from rules.leagues.acts.base import LeagueAct
from rules.leagues.league import League
from rules.leagues.result import PlayerNumber, PlayerResult, ResultNumber, Time
from rules.leagues.review import ResultRecord, ResultState, ReviewContext, require, voters_of
from rules.refusal import Refusal


class VotedAward(Struct, frozen=True, kw_only=True):
    """An achievement given by a vote: to several players if they are tied. Part of acts on disk."""

    award: str
    players: tuple[PlayerNumber, ...]
    votes: int
    """Votes for each of them."""


class CastVotes(LeagueAct, frozen=True, kw_only=True):
    """A player says who of the others gets each achievement, instead of what they said before.

    An export of the league is without the choices.
    """

    judges_only = False
    ledger_only = False
    number: ResultNumber
    player: PlayerNumber
    choices: Mapping[str, PlayerNumber] = field(default_factory=dict[str, PlayerNumber])

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Keep the choices until the vote is over.

        Raises Refusal "vote_over", "vote_own_game", "vote_for_oneself", and "settings_have_changed" for a
        choice that can't be made.
        """
        require(record, ResultState.PENDING, ResultState.CONFIRMED, ResultState.DISPUTED)
        if record.vote_ends is None or context.when >= record.vote_ends:
            raise Refusal("vote_over")
        if self.player not in voters_of(record.result, context):
            raise Refusal("vote_own_game")
        if self.player in self.choices.values():
            raise Refusal("vote_for_oneself")
        offered, players = context.league.scoring.extras.voted, record.result.players
        if not ({*self.choices} <= {*offered} and {*self.choices.values()} <= {*players}):
            raise Refusal("settings_have_changed")
        return replace(record, votes={**record.votes, self.player: self.choices})


class CloseVotes(LeagueAct, frozen=True, kw_only=True):
    """The vote that ended at ``due`` or when everyone had voted; ``won``: the achievements that it gives."""

    judges_only = False
    ledger_only = False
    number: ResultNumber
    due: Time
    won: tuple[VotedAward, ...] = ()

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Give the achievements and forget who chose whom; raises Refusal "nothing_to_settle"."""
        if record.vote_ends != self.due:
            raise Refusal("nothing_to_settle")
        entrants = tuple(
            replace(one, lines=tuple(self._rewarded(line) for line in one.lines))
            for one in record.result.entrants
        )
        return replace(record, result=replace(record.result, entrants=entrants), votes={}, vote_ends=None)

    def _rewarded(self, line: PlayerResult) -> PlayerResult:
        won = [one.award for one in self.won if line.player in one.players]
        return replace(
            line, awards={**line.awards, **{award: line.awards.get(award, 0) + 1 for award in won}}
        )


def is_complete(record: ResultRecord, context: ReviewContext) -> bool:
    """Return whether everyone who can vote has voted."""
    return {*voters_of(record.result, context)} <= {*record.votes}


def closing_act(record: ResultRecord, league: League, due: Time) -> CloseVotes:
    """Return the act that closes a vote with the votes so far, of players who are still in the result."""
    there, won = {*record.result.players}, list[VotedAward]()
    for award in league.scoring.extras.voted:
        chosen = Counter(
            choices[award]
            for voter, choices in record.votes.items()
            if voter in there and choices.get(award) in there
        )
        if chosen:
            most = max(chosen.values())
            players = tuple(sorted(player for player, votes in chosen.items() if votes == most))
            won.append(VotedAward(award=award, players=players, votes=most))
    return CloseVotes(number=record.number, due=due, won=tuple(won))
