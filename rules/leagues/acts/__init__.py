"""The acts that a league's ledger is made of: what a league is follows from them in order.

They are kept for ever, so they hold no names and no accounts: players are numbers. Names and fields of these
classes are in people's databases: they are not renamed, and a new field has a default.
"""

from collections.abc import Mapping

from rules.events.event import kinds_of
from rules.leagues.acts import additions as additions
from rules.leagues.acts import league as league
from rules.leagues.acts import results as results
from rules.leagues.acts.base import LeagueAct

ACTS: Mapping[str, type[LeagueAct]] = kinds_of(LeagueAct)
"""Every act by the name under which it is stored."""
