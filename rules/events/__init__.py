"""The events of a game, and their effects on it; texts and statistics are derived from them.

Each event is in the file named after the rule module that records it.
"""

from collections.abc import Mapping

from rules.events import cards as cards
from rules.events import commanders as commanders
from rules.events import continuous_effects as continuous_effects
from rules.events import counters as counters
from rules.events import designations as designations
from rules.events import endings as endings
from rules.events import library as library
from rules.events import life as life
from rules.events import roles as roles
from rules.events import table as table
from rules.events import tallies as tallies
from rules.events import turns as turns
from rules.events import votes as votes
from rules.events.event import Event, kinds_of

EVENTS: Mapping[str, type[Event]] = kinds_of(Event)
"""Every kind of event under its stable name, which logs store."""
