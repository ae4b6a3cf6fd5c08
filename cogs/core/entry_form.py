"""The fields of steps in forms: drawn for Discord and for pages, and read when they are filled in."""

import re
import zlib
from collections.abc import Callable, Collection, Sequence

from cogs.core import targets
from cogs.core.components import MOST_OPTIONS, OPTION_LENGTH, Label, list_field, options, text_field
from cogs.core.context import Fields, typed
from cogs.core.things import commander_id, commander_titles
from cogs.entry.form_field import FormField
from cogs.entry.options import TICKED, read_amount, ticked
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.parts import CommanderId, PlayerId
from rules.numbers import MAX_AMOUNT
from rules.players.commanders import commander_id as commander_of
from rules.refusal import Refusal

NOTHING = "none"
"""The option of a list that stands for nothing."""
NO_COMMANDER = "-"
"""The same where a step is fixed."""
AMOUNTS_LENGTH = NAMES_LENGTH = 1000
_PLACE = re.compile(r"([0-9]{1,3}):([0-9])")
"""A commander by the place of its owner in turn order."""


def label(field: FormField) -> Label:
    """Return a field as Discord shows it."""
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
    """Return the field for one amount, or for several players' own ones."""
    about = tr("One amount, or each player's own: Ben 3, Cy 5")
    return FormField("amount", tr("Amount"), about=about, placeholder=example, length=AMOUNTS_LENGTH)


def key(who: str, length: int = OPTION_LENGTH) -> str:
    """Return a player in so few letters that they fit into a list or button, whatever a guest is called."""
    return who if len(who) <= length else format(zlib.crc32(who.encode()), "x")


def commander_field(
    game: Game,
    about: str,
    chosen: CommanderId | None = None,
    *,
    name: str = "commander",
    value: Callable[[CommanderId], str] = str,
    nothing: str | None = NOTHING,
) -> FormField:
    """Return a list of commanders, or a field to type into, called ``name``, where it would be too long."""
    text, titles = tr("Commander"), commander_titles(game)
    if len(titles) >= MOST_OPTIONS:
        shown = titles.get(chosen or "", "")
        placeholder = tr("No commander") if nothing else ""
        return FormField(name, text, shown, about=about, placeholder=placeholder, length=OPTION_LENGTH)
    none = [(nothing, tr("No commander"), chosen not in titles)] if nothing else []
    cards = [(value(id), title, id == chosen) for id, title in titles.items()]
    return FormField("commander", text, options=(*none, *cards), about=about)


def options_field(chosen: Collection[str] = ()) -> FormField:
    """Return the list of damage's options."""
    shown = tuple((name, tr(text), name in chosen) for name, text in TICKED)
    return FormField("with", tr("With"), options=shown, several=True)


def read_each(
    fields: Fields, game: Game, who: Sequence[PlayerId], me: PlayerId | None
) -> tuple[dict[PlayerId, int | None], str]:
    """Return how much was typed for whom, None where nothing was, and the sign before one amount for all.

    Amounts that were typed behind names keep their signs. Raises Refusal for what can't be read.
    """
    text = typed(fields, "amount")
    if not text:
        return dict.fromkeys(who), ""
    try:
        number, sign = read_amount(text)
    except Refusal:
        return {**targets.amounts(game, text, me, None, signed=True)}, ""
    return dict.fromkeys(who, number), sign


def read_players(fields: Fields, game: Game, me: PlayerId | None) -> tuple[PlayerId, ...]:
    """Return the players who were picked or typed, none where nothing was; raises Refusal."""
    values, text = [value for value in fields.get("who", ()) if value], typed(fields, "players")
    by_value = {key(one.id): one.id for one in game.players}
    if len(game.players) <= MOST_OPTIONS:
        by_value |= {str(place): one.id for place, one in enumerate(game.players)}
    if not text and all(value in by_value for value in values):
        return tuple(by_value[value] for value in values)
    return targets.players(game, text, me) if (text := text or typed(fields, "who")) else ()


def read_commander(
    fields: Fields, game: Game, me: PlayerId | None, *, own: bool = True
) -> CommanderId | None:
    """Return the commander who was picked or typed; ``own`` prefers one's own of several of one name."""
    picked = typed(fields, "card") or typed(fields, "commander")
    if picked in ("", NOTHING, NO_COMMANDER):
        return None
    by_place = _PLACE.fullmatch(picked)
    if by_place is None:
        return commander_id(game, picked, me, own=own)
    if int(by_place[1]) >= len(game.players):
        raise Refusal("outdated")
    return commander_of(game.players[int(by_place[1])].id, int(by_place[2]))


def read_options(fields: Fields) -> dict[str, bool | None]:
    """Return the options of damage as they were ticked; none where the form had no list of them."""
    return ticked(fields["with"]) if "with" in fields else {}
