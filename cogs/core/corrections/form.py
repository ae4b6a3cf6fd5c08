"""What is filled in to change a step or to add a forgotten one, on a form of Discord's or on a page."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from cogs.core import targets
from cogs.core.components import MOST_OPTIONS
from cogs.core.context import Fields, typed
from cogs.core.corrections import amounts, edits, step_edit
from cogs.core.corrections.step_edit import StepEdit
from cogs.core.targets import MOST_LIFE
from cogs.core.things import KINDS, commander_id, commander_titles
from cogs.summary.fix_preview import FixField
from cogs.text import names
from cogs.text.language import mark, tr
from rules.actions.damage import DealDamage
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from storage.games.games import Step

_NONE = -(10**9)
"""In place of an amount that was not typed."""
ADDABLE: Mapping[str, str] = {
    "lose": mark("Lose life"),
    "gain": mark("Gain life"),
    "drain": mark("Drain: gain all that is lost"),
    "set": mark("Set life total"),
    "damage": mark("Take damage"),
    "cast": mark("Cast commander"),
    "turn": mark("Pass turn"),
    "leave": mark("Leave the game"),
}
"""What can be added, beside counters."""


def changing(game: Game, step: Step) -> list[FixField]:
    """What can be changed about a step, filled in as it is."""
    action = edits.undrawn(step.entry.action)
    possible = edits.changeable(action)
    found: list[FixField] = []
    if "each" in possible:
        each = ", ".join(f"{game.player(id).name} {n}" for id, n in amounts.each_of(action).items())
        found.append(FixField("each", tr("Players and amounts"), each, required=True, length=2000))
    if "amount" in possible:
        found.append(_amount(edits.amount_of(action)))
    if "who" in possible:
        found.append(_players(game, edits.players_of(action), required=True))
    if "commander" in possible:
        chosen = action.commander if isinstance(action, DealDamage) else getattr(action, "commander", None)
        found.append(_commander(game, chosen, none=isinstance(action, DealDamage)))
    return found


def adding(game: Game) -> list[FixField]:
    """What has to be known of a step that was forgotten."""
    kinds = [(kind, f"{names.thing(kind)} +") for kind in KINDS]
    what = [*((key, tr(text)) for key, text in ADDABLE.items()), *kinds]
    return [
        FixField("what", tr("What happened"), options=_options(what, "lose"), required=True),
        _amount(None),
        _players(game, (), required=False),
        _commander(game, None, none=True),
    ]


def _options(choices: Sequence[tuple[str, str]], chosen: str) -> tuple[tuple[str, str, bool], ...]:
    return tuple((value, label, value == chosen) for value, label in choices)


def _amount(value: object) -> FixField:
    shown = "" if value is None else str(value)
    length = len(f"+{MOST_LIFE}")
    return FixField("amount", tr("Amount"), shown, placeholder=tr("0 to 999999"), length=length)


def _players(game: Game, chosen: Sequence[PlayerId], *, required: bool) -> FixField:
    if len(game.players) > MOST_OPTIONS:
        named = ", ".join(game.player(id).name for id in chosen)
        return FixField("players", tr("Players"), named, required=required, length=1000)
    options = tuple((str(place), one.name, one.id in chosen) for place, one in enumerate(game.players))
    return FixField("who", tr("Players"), options=options, several=True, required=required)


def _commander(game: Game, chosen: str | None, *, none: bool) -> FixField:
    titles = commander_titles(game)
    about = tr("For combat damage from a commander, or for casting one")
    if len(titles) >= MOST_OPTIONS:
        return FixField("card", tr("Commander"), titles.get(chosen or "", ""), about=about, length=100)
    nothing = [(step_edit.NOBODY, tr("No commander"))] if none else []
    cards = [(step_edit.card(game, id), title) for id, title in titles.items()]
    picked = step_edit.card(game, chosen) if chosen in titles else step_edit.NOBODY
    return FixField("commander", tr("Commander"), options=_options([*nothing, *cards], picked), about=about)


def each(game: Game, written: str, me: PlayerId | None, amount: int | None = None) -> step_edit.Each:
    """The players named with the amounts behind their names, which ``amount`` is for the others; nobody where
    no name has one. Raises Refusal."""
    found = targets.amounts(game, written, me, _NONE, signed=True)
    if set(found.values()) == {_NONE}:
        return ()
    if amount is None and _NONE in found.values():
        raise Refusal("bad_number", text=written)
    return tuple((step_edit.place(game, id), (amount or 0) if n == _NONE else n) for id, n in found.items())


def filled_in(fields: Fields, game: Game, edit: StepEdit, me: PlayerId | None) -> StepEdit:
    """The edit with what was filled into one of the forms; raises Refusal for what can't be read."""
    text = typed(fields, "amount")
    amount, sign = step_edit.amount(text) if text else (None, "")
    named = typed(fields, "players")
    if named:
        who = tuple(step_edit.place(game, id) for id in targets.players(game, named, me))
    else:
        who = tuple(sorted(int(one) for one in fields.get("who", ()) if one.isascii() and one.isdigit()))
    title = typed(fields, "card")
    found = commander_id(game, title, me) if title else None
    if several := typed(fields, "each"):
        edit = replace(edit, each=each(game, several, me))
    commander = step_edit.card(game, found) if found else typed(fields, "commander")
    return replace(edit, amount=amount, sign=sign, who=who, commander=commander)
