"""The fields of a step, the same however it is entered, and the kinds of steps."""

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from cogs.entry.options import DAMAGE_OPTIONS
from cogs.text.language import mark
from rules.actions import life
from rules.actions.action import Action
from rules.actions.commanders import CastCommander, SetCommanderDamage
from rules.actions.counters import AddCounters, DoubleCounters, Proliferate, RemoveCounters, ResolveRad
from rules.actions.damage import DealDamage
from rules.actions.designations import BecomeMonarch, Designate, StartEngines, TakeInitiative, TemptWithRing
from rules.actions.endings import Depart, LoseGame, Penalise
from rules.actions.library import CountLibrary, DrawCards, FailDraw
from rules.actions.tallies import AddToTally, RemoveTally
from rules.actions.turns import EndTurn
from rules.game.game import Game
from rules.game.parts import CommanderId, EffectKind, PlayerId
from rules.players.commanders import owner_of
from rules.players.life import Amount
from rules.refusal import Refusal

WHOLE_TABLE = ""
"""The owner of amounts that belong to no player, such as a tally of the table."""


class StepFields(Struct, frozen=True, kw_only=True):
    """The fields of a step; blank ones weren't entered.

    ``what`` is one of `STEPS`. ``each``: the players with their amounts, None without one. ``requester``
    enters it; ``source`` controls the effect. ``other`` exchanges, or gains what is drained; ``gain``
    replaces the amount gained. ``chosen``: the affected members of teams that share a total. ``order``: the
    kinds of effects that apply to damage first. ``resolving``: life is paid while a spell or ability
    resolves. ``assumed``: the requester counts as the source's controller. Damage options are in
    `DAMAGE_OPTIONS`. ``base``: the action that was read, for what the fields lack.
    """

    what: str
    each: Mapping[PlayerId, Amount | None] = field(default_factory=dict[PlayerId, Amount | None])
    requester: PlayerId | None = None
    source: PlayerId | None = None
    commander: CommanderId | None = None
    combat: bool | None = None
    infect: bool = False
    toxic: int = 0
    lifelink: bool = False
    unpreventable: bool = False
    shielded: int | None = None
    order: tuple[EffectKind, ...] = ()
    resolving: bool = False
    kind: str = ""
    cost: bool = False
    other: PlayerId | None = None
    gain: int | None = None
    times: int = 2
    chosen: Mapping[str, PlayerId] = field(default_factory=dict[str, str])
    assumed: bool = False
    base: Action | None = None

    def numbers(self) -> dict[PlayerId, int]:
        """Return each player's amount; raises Refusal "bad_number", and "nobody_meant" if there are none."""
        found = {who: n for who, n in self.each.items() if isinstance(n, int)}
        return found if len(found) == len(self.each) else {}

    def players(self) -> tuple[PlayerId, ...]:
        """Return the step's players (default: the requester); raises Refusal "nobody_meant" if
        there are none."""
        players = tuple(self.each) or ((self.requester,) if self.requester is not None else ())
        if not players:
            raise Refusal("nobody_meant")
        return players

    def player(self) -> PlayerId:
        """Return the step's only player; raises Refusal for several."""
        players = self.players()
        if len(players) != 1:
            raise Refusal("one_at_a_time")
        return players[0]

    def credited(self, game: Game) -> PlayerId | None:
        """Return the source's controller as entered, else the requester.

        None if the requester has left (800.4a) or couldn't reach all of the players (801.10).
        """
        requester = self.requester
        if self.source is not None or requester is None or not game.player(requester).in_game:
            return self.source
        return requester if all(game.reaches(requester, who) for who in self.each) else None


class StepKind(Struct, frozen=True):
    """A kind of step: its name, and its action.

    ``takes``: its fields besides the players, with their names in the action; ``who``: the name of the
    players' field; ``one``: whether it takes only one. ``below``: whether an amount below 0 is refused,
    made positive, the opposite, or kept. ``complete`` fills in defaults and refuses contradictions.
    """

    label: str
    action: type[Action]
    takes: Mapping[str, str]
    who: str = "who"
    one: bool = False
    below: Literal["refused", "unsigned", "opposite", "number"] = "refused"
    complete: Callable[[StepFields, Game], StepFields] = lambda fields, _: fields


def _with_source(fields: StepFields, game: Game) -> StepFields:
    source = fields.credited(game)
    return replace(fields, source=source, assumed=fields.source is None and source is not None)


def _with_no_payee(fields: StepFields, _: Game) -> StepFields:
    if fields.cost and fields.source is not None:
        raise Refusal("not_in_step", option=mark("From"), action=mark("Pay with counters"))
    return fields


def _with_other(fields: StepFields, _: Game) -> StepFields:
    other = fields.other or fields.requester
    if other is None:
        raise Refusal("nobody_meant")
    if fields.what == "exchange" and other == fields.player():
        raise Refusal("exchange_what")
    return replace(fields, other=other)


def _with_chosen(fields: StepFields, game: Game) -> StepFields:
    """Return the first named member of a team that shares its total, if all have the same number."""
    chosen = dict[str, PlayerId]()
    for who in reversed([*fields.each]):
        side = game.side_of(who)
        if len({fields.each[id] for id in side.members if id in fields.each}) == 1:
            chosen[side.id] = who
    return replace(fields, chosen=chosen)


def _with_damage(fields: StepFields, game: Game) -> StepFields:
    """Return combat damage if given, or with a commander or toxic (702.164c).

    The source defaults to the commander's owner; without a commander, the requester deals it to others.
    """
    if fields.combat is False and fields.toxic:
        raise Refusal("toxic_needs_combat")
    source, implied = fields.source, fields.commander is not None or fields.toxic > 0
    if source is None and fields.commander is not None:
        source = owner_of(fields.commander)
    elif tuple(fields.each) != (fields.requester,):
        source = fields.credited(game)
    if fields.lifelink and source is None:
        raise Refusal("lifelink_needs_source")
    assumed = fields.source is None and fields.commander is None and source is not None
    combat = implied if fields.combat is None else fields.combat
    return replace(fields, source=source, combat=combat, assumed=assumed)


def _with_commander(fields: StepFields, game: Game) -> StepFields:
    """Return the casting of a commander (default: the player's only one)."""
    if fields.commander is None:
        who = fields.player()
        return replace(fields, each={who: None}, commander=_own_commander(game, who))
    owner = owner_of(fields.commander)
    if fields.each and tuple(fields.each) != (owner,):
        raise Refusal("commander_of_other", who=game.player(owner).name)
    return replace(fields, each={owner: None})


def _own_commander(game: Game, who: PlayerId) -> CommanderId:
    cards = game.player(who).commanders
    if len(cards) > 1:
        raise Refusal("which_commander", commanders=" / ".join(card.name for card in cards))
    for card in cards:
        return card.id
    raise Refusal("no_commander_yet", who=game.player(who).name)


_AMOUNT, _N, _BY = {"amount": "amount"}, {"amount": "n"}, {"source": "by"}
_LIFE = {**_AMOUNT, **_BY}
_DAMAGE = {
    **_LIFE,
    "assumed": "assumed",
    "commander": "commander",
    "order": "order",
    **{one.name: one.name for one in DAMAGE_OPTIONS},
}
STEPS: Mapping[str, StepKind] = {
    "lose": StepKind(mark("Lose life"), life.LoseLife, _LIFE, below="unsigned"),
    "gain": StepKind(mark("Gain life"), life.GainLife, _LIFE, below="opposite"),
    "drain": StepKind(
        *(mark("Drain: gain all that is lost"), life.DrainLife, {**_AMOUNT, "other": "by", "gain": "gain"}),
        below="unsigned",
        complete=_with_other,
    ),
    "pay": StepKind(
        *(mark("Pay life"), life.PayLife, {"amount": "payments", "resolving": "resolving"}, "payments"),
        below="unsigned",
    ),
    "set": StepKind(
        *(mark("Set life total"), life.SetLife, {"amount": "to", "chosen": "chosen", **_BY}, "to"),
        below="number",
        complete=_with_chosen,
    ),
    "multiply": StepKind(mark("Double life"), life.MultiplyLife, {"times": "times", **_BY}),
    "exchange": StepKind(
        *(mark("Exchange totals with a player"), life.ExchangeLife, {"other": "a", **_BY}, "b", True),
        complete=_with_other,
    ),
    "exchange_number": StepKind(
        *(mark("Exchange total with a number"), life.ExchangeLifeWithNumber, {"amount": "number", **_BY}),
        one=True,
    ),
    "redistribute": StepKind(
        *(mark("Redistribute totals"), life.RedistributeLife, {"amount": "to", **_BY}, "to"),
        below="number",
    ),
    "damage": StepKind(
        mark("Take damage"), DealDamage, _DAMAGE, "to", below="unsigned", complete=_with_damage
    ),
    "halved": StepKind(
        *(mark("Take half as damage, rounded up"), DealDamage, {**_LIFE, "assumed": "assumed"}, "to"),
        complete=_with_source,
    ),
    "add": StepKind(
        mark("Add counters"), AddCounters, {**_N, "kind": "kind", "source": "by"}, below="opposite"
    ),
    "remove": StepKind(
        *(mark("Remove counters"), RemoveCounters, {**_N, "kind": "kind", "cost": "as_cost", **_BY}),
        below="unsigned",
        complete=_with_no_payee,
    ),
    "double": StepKind("", DoubleCounters, {"kind": "kind", **_BY}, one=True),
    "cast": StepKind(
        *(mark("Cast commander"), CastCommander, {"commander": "commander"}),
        one=True,
        complete=_with_commander,
    ),
    "commander_damage": StepKind(
        *(mark("Change commander damage"), SetCommanderDamage, {**_N, "commander": "commander"}),
        one=True,
    ),
    "library": StepKind(mark("Draw from an empty library"), FailDraw, {}),
    "effect": StepKind(mark("An effect that loses the game"), LoseGame, {"source": "by"}),
    "leave": StepKind(mark("Leave the game"), Depart, {"requester": "by"}),
    "penalty": StepKind(mark("judge penalty"), Penalise, {}, one=True),
    "turn": StepKind(mark("Pass turn"), EndTurn, {}, ""),
    "draw": StepKind("", DrawCards, _N),
    "count": StepKind("", CountLibrary, {"amount": "cards"}, one=True),
    "rad": StepKind("", ResolveRad, {"amount": "nonlands"}, one=True),
    "tally": StepKind("", AddToTally, _N),
    "untally": StepKind("", RemoveTally, _N),
    "proliferate": StepKind("", Proliferate, _BY, "chosen"),
    "monarch": StepKind("", BecomeMonarch, {}, one=True),
    "initiative": StepKind("", TakeInitiative, {}, one=True),
    "designate": StepKind("", Designate, {"kind": "name"}, one=True),
    "ring": StepKind("", TemptWithRing, {}, one=True),
    "speed": StepKind("", StartEngines, {}, one=True),
    "other": StepKind("", Action, {}),
}
"""Every kind of step by its key in custom_ids and forms; "other" has only players."""
