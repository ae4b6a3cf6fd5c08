"""One person becomes somebody without a name in the JSON of a game's log, and nothing else changes.

Ids stand in many fields, as values and as keys; they are too long to be anything else by chance. Names are
looked for only where names can stand, since a name may well be "poison". The same text always becomes the
same, so that the fold of what was renamed is the renamed fold.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

from storage.events.codec import Json, dump

_LISTED = {"first", "random"}
"""The kinds of chance that draw people."""
_WRITTEN = {"reason", "note", "deck"}
"""The fields of a league's acts and results in which people write what they like."""


class Anonymization(Struct, frozen=True, kw_only=True):
    """A player's ``id``, which is the number of their account, and their ``names`` become ``to``.

    They have no account any more then, as a guest; ``to`` is the name that their seat gets.
    """

    id: str
    names: Collection[str]
    to: str

    @property
    def new_id(self) -> str:
        """Their id from then on: the one that a guest of the new name has."""
        return guest_id(self.to)

    def concerns(self, text: str) -> bool:
        """Whether there can be anything to rename in a JSON text."""
        return any(one in text for one in self.texts)

    @property
    def texts(self) -> tuple[str, ...]:
        """The id, and the names as the JSON of logs has them, also of earlier versions."""
        return self.id, *(text for name in self.names for text in _in_json(name))

    def apply(self, value: Json) -> Json:
        """The value without the person."""
        match value:
            case str():
                return self._of_id(value)
            case [str(tag), dict(fields)]:
                return [tag, self._tagged(tag, self._fields(fields))]
            case list():
                return [self.apply(one) for one in value]
            case dict():
                return self._fields(value)
            case _:
                return value

    def in_list(self, text: str) -> str:
        """A text that may end in a list of names with commas, perhaps cut off, without theirs."""
        for name in self.names:
            text = re.sub(rf"(^|, | of ){re.escape(name)}(?=, |$)", rf"\g<1>{self.to}", text)
        before, comma, last = text.removesuffix("…").rpartition(", ")
        cut = text.endswith("…") and comma and any(name.startswith(last) for name in self.names)
        return f"{before}{comma}{self.to}" if cut else text

    def in_prose(self, text: str) -> str:
        """What somebody has written, without their name and their number."""
        text = re.sub(f"<@!?{self.id}>", self.to, text)
        for name in sorted((self.id, *self.names), key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", self.to, text, flags=re.IGNORECASE)
        return text

    def unwritten(self, value: Json, gone: Collection[str] = ()) -> Json:
        """A value without their name in what people wrote in it; fields of names ``gone`` are emptied."""
        match value:
            case dict():
                return {key: self._unwritten(key, one, gone) for key, one in value.items()}
            case list():
                return [self.unwritten(one, gone) for one in value]
            case _:
                return value

    def _unwritten(self, key: str, value: Json, gone: Collection[str]) -> Json:
        if not isinstance(value, str):
            return self.unwritten(value, gone)
        if key in gone:
            return ""
        return self.in_prose(value) if key in _WRITTEN else value

    def _of_id(self, text: str) -> str:
        if text == self.id:
            return self.new_id
        return f"{self.new_id}{text[len(self.id) :]}" if text.startswith(f"{self.id}:") else text

    def _fields(self, fields: dict[str, Json]) -> dict[str, Json]:
        renamed = {self._of_id(key): self.apply(value) for key, value in fields.items()}
        if fields.get("id") == self.id and "name" in fields:
            renamed["name"] = self.to
        if str(fields.get("user")) == self.id:
            renamed["user"] = None
        link = fields.get("link")
        if isinstance(link, str) and self.in_prose(link) != link:
            renamed["link"] = None
        return renamed

    def _tagged(self, tag: str, fields: dict[str, Json]) -> dict[str, Json]:
        """The fields of an action, event or change with what is written in them."""
        match tag, fields:
            case "LobbyChanged", {"who": str(who)}:
                return {**fields, "who": self.in_list(who)}
            case "ChanceDrawn" | "RecordChance" | "RecordLots", {
                "kind": str(kind),
                "asked": str(asked),
                "result": str(drawn),
            }:
                if kind not in _LISTED:
                    return fields
                return {**fields, "asked": self.in_list(asked), "result": self.in_list(drawn)}
            case _, {"reason": str(reason)} if "seconds" in fields:
                return {**fields, "reason": self.in_prose(reason)}
            case _:
                return fields


def guest_id(name: str) -> str:
    """The id of a guest at a table."""
    return f"guest:{name.casefold()}"


def named(value: Json, id: str) -> Iterator[str]:
    """The names that a player has in a value."""
    for fields in _objects(value):
        if fields.get("id") == id and isinstance(name := fields.get("name"), str):
            yield name


def seats(value: Json) -> Iterator[str]:
    """The ids of everybody who has a seat in a value; some several times."""
    for fields in _objects(value):
        if "user" in fields and isinstance(id := fields.get("id"), str):
            yield id


def _objects(value: Json) -> Iterator[dict[str, Json]]:
    """Every object in a value, the outer ones first."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _objects(one)


def free_name(texts: Iterable[str]) -> str:
    """A name for somebody without one that stands in none of the texts yet."""
    taken = "\n".join(texts).casefold()
    number = 1
    while f"player {number}" in taken:
        number += 1
    return f"Player {number}"


def _in_json(name: str) -> Iterable[str]:
    """A name as JSON has it: in UTF-8, and escaped as earlier versions wrote it."""
    return dict.fromkeys((dump(name)[1:-1], json.dumps(name)[1:-1]))
