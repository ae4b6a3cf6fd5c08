"""All actions on a game in progress, as values; each knows the rule that carries it out."""

from collections.abc import Mapping

from rules.actions import cards as cards
from rules.actions import commanders as commanders
from rules.actions import continuous_effects as continuous_effects
from rules.actions import counters as counters
from rules.actions import damage as damage
from rules.actions import designations as designations
from rules.actions import endings as endings
from rules.actions import library as library
from rules.actions import life as life
from rules.actions import table as table
from rules.actions import tallies as tallies
from rules.actions import turns as turns
from rules.actions import votes as votes
from rules.actions.action import Action
from rules.events.event import kinds_of

ACTIONS: Mapping[str, type[Action]] = kinds_of(Action)
"""Every kind of action under its stable name, which logs store."""
