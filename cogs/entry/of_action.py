"""What an action says as fields: the way back from what was entered."""

from collections.abc import Mapping
from typing import Any

from cogs.entry.options import DAMAGE_OPTIONS
from cogs.entry.step import StepFields
from rules.actions import life
from rules.actions.commanders import CastCommander, SetCommanderDamage
from rules.actions.counters import AddCounters, RemoveCounters
from rules.actions.damage import DealDamage
from rules.actions.endings import Depart, LoseGame
from rules.actions.library import FailDraw
from rules.actions.table import Together
from rules.actions.turns import EndTurn
from rules.game.parts import PlayerId
from rules.players.commanders import owner_of
from rules.players.life import Amount


def fields_of(action: object) -> StepFields | None:
    """Return the fields that stand for an action; None for one that can't be entered as fields."""
    match action:
        case life.LoseLife() | life.GainLife() | Together():
            return _life_change(action)
        case DealDamage():
            return _damage(action)
        case life.DrainLife(who=who, amount=amount, by=by, amounts=others, gain=gain):
            return StepFields(what="drain", each=_each(who, amount, others), other=by, gain=gain)
        case life.PayLife(payments=payments):
            return StepFields(what="pay", each=payments)
        case life.SetLife(to=to):
            return StepFields(what="set", each=to)
        case life.MultiplyLife(who=who, times=times):
            return StepFields(what="multiply", each=dict.fromkeys(who), times=times)
        case life.ExchangeLife(a=a, b=b):
            return StepFields(what="exchange", each={b: None}, other=a)
        case life.ExchangeLifeWithNumber(who=who, number=number):
            return StepFields(what="exchange_number", each={who: number})
        case life.RedistributeLife(to=to):
            return StepFields(what="redistribute", each=to)
        case AddCounters(who=who, kind=kind, n=n):
            return StepFields(what="add", each=dict.fromkeys(who, n), kind=kind)
        case RemoveCounters(who=who, kind=kind, n=n, as_cost=cost):
            return StepFields(what="remove", each=dict.fromkeys(who, n), kind=kind, cost=cost)
        case CastCommander(commander=commander):
            return StepFields(what="cast", commander=commander)
        case SetCommanderDamage(who=who, commander=commander, n=n):
            return StepFields(what="commander_damage", each={who: n}, commander=commander)
        case _:
            return _departure(action)


def _departure(action: object) -> StepFields | None:
    match action:
        case FailDraw(who=who):
            return StepFields(what="library", each=dict.fromkeys(who))
        case LoseGame(who=who):
            return StepFields(what="effect", each=dict.fromkeys(who))
        case Depart(who=who, by=by):
            return StepFields(what="leave", each=dict.fromkeys(who), asker=by)
        case EndTurn(marker=None):
            return StepFields(what="turn")
        case _:
            return None


def _each(who: tuple[PlayerId, ...], amount: Amount, others: Mapping[PlayerId, Amount]) -> dict[str, Amount]:
    return {id: others.get(id, amount) for id in who}


def _life_change(action: life.LoseLife | life.GainLife | Together) -> StepFields | None:
    """Losses or gains of amounts that may differ, which are one action for each amount."""
    parts = action.actions if isinstance(action, Together) else (action,)
    losses = [one for one in parts if isinstance(one, life.LoseLife)]
    gains = [one for one in parts if isinstance(one, life.GainLife)]
    changes = losses or gains
    if not changes or len(changes) < len(parts):
        return None
    each: dict[PlayerId, Amount] = {who: one.amount for one in changes for who in one.who}
    return StepFields(what="lose" if losses else "gain", each=each, source=changes[0].by)


def _damage(action: DealDamage) -> StepFields:
    """Damage that isn't combat damage was said not to be only where something else would make it so."""
    by, commander = action.by, action.commander
    derived = commander is not None and by == owner_of(commander)
    options: dict[str, Any] = {one.name: getattr(action, one.name) for one in DAMAGE_OPTIONS}
    if not action.combat and commander is None:
        options["combat"] = None
    return StepFields(
        what="damage",
        each=_each(action.to, action.amount, action.amounts),
        source=None if derived else by,
        commander=commander,
        **options,
    )
