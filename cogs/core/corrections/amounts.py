"""Steps with an amount for each player: read, and made anew with other amounts."""

from collections.abc import Mapping

from msgspec.structs import replace

from rules.actions.action import Action
from rules.actions.damage import DealDamage
from rules.actions.life import DrainLife, GainLife, LoseLife, PayLife, SetLife, lose_each
from rules.actions.table import Together, together
from rules.game.parts import PlayerId
from rules.players.life import spread
from rules.refusal import Refusal


def each_of(action: object) -> dict[PlayerId, int]:
    """How much an action is about for each player; nobody where that isn't a number for each."""
    match action:
        case LoseLife(who=who, amount=int(amount)) | GainLife(who=who, amount=int(amount)):
            return dict.fromkeys(who, amount)
        case (
            DealDamage(to=who, amount=amount, amounts=others)
            | DrainLife(who=who, amount=amount, amounts=others)
        ):
            return _numbers({one: others.get(one, amount) for one in who})
        case SetLife(to=each) | PayLife(payments=each):
            return _numbers(each)
        case Together(actions=actions) if len({type(one) for one in actions}) == 1 and isinstance(
            actions[0], LoseLife | GainLife
        ):
            parts = [each_of(one) for one in actions]
            return {who: n for part in parts for who, n in part.items()} if all(parts) else {}
        case _:
            return {}


def _numbers(each: Mapping[PlayerId, object]) -> dict[PlayerId, int]:
    found = {who: n for who, n in each.items() if isinstance(n, int)}
    return found if len(found) == len(each) else {}


def differ(action: object) -> bool:
    """Whether players have amounts of their own in an action."""
    return isinstance(action, Together) or len(set(each_of(action).values())) > 1


def with_each(action: Action, each: Mapping[PlayerId, int]) -> Action:
    """The action with these amounts instead; raises Refusal where it can have none."""
    same, others = spread(each)
    match action:
        case DealDamage():
            return replace(action, to=tuple(each), amount=same, amounts=others)
        case DrainLife():
            return replace(action, who=tuple(each), amount=same, amounts=others)
        case SetLife():
            return replace(action, to=dict(each))
        case PayLife():
            return replace(action, payments=dict(each))
        case LoseLife() | Together(actions=(LoseLife(), *_)):
            first = action if isinstance(action, LoseLife) else action.actions[0]
            return lose_each(each, first.by if isinstance(first, LoseLife) else None)
        case GainLife() | Together(actions=(GainLife(), *_)):
            first = action if isinstance(action, GainLife) else action.actions[0]
            by = first.by if isinstance(first, GainLife) else None
            return together(*(GainLife(who=(who,), amount=n, by=by) for who, n in each.items()))
        case _:
            raise Refusal("outdated")
