"""Custom_ids: what buttons, lists and forms carry, so that they work after a restart and an update.

The custom_ids of messages that were sent by earlier versions are read as well: fields may be added at the
end, with a default, and none may go.
"""

from functools import cache
from typing import Annotated, ClassVar, Self, TypeAlias

import discord
import msgspec
from msgspec import Meta, Struct
from msgspec.structs import astuple

from rules import numbers
from rules.game.parts import GameId
from rules.refusal import Refusal

MOST = 10**18 - 1
"""The largest number that a custom_id carries."""

Number: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]
Word: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z]*\Z")]
Verb: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z]+\Z")]


class CustomId(Struct, frozen=True):
    """A route, which says whose it is, and the fields of a subclass, with colons between.

    The last field may have colons in it.
    """

    route: ClassVar[str]

    def __str__(self) -> str:
        return _form(type(self)) % astuple(self)

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """Return what a custom_id carries; None if it isn't one of these."""
        names = cls.__struct_fields__
        route, *values = custom_id.split(":", len(names))
        if route != cls.route:
            return None
        try:
            return msgspec.convert(dict(zip(names, values, strict=False)), cls, strict=False)
        except msgspec.ValidationError:
            return None


@cache
def _form(kind: type[CustomId]) -> str:
    return ":".join((kind.route, *("%s" for _ in kind.__struct_fields__)))


class TableCustomId(CustomId, frozen=True):
    """What the button of a table carries: its verb, the game's number and a value for the verb."""

    route = "arbiter"
    verb: Verb
    game: Annotated[GameId, Meta(ge=0, le=MOST)]
    value: str = ""


class DemoCustomId(CustomId, frozen=True):
    """What the buttons that start and end a demo game carry."""

    route = "arbiter-demo"
    verb: Verb
    game: Annotated[GameId, Meta(ge=0, le=MOST)] = GameId(0)


class NewCustomId(CustomId, frozen=True):
    """What the button carries that opens a game for newcomers."""

    route = "arbiter-new"
    verb: Verb


class HelpCustomId(CustomId, frozen=True):
    """What buttons and lists carry that explain the bot."""

    route = "arbiter-help"
    verb: Verb


def custom_id(interaction: discord.Interaction) -> str:
    """Return what the pressed button, the list or the form carries."""
    return str((interaction.data or {}).get("custom_id"))


def whole(text: str) -> int:
    """Return the whole number that a button carries; raises Refusal for anything else."""
    try:
        return numbers.whole(text, -MOST, MOST)
    except ValueError:
        raise Refusal("outdated") from None
