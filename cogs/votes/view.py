"""The message of a vote: the votes so far, and a button for each choice."""

import zlib

import discord

from cogs.core.components import BUTTON_LABEL_LENGTH, Button, button, card, rows
from cogs.core.custom_ids import IdNumber, TableCustomId, Value
from cogs.drawing.truncate import truncate
from cogs.text.facts import votes
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId
from rules.game.vote import Vote
from rules.players.votes import next_voter

VOTE_COLOR = discord.Color(0x8B5CF6)


def vote_key(vote: Vote) -> str:
    """Return a key that distinguishes a vote's buttons from another's."""
    return f"{zlib.crc32(repr((vote.question, vote.choices, vote.voters)).encode()):x}"


class VoteChoice(Value, frozen=True):
    """The key of a vote, and the number of a choice."""

    vote: str
    choice: IdNumber


class VoteChoiceFor(VoteChoice, frozen=True):
    """A vote's choice, and the place of the player for whom someone else votes."""

    place: IdNumber


def vote_message(game: Game, number: GameId, vote: Vote) -> discord.ui.LayoutView:
    """Return a vote's message; a finished one has no buttons."""
    buttons = _buttons(game, number, vote) if game.vote == vote and game.outcome is None else []
    return card(votes.vote_standing(game, vote), *rows(*buttons), color=VOTE_COLOR)


def _buttons(game: Game, number: GameId, vote: Vote) -> list[Button]:
    found = [
        button(
            truncate(choice, BUTTON_LABEL_LENGTH),
            TableCustomId("vote", number, str(VoteChoice(vote_key(vote), place))),
        )
        for place, choice in enumerate(vote.choices)
    ]
    voter = next_voter(game)
    if voter is not None and vote.cast_by(voter):
        found.append(button(tr("No more votes"), TableCustomId("novote", number, vote_key(vote))))
    return found


def on_behalf(number: GameId, vote: Vote, choice: int, voter: PlayerId, name: str) -> Button:
    """Return the button for voting on behalf of another player."""
    what = tr("Vote {choice} for {who}", choice=truncate(vote.choices[choice], 30), who=name)
    place = vote.voters.index(voter)
    return button(
        truncate(what, BUTTON_LABEL_LENGTH),
        TableCustomId("votefor", number, str(VoteChoiceFor(vote_key(vote), choice, place))),
    )
