"""Libraries and opening hands."""

from dataclasses import dataclass

from rules.actions.action import Action
from rules.game.parts import PlayerId
from rules.players import library, mulligans
from rules.resolution import Resolution


@dataclass(frozen=True, slots=True, kw_only=True)
class CountLibrary(Action):
    """The table says how many cards a library has."""

    who: PlayerId
    cards: int

    def perform(self, resolution: Resolution) -> None:
        library.count(resolution, self.who, self.cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCards(Action):
    """A player draws cards, one at a time (121.2)."""

    who: PlayerId
    n: int

    def perform(self, resolution: Resolution) -> None:
        library.draw(resolution, self.who, self.n)


@dataclass(frozen=True, slots=True, kw_only=True)
class FailDraw(Action):
    """Each of these players had to draw from an empty library (104.3c)."""

    who: tuple[PlayerId, ...]

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            library.fail_draw(resolution, who)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeMulligan(Action):
    """A player takes a mulligan (103.5)."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        mulligans.take(resolution, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepHand(Action):
    """A player keeps the opening hand (103.5)."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        mulligans.keep(resolution, self.who)
