"""Everything that can be asked of a game in progress, as values; each knows the rule that carries it out."""

from collections.abc import Mapping

from rules.actions import (
    commanders,
    continuous_effects,
    counters,
    damage,
    designations,
    endings,
    library,
    life,
    table,
    turns,
)
from rules.actions.action import Action

__all__ = [
    "ACTIONS",
    "commanders",
    "continuous_effects",
    "counters",
    "damage",
    "designations",
    "endings",
    "library",
    "life",
    "table",
    "turns",
]

ACTIONS: Mapping[str, type[Action]] = {kind.__name__: kind for kind in Action.__subclasses__()}
"""Every kind of action under its stable name, which is what a log stores."""
