"""Values that are remembered: all, or only the newest."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(OrderedDict[K, V]):
    """Values by key. When there are more than ``limit``, the oldest are dropped; None: no limit."""

    def __init__(self, limit: int | None) -> None:
        super().__init__()
        self.limit = limit

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        if self.limit is not None and len(self) > self.limit:
            self.popitem(last=False)
