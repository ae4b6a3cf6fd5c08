"""Tables, actions and events as JSON and back, by their types' declarations.

A dataclass is an object of its fields; one of several possible types is ``[name, fields]`` under a stable
name. Every field is written, so that a default may change. Missing fields get their defaults and unknown ones
are ignored, so that old logs stay readable. Values of another type than declared are refused.

Texts are UTF-8. Lone surrogates, which UTF-8 lacks, are escaped, as all of non-ASCII was in earlier versions.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Any, Generic, TypeAlias, TypeVar, cast

import msgspec

from rules.actions import ACTIONS
from rules.actions.action import Action
from rules.actions.table import InOrder, Simultaneous, Together
from rules.events import EVENTS
from rules.events.event import Event
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.turn_times import TurnTimes
from rules.setup.lobby_actions import LOBBY_ACTIONS
from rules.table import AnyAction, Table
from rules.turns.clock import CHANGES, ClockChange

Json: TypeAlias = "str | int | bool | list[Json] | dict[str, Json] | None"
T = TypeVar("T")
R = TypeVar("R")
TaggedPair: TypeAlias = tuple[str, msgspec.Raw]

TABLES: Mapping[str, type[Lobby | Game]] = {"Lobby": Lobby, "Game": Game}


class Unreadable(Exception):
    """A text that this version does not know how to read."""


def dump(value: object) -> str:
    """Return the JSON text of plain values and dataclasses."""
    try:
        return _encoder.encode(value).decode()
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value, enc_hook=_write), separators=(",", ":"))


def parse_json(text: str | bytes) -> Json:
    """Parse a JSON text to plain values; raises Unreadable."""
    return _decode(Any, text)


def plain_codec(type_: type[T]) -> tuple[Callable[[T], str], Callable[[str | bytes | msgspec.Raw], T]]:
    """Return an encoder of one type's values to JSON, and a decoder, which raises Unreadable."""
    return dump, partial(_decode, type_)


def readable(rows: Iterable[R], decode: Callable[[R], T]) -> tuple[list[T], list[R]]:
    """Return what rows contain, and the rows that this version can't read."""
    found, unreadable = list[T](), list[R]()
    for row in rows:
        try:
            found.append(decode(row))
        except Unreadable:
            unreadable.append(row)
    return found, unreadable


class TaggedCodec(Generic[T]):
    """Writes and reads values of several types, each under a stable name."""

    def __init__(self, types: Mapping[str, type[T]]) -> None:
        self._types = types
        self._names = {type_: name for name, type_ in types.items()}

    def encode(self, value: T) -> str:
        """Return the JSON text of a value."""
        return dump(self._pair(value))

    def decode(self, text: str | bytes | msgspec.Raw) -> T:
        """Decode a text of ``encode``; raises Unreadable."""
        return self._value(_decode(TaggedPair, text))

    def encode_all(self, values: Iterable[T]) -> str:
        """Return the JSON text of several values."""
        return dump([self._pair(value) for value in values])

    def decode_all(self, text: str | bytes | msgspec.Raw) -> tuple[T, ...]:
        """Decode a text of ``encode_all``; raises Unreadable."""
        return tuple([self._value(pair) for pair in _decode(list[TaggedPair], text)])

    def _pair(self, value: T) -> tuple[str, object]:
        return self._names[type(value)], value

    def _value(self, pair: TaggedPair) -> T:
        name, fields = pair
        if name not in self._types:
            raise Unreadable(f"not one of the known names: {name[:80]}")
        return _decode(self._types[name], fields)


class _Actions(TaggedCodec[AnyAction]):
    """Actions, some of which contain others."""

    def _pair(self, value: AnyAction) -> tuple[str, object]:
        if isinstance(value, Together | Simultaneous | InOrder):
            return type(value).__name__, {"actions": [self._pair(one) for one in value.actions]}
        return super()._pair(value)

    def _value(self, pair: TaggedPair) -> AnyAction:
        kind = _OF_SEVERAL.get(pair[0])
        if kind is None:
            return super()._value(pair)
        actions: list[Action] = []
        for part in _decode(_Parts, pair[1]).actions:
            action = self._value(part)
            if not isinstance(action, Action):
                raise Unreadable(f"not an action of a game: {part[0]}")
            actions.append(action)
        return kind(actions=tuple(actions))


_OF_SEVERAL: Mapping[str, type[Together | Simultaneous | InOrder]] = {
    "Together": Together,
    "Simultaneous": Simultaneous,
    "InOrder": InOrder,
}


class _Parts(msgspec.Struct):
    actions: list[TaggedPair]


class _PlainParts(msgspec.Struct):
    actions: list[tuple[str, Any]]


_PLAIN: Mapping[Any, Any] = {
    TaggedPair: tuple[str, Any],
    list[TaggedPair]: list[tuple[str, Any]],
    _Parts: _PlainParts,
}
"""Plain types in place of types with JSON in them, if that JSON is decoded already."""


def _write(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, object]", value))
    raise TypeError(f"no way to store a {type(value)}")


def _read(type_: type, value: object) -> Fraction:
    # Other notations, such as 1e999999, are never written by us and could take forever.
    if type_ is Fraction and isinstance(value, str) and re.fullmatch(r"-?[0-9]+(/0*[1-9][0-9]*)?", value):
        return Fraction(value)
    raise ValueError(f"not a {type_.__name__}: {str(value)[:80]}")


@cache
def _decoder(type_: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(type_, dec_hook=_read)


def _decode(type_: Any, text: str | bytes | msgspec.Raw | dict[str, Any]) -> Any:
    if isinstance(text, dict):
        return _convert(type_, text)
    try:
        return _decoder(type_).decode(text)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Unreadable(str(error)) from error
    except msgspec.DecodeError:
        pass
    try:
        value = json.loads(text if isinstance(text, str) else bytes(text))
    except (ValueError, RecursionError) as error:
        raise Unreadable(str(error)) from error
    return _convert(type_, value)


def _convert(type_: Any, value: object) -> Any:
    """Decode JSON as plain values: slower, but accepts half a surrogate pair."""
    try:
        return msgspec.convert(value, _PLAIN.get(type_, type_), dec_hook=_read)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Unreadable(str(error)) from error


_encoder = msgspec.json.Encoder(enc_hook=_write)
_actions = _Actions({**ACTIONS, **LOBBY_ACTIONS})
_events = TaggedCodec[Event](EVENTS)
_tables = TaggedCodec[Table](TABLES)
_changes = TaggedCodec[ClockChange](CHANGES)

encode_action, decode_action = _actions.encode, _actions.decode
encode_events, decode_events = _events.encode_all, _events.decode_all
encode_table, decode_table = _tables.encode, _tables.decode
encode_change, decode_change = _changes.encode, _changes.decode
encode_turn_times, decode_turn_times = plain_codec(TurnTimes)
