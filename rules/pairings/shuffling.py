"""An order that looks like chance and follows from a seed, so that the same round can be made again."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

_MASK = 2**64 - 1


class Shuffle:
    """Numbers that follow from a seed, by the method SplitMix64."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, limit: int) -> int:
        """Return the next number, from 0 to below ``limit``."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return (mixed ^ (mixed >> 31)) % limit

    def order(self, items: Iterable[T]) -> list[T]:
        """Return the items in another order, each order as likely as any other."""
        left = list(items)
        for last in range(len(left) - 1, 0, -1):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return left
