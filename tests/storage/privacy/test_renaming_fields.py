"""Every text in a log is known to hold an id, a name, something written, or a word of the game."""

import ast
import inspect
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

from msgspec import Struct

from rules.actions import ACTIONS
from rules.events import EVENTS
from rules.setup.lobby_actions import LOBBY_ACTIONS
from rules.turns.clock import CHANGES
from storage.events.codec import TABLES

IDS = {
    *("archenemy", "blows", "chooser", "chosen", "commander", "emperors", "ranges", "roles", "sides"),
    "winners",
}
"""Exchanged wherever they stand."""
NAMES = {"name", "who", "asked", "result"}
"""Exchanged where they are a person's; a commander's or a dungeon's name is not."""
WRITTEN = {"choices", "former", "label", "link", "question", "reason", "text"}
"""What people write as they like: their name is taken out."""
WORDS = {
    *("card", "cause", "change", "commanders", "completed_dungeons", "counters", "designations", "edition"),
    *("into", "kind", "lost", "role", "room", "rule", "team", "variant"),
}
"""What the game, or the table, calls things; no one is named in them."""


def stored() -> set[type]:
    """Return every type that a log or a snapshot has values of."""
    found: set[type] = set()
    waiting: list[type] = [
        *(*ACTIONS.values(), *CHANGES.values(), *EVENTS.values(), *LOBBY_ACTIONS.values(), *TABLES.values())
    ]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += [part for hint in get_type_hints(one).values() for part in parts(hint)]
    return found


def parts(hint: Any) -> Iterator[type]:
    """Yield the dataclasses that an annotation speaks of."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for one in get_args(hint):
        yield from parts(one)


def texts(of: type) -> Iterator[str]:
    """Yield the fields of a type that are annotated as text; ids have their own types."""
    fields = (one for one in ast.walk(ast.parse(inspect.getsource(of))) if isinstance(one, ast.AnnAssign))
    for field in fields:
        names = {part.id for part in ast.walk(field.annotation) if isinstance(part, ast.Name)}
        if "str" in names and isinstance(field.target, ast.Name):
            yield field.target.id


def test_it_is_known_of_every_text_whether_it_can_name_a_person() -> None:
    """When this fails, someone has added a text: storage/events/anonymization.py must know it."""
    assert {field for one in stored() for field in texts(one)} == IDS | NAMES | WRITTEN | WORDS
