"""What a fix makes of a step: taken back, brought back, or with another amount, players or commander."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from cogs.core.corrections import additions, step_edit
from cogs.core.corrections.step_edit import NOBODY, StepEdit, card, place
from cogs.entry.of_action import fields_of
from cogs.entry.step import STEPS, StepFields, action_of, with_sign
from rules.actions.action import Action
from rules.actions.counters import Proliferate, ResolveRad
from rules.actions.damage import DealDamage
from rules.actions.library import CountLibrary, DrawCards
from rules.actions.table import HandOver, with_draws, without_draws
from rules.actions.tallies import AddToTally, RemoveTally
from rules.fixing import Correction
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from storage.games.games import Step

_NUMBERS: Mapping[type[Action], str] = {
    DrawCards: "n",
    ResolveRad: "nonlands",
    CountLibrary: "cards",
    AddToTally: "n",
    RemoveTally: "n",
}
"""The field in which an action that isn't entered as fields has its amount."""
_PLAYERS_STAY = ("cast", "exchange", "turn")
"""Steps that keep their players."""


def undrawn(action: object) -> object:
    """A step's action without what chance drew for it."""
    return without_draws(action)[1] if isinstance(action, Action) else action


def each_of(fields: StepFields | None) -> dict[PlayerId, int]:
    """How much a step is about for each player; nobody where that isn't a number for each."""
    if fields is None:
        return {}
    found = {who: n for who, n in fields.each.items() if isinstance(n, int)}
    return found if len(found) == len(fields.each) else {}


def changeable(action: object) -> set[str]:
    """What of a step can be changed: "amount", "who", "commander", "with" for the options of damage; "each",
    the amount of each player."""
    action = undrawn(action)
    fields = fields_of(action)
    if fields is None:
        found = {"amount"} if isinstance(action, Action) and type(action) in _NUMBERS else set[str]()
        return found | ({"who"} if players_of(action) and not isinstance(action, HandOver) else set[str]())
    takes = STEPS[fields.what].takes
    found = {"amount"} & takes
    if len(set(each_of(fields).values())) > 1:
        found = {"each"}
    elif fields.each and fields.what not in _PLAYERS_STAY:
        found.add("who")
    return found | ({"commander"} & takes) | ({"with"} if fields.what == "damage" else set[str]())


def amount_of(action: object) -> int | None:
    """The amount of an action to be filled in; None where it has none, or several."""
    action = undrawn(action)
    if (fields := fields_of(action)) is not None:
        amounts = set(each_of(fields).values())
        return next(iter(amounts)) if len(amounts) == 1 else None
    name = _NUMBERS.get(type(action)) if isinstance(action, Action) else None
    value = getattr(action, name) if name is not None else None
    return value if isinstance(value, int) else None


def players_of(action: object) -> tuple[PlayerId, ...]:
    """Whom an action is about."""
    action = undrawn(action)
    if (fields := fields_of(action)) is not None:
        return tuple(fields.each)
    if isinstance(action, Proliferate):
        return action.chosen
    who: PlayerId | tuple[PlayerId, ...] = getattr(action, "who", ())
    return (who,) if isinstance(who, str) else who


def correction(edit: StepEdit, step: Step, game: Game, me: PlayerId | None) -> Correction:
    """What an edit means for this step of a game, asked by a player, if they are one; raises Refusal."""
    action = step.entry.action
    if not isinstance(action, Action):
        raise Refusal("fix_lobby", number=edit.step)
    if edit.what == "back":
        return Correction(changes={edit.step: None if step.counts else action}, keep=edit.keep)
    if edit.what == "change":
        return Correction(changes={edit.step: _changed(edit, action, game)}, keep=edit.keep)
    return Correction(before=edit.step, inserted=additions.added(edit, game, me), keep=edit.keep)


def _changed(edit: StepEdit, action: Action, game: Game) -> Action:
    """The action with what is given; what is missing stays, and what chance drew unless players change."""
    draws, action = without_draws(action)
    _require_changeable(edit, action)
    fields = fields_of(action)
    if fields is None:
        changed = _with_changes(edit, action, game)
    else:
        changed = action_of(_with_fields(edit, fields, action, game), game)
    if isinstance(changed, DealDamage) and isinstance(action, DealDamage):
        changed = replace(changed, gain=action.gain)
    return changed if edit.who or edit.each else with_draws(draws, changed)


def _require_changeable(edit: StepEdit, action: Action) -> None:
    asked = {
        *(("amount",) if edit.amount is not None else ()),
        *(("who",) if edit.who else ()),
        *(("commander",) if edit.commander else ()),
        *(("each",) if edit.each else ()),
        *(("with",) if edit.options is not None else ()),
    }
    if not asked:
        raise Refusal("fix_nothing")
    if not asked <= {*changeable(action), *(("each",) if each_of(fields_of(action)) else ())}:
        raise Refusal("fix_unchangeable", number=edit.step)


def _with_fields(edit: StepEdit, fields: StepFields, action: Action, game: Game) -> StepFields:
    """The fields with what is given. A commander brings its owner as the source unless another one was
    said; without it the source stays."""
    if edit.each:
        players = step_edit.players(replace(edit, who=tuple(place for place, _ in edit.each)), game)
        fields = replace(fields, each=dict(zip(players, (n for _, n in edit.each), strict=True)))
    elif edit.amount is not None:
        below = edit.sign == "-" and fields.what == "set"
        amount = -edit.amount if below else edit.amount
        fields = replace(fields, each=dict.fromkeys(fields.each, amount))
        fields = fields if below else with_sign(fields, edit.sign)
    if edit.who and not edit.each:
        amount = next(iter(fields.each.values()), None)
        fields = replace(fields, each=dict.fromkeys(step_edit.players(edit, game), amount))
    if edit.commander == NOBODY and isinstance(action, DealDamage):
        fields = replace(fields, commander=None, source=action.by)
    elif edit.commander and edit.commander != NOBODY:
        source = fields.source if fields.commander is not None else None
        fields = replace(fields, commander=step_edit.commander_id(edit, game), source=source)
    return replace(fields, **step_edit.options(edit))


def _with_changes(edit: StepEdit, action: Action, game: Game) -> Action:
    """The same for an action that isn't entered as fields."""
    changes: dict[str, Any] = {} if edit.amount is None else {_NUMBERS[type(action)]: edit.amount}
    if edit.who:
        who = step_edit.players(edit, game)
        name = "chosen" if isinstance(action, Proliferate) else "who"
        several = isinstance(getattr(action, name), tuple)
        if not several and len(who) != 1:
            raise Refusal("one_at_a_time")
        changes[name] = who if several else who[0]
    return replace(action, **changes)


def different(edit: StepEdit, action: object, game: Game) -> StepEdit:
    """An edit of a filled-in form without what is as it was."""
    action = undrawn(action)
    before, fields = amount_of(action), fields_of(action)
    signed = edit.amount if edit.amount is None or edit.sign != "-" else -edit.amount
    kept = replace(edit, amount=None, sign="") if signed == before and edit.sign != "+" else edit
    if {*edit.who} == {place(game, who) for who in players_of(action)}:
        kept = replace(kept, who=())
    if {game.players[place].id: n for place, n in edit.each} == each_of(fields):
        kept = replace(kept, each=())
    card_now = fields.commander if fields is not None else None
    if edit.commander == (NOBODY if card_now is None else card(game, card_now)):
        kept = replace(kept, commander="")
    if fields is not None and action_of(replace(fields, **step_edit.options(edit)), game) == action:
        kept = replace(kept, options=None)
    return kept
