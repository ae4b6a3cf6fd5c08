"""The style of a board, by the settings of its channel."""

from collections.abc import Collection

from msgspec import Struct

from cogs.text.language import Audience
from storage.settings.definitions import LANGUAGE, Setting


class BoardStyle(Struct, frozen=True):
    """A board's readers, whether it has a button for its page, and whether it is outside of the
    bot's servers."""

    language: Audience = Audience()
    page: bool = False
    outside: bool = False


OF_SETTINGS: Collection[Setting[object]] = (LANGUAGE,)
"""The settings that boards depend on: changing one renders boards again."""
