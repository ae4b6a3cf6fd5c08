"""What the leagues' messages are put together from: custom_ids, which pages they show, and cards."""

from typing import Annotated

import discord
from msgspec import Meta, Struct

from cogs.core import components
from cogs.core.components import Row
from cogs.core.custom_ids import MOST, CustomId, Number, Verb
from cogs.drawing.cutting import shortened
from rules.leagues.result import LeagueId, PlayerNumber, ResultNumber, SeasonNumber
from rules.numbers import MOST_ID, whole
from rules.refusal import Refusal

TEXT_LENGTH = 3500
"""Characters of a card's text; Discord takes 4000 in a message."""
REASON_LENGTH = 300
NO_SEASON, NO_PLAYER, NO_RESULT = SeasonNumber(0), PlayerNumber(0), ResultNumber(0)
"""What custom_ids say instead of a number: all time, everyone, and what is about no result."""
PAGE_COLOUR = discord.Colour(0x8B5CF6)


class LeagueCustomId(CustomId, frozen=True):
    """What a button, list or form asks for: a verb, a league, a result's or guest's number, and a value."""

    route = "arbiter-league"
    verb: Verb
    league: Annotated[LeagueId, Meta(ge=0, le=MOST)]
    number: Number = 0
    value: str = ""

    @property
    def result(self) -> ResultNumber:
        """The result whose number it is."""
        return ResultNumber(self.number)

    @property
    def guest(self) -> PlayerNumber:
        """The guest whose number it is, for those about a claim."""
        return PlayerNumber(self.number)


class PageId(Struct, frozen=True):
    """Which page of a league is shown: of what, of a season or of all time, about one or two players.

    Its buttons carry it, so that they work after a restart.
    """

    what: str
    page: int = 0
    season: SeasonNumber = NO_SEASON
    player: PlayerNumber = NO_PLAYER
    other: PlayerNumber = NO_PLAYER
    state: str = ""
    result: ResultNumber = NO_RESULT

    def custom_id(self, verb: str, league: LeagueId) -> LeagueCustomId:
        """The custom_id that carries it."""
        value = f"{self.what}.{self.season}.{self.player}.{self.other}.{self.state}.{self.result}"
        return LeagueCustomId(verb, league, self.page, value)

    @property
    def scope(self) -> SeasonNumber | None:
        """The season, or None for all time."""
        return self.season or None


def page_in(press: LeagueCustomId) -> PageId:
    """The page that a button carries; raises Refusal for a page that no longer exists."""
    parts = press.value.split(".")
    try:
        what, *numbers, state, result = parts
        season, player, other, number = (whole(part, 0, MOST_ID) for part in (*numbers, result))
    except ValueError:
        raise Refusal("settings_have_changed") from None
    return PageId(
        what,
        press.number,
        SeasonNumber(season),
        PlayerNumber(player),
        PlayerNumber(other),
        state,
        ResultNumber(number),
    )


def card(text: str, *rows: Row, colour: discord.Colour | None = None) -> discord.ui.LayoutView:
    """A message with a text in a frame, cut where it is too long, and rows of buttons or lists."""
    return components.card(shortened(text, TEXT_LENGTH), *rows, colour=colour)
