"""What every action is."""

from dataclasses import dataclass

from rules.resolution import Resolution


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something asked of a game."""

    def perform(self, resolution: Resolution) -> None:
        """Record what happens. Raises Refusal, after which the resolution is thrown away."""
        raise NotImplementedError
