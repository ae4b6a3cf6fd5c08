"""The facts that a game is made of, and what each makes of the game; texts and statistics come from them.

A fact stands in the file that is called like the one with the rule that records it.
"""

from collections.abc import Mapping

from rules.events import (
    commanders,
    continuous_effects,
    counters,
    designations,
    endings,
    library,
    life,
    table,
    turns,
)
from rules.events.event import Event, GameEvent

__all__ = [
    "EVENTS",
    "commanders",
    "continuous_effects",
    "counters",
    "designations",
    "endings",
    "library",
    "life",
    "table",
    "turns",
]

EVENTS: Mapping[str, type[Event]] = {
    kind.__name__: kind
    for kind in (*GameEvent.__subclasses__(), *Event.__subclasses__())
    if kind is not GameEvent
}
"""Every kind of event under its stable name, which is what a log stores."""
