"""The form for changing a step or adding a forgotten one, in Discord or on a page."""

from collections.abc import Sequence

from msgspec.structs import replace

from cogs.core import targets
from cogs.core.components import MAX_OPTIONS
from cogs.core.context import ModalFields, typed
from cogs.core.corrections import edits, step_edit
from cogs.core.corrections.additions import ADDED
from cogs.core.corrections.step_edit import StepEdit
from cogs.core.entry_forms.fields import NAMES_LENGTH, amount_field, choice_field, options_field
from cogs.core.entry_forms.reading import read_commander, read_players
from cogs.core.typed_cards import commander_titles
from cogs.entry.fields import STEPS
from cogs.entry.form_field import FormField
from cogs.entry.options import COUNTER_KINDS, read_amount
from cogs.entry.step import ticks
from cogs.text import names
from cogs.text.formatting import comma_separated
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from storage.games.games import Step

_NONE = -(10**9)
"""The value in place of an amount that was not typed."""


def changing(game: Game, step: Step) -> list[FormField]:
    """Return the changeable fields of a step, prefilled."""
    fields = edits.undrawn(step.entry.action)
    possible, found = edits.changeable(fields), list[FormField]()
    if fields is None:
        return found
    if "each" in possible:
        each = comma_separated(f"{game.player(id).name} {n}" for id, n in fields.numbers().items())
        found.append(FormField("each", tr("Players and amounts"), each, required=True, length=2000))
    if "amount" in possible:
        found.append(amount_field(edits.amount_of(fields)))
    if "who" in possible:
        found.append(_players(game, edits.players_of(fields), required=True))
    if "commander" in possible:
        found.append(_commander(game, fields.commander, none=fields.what == "damage"))
    if "with" in possible:
        found.append(options_field(ticks(fields)))
    return found


def adding_fields(game: Game) -> list[FormField]:
    """Return the fields of a forgotten step."""
    kinds = [(kind, f"{names.thing(kind)} +") for kind in COUNTER_KINDS]
    what = [*((key, tr(STEPS[key].label)) for key, step in ADDED.items() if step.what == key), *kinds]
    choices = tuple((value, label, value == "lose") for value, label in what)
    return [
        FormField("what", tr("What happened"), options=choices, required=True),
        amount_field(),
        _players(game, (), required=False),
        _commander(game, None, none=True),
        options_field(),
    ]


def _players(game: Game, chosen: Sequence[PlayerId], *, required: bool) -> FormField:
    if len(game.players) > MAX_OPTIONS:
        named = comma_separated(game.player(id).name for id in chosen)
        return FormField("players", tr("Players"), named, required=required, length=NAMES_LENGTH)
    options = tuple((str(place), one.name, one.id in chosen) for place, one in enumerate(game.players))
    return FormField("who", tr("Players"), options=options, several=True, required=required)


def _commander(game: Game, chosen: str | None, *, none: bool) -> FormField:
    about = tr("For combat damage from a commander, or for casting one")
    cards = {step_edit.commander_option(game, id): title for id, title in commander_titles(game).items()}
    nothing = (step_edit.NO_SOURCE, tr("No commander")) if none else None
    card = step_edit.commander_option(game, chosen) if chosen is not None else ""
    name = "card" if len(cards) >= MAX_OPTIONS else "commander"
    return choice_field(tr("Commander"), name, nothing, cards, about, card)


def _each(game: Game, written: str, me: PlayerId | None, amount: int | None) -> step_edit.Each:
    """Return the named players with the amounts after their names (default: ``amount``); empty if no name
    has one. Raises Refusal."""
    found = targets.amounts(game, written, me, _NONE, signed=True) if written else {}
    if set(found.values()) <= {_NONE}:
        return ()
    if amount is None and _NONE in found.values():
        raise Refusal("bad_number", text=written)
    return tuple(
        (step_edit.place_of(game, id), (amount or 0) if n == _NONE else n) for id, n in found.items()
    )


def edit_of_fields(fields: ModalFields, game: Game, edit: StepEdit, me: PlayerId | None) -> StepEdit:
    """Return the edit from a form or from typed text; raises Refusal for invalid values."""
    text = typed(fields, "amount")
    amount, sign = read_amount(text) if text else (None, "")
    each = _each(game, typed(fields, "each") or typed(fields, "players"), me, amount)
    players, commander = () if each else read_players(fields, game, me), read_commander(fields, game, me)
    none = step_edit.NO_SOURCE if typed(fields, "commander") == step_edit.NO_SOURCE else ""
    return replace(
        edit,
        amount=None if each else amount,
        sign="" if each else sign,
        who=tuple(sorted(step_edit.place_of(game, id) for id in players)),
        each=each,
        commander=step_edit.commander_option(game, commander) if commander else none,
        options=tuple(filter(None, fields["with"])) if "with" in fields else None,
    )
