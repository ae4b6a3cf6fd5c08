"""Custom_ids: the data of buttons, lists and forms, so that they work after a restart and an update.

Custom_ids of earlier versions are still read: fields may be added at the end, with a default, and none may
be removed.
"""

from collections.abc import Iterable
from functools import cache
from typing import Annotated, ClassVar, Self, TypeAlias

import discord
import msgspec
from msgspec import Meta, Struct
from msgspec.structs import astuple

from rules import numbers
from rules.game.parts import GameId
from rules.refusal import Refusal

MAX_ID_NUMBER = 10**18 - 1
"""The largest number in a custom_id."""

IdNumber: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_ID_NUMBER)]
IdInteger: TypeAlias = Annotated[int, Meta(ge=-MAX_ID_NUMBER, le=MAX_ID_NUMBER)]
IdWord: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z]*\Z")]
Verb: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z]+\Z")]


class Fields(Struct, frozen=True):
    """Values written as text, separated by a sign that only the last one may contain.

    An empty field has its default.
    """

    between: ClassVar[str]

    def __str__(self) -> str:
        return self.between.join("" if one is None else str(one) for one in astuple(self))

    @classmethod
    def parse(cls, written: str) -> Self:
        """Decode the fields; raises msgspec.ValidationError for anything else."""
        names, defaults = cls.__struct_fields__, cls.__struct_defaults__
        required = names[: len(names) - len(defaults)]
        values = zip(names, written.split(cls.between, len(names) - 1), strict=False)
        return msgspec.convert(
            {name: value for name, value in values if value or name in required}, cls, strict=False
        )


class Value(Fields, frozen=True):
    """A custom_id's value, or a list option's, that consists of several fields."""

    between = "|"

    @classmethod
    def read(cls, written: str) -> Self:
        """Decode the fields; raises Refusal "outdated" for anything else."""
        try:
            return cls.parse(written)
        except msgspec.ValidationError:
            raise Refusal("outdated") from None


class ShortValue(Value, frozen=True):
    """A value that is encoded without its last fields if these have their defaults."""

    between = "."

    def __str__(self) -> str:
        values, defaults = [*astuple(self)], [*self.__struct_defaults__]
        while defaults and values[-1] == defaults.pop():
            values.pop()
        return self.between.join(map(str, values))


class CustomId(Fields, frozen=True):
    """A route, which names the feature, and the fields of a subclass."""

    route: ClassVar[str]
    between = ":"

    def __str__(self) -> str:
        return _form(type(self)) % astuple(self)

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """Decode a custom_id; None if it isn't one of these."""
        route, _, fields = custom_id.partition(cls.between)
        try:
            return cls.parse(fields) if route == cls.route else None
        except msgspec.ValidationError:
            return None


@cache
def _form(kind: type[CustomId]) -> str:
    return ":".join((kind.route, *("%s" for _ in kind.__struct_fields__)))


class TableCustomId(CustomId, frozen=True):
    """The custom_id of a table's button: its verb, the game's number and a value for the verb."""

    route = "arbiter"
    verb: Verb
    game: Annotated[GameId, Meta(ge=0, le=MAX_ID_NUMBER)]
    value: str = ""


class DemoCustomId(CustomId, frozen=True):
    """The custom_id of the buttons that start and end a demo game."""

    route = "arbiter-demo"
    verb: Verb
    game: Annotated[GameId, Meta(ge=0, le=MAX_ID_NUMBER)] = GameId(0)


class NewCustomId(CustomId, frozen=True):
    """The custom_id of the button that opens a game for newcomers."""

    route = "arbiter-new"
    verb: Verb


class HelpCustomId(CustomId, frozen=True):
    """The custom_id of buttons and lists that explain the bot."""

    route = "arbiter-help"
    verb: Verb


def custom_id(interaction: discord.Interaction) -> str:
    """Return the custom_id of the pressed button, the list or the form."""
    return str((interaction.data or {}).get("custom_id"))


def whole(text: str) -> int:
    """Decode a button's whole number; raises Refusal for anything else."""
    try:
        return numbers.parse_integer(text, -MAX_ID_NUMBER, MAX_ID_NUMBER)
    except ValueError:
        raise Refusal("outdated") from None


def mask(places: Iterable[int]) -> str:
    """Encode places, counted from 0, as a bit mask in hexadecimal."""
    return format(sum(1 << place for place in places), "x")


def decode_places(mask: str) -> tuple[int, ...]:
    """Decode the places of a bit mask; raises Refusal "outdated" for an invalid one."""
    try:
        found = int(mask, 16)
    except ValueError:
        raise Refusal("outdated") from None
    return tuple(place for place in range(found.bit_length()) if found >> place & 1)
