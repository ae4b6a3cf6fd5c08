"""Presses on a seat's page, and their actions."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from cogs.entry import chance, effect_sources
from cogs.entry.fields import StepFields
from cogs.entry.options import COUNTER_KINDS
from cogs.entry.step import action_of, designation, ending_turn
from rules.actions.action import Action
from rules.actions.endings import Concede, ShowRole
from rules.actions.table import Hold, Release
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.game.seating import opponents_in_range
from rules.numbers import MAX_AMOUNT
from rules.players.commanders import commander_ids
from rules.refusal import Refusal

PressKey = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
"""A press's key: chosen at random, the same each time it is sent."""
Id = Annotated[str, Meta(max_length=200)]
SignedNumber = Annotated[int, Meta(ge=-MAX_AMOUNT, le=MAX_AMOUNT)]
UnsignedNumber = Annotated[int, Meta(ge=0, le=10**9)]
OPPONENTS_TARGET = "each opponent"
"""The target of a press for all opponents in range (801.10); no player's id."""


class SeatPress(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """Something that was pressed."""

    key: PressKey
    game: UnsignedNumber | None = None
    """The game that the page shows; that of the link, if it doesn't say."""

    continues: ClassVar[bool] = False
    """Whether several of them in a row are one step."""
    announce: ClassVar[bool] = False
    """Whether the channel hears of it, too."""

    def action(self, game: Game, me: PlayerId) -> Action:
        """Return the action for a game from this player's seat; raises Refusal."""
        raise NotImplementedError


class LifePress(SeatPress, frozen=True, kw_only=True, tag="life"):
    """A player gains this much life, or loses it if the amount is below zero."""

    who: Id
    amount: SignedNumber

    continues = True

    def action(self, game: Game, me: PlayerId) -> Action:
        """Return the action, as on the board."""
        each = dict.fromkeys(_meant(game, me, self.who), self.amount)
        return action_of(StepFields(what="gain", each=each, requester=me), game)


class CounterPress(SeatPress, frozen=True, kw_only=True, tag="counter"):
    """A player gets counters, or loses them if the amount is below zero."""

    who: Id
    kind: Annotated[str, Meta(max_length=100)]
    amount: SignedNumber

    continues = True

    def action(self, game: Game, me: PlayerId) -> Action:
        """Return the action, as on the panel."""
        each = dict.fromkeys(_meant(game, me, self.who), self.amount)
        if self.kind not in COUNTER_KINDS and not any(self.kind in held for held in game.counters.values()):
            raise Refusal("outdated")
        return action_of(StepFields(what="add", each=each, requester=me, kind=self.kind), game)


class CombatPress(SeatPress, frozen=True, kw_only=True, tag="combat"):
    """A commander deals this much combat damage to a player (903.10a)."""

    who: Id
    commander: Id
    amount: Annotated[int, Meta(ge=1, le=MAX_AMOUNT)]

    def action(self, game: Game, me: PlayerId) -> Action:
        """Return the action, as on the panel."""
        if self.commander not in commander_ids(game):
            raise Refusal("outdated")
        each = {game.player(self.who).id: self.amount}
        return action_of(StepFields(what="damage", each=each, requester=me, commander=self.commander), game)


class CastPress(SeatPress, frozen=True, kw_only=True, tag="cast"):
    """The player's commander is cast from the command zone (903.8)."""

    commander: Id

    def action(self, game: Game, me: PlayerId) -> Action:
        """Return the action, as on the board."""
        player = game.player(me)
        own = [card for card in player.commanders if card.id == self.commander]
        if not own:
            raise Refusal("no_commander_yet", who=player.name)
        return action_of(StepFields(what="cast", each={me: None}, commander=own[0].id), game)


class DesignatePress(SeatPress, frozen=True, kw_only=True, tag="designate"):
    """A player becomes the monarch, takes the initiative, gets the city's blessing and the like."""

    who: Id
    what: Literal["monarch", "initiative", "blessing", "ring", "speed"]

    def action(self, game: Game, me: PlayerId) -> Action:
        """Return the action, as by /designate."""
        return designation(self.what, game.player(self.who).id, game, me)


class ChancePress(SeatPress, frozen=True, kw_only=True, tag="chance"):
    """The bot rolls a die, flips a coin, or draws who goes first."""

    what: Literal["d20", "d6", "coin", "first"]

    announce = True

    def action(self, game: Game, me: PlayerId) -> Action:
        """Draw, and return the action that records the outcome, as by /roll, /coin and /first."""
        return chance.draw_chance(self.what, game)


class EffectPress(SeatPress, frozen=True, kw_only=True, tag="effect"):
    """A source of effects, an object by its number, is gone or changes control."""

    what: Annotated[str, Meta(pattern="^[0-9]{1,9}$")]
    who: Id = ""

    def action(self, game: Game, me: PlayerId) -> Action:
        """Return the action, as on the list of effects."""
        effect = effect_sources.source(game, int(self.what))
        return effect_sources.change_controller(effect, self.who) if self.who else effect_sources.gone(effect)


class PassPress(SeatPress, frozen=True, kw_only=True, tag="pass"):
    """The turn with this number ends; two people who press for the same turn end only that one."""

    turn: UnsignedNumber

    announce = True

    def action(self, game: Game, me: PlayerId) -> Action:
        """Return the action, as on the board."""
        if not game.rules.markers and self.turn != game.turn.number:
            raise Refusal("turn_over")
        return ending_turn(game, me)


class HoldPress(SeatPress, frozen=True, kw_only=True, tag="hold"):
    """The following steps are one event until the release; a second press doesn't undo the first."""

    on: bool

    def action(self, game: Game, me: PlayerId) -> Action:
        """Return the action, as on the panel."""
        return Hold() if self.on else Release()


class ConcedePress(SeatPress, frozen=True, kw_only=True, tag="concede"):
    """The seat's player concedes (104.3a)."""

    announce = True

    def action(self, game: Game, me: PlayerId) -> Action:
        """Return the action by which the seat's player concedes."""
        return Concede(who=me)


class ShowRolePress(SeatPress, frozen=True, kw_only=True, tag="role"):
    """The seat's player shows everyone the role that was dealt."""

    announce = True

    def action(self, game: Game, me: PlayerId) -> Action:
        """Return the action by which the seat's player shows their role."""
        return ShowRole(who=me)


class UndoPress(SeatPress, frozen=True, kw_only=True, tag="undo"):
    """The last step is undone, if it is the one that the page shows as the last."""

    last: UnsignedNumber | None = None


class LeavePress(SeatPress, frozen=True, kw_only=True, tag="leave"):
    """A guest gives their seat in a lobby up."""


class FixPress(SeatPress, frozen=True, kw_only=True, tag="fix"):
    """The previewed fix is carried out."""

    edit: Annotated[str, Meta(max_length=100)]


class JoinPress(SeatPress, frozen=True, kw_only=True, tag="join"):
    """A press that came too late, with the key ``of``, joins the event that it came too late for."""

    of: PressKey


StepPress: TypeAlias = (
    LifePress
    | CounterPress
    | CombatPress
    | CastPress
    | DesignatePress
    | ChancePress
    | EffectPress
    | PassPress
    | HoldPress
    | ConcedePress
    | ShowRolePress
)
"""A press that enters an action."""
AnyPress: TypeAlias = StepPress | UndoPress | LeavePress | FixPress | JoinPress
_decoder = msgspec.json.Decoder[AnyPress](AnyPress)


def decode_press(body: bytes) -> AnyPress:
    """Return the press that a page has sent; raises msgspec.DecodeError for anything else."""
    return _decoder.decode(body)


def _meant(game: Game, me: PlayerId, who: str) -> Sequence[PlayerId]:
    """Return the players whom a press affects: one player, or each opponent in range, maybe none."""
    return opponents_in_range(game, me) if who == OPPONENTS_TARGET else (game.player(who).id,)
