"""Corrections of earlier steps of a game: what followed them is replayed by the rules.

Random results stay the same, since the actions record them.
"""

from collections.abc import Mapping
from typing import cast

from msgspec import Struct, field
from msgspec.structs import asdict, fields, replace

from rules.actions.action import Action
from rules.actions.table import InOrder, Simultaneous, Together
from rules.game.game import Game
from rules.refusal import Refusal
from rules.table import AnyAction, Table, Transition, act


class Correction(Struct, frozen=True, kw_only=True):
    """A correction of the steps of a game.

    ``changes`` maps the numbers of wrong steps to the correct actions, or None to undo them. ``inserted``
    is a forgotten action before the step ``before``. ``keep``: carry out the parts of later steps that are
    still allowed.
    """

    changes: Mapping[int, Action | None] = field(default_factory=dict[int, Action | None])
    before: int = 0
    inserted: Action | None = None
    keep: bool = True

    @property
    def numbers(self) -> set[int]:
        """The numbers of the steps concerned."""
        return {*self.changes, *((self.before,) if self.inserted is not None else ())}


class ReplayedStep(Struct, frozen=True):
    """The result of a replayed step.

    ``refusal``: why it, or a part of it, is no longer allowed. ``out``: nothing is left of it.
    """

    transition: Transition
    refusal: Refusal | None = None
    out: bool = False


def replay_step(table: Table, action: AnyAction, *, keep: bool) -> ReplayedStep:
    """Replay a step on a changed table.

    ``keep``: if it is no longer allowed, carry out the allowed part: for players still in the game, or the
    allowed ones of several actions.
    """
    try:
        return ReplayedStep(act(table, action))
    except Refusal as refusal:
        rest = _rest(table, action) if keep and isinstance(table, Game) else None
        if rest is not None:
            try:
                return ReplayedStep(act(table, rest), refusal)
            except Refusal:
                pass
        return ReplayedStep(Transition(table, ()), refusal, out=True)


def _rest(game: Game, action: AnyAction) -> AnyAction | None:
    """Return the allowed part of a refused action; None if there is none, or no smaller part."""
    if isinstance(action, Together | Simultaneous | InOrder):
        return _allowed(game, action)
    gone = {player.id for player in game.players if not player.in_game}
    less: dict[str, object] = {}
    needed = {field.name for field in fields(action) if field.required}
    for name, value in asdict(action).items():
        if isinstance(value, tuple):
            left = tuple(one for one in cast("tuple[object, ...]", value) if one not in gone)
        elif isinstance(value, Mapping):
            left = {one: it for one, it in cast("Mapping[object, object]", value).items() if one not in gone}
        else:
            continue
        if value and not left and name in needed:
            return None
        if left != value:
            less[name] = left
    return replace(action, **less) if less else None


def _allowed(game: Game, together: Together | Simultaneous | InOrder) -> Action | None:
    """Return the allowed ones of several actions, one after the other."""
    allowed: list[Action] = []
    for action in together.actions:
        for one in (action, _rest(game, action)):
            if isinstance(one, Action) and _is_allowed(game, replace(together, actions=(*allowed, one))):
                allowed.append(one)
                break
    less = tuple(allowed)
    return replace(together, actions=less) if less and less != together.actions else None


def _is_allowed(game: Game, action: Action) -> bool:
    try:
        act(game, action)
    except Refusal:
        return False
    return True
