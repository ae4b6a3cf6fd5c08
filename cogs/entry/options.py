"""Options of steps: damage options, kinds of counters, amounts, and buttons."""

from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from cogs.text.language import mark
from rules.numbers import MAX_AMOUNT, ascii_digits, parse_integer
from rules.players.designations import INITIATIVE, MONARCH, RING, SPEED
from rules.refusal import Refusal

LIFE_STEPS = (-5, -1, 1, 5)
"""Changes of life with a button on boards and remotes."""
HITS = range(1, 21)
"""Amounts of commander damage with a button; higher ones are typed."""
DESIGNATIONS: Mapping[str, tuple[str, str]] = {
    "monarch": (mark("Monarch"), MONARCH),
    "initiative": (mark("Initiative"), INITIATIVE),
    "blessing": (mark("City's blessing"), "city's blessing"),
    "ring": (mark("The Ring tempts"), RING),
    "speed": (mark("Start engines"), SPEED),
}
"""Designations with their buttons and the resulting status."""
COUNTER_KINDS = ("poison", "energy", "experience", "rad", "ticket")
"""Suggested kinds of counters; players may type others."""
Sign: TypeAlias = Literal["", "+", "-"]


class DamageOption(Struct, frozen=True):
    """An option of damage, by the name of its field in actions.

    ``about`` describes it as an option of a command. With ``limit`` it is a number up to that, otherwise a
    yes or no; ``default``: its default value, None if other fields decide.
    """

    name: str
    label: str
    about: str
    default: bool | int | None = False
    limit: int = 0


DAMAGE_OPTIONS = (
    DamageOption(
        "combat",
        mark("combat"),
        "Whether it's combat damage (default: only by a commander or with toxic)",
        default=None,
    ),
    DamageOption("infect", mark("infect"), "Poison counters instead of life loss"),
    DamageOption("toxic", mark("Toxic"), "Poison counters in addition to combat damage", default=0, limit=99),
    DamageOption(
        "lifelink",
        mark("lifelink"),
        "Whether the source's controller gains that much life (default: no)",
    ),
    DamageOption(
        "unpreventable", mark("unpreventable"), "Whether the damage can't be prevented (default: no)"
    ),
    DamageOption(
        "shielded",
        mark("Prevented by shields"),
        "How much of it shields prevent if several sources deal damage at once (default: all they can)",
        default=None,
        limit=MAX_AMOUNT,
    ),
)
"""All damage options, in the order of the command. Buttons contain their indexes, so add new ones
at the end."""
NONCOMBAT = "noncombat"
"""The list option for noncombat damage."""
TICKED = (
    *(("combat", mark("combat")), (NONCOMBAT, mark("noncombat"))),
    *((one.name, one.label) for one in DAMAGE_OPTIONS if one.default is False),
)
"""The options to tick in a list, with their labels."""


def ticked(values: Collection[str]) -> dict[str, bool | None]:
    """Return each ticked option of a list with its value, combat as None if neither is ticked.

    Raises Refusal "combat_or_not" if it is ticked both ways.
    """
    if NONCOMBAT in values and "combat" in values:
        raise Refusal("combat_or_not")
    found: dict[str, bool | None] = {one.name: one.name in values for one in DAMAGE_OPTIONS if not one.limit}
    found["combat"] = True if "combat" in values else False if NONCOMBAT in values else None
    return found


def read_amount(text: str) -> tuple[int, Sign]:
    """Return the typed amount, without its sign, and the sign before it; raises Refusal "bad_number"."""
    try:
        number = parse_integer(text, -MAX_AMOUNT, MAX_AMOUNT)
    except ValueError:
        raise Refusal("bad_number", text=text) from None
    sign = ascii_digits(text)[:1]
    return abs(number), "+" if sign == "+" else "-" if sign == "-" else ""


def read_number(text: str) -> int:
    """Return the typed number, from 0 to MAX_AMOUNT; raises Refusal "bad_number"."""
    number, sign = read_amount(text)
    if sign == "-" and number:
        raise Refusal("bad_number", text=text)
    return number
