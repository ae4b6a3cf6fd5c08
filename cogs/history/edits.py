"""What somebody wants to fix about a step: as a button carries it, and as the correction that it means.

A preview has everything in its buttons, so that a restart between looking and doing does not matter.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from cogs.core.context import whole
from cogs.core.targets import MOST_LIFE
from cogs.core.things import KINDS
from cogs.history import amounts
from rules import numbers
from rules.actions.action import Action
from rules.actions.commanders import CastCommander, SetCommanderDamage
from rules.actions.counters import AddCounters, Proliferate, RemoveCounters, ResolveRad
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede, Depart
from rules.actions.library import CountLibrary, DrawCards
from rules.actions.life import DrainLife, ExchangeLifeWithNumber, GainLife, LoseLife, PayLife, SetLife
from rules.actions.table import HandOver, with_draws, without_draws
from rules.actions.turns import EndTurn
from rules.fixing import Correction
from rules.game.game import Game
from rules.game.parts import CommanderId, PlayerId
from rules.players.commanders import owner_of
from rules.refusal import Refusal
from storage.games.games import Step

NOBODY = "-"
LENGTH = 70
"""Characters for which a button has room."""
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
}
"""The field in which an action has its amount."""


Sign: TypeAlias = Literal["", "+", "-"]
Each: TypeAlias = tuple[tuple[int, int], ...]


class StepEdit(Struct, frozen=True, kw_only=True):
    """A step, ``at`` the entry on which the table stood when it was chosen, and what to fix about it.

    ``what``: "back" takes it back, or brings it back if it doesn't count; "change" gives it another amount,
    other players or another commander, if these are given; anything else is one of ADDED, to be inserted
    before it. ``sign`` is what was typed before the amount. ``who`` are places in turn order. ``keep``: what
    can be of later steps. ``instead`` is the step that was undone where this one was meant, and counts again.
    """

    at: int
    step: int
    what: str = "back"
    keep: bool = True
    amount: int | None = None
    sign: Sign = ""
    who: tuple[int, ...] = ()
    each: Each = ()
    """Places in turn order with an amount for each, in place of the amount and the players."""
    commander: str = ""
    """The place of the owner and the number of the card, such as "2:1"."""
    instead: int = 0

    def __str__(self) -> str:
        mask = sum(1 << place for place in self.who)
        amount = "" if self.amount is None else f"{self.sign}{self.amount}"
        keep = "k" if self.keep else "d"
        each = ",".join(f"{place}={n}" for place, n in self.each)
        written = f"{self.at}.{self.step}.{self.what}.{keep}.{amount}.{mask:x}.{self.commander}.{each}"
        written += f".{self.instead}" if self.instead else ""
        if len(written) > LENGTH:
            raise Refusal("fix_too_long")
        return written


def read(written: str) -> StepEdit:
    """The edit that stands in a button; raises Refusal for one of another version."""
    parts = written.split(".")
    if len(parts) not in (8, 9):
        raise Refusal("outdated")
    at, step, what, keep, amount, mask, commander, each, instead = (*parts, "0")[:9]
    pairs = (one.partition("=") for one in each.split(",") if one)
    try:
        places = int(mask, 16)
    except ValueError:
        raise Refusal("outdated") from None
    return StepEdit(
        at=whole(at),
        step=whole(step),
        what=what,
        keep=keep == "k",
        amount=abs(whole(amount)) if amount else None,
        sign="+" if amount.startswith("+") else "-" if amount.startswith("-") else "",
        who=tuple(place for place in range(places.bit_length()) if places >> place & 1),
        each=tuple((whole(place), whole(n)) for place, _, n in pairs),
        commander=commander,
        instead=whole(instead),
    )


def amount(text: str) -> tuple[int, Sign]:
    """The amount typed, and the sign before it; raises Refusal."""
    try:
        number = numbers.whole(text, -MOST_LIFE, MOST_LIFE)
    except ValueError:
        raise Refusal("bad_number", text=text) from None
    sign = numbers.plain(text)[:1]
    return abs(number), "+" if sign == "+" else "-" if sign == "-" else ""


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
    if edit.what not in ADDED:
        raise Refusal("outdated")
    return Correction(before=edit.step, inserted=ADDED[edit.what](edit, game, me), keep=edit.keep)


def place(game: Game, who: PlayerId) -> int:
    """A player's place in turn order."""
    return next(n for n, player in enumerate(game.players) if player.id == who)


def card(game: Game, commander: CommanderId) -> str:
    """A commander card as an edit has it."""
    return f"{place(game, owner_of(commander))}:{commander.rpartition(':')[2]}"


def _who(edit: StepEdit, game: Game) -> tuple[PlayerId, ...]:
    if edit.who and max(edit.who) >= len(game.players):
        raise Refusal("outdated")
    return tuple(game.players[one].id for one in edit.who)


def _commander(edit: StepEdit, game: Game) -> CommanderId | None:
    if edit.commander in ("", NOBODY):
        return None
    owner, _, number = edit.commander.partition(":")
    if whole(owner) not in range(len(game.players)):
        raise Refusal("outdated")
    return f"{game.players[whole(owner)].id}:{number}"


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
        players = _who(replace(edit, who=tuple(place for place, _ in edit.each)), game)
        action = amounts.with_each(action, dict(zip(players, (n for _, n in edit.each), strict=True)))
    elif edit.amount is not None:
        action = _with_amount(action, edit.amount, edit.sign)
    if edit.who and not edit.each:
        action = _with_players(action, _who(edit, game))
    commander = _commander(edit, game)
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


def _amount(edit: StepEdit) -> int:
    if edit.amount is None:
        raise Refusal("bad_number", text="")
    return edit.amount


def _named(edit: StepEdit, game: Game, me: PlayerId | None) -> tuple[PlayerId, ...]:
    """The players meant, by default who asks."""
    if not edit.who and me is None:
        raise Refusal("nobody_meant")
    return _who(edit, game) or ((me,) if me is not None else ())


def _asker(me: PlayerId | None) -> PlayerId:
    if me is None:
        raise Refusal("nobody_meant")
    return me


def _hit(edit: StepEdit, game: Game, me: PlayerId | None) -> Action:
    commander = _commander(edit, game)
    if commander is None:
        return DealDamage(to=_named(edit, game, me), amount=_amount(edit))
    source = owner_of(commander)
    return DealDamage(
        to=_named(edit, game, me), amount=_amount(edit), by=source, combat=True, commander=commander
    )


def _cast(edit: StepEdit, game: Game, me: PlayerId | None) -> Action:
    commander = _commander(edit, game) or f"{_named(edit, game, me)[0]}:1"
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
