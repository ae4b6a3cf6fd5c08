"""The fields of steps in forms, for Discord and for pages."""

import zlib
from collections.abc import Collection, Mapping

from cogs.core.components import MAX_OPTIONS, OPTION_LENGTH, Label, list_field, options, text_field
from cogs.core.typed_cards import commander_titles
from cogs.entry.form_field import FormField
from cogs.entry.options import TICKED
from cogs.text.language import tr
from rules.game.game import Game
from rules.numbers import MAX_AMOUNT

NONE_OPTION = "none"
"""The option of a list for none."""
NO_COMMANDER = "-"
"""`NO_COMMANDER` in a fix."""
AMOUNTS_LENGTH = NAMES_LENGTH = 1000


def labeled(field: FormField) -> Label:
    """Return a field with its label in Discord."""
    if not field.options:
        return text_field(
            *(field.label, field.name, field.length),
            about=field.about or None,
            value=field.value or None,
            placeholder=field.placeholder or None,
            required=field.required,
        )
    choices = options((value, text) for value, text, _ in field.options)
    for choice, (_, _, chosen) in zip(choices, field.options, strict=False):
        choice.default = chosen
    return list_field(
        *(field.label, field.name, choices),
        about=field.about or None,
        required=field.required,
        several=field.several,
    )


def amount_field(value: object = None, *, required: bool = False) -> FormField:
    """Return the field for one amount."""
    return FormField(
        "amount",
        tr("Amount"),
        "" if value is None else str(value),
        placeholder=tr("0 to 999999"),
        required=required,
        length=len(f"+{MAX_AMOUNT}"),
    )


def amounts_field(example: str) -> FormField:
    """Return the field for one amount, or for an amount per player."""
    about = tr("One amount, or each player's own: Ben 3, Cy 5")
    return FormField("amount", tr("Amount"), about=about, placeholder=example, length=AMOUNTS_LENGTH)


KEY_LENGTH = 50
"""Characters of a player's key that fit into a button beside a word."""


def player_key(who: str, length: int = OPTION_LENGTH) -> str:
    """Return a player's key in a list or button: the ID, or its CRC-32 in hex if longer than ``length``."""
    return who if len(who) <= length else format(zlib.crc32(who.encode()), "x")


def choice_field(
    text: str,
    name: str,
    nothing: tuple[str, str] | None,
    choices: Mapping[str, str],
    about: str,
    chosen: str = "",
) -> FormField:
    """Return a list of choices, with one for none first; a text field if the list would be too long."""
    if len(choices) >= MAX_OPTIONS:
        shown, placeholder = choices.get(chosen, ""), nothing[1] if nothing else ""
        return FormField(name, text, shown, about=about, placeholder=placeholder, length=OPTION_LENGTH)
    none = [(*nothing, chosen not in choices)] if nothing else []
    listed = [(value, title, value == chosen) for value, title in choices.items()]
    return FormField(name, text, options=(*none, *listed), about=about)


def commander_field(game: Game) -> FormField:
    """Return the list of commanders that can have dealt damage, with each one's tally."""
    limit = game.rules.commander_damage_limit
    if limit is None:
        about = tr("Commander that dealt the combat damage")
    else:
        about = tr("Combat damage that counts toward the commander's {limit}", limit=limit)
    return choice_field(
        tr("Commander"), "commander", (NONE_OPTION, tr("No commander")), commander_titles(game), about
    )


def options_field(chosen: Collection[str] = ()) -> FormField:
    """Return the list of damage options."""
    shown = tuple((name, tr(text), name in chosen) for name, text in TICKED)
    return FormField("with", tr("With"), options=shown, several=True)
