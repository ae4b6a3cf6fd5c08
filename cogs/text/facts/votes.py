"""Votes in words."""

from collections import Counter

from cogs.drawing.truncate import truncate
from cogs.text import names
from cogs.text.formatting import bold, comma_separated, escape, listed, strong
from cogs.text.language import tr, trn
from rules.events.votes import VoteCalled, VoteCast, VoteEnded, VotesDeclined
from rules.game.game import Game
from rules.game.vote import Vote
from rules.players.votes import next_voter

VOTERS_LENGTH = 160
"""Maximum characters of the names after a choice, or of the next voters."""


def vote_step(game: Game, event: VoteCalled | VoteCast | VotesDeclined) -> str:
    """Return the log's text for one step of a vote."""
    match event:
        case VoteCalled(vote=vote):
            choices = comma_separated(map(escape, vote.choices))
            return tr("Vote: {question} ({choices})", question=escape(vote.question), choices=choices)
        case VoteCast():
            return tr(
                "{who} votes for {choice}", who=names.bold_name(game, event.who), choice=escape(event.label)
            )
        case VotesDeclined():
            return tr("{who} casts no more votes", who=names.bold_name(game, event.who))


def vote_result(game: Game, event: VoteEnded) -> str:
    """Return a vote's result: every choice with its votes, those with the most in bold."""
    vote, counts = event.vote, event.vote.counts
    each = [
        strong(f"{escape(choice)} {n}") if n == max(counts) else f"{escape(choice)} {n}"
        for choice, n in sorted(zip(vote.choices, counts, strict=True), key=lambda one: -one[1])
    ]
    values = {"question": escape(vote.question), "counts": comma_separated(each), "rule": event.rule}
    if counts.count(max(counts)) > 1:
        return tr("Vote on {question}: {counts}, a tie (CR {rule}).", **values)
    return tr("Vote on {question}: {counts} (CR {rule}).", **values)


def vote_line(game: Game, vote: Vote) -> str:
    """Return a vote in progress for the board: its subject, and who votes next."""
    voter, question = next_voter(game), escape(vote.question)
    if voter is None:
        return tr("Vote: {question}", question=question)
    return tr("Vote: {question} – {who} votes next", question=question, who=names.bold_name(game, voter))


def vote_standing(game: Game, vote: Vote) -> str:
    """Return the message of a vote in progress: the votes so far, and who votes next."""
    lines = ["### " + tr("Vote: {question}", question=escape(vote.question))]
    for place, choice in enumerate(vote.choices):
        cast = Counter(one.who for one in vote.ballots if one.choice == place)
        each = (
            f"{names.player_name(game, who)} ×{n}" if n > 1 else names.player_name(game, who)
            for who, n in cast.items()
        )
        by = truncate(comma_separated(each), VOTERS_LENGTH)
        lines.append(f"{bold(choice)}: {cast.total()}" + (f" ({by})" if by else ""))
    voter = next_voter(game) if game.vote == vote else None
    if voter is not None:
        lines.append(_next(game, vote, voter))
    return "\n".join(lines)


def _next(game: Game, vote: Vote, voter: str) -> str:
    who, n = names.bold_name(game, voter), vote.left_for(voter)
    text = trn("{who} votes next.", "{who} votes next, with {n} votes.", n, who=who)
    later = [
        names.player_name(game, id)
        for id in vote.voters
        if id != voter and game.player(id).in_game and vote.left_for(id)
    ]
    return text + (" " + tr("Then: {names}.", names=truncate(listed(later), VOTERS_LENGTH)) if later else "")
