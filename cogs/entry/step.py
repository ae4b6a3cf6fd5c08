"""A step as fields, the same whichever way it is entered, and the action that it stands for."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cogs.entry.options import DAMAGE_OPTIONS, NONCOMBAT
from cogs.text.language import mark
from rules.actions import life
from rules.actions.action import Action
from rules.actions.commanders import CastCommander, SetCommanderDamage
from rules.actions.counters import AddCounters, RemoveCounters
from rules.actions.damage import DealDamage
from rules.actions.endings import Depart, LoseGame
from rules.actions.library import FailDraw
from rules.actions.table import together
from rules.actions.turns import EndTurn
from rules.game.game import Game
from rules.game.parts import CommanderId, PlayerId
from rules.numbers import MAX_AMOUNT
from rules.players.commanders import owner_of
from rules.players.life import Amount, spread
from rules.refusal import Refusal


class StepFields(Struct, frozen=True, kw_only=True):
    """What is entered about a step; what is blank here wasn't said.

    ``what`` is one of `STEPS`. ``each``: the players it is about, with how much for each, None where that
    isn't said; of life and counters also below 0. ``asker`` enters it; ``source`` controls what does it.
    ``other`` is the player to exchange with, or who gains what is drained; ``gain`` how much that is however
    much was lost. The options of damage are those of `DAMAGE_OPTIONS`.
    """

    what: str
    each: Mapping[PlayerId, Amount | None] = field(default_factory=dict[PlayerId, Amount | None])
    asker: PlayerId | None = None
    source: PlayerId | None = None
    commander: CommanderId | None = None
    combat: bool | None = None
    infect: bool = False
    toxic: int = 0
    lifelink: bool = False
    unpreventable: bool = False
    kind: str = ""
    cost: bool = False
    other: PlayerId | None = None
    gain: int | None = None
    times: int | None = None

    def require_fitting(self) -> None:
        """Raise Refusal "not_in_step" for the first field that doesn't go with the step."""
        step = _step_of(self)
        for name in _OPTIONAL:
            if name not in step.takes and getattr(self, name) != getattr(_BLANK, name):
                raise not_in_step(name, self.what)
        if "amount" not in step.takes and any(n is not None for n in self.each.values()):
            raise not_in_step("amount", self.what)

    def amounts(self, *, absolute: bool = False) -> dict[PlayerId, Amount]:
        """Return how much is meant for each player, with or without signs.

        Raises Refusal "bad_number" where it isn't said, and "nobody_meant".
        """
        found: dict[PlayerId, Amount] = {who: n for who, n in self.each.items() if n is not None}
        wrong = [n for n in found.values() if isinstance(n, int) and abs(n) > MAX_AMOUNT]
        if wrong or len(found) < len(self.each):
            raise Refusal("bad_number", text=str(wrong[0]) if wrong else "")
        if not found:
            raise Refusal("nobody_meant")
        return {who: abs(n) if absolute and isinstance(n, int) else n for who, n in found.items()}

    def numbers(self, least: int = -MAX_AMOUNT) -> dict[PlayerId, int]:
        """Return the same where each is a number from ``least``."""
        found = {who: n for who, n in self.amounts().items() if isinstance(n, int) and n >= least}
        if len(found) < len(self.each):
            raise Refusal("bad_number", text=next(str(n) for id, n in self.each.items() if id not in found))
        return found

    def players(self) -> tuple[PlayerId, ...]:
        """Return the players it is about, by default who asks; raises Refusal "nobody_meant" for none."""
        if not self.each and self.asker is None:
            raise Refusal("nobody_meant")
        return tuple(self.each) or ((self.asker,) if self.asker is not None else ())

    def player(self) -> PlayerId:
        """Return the only player it is about; raises Refusal for several."""
        players = self.players()
        if len(players) != 1:
            raise Refusal("one_at_a_time")
        return players[0]

    def credited(self, game: Game) -> PlayerId | None:
        """Return who controls the source: as said, else who asks, unless they have left (800.4a)."""
        in_game = self.asker is not None and game.player(self.asker).in_game
        return self.source or (self.asker if in_game else None)


class StepKind(Struct, frozen=True):
    """A kind of step: what it is called, which fields it takes beside the players, and its action."""

    label: str
    takes: frozenset[str]
    make: Callable[[StepFields, Game], Action]


_LABELS: Mapping[str, str] = {
    "amount": mark("Amount"),
    "players": mark("Players"),
    "totals": mark("New totals"),
    "source": mark("From"),
    "commander": mark("Commander"),
    **{one.name: one.label for one in DAMAGE_OPTIONS},
    "other": mark("With"),
}
"""What fields are called where they can't be filled in."""
_BLANK = StepFields(what="")
_OPTIONAL = tuple(name for name in _LABELS if name in StepFields.__struct_fields__)


def _lose(fields: StepFields, game: Game) -> Action:
    by, amounts = fields.credited(game), fields.amounts()
    half = next(iter(amounts.values()))
    if not isinstance(half, int):
        return life.LoseLife(who=tuple(amounts), amount=half, by=by)
    return life.lose_each({who: abs(n) for who, n in fields.numbers().items()}, by)


def _gain(fields: StepFields, game: Game) -> Action:
    return life.change_each(fields.numbers(), fields.credited(game))


def _drain(fields: StepFields, _: Game) -> Action:
    each = {who: abs(n) for who, n in fields.numbers().items()}
    return life.drain_each(each, _other(fields), fields.gain)


def _other(fields: StepFields) -> PlayerId:
    other = fields.other or fields.asker
    if other is None:
        raise Refusal("nobody_meant")
    return other


def _pay(fields: StepFields, _: Game) -> Action:
    return life.PayLife(payments=fields.amounts(absolute=True))


def _set(fields: StepFields, game: Game) -> Action:
    """Of a team that shares its total, the member named first is affected where all have the same number."""
    to, chosen = fields.numbers(), dict[str, PlayerId]()
    for who in reversed(to):
        side = game.side_of(who)
        if len({to[id] for id in side.members if id in to}) == 1:
            chosen[side.id] = who
    return life.SetLife(to=to, chosen=chosen)


def _multiply(fields: StepFields, _: Game) -> Action:
    return life.MultiplyLife(who=fields.players(), times=fields.times or 2)


def _exchange(fields: StepFields, _: Game) -> Action:
    a, b = _other(fields), fields.player()
    if a == b:
        raise Refusal("exchange_what")
    return life.ExchangeLife(a=a, b=b)


def _exchange_with_number(fields: StepFields, _: Game) -> Action:
    who = fields.player()
    return life.ExchangeLifeWithNumber(who=who, number=fields.numbers(0)[who])


def _damage(fields: StepFields, game: Game) -> Action:
    """Combat damage where that is said, or else by a commander or with toxic (702.164c).

    Its source is the commander's owner's unless that is said, or else who asks deals it to others.
    """
    if fields.combat is False and fields.toxic:
        raise Refusal("toxic_needs_combat")
    implied = fields.commander is not None or fields.toxic > 0
    amounts = fields.amounts(absolute=True)
    by = fields.source
    if by is None and fields.commander is not None:
        by = owner_of(fields.commander)
    elif tuple(amounts) != (fields.asker,):
        by = fields.credited(game)
    if fields.lifelink and by is None:
        raise Refusal("lifelink_needs_source")
    options: dict[str, Any] = {one.name: getattr(fields, one.name) for one in DAMAGE_OPTIONS}
    options["combat"] = implied if fields.combat is None else fields.combat
    same, others = spread(amounts)
    return DealDamage(
        to=tuple(amounts), amount=same, amounts=others, by=by, commander=fields.commander, **options
    )


def _counters(fields: StepFields, _: Game) -> Action:
    """Counters are removed where that is said, or an amount is below 0."""
    groups: dict[int, tuple[PlayerId, ...]] = {}
    for who, n in fields.numbers().items():
        change = -abs(n) if fields.what == "remove" else n
        groups[change] = (*groups.get(change, ()), who)
    removing = {n: fields.what == "remove" or n < 0 for n in groups}
    return together(
        *(
            RemoveCounters(who=who, kind=fields.kind, n=abs(n), as_cost=fields.cost)
            if removing[n]
            else AddCounters(who=who, kind=fields.kind, n=n)
            for n, who in groups.items()
        )
    )


def _cast(fields: StepFields, game: Game) -> Action:
    if fields.commander is None:
        return CastCommander(who=fields.player(), commander=own_commander(game, fields.player()))
    owner = owner_of(fields.commander)
    if fields.each and tuple(fields.each) != (owner,):
        raise Refusal("commander_of_other", who=game.player(owner).name)
    return CastCommander(who=owner, commander=fields.commander)


def _commander_damage(fields: StepFields, _: Game) -> Action:
    who = fields.player()
    if fields.commander is None:
        raise Refusal("outdated")
    return SetCommanderDamage(who=who, commander=fields.commander, n=fields.numbers(0)[who])


def _pass_turn(fields: StepFields, _: Game) -> Action:
    if fields.each:
        raise not_in_step("players", fields.what)
    return EndTurn()


_LIFE, _AMOUNT = frozenset(("amount", "source")), frozenset(("amount",))
STEPS: Mapping[str, StepKind] = {
    "lose": StepKind(mark("Lose life"), _LIFE, _lose),
    "gain": StepKind(mark("Gain life"), _LIFE, _gain),
    "drain": StepKind(mark("Drain: gain all that is lost"), _AMOUNT | {"other", "gain"}, _drain),
    "pay": StepKind(mark("Pay life"), _AMOUNT, _pay),
    "set": StepKind(mark("Set life total"), _AMOUNT, _set),
    "multiply": StepKind(mark("Double life"), frozenset(("times",)), _multiply),
    "exchange": StepKind(mark("Exchange totals with a player"), frozenset(("other",)), _exchange),
    "exchange_number": StepKind(mark("Exchange total with a number"), _AMOUNT, _exchange_with_number),
    "redistribute": StepKind(
        mark("Redistribute totals"), _AMOUNT, lambda fields, _: life.RedistributeLife(to=fields.numbers())
    ),
    "damage": StepKind(
        mark("Take damage"), _LIFE | {"commander", *(one.name for one in DAMAGE_OPTIONS)}, _damage
    ),
    "add": StepKind(mark("Add counters"), _AMOUNT | {"kind", "cost"}, _counters),
    "remove": StepKind(mark("Remove counters"), _AMOUNT | {"kind", "cost"}, _counters),
    "cast": StepKind(mark("Cast commander"), frozenset(("commander",)), _cast),
    "commander_damage": StepKind(mark("Commander damage"), _AMOUNT | {"commander"}, _commander_damage),
    "library": StepKind(
        mark("Draw from an empty library"), frozenset(), lambda fields, _: FailDraw(who=fields.players())
    ),
    "effect": StepKind(
        mark("An effect that loses the game"), frozenset(), lambda fields, _: LoseGame(who=fields.players())
    ),
    "leave": StepKind(
        mark("Leave the game"), frozenset(), lambda fields, _: Depart(who=fields.players(), by=fields.asker)
    ),
    "turn": StepKind(mark("Pass turn"), frozenset(), _pass_turn),
}
"""Every kind of step that has fields, by the word for it in custom_ids and forms."""
_OPPOSITES = {("lose", "+"): "gain", ("gain", "-"): "lose", ("remove", "+"): "add", ("add", "-"): "remove"}


def _step_of(fields: StepFields) -> StepKind:
    """Return the kind of step; raises Refusal "outdated" for one of another version."""
    if fields.what not in STEPS:
        raise Refusal("outdated")
    return STEPS[fields.what]


def not_in_step(name: str, what: str) -> Refusal:
    """Return why a field can't be filled in for a kind of step."""
    return Refusal("not_in_step", option=_LABELS[name], action=STEPS[what].label)


def with_sign(fields: StepFields, sign: str) -> StepFields:
    """Return the step meant where an amount has this sign before it: "+3" under losing is a gain of 3.

    Raises Refusal "bad_number" for a total or number below 0.
    """
    below = [n for n in fields.each.values() if n] if sign == "-" else []
    if below and fields.what in ("set", "exchange_number"):
        raise Refusal("bad_number", text=f"-{below[0]}")
    return replace(fields, what=_OPPOSITES.get((fields.what, sign), fields.what))


def action_of(fields: StepFields, game: Game) -> Action:
    """Return the action that the fields stand for at a game.

    Raises Refusal where something is missing, out of bounds, or contradicts something else.
    """
    fields.require_fitting()
    return _step_of(fields).make(fields, game)


def own_commander(game: Game, who: PlayerId | None) -> CommanderId:
    """Return a player's only commander; raises Refusal when there is none, or a choice."""
    if who is None:
        raise Refusal("nobody_meant")
    cards = game.player(who).commanders
    if len(cards) > 1:
        raise Refusal("which_commander", commanders=" / ".join(card.name for card in cards))
    for card in cards:
        return card.id
    raise Refusal("no_commander_yet", who=game.player(who).name)


def ticks(fields: StepFields) -> set[str]:
    """Return which options of damage are ticked in a list for these fields."""
    found = {one.name for one in DAMAGE_OPTIONS if not one.limit and getattr(fields, one.name)}
    return found | ({NONCOMBAT} if fields.combat is False else set[str]())
