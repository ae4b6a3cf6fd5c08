"""The acts of a league's ledger: a league is the result of its acts in order.

They are kept forever, so they contain no names and no accounts: players are numbers. Names and fields of
these classes are in people's databases: don't rename them, and give new fields a default.
"""

from collections.abc import Mapping

from rules.events.event import kinds_of
from rules.leagues.acts import additions as additions
from rules.leagues.acts import league as league
from rules.leagues.acts import results as results
from rules.leagues.acts import votes as votes
from rules.leagues.acts.base import LeagueAct


def said_of(acts: Mapping[str, type[LeagueAct]]) -> Mapping[str, type[LeagueAct]]:
    """Return the classes of acts by name; raises TypeError for one that doesn't declare its requester or
    where its outcome is stored."""
    for name, act in acts.items():
        if "judges_only" not in vars(act) or not hasattr(act, "ledger_only"):
            raise TypeError(f"{name} has to say judges_only and ledger_only")
    return acts


ACTS: Mapping[str, type[LeagueAct]] = said_of(kinds_of(LeagueAct))
"""Every act by the name under which it is stored."""
