"""The form of the vote after a game: for each achievement a list of the other players."""

from collections.abc import Iterator, Mapping

import discord

from cogs.core.components import TITLE_LENGTH, Label, form, list_field, options
from cogs.core.context import ModalFields, typed
from cogs.core.custom_ids import whole
from cogs.drawing.truncate import truncate
from cogs.leagues.core.components import LeagueCustomId
from cogs.text.language import tr
from cogs.text.leagues import text
from cogs.text.leagues.typed import awarded
from rules.leagues.result import PlayerNumber
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState

VOTE, FILLED = "vote", "voted"
"""The verbs of the button and of the form."""


def vote_form(state: LeagueState, record: ResultRecord, voter: PlayerNumber) -> discord.ui.Modal:
    """Return the form for a player of a result, with their votes so far."""
    asked = LeagueCustomId(FILLED, state.league, record.number)
    return form(tr("Your vote"), asked, *_labels(state, record, voter))


def _labels(state: LeagueState, record: ResultRecord, voter: PlayerNumber) -> Iterator[Label]:
    others = [(str(one), text.plain_name(state, one)) for one in record.result.players if one != voter]
    before = record.votes.get(voter, {})
    for place, award in enumerate(state.rules.scoring.extras.voted):
        chosen = str(before[award]) if award in before else None
        label = truncate(awarded(award), TITLE_LENGTH)
        yield list_field(label, str(place), options(others, chosen), required=False)


def choices_in(state: LeagueState, fields: ModalFields) -> Mapping[str, PlayerNumber]:
    """Return whom the filled form names for each achievement; those left blank are missing."""
    named = {award: typed(fields, str(place)) for place, award in enumerate(state.rules.scoring.extras.voted)}
    return {award: PlayerNumber(whole(number)) for award, number in named.items() if number}
