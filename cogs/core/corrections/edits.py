"""What a fix makes of a step: taken back, brought back, or with another amount, players or commander."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from cogs.core.corrections import additions, amounts, step_edit
from cogs.core.corrections.step_edit import NOBODY, StepEdit, card, place
from rules.actions.action import Action
from rules.actions.commanders import CastCommander, SetCommanderDamage
from rules.actions.counters import AddCounters, Proliferate, RemoveCounters, ResolveRad
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede
from rules.actions.library import CountLibrary, DrawCards
from rules.actions.life import DrainLife, ExchangeLifeWithNumber, GainLife, LoseLife, PayLife, SetLife
from rules.actions.table import HandOver, with_draws, without_draws
from rules.actions.tallies import AddToTally, RemoveTally
from rules.fixing import Correction
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.players.commanders import owner_of
from rules.refusal import Refusal
from storage.games.games import Step

_NUMBERS: Mapping[type[Action], str] = {
    LoseLife: "amount",
    GainLife: "amount",
    DealDamage: "amount",
    DrainLife: "amount",
    AddCounters: "n",
    RemoveCounters: "n",
    DrawCards: "n",
    ResolveRad: "nonlands",
    SetCommanderDamage: "n",
    CountLibrary: "cards",
    ExchangeLifeWithNumber: "number",
    AddToTally: "n",
    RemoveTally: "n",
}
"""The field in which an action has its amount."""


def undrawn(action: object) -> object:
    """A step's action without what chance drew for it."""
    return without_draws(action)[1] if isinstance(action, Action) else action


def changeable(action: object) -> set[str]:
    """What of a step can be changed: "amount", "who", "commander"; "each", the amount of each player."""
    action, found = undrawn(action), set[str]()
    if isinstance(action, Action) and (type(action) in _NUMBERS or isinstance(action, SetLife | PayLife)):
        found.add("amount")
    if amounts.differ(action):
        found = {"each"} if amounts.each_of(action) else set[str]()
    elif players_of(action) and not isinstance(action, CastCommander | HandOver):
        found.add("who")
    if isinstance(action, DealDamage | CastCommander | SetCommanderDamage):
        found.add("commander")
    return found


def amount_of(action: object) -> object:
    """The amount of an action to be filled in; None where it has none, or several."""
    action = undrawn(action)
    if isinstance(action, SetLife | PayLife):
        amounts = set((action.to if isinstance(action, SetLife) else action.payments).values())
        return next(iter(amounts)) if len(amounts) == 1 else None
    name = _NUMBERS.get(type(action)) if isinstance(action, Action) else None
    value = getattr(action, name) if name is not None else None
    return value if isinstance(value, int) else None


def players_of(action: object) -> tuple[PlayerId, ...]:
    """Whom an action is about."""
    match action := undrawn(action):
        case SetLife(to=mapping) | PayLife(payments=mapping):
            return tuple(mapping)
        case DealDamage(to=several) | Proliferate(chosen=several):
            return several
        case _:
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
    if edit.what not in additions.ADDED:
        raise Refusal("outdated")
    return Correction(before=edit.step, inserted=additions.ADDED[edit.what](edit, game, me), keep=edit.keep)


def _changed(edit: StepEdit, action: Action, game: Game) -> Action:
    """The action with what is given; what is missing stays, and what chance drew unless players change."""
    draws, action = without_draws(action)
    changed = _with_changes(edit, action, game)
    return changed if edit.who or edit.each else with_draws(draws, changed)


def _with_changes(edit: StepEdit, action: Action, game: Game) -> Action:
    possible = changeable(action)
    asked = {
        *(("amount",) if edit.amount is not None else ()),
        *(("who",) if edit.who else ()),
        *(("commander",) if edit.commander else ()),
        *(("each",) if edit.each else ()),
    }
    if not asked:
        raise Refusal("fix_nothing")
    if not asked <= {*possible, *(("each",) if amounts.each_of(action) else ())}:
        raise Refusal("fix_unchangeable", number=edit.step)
    if edit.each:
        players = step_edit.players(replace(edit, who=tuple(place for place, _ in edit.each)), game)
        action = amounts.with_each(action, dict(zip(players, (n for _, n in edit.each), strict=True)))
    elif edit.amount is not None:
        action = _with_amount(action, edit.amount, edit.sign)
    if edit.who and not edit.each:
        action = _with_players(action, step_edit.players(edit, game))
    commander = step_edit.commander_id(edit, game)
    if isinstance(action, DealDamage) and edit.commander == NOBODY:
        return replace(action, commander=None)
    if commander is not None and isinstance(action, DealDamage):
        return replace(action, commander=commander, by=owner_of(commander), combat=True)
    if commander is not None and isinstance(action, SetCommanderDamage):
        return replace(action, commander=commander)
    if commander is not None and isinstance(action, CastCommander):
        return replace(action, commander=commander, who=owner_of(commander))
    return action


def _with_amount(action: Action, amount: int, sign: str) -> Action:
    if isinstance(action, SetLife):
        return replace(action, to=dict.fromkeys(action.to, -amount if sign == "-" else amount))
    if isinstance(action, PayLife):
        return replace(action, payments=dict.fromkeys(action.payments, amount))
    if sign and isinstance(action, LoseLife | GainLife | AddCounters | RemoveCounters):
        gains = isinstance(action, GainLife | AddCounters)
        if gains is not (sign == "+"):
            return _opposite(action, amount)
    return replace(action, **{_NUMBERS[type(action)]: amount})


def _opposite(action: LoseLife | GainLife | AddCounters | RemoveCounters, amount: int) -> Action:
    match action:
        case LoseLife():
            return GainLife(who=action.who, amount=amount, by=action.by)
        case GainLife():
            return LoseLife(who=action.who, amount=amount, by=action.by)
        case AddCounters():
            return RemoveCounters(who=action.who, kind=action.kind, n=amount)
        case RemoveCounters():
            return AddCounters(who=action.who, kind=action.kind, n=amount)


def _with_players(action: Action, who: Sequence[PlayerId]) -> Action:
    match action:
        case SetLife():
            return replace(action, to=dict.fromkeys(who, next(iter(action.to.values()))))
        case PayLife():
            return replace(action, payments=dict.fromkeys(who, next(iter(action.payments.values()))))
        case DealDamage():
            return replace(action, to=tuple(who), amounts={})
        case DrainLife():
            return replace(action, who=tuple(who), amounts={})
        case Proliferate():
            return replace(action, chosen=tuple(who))
        case Concede():
            return Concede(who=_one(who))
        case _:
            several = isinstance(getattr(action, "who", None), tuple)
            return replace(action, who=tuple(who) if several else _one(who))


def _one(who: Sequence[PlayerId]) -> PlayerId:
    if len(who) != 1:
        raise Refusal("one_at_a_time")
    return who[0]


def different(edit: StepEdit, action: object, game: Game) -> StepEdit:
    """An edit of a filled-in form without what is as it was."""
    action = undrawn(action)
    before = amount_of(action)
    signed = edit.amount if edit.amount is None or edit.sign != "-" else -edit.amount
    kept = replace(edit, amount=None, sign="") if signed == before and edit.sign != "+" else edit
    if {*edit.who} == {place(game, who) for who in players_of(action)}:
        kept = replace(kept, who=())
    if {game.players[place].id: n for place, n in edit.each} == amounts.each_of(action):
        kept = replace(kept, each=())
    card_now = getattr(action, "commander", None)
    if edit.commander == (NOBODY if card_now is None else card(game, card_now)):
        kept = replace(kept, commander="")
    return kept
