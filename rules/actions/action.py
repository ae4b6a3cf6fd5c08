"""What every action is."""

from msgspec import Struct

from rules.resolution import Resolution


class Action(Struct, frozen=True, kw_only=True):
    """Something asked of a game."""

    def perform(self, resolution: Resolution) -> None:
        """Record what happens. Raises Refusal, after which the resolution is thrown away."""
        raise NotImplementedError
