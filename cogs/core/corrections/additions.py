"""Forgotten steps, to be inserted by a fix."""

from collections.abc import Mapping

from msgspec.structs import replace

from cogs.core.corrections import step_edit
from cogs.core.corrections.step_edit import StepEdit
from cogs.entry.fields import STEPS, StepFields
from cogs.entry.options import COUNTER_KINDS
from cogs.entry.step import action_of, not_in_step, with_sign
from rules.actions.action import Action
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.refusal import Refusal

ADDED: Mapping[str, StepFields] = {
    **{
        what: StepFields(what=what)
        for what in ("lose", "gain", "drain", "set", "damage", "cast", "turn", "leave")
    },
    **{kind: StepFields(what="add", kind=kind) for kind in COUNTER_KINDS},
}
"""Steps that can be inserted, by their words in buttons."""


def added(edit: StepEdit, game: Game, me: PlayerId | None) -> Action:
    """Return the step to insert (default: for the requester); raises Refusal."""
    if edit.what not in ADDED:
        raise Refusal("outdated")
    fields = ADDED[edit.what]
    takes = STEPS[fields.what].takes
    if edit.amount is not None and "amount" not in takes:
        raise not_in_step("amount", fields.what)
    named = step_edit.players_of_edit(edit, game)
    if not named and me is not None and "amount" in takes:
        named = (me,)
    filled = replace(
        fields,
        each=dict.fromkeys(named, edit.amount),
        requester=me,
        commander=step_edit.commander_of_edit(edit, game),
        **step_edit.damage_options(edit),
    )
    return action_of(with_sign(filled, edit.sign), game)
