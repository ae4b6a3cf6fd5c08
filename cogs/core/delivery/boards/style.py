"""How the place of a table wants its board."""

from collections.abc import Collection

from msgspec import Struct

from cogs.text.language import Audience
from storage.settings.definitions import LANGUAGE, Setting


class BoardStyle(Struct, frozen=True):
    """The audience of a board, whether it has a button for its page, and whether the bot isn't there."""

    language: Audience = Audience()
    page: bool = False
    outside: bool = False


OF_SETTINGS: Collection[Setting[object]] = (LANGUAGE,)
"""The settings that boards depend on: boards are rendered again when one of these is changed."""
