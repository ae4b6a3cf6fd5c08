"""The edits that a fix can make to a step: undo it, restore it, or change its amount, players or
commander."""

from collections.abc import Mapping

from msgspec.structs import replace

from cogs.core.corrections import additions, step_edit
from cogs.core.corrections.step_edit import NO_SOURCE, StepEdit, commander_option, place_of
from cogs.entry.fields import STEPS, StepFields
from cogs.entry.step import action_of, fields_of, with_sign
from rules.actions.action import Action
from rules.actions.damage import DealDamage
from rules.actions.table import HandOver, with_draws, without_draws
from rules.fixing import Correction
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.players.life import Amount
from rules.refusal import Refusal
from storage.games.games import Step


def undrawn(action: object) -> StepFields | None:
    """Return a step's fields without random results; None if it has no fields."""
    return fields_of(without_draws(action)[1] if isinstance(action, Action) else action)


def players_of(fields: StepFields) -> tuple[PlayerId, ...]:
    """Return the players of a step."""
    return tuple(filter(None, fields.each))


def amount_of(fields: StepFields) -> int | None:
    """Return the amount of a step for a form; None unless it has exactly one."""
    amounts = set(fields.numbers().values())
    return next(iter(amounts)) if len(amounts) == 1 else None


def changeable(fields: StepFields | None) -> set[str]:
    """Return the changeable fields of a step: "amount", "who", "commander", "with" for the options of damage;
    "each", the amount of each player."""
    if fields is None:
        return set()
    found = {*STEPS[fields.what].takes} & {"amount", "commander"}
    if len(set(fields.numbers().values())) > 1:
        found = found - {"amount"} | {"each"}
    elif players_of(fields) and fields.what not in ("cast", "exchange", "turn"):
        found |= set() if isinstance(fields.base, HandOver) else {"who"}
    return found | ({"with"} if fields.what == "damage" else set())


def correction(edit: StepEdit, step: Step, game: Game, me: PlayerId | None) -> Correction:
    """Return an edit's action for this step of a game, by the requesting player if any; raises Refusal."""
    action = step.entry.action
    if not isinstance(action, Action):
        raise Refusal("fix_lobby", number=edit.step)
    if edit.what == "back":
        return Correction(changes={edit.step: None if step.counts else action}, keep=edit.keep)
    if edit.what == "change":
        return Correction(changes={edit.step: _changed(edit, action, game)}, keep=edit.keep)
    return Correction(before=edit.step, inserted=additions.added(edit, game, me), keep=edit.keep)


def _changed(edit: StepEdit, action: Action, game: Game) -> Action:
    """Return the action with the given changes; all else stays, including random results unless players
    change."""
    draws, fields = without_draws(action)[0], undrawn(action)
    given = {"amount": edit.amount, "with": edit.options}
    asked = {name for name, value in given.items() if value is not None}
    asked |= {name for name in ("who", "commander", "each") if getattr(edit, name)}
    if not asked:
        raise Refusal("fix_nothing")
    several = {"each"} if fields is not None and fields.numbers() else set[str]()
    if fields is None or not asked <= changeable(fields) | several:
        raise Refusal("fix_unchangeable", number=edit.step)
    changed = action_of(_with_changes(edit, fields, game), game)
    return changed if edit.who or edit.each else with_draws(draws, changed)


def _with_changes(edit: StepEdit, fields: StepFields, game: Game) -> StepFields:
    """Return the fields with the given changes. A commander sets its owner as the source, unless another
    source was entered."""
    if edit.each:
        players = step_edit.players_of_edit(replace(edit, who=tuple(place for place, _ in edit.each)), game)
        fields = replace(fields, each=dict(zip(players, (n for _, n in edit.each), strict=True)))
    elif edit.amount is not None:
        below = edit.sign == "-" and fields.what == "set"
        amount = -edit.amount if below else edit.amount
        fields = replace(fields, each=dict.fromkeys(fields.each, amount))
        fields = fields if below else with_sign(fields, edit.sign)
    if edit.who and not edit.each:
        amount = next(iter(fields.each.values()))
        fields = replace(fields, each=dict.fromkeys(step_edit.players_of_edit(edit, game), amount))
    if edit.commander == NO_SOURCE and isinstance(fields.base, DealDamage):
        fields = replace(fields, commander=None, source=fields.base.by)
    elif edit.commander and edit.commander != NO_SOURCE:
        source = fields.source if fields.commander is not None else None
        each: Mapping[PlayerId, Amount | None] = {} if fields.what == "cast" else fields.each
        commander = step_edit.commander_of_edit(edit, game)
        fields = replace(fields, each=each, commander=commander, source=source)
    return replace(fields, **step_edit.damage_options(edit))


def different(edit: StepEdit, action: object, game: Game) -> StepEdit:
    """Return an edit of a filled-in form without unchanged fields."""
    fields = undrawn(action)
    if fields is None:
        return edit
    signed = edit.amount if edit.amount is None or edit.sign != "-" else -edit.amount
    kept = replace(edit, amount=None, sign="") if signed == amount_of(fields) and edit.sign != "+" else edit
    if {*edit.who} == {place_of(game, who) for who in players_of(fields)}:
        kept = replace(kept, who=())
    if {game.players[place].id: n for place, n in edit.each} == fields.numbers():
        kept = replace(kept, each=())
    if edit.commander == (
        NO_SOURCE if fields.commander is None else commander_option(game, fields.commander)
    ):
        kept = replace(kept, commander="")
    if edit.options is not None and _same_options(edit, fields, game):
        kept = replace(kept, options=None)
    return kept


def _same_options(edit: StepEdit, fields: StepFields, game: Game) -> bool:
    return action_of(replace(fields, **step_edit.damage_options(edit)), game) == action_of(fields, game)
