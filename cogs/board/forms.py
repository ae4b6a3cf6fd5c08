"""The panel's forms: amounts and further options, typed into Discord's modal.

A form's purpose is in its custom_id and its values come with the interaction, so open forms survive a
restart.
"""

from collections.abc import Callable, Mapping, Sequence

import discord
from msgspec.structs import replace

from cogs.board import panel_view
from cogs.core import components, targets
from cogs.core.components import Label, list_field, options, text_field
from cogs.core.context import ModalFields, typed
from cogs.core.entry_forms.fields import (
    NONE_OPTION,
    amount_field,
    amounts_field,
    choice_field,
    commander_field,
    labeled,
)
from cogs.core.entry_forms.reading import read_commander, read_each, read_options
from cogs.core.targets import life_totals
from cogs.core.typed_cards import KIND_LENGTH, counter_kind
from cogs.entry.fields import StepFields
from cogs.entry.options import COUNTER_KINDS, TICKED, read_amount, read_number
from cogs.entry.step import action_of, not_in_step, with_sign
from cogs.text import names
from cogs.text.language import mark, tr
from rules.actions.action import Action
from rules.actions.table import Hold, as_one_event
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.players.life import Amount
from rules.refusal import Refusal

Read = Callable[[ModalFields, Game, tuple[PlayerId, ...], PlayerId | None], Action]
"""Returns a filled-in form's action from the game, the form's players and the user; may raise Refusal."""
HOLD_OPTION = "hold"
LIFE_FORMS: Mapping[str, tuple[str, StepFields, Amount | None]] = {
    "lose": (mark("Lose life"), StepFields(what="lose"), None),
    "gain": (mark("Gain life"), StepFields(what="gain"), None),
    "drain": (mark("Drain: gain all that is lost"), StepFields(what="drain"), None),
    "drain_once": (mark("Drain: gain the amount once"), StepFields(what="drain"), None),
    "pay": (mark("Pay life"), StepFields(what="pay"), None),
    "set": (mark("Set life total"), StepFields(what="set"), None),
    "double": (mark("Double life"), StepFields(what="multiply", times=2), None),
    "triple": (mark("Triple life"), StepFields(what="multiply", times=3), None),
    "half_up": (mark("Lose half, rounded up"), StepFields(what="lose"), "half_up"),
    "half_down": (mark("Lose half, rounded down"), StepFields(what="lose"), "half_down"),
    "pay_half_up": (mark("Pay half, rounded up"), StepFields(what="pay"), "half_up"),
    "pay_half_down": (mark("Pay half, rounded down"), StepFields(what="pay"), "half_down"),
    "damage_half_up": (mark("Take half as damage, rounded up"), StepFields(what="halved"), "half_up"),
    "damage_half_down": (mark("Take half as damage, rounded down"), StepFields(what="halved"), "half_down"),
    "exchange": (mark("Exchange totals with a player"), StepFields(what="exchange"), None),
    "exchange_number": (mark("Exchange total with a number"), StepFields(what="exchange_number"), None),
    "each": (mark("Set several totals"), StepFields(what="set"), None),
    "redistribute": (mark("Redistribute totals"), StepFields(what="redistribute"), None),
}
"""Choices about life: the label, the fields of the step, and the amount if it is a half."""
TOTAL_CHOICES = ("each", "redistribute")
"""Choices that take their amounts from the field for new totals."""


def panel_form(kind: str, target: str, custom_id: str, game: Game) -> discord.ui.Modal:
    """Return the form "life", "damage" or "counter" for a panel's target at a game; raises Refusal for any
    other."""
    who = tr(target) if target in panel_view.PANEL_GROUPS else game.player(target).name
    titles = {
        "life": tr("Life for {who}", who=who),
        "damage": tr("Damage for {who}", who=who),
        "counter": tr("Counters for {who}", who=who),
    }
    if kind not in PANEL_FORMS:
        raise Refusal("outdated")
    return components.form(titles[kind], custom_id, *PANEL_FORMS[kind][0](game))


def action_of_form(
    kind: str, fields: ModalFields, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None
) -> Action:
    """Return the action of a filled-in form; raises Refusal for invalid values."""
    if kind not in PANEL_FORMS:
        raise Refusal("outdated")
    return PANEL_FORMS[kind][1](fields, game, who, me)


def _life(game: Game) -> Sequence[Label]:
    """Return the step for any change of life totals; doubling and the like need no amount."""
    what = options([(value, tr(title)) for value, (title, _, _) in LIFE_FORMS.items()], "lose")
    about = tr("Each player's new total, for changes to several totals")
    other = tr("Player to exchange totals with, or who gains what is drained")
    return (
        labeled(amounts_field("3")),
        list_field(tr("Action"), "what", what),
        _choice(tr("With"), "other", tr("Me"), _people(game), other),
        text_field(tr("New totals"), "totals", 2000, about=about, placeholder="Ana 12, Ben 3"),
    )


def _read_life(fields: ModalFields, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> Action:
    what = typed(fields, "what")
    if what not in LIFE_FORMS:
        raise Refusal("outdated")
    other = _player(game, _picked(fields, "other"), me)
    each, sign = _each(fields, game, who, me)
    filled = with_sign(replace(LIFE_FORMS[what][1], each=each, requester=me, other=other), sign)
    if what == "drain_once":
        once = {*map(abs, filled.numbers().values())}
        if len(once) != 1:
            raise Refusal("bad_number", text=typed(fields, "amount"))
        filled = replace(filled, gain=once.pop())
    return action_of(filled, game)


def _each(
    fields: ModalFields, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None
) -> tuple[Mapping[PlayerId, Amount | None], str]:
    """Return the amounts by player, from the form's field that fits the choice, and the sign."""
    what, totals = typed(fields, "what"), typed(fields, "totals")
    _, step, half = LIFE_FORMS[what]
    if totals and what not in TOTAL_CHOICES:
        raise not_in_step("totals", step.what)
    if typed(fields, "amount") and (half is not None or what in TOTAL_CHOICES):
        raise not_in_step("amount", step.what)
    if what in TOTAL_CHOICES:
        return life_totals(game, totals, me), ""
    return (dict.fromkeys(who, half), "") if half is not None else read_each(fields, game, who, me)


def _damage(game: Game) -> Sequence[Label]:
    hold = (HOLD_OPTION, tr("Hold"), tr("Keep holding (no one loses until Release)"))
    keywords = options([*((name, tr(text)) for name, text in TICKED), hold])
    owner = tr("Me, if it's dealt to others, or the commander's owner")
    return (
        labeled(amounts_field("3")),
        list_field(tr("With"), "with", keywords, required=False, several=True),
        text_field(tr("Toxic"), "toxic", 2, about=tr("Poison counters in addition to combat damage")),
        labeled(commander_field(game)),
        _choice(tr("From"), "source", owner, _people(game), tr("Controller of the damage source")),
    )


def _read_damage(fields: ModalFields, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> Action:
    each, sign = read_each(fields, game, who, me)
    toxic = typed(fields, "toxic")
    damage = StepFields(
        what="damage",
        each=each,
        requester=me,
        source=_player(game, _picked(fields, "source"), me),
        commander=read_commander(fields, game, me, own=who != (me,)),
        toxic=read_number(toxic) if toxic else 0,
    )
    action = action_of(with_sign(replace(damage, **read_options(fields)), sign), game)
    return as_one_event(Hold(), action) if HOLD_OPTION in fields.get("with", ()) and not game.held else action


def _people(game: Game) -> dict[str, str]:
    return {panel_view.target_key(player.id): player.name for player in game.remaining}


def _choice(text: str, name: str, nothing: str, choices: Mapping[str, str], about: str) -> Label:
    return labeled(choice_field(text, name, (NONE_OPTION, nothing), choices, about))


def _picked(fields: ModalFields, name: str) -> str | None:
    text = typed(fields, name)
    return text if text and text != NONE_OPTION else None


def _player(game: Game, picked: str | None, me: PlayerId | None) -> PlayerId | None:
    """Return the player picked from a list or typed; raises Refusal for an unknown name."""
    if picked is None:
        return None
    meant = panel_view.decode_target(game, picked)
    return meant if any(player.id == meant for player in game.players) else targets.player(game, picked, me)


def _counter(_game: Game) -> Sequence[Label]:
    kinds = options([(kind, names.thing(kind)) for kind in COUNTER_KINDS], "poison")
    ways = options([("add", tr("Add counters")), ("remove", tr("Remove counters"))], "add")
    return (
        labeled(amount_field(required=True)),
        list_field(tr("Kind"), "kind", kinds),
        text_field(tr("Custom kind"), "own", KIND_LENGTH),
        list_field(tr("Action"), "way", ways),
    )


def _read_counter(fields: ModalFields, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> Action:
    own = typed(fields, "own")
    kind = counter_kind(game, own) if own else typed(fields, "kind")
    if not own and kind not in COUNTER_KINDS:
        raise Refusal("outdated")
    number, sign = read_amount(typed(fields, "amount"))
    way = "remove" if typed(fields, "way") == "remove" else "add"
    step = StepFields(what=way, each=dict.fromkeys(who, number), requester=me, kind=kind)
    return action_of(with_sign(step, sign), game)


PANEL_FORMS: Mapping[str, tuple[Callable[[Game], Sequence[Label]], Read]] = {
    "life": (_life, _read_life),
    "damage": (_damage, _read_damage),
    "counter": (_counter, _read_counter),
}
"""Each kind's fields, and the function that reads them."""
