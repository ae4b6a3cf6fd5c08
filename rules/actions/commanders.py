"""Commanders: naming and casting them."""

from dataclasses import dataclass

from rules.actions.action import Action
from rules.game.parts import PlayerId
from rules.players import commanders
from rules.resolution import Resolution


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCommander(Action):
    """A player's commander, or one of two partners, has this name (903.3, 702.124)."""

    who: PlayerId
    name: str
    partner: bool = False

    def perform(self, resolution: Resolution) -> None:
        commanders.name(resolution, self.who, self.name, partner=self.partner)


@dataclass(frozen=True, slots=True, kw_only=True)
class CastCommander(Action):
    """A player casts a commander from the command zone (903.8)."""

    who: PlayerId
    commander: str

    def perform(self, resolution: Resolution) -> None:
        commanders.cast(resolution, self.who, self.commander)
