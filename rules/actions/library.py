"""Libraries and opening hands."""

from dataclasses import dataclass

from rules.actions.action import Action
from rules.events.library import LibraryCounted
from rules.game.parts import PlayerId
from rules.players import library, mulligans
from rules.refusal import Refusal
from rules.resolution import Resolution


@dataclass(frozen=True, slots=True, kw_only=True)
class CountLibrary(Action):
    """The table says how many cards a library has."""

    who: PlayerId
    cards: int

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(self.who)
        if self.cards < 0:
            raise Refusal("bad_number", text=str(self.cards))
        resolution.record(LibraryCounted(who=self.who, cards=self.cards))


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
