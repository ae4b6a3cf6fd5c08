"""The fold: a game is the first one and every fact since, by one function."""

from rules.fold import designations, endings, holdings, turns
from rules.fold.evolving import evolve

# The rooms are imported for what they register: evolve knows a fact only when its room is there.
__all__ = ["designations", "endings", "evolve", "holdings", "turns"]
