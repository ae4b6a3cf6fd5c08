"""How far numbers go."""

from rules.refusal import Refusal

MOST = 10**15
"""The highest total, above or below 0: no table counts further, and every program reads it exactly."""


def require_countable(total: int) -> int:
    """The total as it is; raises Refusal when nobody could count that far."""
    if abs(total) > MOST:
        raise Refusal("bad_number", text=str(total))
    return total
