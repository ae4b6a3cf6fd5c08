"""Building blocks of the leagues' messages: custom_ids, page links, and cards."""

from typing import Annotated

import discord
from msgspec import Meta
from msgspec.structs import replace

from cogs.core import components
from cogs.core.components import ComponentRow
from cogs.core.custom_ids import MAX_ID_NUMBER, CustomId, IdNumber, Value, Verb
from cogs.drawing.truncate import truncate
from rules.leagues.result import LeagueId, PlayerNumber, ResultNumber, SeasonNumber
from rules.numbers import MAX_ID

TEXT_LENGTH = 3500
"""Characters of a card's text, below Discord's 4000 for a message."""
REASON_LENGTH = 300
NO_SEASON, NO_PLAYER, NO_RESULT = SeasonNumber(0), PlayerNumber(0), ResultNumber(0)
"""Placeholders in custom_ids: all time, everyone, and no result."""
ID = Meta(ge=0, le=MAX_ID)
PAGE_COLOR = discord.Color(0x8B5CF6)


class LeagueCustomId(CustomId, frozen=True):
    """The custom_id of a league's button, list or form: a verb, a league, a result's or guest's number, and
    a value."""

    route = "arbiter-league"
    verb: Verb
    league: Annotated[LeagueId, Meta(ge=0, le=MAX_ID_NUMBER)]
    number: IdNumber = 0
    value: str = ""

    @property
    def result(self) -> ResultNumber:
        """The result with this number."""
        return ResultNumber(self.number)

    @property
    def guest(self) -> PlayerNumber:
        """The guest with this number, in custom_ids about a claim."""
        return PlayerNumber(self.number)


class PageId(Value, frozen=True):
    """A page of a league: its kind, a season or all time, and one or two players.

    Its buttons contain it, so that they work after a restart, with the page number first.
    """

    between = "."
    what: str
    season: Annotated[SeasonNumber, ID] = NO_SEASON
    player: Annotated[PlayerNumber, ID] = NO_PLAYER
    other: Annotated[PlayerNumber, ID] = NO_PLAYER
    state: str = ""
    result: Annotated[ResultNumber, ID] = NO_RESULT
    page: IdNumber = 0

    def custom_id(self, verb: str, league: LeagueId) -> LeagueCustomId:
        """Return its custom_id."""
        value, _, page = str(self).rpartition(self.between)
        return LeagueCustomId(verb, league, int(page), value)

    @property
    def scope(self) -> SeasonNumber | None:
        """The season, or None for all time."""
        return self.season or None


def page_in(press: LeagueCustomId) -> PageId:
    """Return a button's page; raises Refusal "outdated" for one of another version."""
    return replace(PageId.read(press.value), page=press.number)


def framed_text(text: str, *rows: ComponentRow, color: discord.Color | None = None) -> discord.ui.LayoutView:
    """Return a message with a text in a frame, cut if too long, and rows of buttons or lists."""
    return components.card(truncate(text, TEXT_LENGTH), *rows, color=color)
