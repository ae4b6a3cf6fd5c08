"""Libraries and opening hands."""

from rules.actions.action import Action
from rules.events.library import LibraryCounted
from rules.game.parts import PlayerId
from rules.players import library, mulligans
from rules.refusal import Refusal
from rules.resolution import Resolution


class CountLibrary(Action, frozen=True, kw_only=True):
    """The table says how many cards a library has."""

    who: PlayerId
    cards: int

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(self.who)
        if self.cards < 0:
            raise Refusal("bad_number", text=str(self.cards))
        resolution.record(LibraryCounted(who=self.who, cards=self.cards))


class DrawCards(Action, frozen=True, kw_only=True):
    """A player draws cards, one at a time (121.2)."""

    who: PlayerId
    n: int

    def perform(self, resolution: Resolution) -> None:
        library.draw(resolution, self.who, self.n)


class FailDraw(Action, frozen=True, kw_only=True):
    """Each of these players had to draw from an empty library (104.3c)."""

    who: tuple[PlayerId, ...]

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            library.fail_draw(resolution, who)


class TakeMulligan(Action, frozen=True, kw_only=True):
    """A player takes a mulligan (103.5)."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        mulligans.take(resolution, self.who)


class KeepHand(Action, frozen=True, kw_only=True):
    """A player keeps the opening hand (103.5)."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        mulligans.keep(resolution, self.who)
