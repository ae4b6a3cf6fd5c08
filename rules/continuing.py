"""Several equal steps in a row, merged into one."""

from msgspec.structs import replace

from rules.actions.action import Action
from rules.actions.counters import AddCounters, RemoveCounters
from rules.actions.life import GainLife, LoseLife
from rules.actions.table import Together
from rules.actions.votes import CallVote, CastVote, DeclineVotes


def joined(earlier: object, later: object) -> Action | None:
    """Return one action for two of the same kind on the same players; None if their kinds differ.

    The caller must check that the result is the same: an effect may change each of them.
    """
    match earlier, later:
        case (LoseLife(amount=int(first)), LoseLife(amount=int(second))) | (
            GainLife(amount=int(first)),
            GainLife(amount=int(second)),
        ):
            both = replace(later, amount=first + second)
            return both if replace(earlier, amount=first + second) == both else None
        case (AddCounters(), AddCounters()) | (RemoveCounters(), RemoveCounters()):
            both = replace(later, n=earlier.n + later.n)
            return both if replace(earlier, n=both.n) == both else None
        case Action(), CastVote() | DeclineVotes() if is_vote(earlier):
            votes = earlier.actions if isinstance(earlier, Together) else (earlier,)
            return Together(actions=(*votes, later))
        case _:
            return None


def is_vote(action: Action) -> bool:
    """Return whether an action is a vote or all votes so far: the votes of all players are one step."""
    if isinstance(action, Together):
        return all(map(is_vote, action.actions))
    return isinstance(action, CallVote | CastVote | DeclineVotes)
