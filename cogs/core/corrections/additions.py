"""Steps that were forgotten, to be inserted by a fix."""

from collections.abc import Callable, Mapping

from cogs.core.corrections import step_edit
from cogs.core.corrections.step_edit import StepEdit
from cogs.core.things import KINDS
from rules.actions.action import Action
from rules.actions.commanders import CastCommander
from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.endings import Depart
from rules.actions.life import DrainLife, GainLife, LoseLife, SetLife
from rules.actions.turns import EndTurn
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.players.commanders import owner_of
from rules.refusal import Refusal


def _amount(edit: StepEdit) -> int:
    if edit.amount is None:
        raise Refusal("bad_number", text="")
    return edit.amount


def _named(edit: StepEdit, game: Game, me: PlayerId | None) -> tuple[PlayerId, ...]:
    """The players meant, by default who asks."""
    if not edit.who and me is None:
        raise Refusal("nobody_meant")
    return step_edit.players(edit, game) or ((me,) if me is not None else ())


def _asker(me: PlayerId | None) -> PlayerId:
    if me is None:
        raise Refusal("nobody_meant")
    return me


def _hit(edit: StepEdit, game: Game, me: PlayerId | None) -> Action:
    commander = step_edit.commander_id(edit, game)
    if commander is None:
        return DealDamage(to=_named(edit, game, me), amount=_amount(edit))
    source = owner_of(commander)
    return DealDamage(
        to=_named(edit, game, me), amount=_amount(edit), by=source, combat=True, commander=commander
    )


def _cast(edit: StepEdit, game: Game, me: PlayerId | None) -> Action:
    commander = step_edit.commander_id(edit, game) or f"{_named(edit, game, me)[0]}:1"
    return CastCommander(who=owner_of(commander), commander=commander)


def _counters(kind: str) -> Callable[[StepEdit, Game, PlayerId | None], Action]:
    return lambda edit, game, me: AddCounters(who=_named(edit, game, me), kind=kind, n=_amount(edit))


ADDED: Mapping[str, Callable[[StepEdit, Game, PlayerId | None], Action]] = {
    "lose": lambda edit, game, me: LoseLife(who=_named(edit, game, me), amount=_amount(edit), by=me),
    "gain": lambda edit, game, me: GainLife(who=_named(edit, game, me), amount=_amount(edit), by=me),
    "drain": lambda edit, game, me: DrainLife(
        who=_named(edit, game, me), amount=_amount(edit), by=_asker(me)
    ),
    "set": lambda edit, game, me: SetLife(to=dict.fromkeys(_named(edit, game, me), _amount(edit))),
    "damage": _hit,
    "cast": _cast,
    "turn": lambda edit, game, me: EndTurn(),
    "leave": lambda edit, game, me: Depart(who=_named(edit, game, me), by=me),
    **{kind: _counters(kind) for kind in KINDS},
}
"""What can be inserted, by the word for it in buttons."""
