"""What the background passes over: refusals, but for one that holds only while someone's data is deleted."""

import pytest

from cogs.core.messaging import passing_refusals
from rules.refusal import Refusal


def test_what_holds_for_a_moment_only_is_raised() -> None:
    with passing_refusals():
        raise Refusal("result_unchanged")
    with pytest.raises(Refusal, match="being_forgotten"), passing_refusals():
        raise Refusal("being_forgotten")
