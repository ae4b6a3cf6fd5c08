"""Whether a value is what its type declares, all the way down: for what comes out of files of others."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

LONGEST_TEXT = 4000
"""As much as anybody can type in Discord at once."""
LARGEST = 2**63 - 1
"""As much as the database takes."""

# Values are looked at by reflection, which no annotation can follow.


def conforms(value: Any, hint: Any) -> bool:
    """Whether a value is of a type that the codec can store, with numbers and texts of a sensible size."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(conforms(value, one) for one in arguments)
    if origin is tuple:
        return _is(value, tuple) and all(conforms(one, arguments[0]) for one in value)
    if origin is Mapping:
        return _is(value, dict) and all(
            conforms(key, str) and conforms(one, arguments[1]) for key, one in value.items()
        )
    if type(value) is not hint:
        return False
    if is_dataclass(hint):
        return all(conforms(getattr(value, name), of) for name, of in _hints(hint).items())
    if hint is str:
        return len(value) <= LONGEST_TEXT
    return hint is not int or abs(value) <= LARGEST


@cache
def _hints(type_: type[Any]) -> Mapping[str, Any]:
    return get_type_hints(type_)


def _is(value: object, type_: type) -> bool:
    return isinstance(value, type_)
