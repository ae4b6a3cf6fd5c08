"""Anonymization of one person in the JSON of a game's log, without other changes.

IDs occur in many fields, as values and keys; they are too long to be anything else by chance. Names are
replaced only in fields for names, since a name may be "poison". Equal texts become equal, so that folding
the renamed log gives the renamed state.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from storage.events.codec import Json, dump

_GUEST = "guest:"
_LISTED = {"first", "random"}
"""The kinds of chance that draw people."""
_WITH_NAMES = {"LobbyChanged", "ChanceDrawn", "RecordChance", "RecordLots"}
"""Actions and events that may contain lists of names."""
_TYPED = ("label", "text", "question", "choices", "card", "former")
"""Fields of free text in a game's tallies, effects and the like, and of names without an id."""
_WRITTEN = {"reason", "note", "deck", "decklist", "team"}
"""Fields of free text in a league's acts and results."""


_NUMBERED = re.compile(r"player ([0-9]+)", re.IGNORECASE)


class Anonymization(Struct, frozen=True, kw_only=True):
    """A player's ``id``, which is the number of their account, and their ``names`` become ``to``.

    They then have no account, as a guest; ``to`` is the name that their seat gets.
    """

    id: str
    names: Collection[str]
    to: str
    taken: Sequence[str] = ()
    """The IDs of guests' seats that they have taken over, which contain their name."""
    seat: int = 0
    """The place of ``id`` among those, from 1; 0 for their own id."""

    @property
    def new_id(self) -> str:
        """The new id: that of a guest with the new name."""
        return guest_id(f"{self.to} {self.seat}" if self.seat else self.to)

    def concerns(self, text: str) -> bool:
        """Return whether a JSON text may have something to rename; case is ignored, as people type names."""
        folded = text.casefold()
        return any(one.casefold() in folded for one in self.texts)

    @property
    def texts(self) -> tuple[str, ...]:
        """The id, and the names as they are written in logs' JSON, also by earlier versions."""
        return self.id, *self.taken, *(text for name in self.names for text in _in_json(name))

    def apply(self, value: Json) -> Json:
        """Return the value without the person."""
        seats = {id: replace(self, id=id, seat=place) for place, id in enumerate(self.taken, start=1)}
        return anonymized(value, {self.id: self, **seats})

    def in_list(self, text: str) -> str:
        """Return a text that may end in a list of names with commas, in parentheses or cut off, without
        theirs."""
        for name in self.names:
            text = re.sub(rf"(^|, | of |\(){re.escape(name)}(?=, |$|\))", rf"\g<1>{self.to}", text)
        before, comma, last = text.removesuffix("…").rpartition(", ")
        cut = text.endswith("…") and comma and any(name.startswith(last) for name in self.names)
        return f"{before}{comma}{self.to}" if cut else text

    def in_prose(self, text: str) -> str:
        """Return a person's text without their name and number."""
        text = re.sub(f"<@!?{self.id}>", self.to, text)
        for name in sorted((self.id, *self.names), key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", self.to, text, flags=re.IGNORECASE)
        return text

    def unwritten(self, value: Json, gone: Collection[str] = ()) -> Json:
        """Return a value without their name in free texts; fields of names ``gone`` are emptied."""
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

    def tagged(self, tag: str, fields: dict[str, Json]) -> dict[str, Json]:
        """Return the free-text fields of an action, event or change."""
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


def anonymized(value: Json, people: Mapping[str, Anonymization]) -> Json:
    """Return the value without any of these people, who are given by their ids."""
    match value:
        case str():
            return _of_id(value, people)
        case [str(tag), dict(fields)]:
            found = _fields(fields, people)
            if tag in _WITH_NAMES or ("reason" in found and "seconds" in found):
                for person in people.values():
                    found = person.tagged(tag, found)
            return [tag, found]
        case list():
            return [anonymized(one, people) for one in value]
        case dict():
            return _fields(value, people)
        case _:
            return value


def without_other_roles(value: Json, own: Collection[str]) -> Json:
    """Return a value without the dealt roles of all but these seats."""
    match value:
        case dict():
            return {
                key: _only(one, own) if key == "secret_roles" else without_other_roles(one, own)
                for key, one in value.items()
            }
        case list():
            return [without_other_roles(one, own) for one in value]
        case _:
            return value


def _only(secret: Json, own: Collection[str]) -> Json:
    """Return the order in which roles were dealt, with the places of all other seats empty."""
    match secret:
        case {"order": [*seats]}:
            return {"order": [id if isinstance(id, str) and id in own else None for id in seats]}
        case _:
            return None


def _of_id(text: str, people: Mapping[str, Anonymization]) -> str:
    """Return an id, possibly with a suffix after a colon, after the change."""
    person = people.get(text)
    if person is not None:
        return person.new_id
    end = text.find(":")
    while end >= 0:
        person = people.get(text[:end])
        if person is not None:
            return f"{person.new_id}{text[end:]}"
        end = text.find(":", end + 1)
    return text


def _fields(fields: dict[str, Json], people: Mapping[str, Anonymization]) -> dict[str, Json]:
    renamed = {_of_id(key, people): anonymized(value, people) for key, value in fields.items()}
    bearer = _bearer(fields)
    if bearer in people and "name" in fields:
        renamed["name"] = people[bearer].to
    if "user" in fields and str(fields["user"]) in people:
        renamed["user"] = None
    if "sides" in fields and "players" in fields:
        renamed["sides"] = [*_sides(fields, renamed, people)]
    for key in _TYPED:
        match fields.get(key):
            case str(typed):
                renamed[key] = _without_names(typed, people)
            case [*several]:
                renamed[key] = [
                    _without_names(one, people) if isinstance(one, str) else one for one in several
                ]
            case _:
                pass
    link = fields.get("link")
    if link and isinstance(link, str) and any(person.in_prose(link) != link for person in people.values()):
        renamed["link"] = None
    return renamed


def _sides(
    fields: dict[str, Json], renamed: dict[str, Json], people: Mapping[str, Anonymization]
) -> Iterator[Json]:
    """Yield the sides of a game; the side of a player without a team has the name of the player who had the
    seat when the game began."""
    called = {
        was["id"]: (was["name"], now["name"])
        for was, now in zip(_listed(fields["players"]), _listed(renamed["players"]), strict=True)
    }
    for was, now in zip(_listed(fields["sides"]), _listed(renamed["sides"]), strict=True):
        if was["id"] in called:
            earlier, name = called[was["id"]]
            now["name"] = name if was["name"] == earlier else _side_name(was, people)
        yield now


def _side_name(side: dict[str, Json], people: Mapping[str, Anonymization]) -> Json:
    """Return the name of a side that has the name of its seat's previous player."""
    for id, person in people.items():
        if side["name"] in person.names or (person.seat and id == side["id"]):
            return person.to
    return side["name"]


def _listed(value: Json) -> list[dict[str, Json]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _without_names(text: str, people: Mapping[str, Anonymization]) -> str:
    for person in people.values():
        text = person.in_prose(text)
    return text


def _bearer(fields: dict[str, Json]) -> str:
    """Return the person named in an object: by account if there is one, since seats change hands."""
    id, user = fields.get("id"), fields.get("user")
    return str(user) if user is not None else id if isinstance(id, str) else ""


def guest_id(name: str) -> str:
    """Return the id of a guest at a table."""
    return f"{_GUEST}{name.casefold()}"


def names_of_player(value: Json, id: str) -> Iterator[str]:
    """Yield the names that a player has in a value; a side has its players' names, maybe of earlier ones."""
    for fields in _objects(value):
        if "members" not in fields and _bearer(fields) == id and isinstance(name := fields.get("name"), str):
            yield name


def taken_seats(value: Json, user: int) -> Iterator[str]:
    """Yield the ids of guests' seats that a user has in a value; some several times."""
    for fields in _objects(value):
        id = fields.get("id", fields.get("who"))
        if fields.get("user") == user and isinstance(id, str) and id.startswith(_GUEST):
            yield id


def handed_over(value: Json, user: int) -> Iterator[str]:
    """Yield the IDs of the seats that a user has taken over in a value."""
    for fields in _objects(value):
        if fields.get("user") == user and isinstance(id := fields.get("who"), str):
            yield id


def seat_ids(value: Json) -> Iterator[str]:
    """Yield the IDs of all seats in a value; some several times."""
    for fields in _objects(value):
        if "user" in fields and isinstance(id := fields.get("id"), str):
            yield id


def names_of_seats(values: Iterable[Json]) -> dict[str, set[str]]:
    """Return the names of all seats in the values, by ID."""
    names: dict[str, set[str]] = {}
    ids: dict[str, None] = {}
    for value in values:
        for fields in _objects(value):
            id, bearer = fields.get("id"), _bearer(fields)
            if "user" in fields:
                ids |= dict.fromkeys(one for one in (id, bearer) if one and isinstance(one, str))
            if "members" not in fields and bearer and isinstance(name := fields.get("name"), str):
                names.setdefault(bearer, set()).add(name)
    return {id: names.get(id, set()) for id in ids}


def _objects(value: Json) -> Iterator[dict[str, Json]]:
    """Yield every object in a value, the outer ones first."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            yield one
            left += [inner for inner in reversed(one.values()) if isinstance(inner, dict | list)]
        elif isinstance(one, list):
            left += [inner for inner in reversed(one) if isinstance(inner, dict | list)]


class FreeName:
    """A replacement name that occurs in none of the given texts."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def note(self, text: str) -> None:
        """Avoid any name that occurs in this text."""
        self._taken.update(_NUMBERED.findall(text))

    @property
    def name(self) -> str:
        """The first that is free."""
        number = 1
        while any(taken.startswith(str(number)) for taken in self._taken):
            number += 1
        return f"Player {number}"


def _in_json(name: str) -> Iterable[str]:
    """Return a name as JSON has it: in UTF-8, and escaped as earlier versions wrote it."""
    return dict.fromkeys((dump(name)[1:-1], json.dumps(name)[1:-1]))
