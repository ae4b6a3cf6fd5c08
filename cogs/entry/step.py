"""Conversion of a step's fields to its action, and back."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from cogs.entry.fields import STEPS, WHOLE_TABLE, StepFields, StepKind
from cogs.entry.options import DAMAGE_OPTIONS, DESIGNATIONS, NONCOMBAT
from cogs.text.language import mark
from rules.actions.action import Action
from rules.actions.life import by_amount
from rules.actions.table import Together, as_one_event
from rules.actions.turns import EndTurn
from rules.game.game import Game
from rules.game.parts import MarkerState, PlayerId
from rules.numbers import MAX_AMOUNT
from rules.players.commanders import owner_of
from rules.players.life import Amount, common_amount
from rules.refusal import Refusal

_BY_ACTION = {kind.action: what for what, kind in STEPS.items() if what != "halved"}
_OPPOSITES = {"lose": "gain", "gain": "lose", "add": "remove", "remove": "add"}
_LABELS: Mapping[str, str] = {
    "amount": mark("Amount"),
    "players": mark("Players"),
    "totals": mark("New totals"),
    "source": mark("From"),
    "commander": mark("Commander"),
    "other": mark("With"),
    **{one.name: one.label for one in DAMAGE_OPTIONS},
}
"""Labels of fields whose names don't fit the step."""
_FOREIGN: Mapping[str, Sequence[tuple[str, object]]] = {
    what: [
        (name, getattr(StepFields(what=""), name))
        for name in _LABELS
        if name in StepFields.__struct_fields__ and name not in kind.takes
    ]
    for what, kind in STEPS.items()
}
"""The fields that don't apply to each step, and their blank values."""


def not_in_step(name: str, what: str) -> Refusal:
    """Return why a field doesn't apply to a kind of step."""
    return Refusal("not_in_step", option=_LABELS[name], action=STEPS[what].label)


def with_sign(fields: StepFields, sign: str) -> StepFields:
    """Return the step for amounts with this sign: "+3" for losing life is a gain of 3.

    Raises Refusal "bad_number" for a total below 0.
    """
    if sign == "+" and fields.what in ("lose", "remove"):
        return replace(fields, what=_OPPOSITES[fields.what])
    negated = {who: -n for who, n in fields.numbers().items()} if sign == "-" else {}
    if fields.what == "set" and any(negated.values()):
        raise Refusal("bad_number", text=str(next(iter(negated.values()))))
    return replace(fields, each=negated or fields.each)


def action_of(fields: StepFields, game: Game) -> Action:
    """Return the action for the fields, at a game.

    Raises Refusal if a field is missing, out of bounds, or contradicts another.
    """
    if fields.what not in STEPS:
        raise Refusal("outdated")
    fields = _taken_back(fields, game)
    kind = STEPS[fields.what]
    for name, blank in _FOREIGN[fields.what]:
        if getattr(fields, name) != blank:
            raise not_in_step(name, fields.what)
    if not kind.who and fields.each:
        raise not_in_step("players", fields.what)
    if "amount" not in kind.takes and any(n is not None for n in fields.each.values()):
        raise not_in_step("amount", fields.what)
    fields = kind.complete(fields, game)
    if "amount" not in kind.takes:
        players = (fields.player() if _takes_one(fields) else fields.players()) if kind.who else ()
        return _made(fields, {kind.who: players} if kind.who else {})
    if fields.base is not None and all(n is None for n in fields.each.values()):
        return _made(fields, {kind.who: fields.players()})  # all there is of a tally
    return _with_amounts(fields, kind)


def _taken_back(fields: StepFields, game: Game) -> StepFields:
    """Return the step for damage below 0 by a commander, which takes so much of what it has dealt away."""
    commander, amounts = fields.commander, fields.numbers()
    if fields.what != "damage" or commander is None or not any(n < 0 for n in amounts.values()):
        return fields
    each = {who: game.player(who).commander_damage.get(commander, 0) + n for who, n in amounts.items()}
    source = None if fields.source == owner_of(commander) else fields.source
    combat = None if fields.combat else fields.combat
    return replace(fields, what="commander_damage", each=each, source=source, combat=combat)


def designation(what: str, who: PlayerId, game: Game, requester: PlayerId | None) -> Action:
    """Return the action of a button for a designation; raises Refusal "outdated" for an unknown one."""
    if what not in DESIGNATIONS:
        raise Refusal("outdated")
    step, kind = (what, "") if what in STEPS else ("designate", DESIGNATIONS[what][1])
    return action_of(StepFields(what=step, each={who: None}, requester=requester, kind=kind), game)


def ending_turn(game: Game, requester: PlayerId | None, marker: int | None = None) -> EndTurn:
    """Return the action that ends a turn: in Grand Melee the one with this marker, or the requester's."""
    own = (one.number for one in game.markers if one.at == requester and one.state is MarkerState.TURN)
    return EndTurn(marker=marker if marker is not None else next(own, None))


def _with_amounts(fields: StepFields, kind: StepKind) -> Action:
    """Return the action with the amounts: as differences from the first player's, or as one action each."""
    amounts, name = _amounts(fields, kind), kind.takes["amount"]
    if name == kind.who:
        return _made(fields, {name: amounts})
    if "amounts" in kind.action.__struct_fields__:
        same, others = common_amount(amounts)
        return _made(fields, {kind.who: tuple(amounts), name: same, "amounts": others})
    found: list[Action] = []
    for amount, who in by_amount(amounts).items():
        step = fields
        if isinstance(amount, int) and amount < 0:
            step, amount = replace(fields, what=_OPPOSITES[fields.what]), -amount
        players = fields.player() if _takes_one(fields) else tuple(filter(None, who))
        found.append(_made(step, {kind.who: players, name: amount}))
    return as_one_event(*found)


def _amounts(fields: StepFields, kind: StepKind) -> dict[PlayerId, Amount]:
    """Return each player's amount; raises Refusal "bad_number", and "nobody_meant" if there are none."""
    found: dict[PlayerId, Amount] = {}
    for who, n in fields.each.items():
        low = isinstance(n, int) and n < 0 and kind.below == "refused"
        if n is None or low or (isinstance(n, int) and abs(n) > MAX_AMOUNT):
            raise Refusal("bad_number", text="" if n is None else str(n))
        found[who] = abs(n) if isinstance(n, int) and kind.below == "unsigned" else n
    if not found:
        raise Refusal("nobody_meant")
    return found


def _takes_one(fields: StepFields) -> bool:
    kind = STEPS[fields.what]
    return kind.one or isinstance(getattr(fields.base, kind.who, None), str)


def _made(fields: StepFields, given: Mapping[str, Any]) -> Action:
    kind = STEPS[fields.what]
    values = {name: getattr(fields, own) for own, name in kind.takes.items() if own != "amount"} | {**given}
    base = fields.base
    if base is not None and (fields.what == "other" or type(base) is kind.action):
        return _ranged(replace(base, **values), getattr(base, "by", None))
    return _ranged(kind.action(**values))


def _ranged(action: Action, earlier: PlayerId | None = None) -> Action:
    """Return the action limited to its controller's range of influence, unless the controller is the
    `earlier` one."""
    by = getattr(action, "by", None)
    if "ranged" not in action.__struct_fields__ or by in (None, earlier):
        return action
    return replace(action, ranged=True)


def fields_of(action: object) -> StepFields | None:
    """Return the fields for an action; None for an action without players, or with several steps."""
    parts = action.actions if isinstance(action, Together) else (action,)
    read = [_read(one) for one in parts]
    first = read[0] if read else None
    if first is None or len(read) == 1:
        return first
    if first.what not in _OPPOSITES or any(one is None or one.what != first.what for one in read):
        return None
    each = {who: n for one in read if one is not None for who, n in one.each.items()}
    return replace(first, each=each, base=None)


def _read(action: object) -> StepFields | None:
    if not isinstance(action, Action):
        return None
    what = _BY_ACTION.get(type(action), "other")
    kind = STEPS[what]
    who: Any = getattr(action, kind.who, None) if kind.who else ()
    if who is None:
        return None
    amount = getattr(action, kind.takes.get("amount", ""), None)
    others: Mapping[PlayerId, Amount] = getattr(action, "amounts", {})
    values: dict[str, Any] = {
        own: getattr(action, name) for own, name in kind.takes.items() if own != "amount"
    }
    if isinstance(who, Mapping):
        values["each"] = who
    else:
        players = (
            (who,) if isinstance(who, str) else who or ((WHOLE_TABLE,) if "amount" in kind.takes else ())
        )
        values["each"] = {id: others.get(id, amount) for id in players}
    found = StepFields(what=what, base=action, **values)
    if found.assumed:
        found = replace(found, requester=found.source, source=None, assumed=False)
    return _unsaid(found) if what == "damage" else found


def _unsaid(fields: StepFields) -> StepFields:
    """Return damage without the options that follow from the commander."""
    if fields.commander is None:
        return replace(fields, combat=fields.combat or None)
    return replace(fields, source=None if fields.source == owner_of(fields.commander) else fields.source)


def ticks(fields: StepFields) -> set[str]:
    """Return the ticked damage options of these fields."""
    found = {one.name for one in DAMAGE_OPTIONS if not one.limit and getattr(fields, one.name)}
    return found | ({NONCOMBAT} if fields.combat is False else set[str]())
