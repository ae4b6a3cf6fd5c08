"""What state machines share: how many examples they try, and dice that Hypothesis throws."""

from collections.abc import Callable
from itertools import cycle
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from tests.rules.dice import Dice

T = TypeVar("T")

USUAL = 100
"""The examples of a property that names no number, in the quick profile."""


def examples(count: int, steps: int = 30) -> settings:
    """So many examples of up to so many steps; in another profile as many times more as that tries."""
    return settings(max_examples=count * settings().max_examples // USUAL, stateful_step_count=steps)


def of_machine(choose: Callable[[Any], st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    """A rule's argument that depends on the state of its machine."""
    return st.runner().flatmap(choose)


def thrown(make: Callable[[Dice], T], dice: int = 40) -> st.SearchStrategy[T]:
    """What is made with dice: so many at first, then the same again. They shrink to the lowest numbers.

    One draw for all of them costs as much as one for each of two.
    """

    def throw(numbers: bytes) -> T:
        left = cycle(numbers)

        def die(low: int, high: int) -> int:
            number, span = 0, high - low + 1
            while span > 1:
                number, span = number << 8 | next(left), span >> 8
            return low + number % (high - low + 1)

        return make(die)

    return st.binary(min_size=dice, max_size=dice).map(throw)
