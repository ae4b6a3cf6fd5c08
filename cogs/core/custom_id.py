"""What the buttons of tables carry: what to do, for which game, with which value."""

import re

import discord
from msgspec import Struct

from rules import numbers
from rules.refusal import Refusal

TEMPLATE = re.compile(r"arbiter:(?P<what>[a-z]+):(?P<game>[0-9]{1,18})(?::(?P<value>.*))?")
MOST = 10**18 - 1
"""The largest number that a button carries."""


class CustomId(Struct, frozen=True):
    """One press: the button's verb, the game's number and a value for the verb."""

    what: str
    game: int
    value: str = ""

    def __str__(self) -> str:
        return f"arbiter:{self.what}:{self.game}:{self.value}"


def whole(text: str) -> int:
    """A whole number that a button carries; raises Refusal for anything else, as from another version."""
    try:
        return numbers.whole(text, -MOST, MOST)
    except ValueError:
        raise Refusal("outdated") from None


def custom_id(interaction: discord.Interaction) -> str:
    """What the pressed button, the list or the form carries."""
    return str((interaction.data or {}).get("custom_id"))


def read(carried: str) -> CustomId | None:
    """The press that a custom_id of a table's message stands for; None for any other."""
    match = TEMPLATE.fullmatch(carried)
    return CustomId(match["what"], int(match["game"]), match["value"] or "") if match is not None else None
