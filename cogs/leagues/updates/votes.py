"""The vote after a tracked game: what its end says about it, the button, and the outcome in words."""

from collections.abc import Sequence

from cogs.core.components import Button, button
from cogs.leagues.core.components import LeagueCustomId
from cogs.leagues.core.votes import VOTE
from cogs.text.formatting import escape, listed
from cogs.text.language import tr, trn
from cogs.text.leagues import text, typed
from rules.leagues.acts.votes import CloseVotes, VotedAward
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState
from storage.games.games import Committed, is_over
from storage.leagues.leagues import Leagues
from storage.settings.settings import EffectiveSettings

_GONE = (ResultState.VOID, ResultState.WITHDRAWN)


async def vote_lines(leagues: Leagues, committed: Committed) -> Sequence[str]:
    """Return a line for each vote that is open after the end of a game."""
    return [
        tr(
            "-# {league}: vote on {awards} until {when}.",
            league=text.league_title(state),
            awards=listed(escape(typed.awarded(award)) for award in state.rules.scoring.extras.voted),
            when=text.moment(record.vote_ends or 0, "f"),
        )
        for state, record in await _open(leagues, committed)
    ]


async def vote_buttons(
    leagues: Leagues, _settings: EffectiveSettings, committed: Committed
) -> Sequence[Button]:
    """Return the button for each of these votes."""
    return [
        button(tr("Vote…"), LeagueCustomId(VOTE, state.league, record.number))
        for state, record in await _open(leagues, committed)
    ]


async def _open(leagues: Leagues, committed: Committed) -> Sequence[tuple[LeagueState, ResultRecord]]:
    """Return the open votes on the result that a step has ended its game with, and their leagues."""
    if not is_over(committed.after):
        return ()
    found = [
        (await leagues.state(league), record)
        for league, record in await leagues.queries.of_game(committed.game)
        if record.result.entry == committed.entry.at and record.vote_ends is not None
    ]
    return [(state, record) for state, record in found if record.state not in _GONE]


def vote_outcome(state: LeagueState, act: CloseVotes) -> str:
    """Return who gets which achievement by a vote."""
    head = tr(
        "**{league}**, result {number}: the players have voted.",
        league=text.league_title(state),
        number=act.number,
    )
    return "\n".join([head, *(_given(state, one) for one in act.won)])


def _given(state: LeagueState, given: VotedAward) -> str:
    award = escape(typed.awarded(given.award))
    who = listed(text.bold_player(state, player) for player in given.players)
    if len(given.players) > 1:
        return trn(
            "{award}: {who}, tied with {n} vote each",
            "{award}: {who}, tied with {n} votes each",
            given.votes,
            award=award,
            who=who,
        )
    return trn(
        "{award}: {who}, with {n} vote", "{award}: {who}, with {n} votes", given.votes, award=award, who=who
    )
