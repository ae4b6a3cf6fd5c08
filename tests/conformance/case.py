"""A case as its file says it, read key by key so that nothing in it goes unnoticed."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"


METADATA = ("kind", "source", "note", "peer", "conversion", "title", "comment", "author", "tags")
"""What a file may say about a case, or about a part of one, for its readers."""


class Unsupported(AssertionError):
    """The case uses a word that the runner does not know: it fails and says which."""


class Fields:
    """The keys of one JSON object; every key has to be asked for, `finish` names those that were not."""

    def __init__(self, where: str, values: Mapping[str, Json]) -> None:
        self.where = where
        self.values = values
        self._read: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def get(self, key: str) -> Json:
        """Return the value of a key as it is, None if the key is missing."""
        self._read.add(key)
        return self.values.get(key)

    def text(self, key: str) -> str:
        """Return the value of a key that must be a string."""
        value = self.get(key)
        if not isinstance(value, str):
            raise self._wrong(key, value)
        return value

    def optional_text(self, key: str) -> str | None:
        """Return the value of a key that must be a string where it is given."""
        return None if self.get(key) is None else self.text(key)

    def number(self, key: str, default: int | None = None) -> int:
        """Return the value of a key that must be a number, the default when the key is missing."""
        value = self.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, int):
            raise self._wrong(key, value)
        return value

    def flag(self, key: str) -> bool:
        """Return whether a key is given and true."""
        value = self.get(key)
        if value is not None and not isinstance(value, bool):
            raise self._wrong(key, value)
        return bool(value)

    def names(self, key: str) -> tuple[str, ...]:
        """Return the value of a key that is a string or a list of them; nothing when the key is missing."""
        value = self.get(key)
        if value is None:
            return ()
        return strings(value) if isinstance(value, list) else (self.text(key),)

    def numbers(self, key: str) -> dict[str, int]:
        """Return the value of a key that gives numbers by name; nothing when the key is missing."""
        return {name: _number(value) for name, value in self.by_name(key).items()}

    def by_name(self, key: str) -> dict[str, Json]:
        """Return the value of a key that is an object; nothing when the key is missing."""
        value = self.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self._wrong(key, value)
        return value

    def objects(self, key: str) -> tuple["Fields", ...]:
        """Return the value of a key that is a list of objects; nothing when the key is missing."""
        value = self.get(key)
        if value is None:
            return ()
        if not isinstance(value, list):
            raise self._wrong(key, value)
        return tuple(Fields(f"{self.where}, {key}", mapping(item)) for item in value)

    def numbers_of_all(self) -> dict[str, int]:
        """Return every key with the number that it has."""
        return {key: self.number(key) for key in self.values}

    def known(self, *keys: str) -> None:
        """Says that someone else reads these keys."""
        self._read.update(keys)

    def finish(self) -> None:
        """Raises Unsupported when there is a key that no one asked for."""
        unknown = sorted(set(self.values) - self._read - set(METADATA))
        if unknown:
            raise Unsupported(f"unsupported in {self.where}: {', '.join(unknown)}")

    def _wrong(self, key: str, value: Json) -> Unsupported:
        return Unsupported(f"unsupported value of {key} in {self.where}: {value!r}")


def _number(value: Json) -> int:
    if not isinstance(value, int):
        raise Unsupported(f"not a number: {value!r}")
    return value


def mapping(value: Json) -> dict[str, Json]:
    """Return a JSON value that must be an object."""
    if not isinstance(value, dict):
        raise Unsupported(f"not an object: {value!r}")
    return value


def strings(value: Json) -> tuple[str, ...]:
    """Return a JSON value that must be a list of strings."""
    if not isinstance(value, list):
        raise Unsupported(f"not a list: {value!r}")
    return tuple(item if isinstance(item, str) else str(item) for item in value)


class Case(Struct, frozen=True, kw_only=True):
    """One case of a file: what is set up, what is done, what must come of it."""

    id: str
    variant: str
    edition: str
    setup: Mapping[str, Json]
    ops: tuple[Mapping[str, Json], ...]
    expect: Mapping[str, Json]
    rule: str
    note: str

    @property
    def counter_example(self) -> bool:
        """Whether the case shows a reading that its note says not to implement."""
        return "Do not implement this reading" in self.note

    @classmethod
    def read(cls, values: Mapping[str, Json]) -> "Case":
        """Return a case from its JSON object."""
        fields = Fields("case", values)
        case = cls(
            id=fields.text("id"),
            variant=fields.text("variant"),
            edition=fields.optional_text("edition") or "current",
            setup=fields.by_name("setup"),
            ops=tuple(mapping(op) for op in _list(fields.get("ops"))),
            expect=fields.by_name("expect"),
            rule=fields.optional_text("rule") or "",
            note=fields.optional_text("note") or "",
        )
        fields.finish()
        return case


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def load(folder: Path) -> tuple[dict[str, Json], ...]:
    """Return every case of every `*.json` in a folder, as its file has it."""
    cases: list[dict[str, Json]] = []
    for path in sorted(folder.glob("*.json")):
        content: Json = json.loads(path.read_text(encoding="utf-8"))
        found = content if isinstance(content, list) else mapping(content).get("cases")
        cases.extend(mapping(one) for one in _list(found))
    return tuple(cases)
