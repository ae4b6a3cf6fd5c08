"""Libraries, as far as they can lose the game (121.4, 704.5b), and opening hands (103.5)."""

from msgspec.structs import replace

from rules.actions.action import Action
from rules.events.library import CardDrawn, DrewFromEmptyLibrary, HandChanged, LibraryCounted
from rules.game.game import Game
from rules.game.parts import Hand, Player, PlayerId, Taker
from rules.game.seating import turn_order_from
from rules.players.mulligans import counted, most
from rules.refusal import Refusal
from rules.resolution import Resolution

MOST_AT_ONCE = 250
"""Cards that one effect makes somebody draw at most: every draw is recorded by itself."""


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
    """A player draws cards, one at a time (121.2); without a card left the draw fails and is remembered."""

    who: PlayerId
    n: int

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(self.who)
        if self.n > MOST_AT_ONCE:
            raise Refusal("too_many_cards", allows=MOST_AT_ONCE)
        for _ in range(self.n):
            if resolution.game.player(self.who).library == 0:
                _fail(resolution, self.who)
            else:
                resolution.record(CardDrawn(who=self.who))


class FailDraw(Action, frozen=True, kw_only=True):
    """Each of these players had to draw from an empty library (104.3c)."""

    who: tuple[PlayerId, ...]

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            _fail(resolution, who)


def _fail(resolution: Resolution, who: PlayerId) -> None:
    """The player loses at the next check (704.5b)."""
    resolution.record(DrewFromEmptyLibrary(who=who, rule=resolution.rule("lose_library")))


class TakeMulligan(Action, frozen=True, kw_only=True):
    """A player takes a mulligan: draws the full hand and puts a card on the bottom for every counted one, or
    in older texts draws that many fewer (103.5).

    Refused after keeping, out of order in 2006, or when no card would be left.
    """

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        player = _undecided(resolution, self.who)
        if player.hand.mulligans >= most(resolution.game, player):
            raise Refusal("no_cards_left", who=player.name)
        taken = player.hand.mulligans + 1
        fewer = counted(resolution.game, taken)
        if resolution.game.rules.redraws_full_hand:
            hand = Hand(drawn=player.max_hand, mulligans=taken, bottomed=fewer)
        else:
            hand = Hand(drawn=player.max_hand - fewer, mulligans=taken)
        resolution.record(HandChanged(who=self.who, hand=hand, rule=resolution.rule("mulligan")))


class KeepHand(Action, frozen=True, kw_only=True):
    """A player keeps the hand, which is the opening hand then (103.5)."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        hand = replace(_undecided(resolution, self.who).hand, kept=True)
        resolution.record(HandChanged(who=self.who, hand=hand, rule=resolution.rule("mulligan")))


def _undecided(resolution: Resolution, who: PlayerId) -> Player:
    resolution.require_playing(who)
    player = resolution.game.player(who)
    if player.hand.kept:
        raise Refusal("hand_kept", who=player.name)
    if resolution.game.rules.mulligans_team_by_team:
        waiting = _first_undecided(resolution.game)
        if waiting is not None and who not in resolution.game.team_of(waiting):
            names = ", ".join(resolution.game.player(id).name for id in resolution.game.team_of(waiting))
            raise Refusal("mulligan_order", who=names)
    return player


def _first_undecided(game: Game) -> Taker | None:
    for taker in turn_order_from(game, game.first):
        if any(not game.player(id).hand.kept for id in game.team_of(taker)):
            return taker
    return None
