"""Libraries, only for losing the game (121.4, 704.5b), and opening hands (103.5)."""

from msgspec.structs import replace

from rules.actions.action import Action, PlayerAction, PlayersAction
from rules.actions.endings import WinGame
from rules.actions.table import as_one_event
from rules.events.library import CardDrawn, DrewFromEmptyLibrary, HandChanged, LibraryCounted
from rules.game.game import Game
from rules.game.parts import EffectKind, Hand, Player, PlayerId, TurnOwner
from rules.game.seating import apnap, in_range, turn_order_from
from rules.players import continuous_effects
from rules.players.mulligans import cards_to_bottom, most
from rules.refusal import Refusal
from rules.resolution import Resolution

MAX_CARDS_AT_ONCE = 250
"""Maximum cards that one effect makes a player draw: every draw is recorded separately."""
MAX_TOGETHER = 1000
"""Cards that one effect makes several players draw at most, all in all."""


class CountLibrary(PlayerAction, frozen=True, kw_only=True):
    """The table says how many cards a library has."""

    cards: int

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        if self.cards < 0:
            raise Refusal("bad_number", text=str(self.cards))
        resolution.record(LibraryCounted(who=self.who, cards=self.cards))


class DrawCards(PlayerAction, frozen=True, kw_only=True):
    """A player draws cards, one at a time (121.2); without a card left the draw fails and is remembered.

    An effect of `by` doesn't affect players outside that player's range of influence (801.10).
    """

    n: int
    by: PlayerId | None = None

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        if self.by is not None and self.who not in in_range(resolution.game, self.by):
            return
        if self.n > MAX_CARDS_AT_ONCE:
            raise Refusal("too_many_cards", allows=MAX_CARDS_AT_ONCE)
        for _ in range(self.n):
            if resolution.game.outcome is not None or not resolution.game.player(self.who).in_game:
                return
            if resolution.game.player(self.who).library == 0:
                _fail(resolution, self.who)
            else:
                resolution.record(CardDrawn(who=self.who))


def draws(game: Game, who: tuple[PlayerId, ...], n: int) -> Action:
    """Return the action by which these players draw this many cards in one effect: the active player or
    team first, then the others in turn order (121.2c, 121.2d), with one check after all of it (704.3).

    Raises Refusal for more cards than one step records.
    """
    if len(who) > 1 and n * len(who) > MAX_TOGETHER:
        raise Refusal("too_many_cards", allows=MAX_TOGETHER // len(who))
    playing = [id for group in apnap(game) for id in group if id in who]
    gone = [id for id in who if id not in playing]
    return as_one_event(*(DrawCards(who=id, n=n) for id in (*playing, *gone)))


class FailDraw(PlayersAction, frozen=True, kw_only=True):
    """Each of these players had to draw from an empty library (104.3c)."""

    def perform_for(self, resolution: Resolution, who: PlayerId) -> None:
        _fail(resolution, who)


def _fail(resolution: Resolution, who: PlayerId) -> None:
    """Mark the player to lose at the next check (704.5b), unless an effect makes them win instead
    (614.11)."""
    game = resolution.game
    if game.has_effect((who,), EffectKind.WIN_AT_EMPTY_LIBRARY):
        if continuous_effects.can_win_game(game, who):
            WinGame(who=who).perform(resolution)
        return
    resolution.record(DrewFromEmptyLibrary(who=who, rule=resolution.rule("lose_library")))


class TakeMulligan(PlayerAction, frozen=True, kw_only=True):
    """A player takes a mulligan: draws the full hand and puts a card on the bottom for every counted
    mulligan, or in older texts draws that many fewer (103.5).

    Refused after keeping, out of order in 2006, or when no card would be left.
    """

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        _require_undecided(resolution, player)
        if player.hand.mulligans >= most(resolution.game, player):
            raise Refusal("no_cards_left", who=player.name)
        taken = player.hand.mulligans + 1
        fewer = cards_to_bottom(resolution.game, taken)
        if resolution.game.rules.redraws_full_hand:
            hand = Hand(drawn=player.max_hand, mulligans=taken, bottomed=fewer)
        else:
            hand = Hand(drawn=player.max_hand - fewer, mulligans=taken)
        resolution.record(HandChanged(who=self.who, hand=hand, rule=resolution.rule("mulligan")))


class KeepHand(PlayerAction, frozen=True, kw_only=True):
    """A player keeps the hand, which becomes the opening hand (103.5)."""

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        _require_undecided(resolution, player)
        hand = replace(player.hand, kept=True)
        resolution.record(HandChanged(who=self.who, hand=hand, rule=resolution.rule("mulligan")))


def _require_undecided(resolution: Resolution, player: Player) -> None:
    if player.hand.kept:
        raise Refusal("hand_kept", who=player.name)
    if resolution.game.rules.mulligans_team_by_team:
        waiting = _first_undecided(resolution.game)
        if waiting is not None and player.id not in resolution.game.team_of(waiting):
            names = tuple(resolution.game.player(id).name for id in resolution.game.team_of(waiting))
            raise Refusal("mulligan_order", who=names)


def _first_undecided(game: Game) -> TurnOwner | None:
    for taker in turn_order_from(game, game.first):
        if any(not game.player(id).hand.kept for id in game.team_of(taker)):
            return taker
    return None
