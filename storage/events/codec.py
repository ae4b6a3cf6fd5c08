"""Tables, actions and events as JSON and back, by their types' own declarations.

A dataclass is an object of its fields; where one of several may stand it is `[name, fields]` under a stable
name. Every field is written, so that a default may change; when reading, a field that is missing gets its
default and one that is unknown is passed over, so that old logs stay readable.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from rules.actions import ACTIONS
from rules.actions.action import Action
from rules.events import EVENTS
from rules.events.event import Event
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.setup.lobby_actions import LOBBY_ACTIONS
from rules.table import AnyAction, Table
from rules.turns.clock import CHANGES, ClockChange
from rules.turns.turn_times import TurnTimes

Json: TypeAlias = "str | int | bool | list[Json] | dict[str, Json] | None"
# Each coder takes or gives its own type, which no annotation can follow through reflection.
Encode: TypeAlias = Callable[[Any], Json]
Decode: TypeAlias = Callable[[Json], Any]

TABLES: Mapping[str, type[Lobby | Game]] = {"Lobby": Lobby, "Game": Game}


class Unreadable(Exception):
    """A text in the log that this version does not know how to read."""


@dataclass(frozen=True, slots=True)
class _Coder:
    """How values of one type are written and read; None where JSON has them as they are."""

    encode: Encode | None
    decode: Decode | None


_PLAIN = _Coder(None, None)


def encode_action(action: AnyAction) -> str:
    """The JSON text of an action."""
    return dump(_encode_action(action))


def decode_action(text: str) -> AnyAction:
    """The action that a text of encode_action stands for; raises Unreadable."""
    return _decode_action(json.loads(text))


def encode_events(events: Iterable[Event]) -> str:
    """The JSON text of what happened."""
    return dump([_encode_event(event) for event in events])


def decode_events(text: str) -> tuple[Event, ...]:
    """The events that a text of encode_events stands for; raises Unreadable."""
    return tuple(_decode_event(event) for event in json.loads(text))


def encode_table(table: Table) -> str:
    """The JSON text of a whole table."""
    return dump(_encode_table(table))


def decode_table(text: str) -> Table:
    """The table that a text of encode_table stands for; raises Unreadable."""
    return _decode_table(json.loads(text))


def encode_change(change: ClockChange) -> str:
    """The JSON text of a change of a table's clocks."""
    return dump(_encode_change(change))


def decode_change(text: str) -> ClockChange:
    """The change that a text of encode_change stands for; raises Unreadable."""
    return _decode_change(json.loads(text))


def encode_pace(pace: TurnTimes) -> str:
    """The JSON text of how long turns take."""
    return dump(plain(TurnTimes)[0](pace))


def decode_pace(text: str) -> TurnTimes:
    """The pace that a text of encode_pace stands for; raises Unreadable."""
    return plain(TurnTimes)[1](json.loads(text))


def tagged(types: Mapping[str, type]) -> tuple[Encode, Decode]:
    """How one of several dataclasses is written and read, by a stable name; reading raises Unreadable."""
    names = {type_: name for name, type_ in types.items()}

    def encode(value: object) -> Json:
        return [names[type(value)], plain(type(value))[0](value)]

    def decode(value: Json) -> object:
        match value:
            case [str(name), given] if name in types:
                return plain(types[name])[1](given)
            case _:
                raise Unreadable(f"not one of the known names: {str(value)[:80]}")

    return encode, decode


@cache
def plain(type_: type[Any]) -> tuple[Encode, Decode]:
    """How a dataclass is written and read where no other may stand; reading raises Unreadable."""
    hints = get_type_hints(type_)
    coders = [(field.name, _coder(hints[field.name])) for field in fields(type_)]
    encoders = [(name, coder.encode) for name, coder in coders]
    decoders = {name: coder.decode for name, coder in coders}

    def encode(value: object) -> Json:
        return {
            name: getattr(value, name) if encode is None else encode(getattr(value, name))
            for name, encode in encoders
        }

    def decode(value: Json) -> object:
        if not isinstance(value, dict):
            raise Unreadable(f"not the fields of a {type_.__name__}: {str(value)[:80]}")
        found = {name: given for name, given in value.items() if name in decoders}
        for name, given in found.items():
            if (decode := decoders[name]) is not None:
                found[name] = decode(given)
        try:
            return type_(**found)
        except TypeError as error:
            raise Unreadable(str(error)) from error

    return encode, decode


@cache
def _coder(hint: Any) -> _Coder:
    if hint in (str, int, bool, NoneType) or get_origin(hint) is Literal:
        return _PLAIN
    if get_origin(hint) in (Union, UnionType):
        return _choice(get_args(hint))
    match get_origin(hint), get_args(hint):
        case origin, (item, end) if origin is tuple and end is ...:
            return _sequence(_coder(item))
        case origin, (key, item) if origin is Mapping and key is str:
            return _mapping(_coder(item))
        case _:
            pass
    if hint is Action:
        return _Coder(*tagged(ACTIONS))
    if hint is Fraction:
        return _Coder(str, _fraction)
    if issubclass(hint, Enum):
        return _Coder(lambda value: value.value, hint)
    if is_dataclass(hint):
        return _Coder(*plain(hint))
    raise TypeError(f"no way to store a {hint}")


def _fraction(value: Json) -> Fraction:
    # Other notations, such as 1e999999, are no texts of ours and could take for ever.
    if not isinstance(value, str) or not re.fullmatch(r"-?[0-9]+(/0*[1-9][0-9]*)?", value):
        raise Unreadable(f"not a fraction: {str(value)[:80]}")
    return Fraction(value)


def _choice(hints: tuple[Any, ...]) -> _Coder:
    """One of several types; beside None only one of them may need more than JSON has."""
    needing = [coder for hint in hints if (coder := _coder(hint)) is not _PLAIN]
    if not needing:
        return _PLAIN
    if len(needing) > 1 or len(hints) > 2 or NoneType not in hints:
        raise TypeError(f"no way to tell which of {hints} is stored")
    encode, decode = needing[0].encode, needing[0].decode
    return _Coder(
        encode and (lambda value: None if value is None else encode(value)),
        decode and (lambda value: None if value is None else decode(value)),
    )


def _sequence(item: _Coder) -> _Coder:
    encode, decode = item.encode, item.decode

    def read(value: Json) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise Unreadable(f"not a list: {str(value)[:80]}")
        return tuple(value) if decode is None else tuple([decode(given) for given in value])

    return _Coder(None if encode is None else lambda values: [encode(value) for value in values], read)


def _mapping(item: _Coder) -> _Coder:
    encode, decode = item.encode, item.decode

    def write(values: Mapping[str, Any]) -> Json:
        if encode is None:
            return dict(values)
        return {key: encode(value) for key, value in values.items()}

    def read(value: Json) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise Unreadable(f"not an object: {str(value)[:80]}")
        return value if decode is None else {key: decode(given) for key, given in value.items()}

    return _Coder(write, read)


read: Callable[[str], Json] = json.loads
"""What a JSON text says, as plain values."""
dump = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
"""The JSON text of what was encoded."""
_encode_action, _decode_action = tagged({**ACTIONS, **LOBBY_ACTIONS})
_encode_event, _decode_event = tagged(EVENTS)
_encode_table, _decode_table = tagged(TABLES)
_encode_change, _decode_change = tagged(CHANGES)
