"""Damage, and what prevents it."""

from collections.abc import Mapping

from rules.actions.action import Action
from rules.actions.continuous_effects import BeginEffect
from rules.actions.damage import DealDamage
from rules.actions.table import InOrder
from rules.game.game import Game
from rules.game.parts import EffectKind, PlayerId, Scope
from tests.conformance.case import Fields
from tests.conformance.operations.operation import Operation
from tests.conformance.targets import amount_of, players


def _damage(game: Game, op: Fields) -> Action:
    controller, amount = op.optional_text("controller"), amount_of(op.get("amount"))
    to = players(game, op.get("to"), controller)
    if isinstance(amount, int):
        amount = max(0, amount - _prevented(op, amount))
    op.known("copy_of_commander")
    shield = _shield(game, Fields("prevent_shield", op.by_name("prevent_shield")), to)
    damage = DealDamage(
        to=to,
        amount=amount,
        by=controller,
        combat=op.flag("combat"),
        infect=op.flag("infect"),
        toxic=op.number("toxic", 0),
        lifelink=op.flag("lifelink"),
        commander=op.optional_text("commander"),
        unpreventable=op.flag("unpreventable"),
        creature=op.flag("creature"),
        shielded=op.number("shielded") if "shielded" in op else None,
        order=tuple(EffectKind(kind) for kind in op.names("order")),
    )
    return damage if shield is None else InOrder(actions=(shield, damage))


def _prevented(op: Fields, amount: int) -> int:
    """Return how much of the damage is prevented: all of it, or a number."""
    if isinstance(op.get("prevented"), bool):
        return amount if op.flag("prevented") else 0
    return op.number("prevented", 0)


def _shield(game: Game, shield: Fields, to: tuple[PlayerId, ...]) -> Action | None:
    """A prevention effect that begins before the damage: of an amount, or of all of it (801.13b)."""
    owner = shield.optional_text("controller")
    amount = shield.number("amount") if "amount" in shield else None
    by_source, by_recipient = "source_filter" in shield, "recipient" in shield
    shield.known("source_filter", "recipient", "unspecified")
    shield.finish()
    if owner is None:
        return None
    return BeginEffect(
        who=to if by_recipient else tuple(one.id for one in game.remaining),
        kind=EffectKind.PREVENT_DAMAGE if amount is None else EffectKind.PREVENT_NEXT_DAMAGE,
        n=amount,
        source=owner,
        ranged=True,
        creatures=by_source,
        scope=Scope.NAMED if by_recipient else Scope.PLAYERS,
    )


OPERATIONS: Mapping[str, Operation] = {
    "damage": _damage,
}
