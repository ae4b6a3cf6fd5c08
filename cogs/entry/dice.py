"""Dice notation: 2d6+1, d20, d%, 4d6kh3 and sums of such."""

import re
from collections.abc import Callable

from msgspec import Struct

from cogs.text.formatting import comma_separated
from cogs.text.language import numeral, tr
from rules.numbers import ascii_digits
from rules.refusal import Refusal

MAX_DICE = 100
_TERM = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<number>\d{1,6})(?!\d*d)|"
    r"(?P<count>\d{0,3})d(?P<sides>\d{1,6}|%)(?:(?P<pick>kl|kh?|dh|dl)(?P<picked>\d{0,3}))?)",
    re.ASCII,
)
_SPACED = re.compile(r"\s(?=[+-])|(?<=[+-])\s")
"""A space beside a sign."""


class Number(Struct, frozen=True, kw_only=True):
    """A number that is added, or subtracted with the sign -1."""

    sign: int
    value: int


class Dice(Struct, frozen=True, kw_only=True):
    """Dice of one kind, of which the `kept` highest or lowest count."""

    sign: int
    count: int
    sides: int
    kept: int
    highest: bool


Terms = tuple[Number | Dice, ...]


def parse_notation(typed: str) -> Terms:
    """Parse a dice notation; raises Refusal if it is invalid, or has too many dice."""
    text = _SPACED.sub("", " ".join(ascii_digits(typed).split())).casefold()
    terms: list[Number | Dice] = []
    at = 0
    while at < len(text) or not terms:
        match = _TERM.match(text, at)
        term = _term(match) if match is not None and (match["sign"] or not terms) else None
        if match is None or term is None:
            raise Refusal("bad_dice", text=typed)
        terms.append(term)
        at = match.end()
    if sum(term.count for term in terms if isinstance(term, Dice)) > MAX_DICE:
        raise Refusal("too_many_dice", allows=MAX_DICE)
    return tuple(terms)


def _term(match: re.Match[str]) -> Number | Dice | None:
    sign = -1 if match["sign"] == "-" else 1
    if match["number"] is not None:
        return Number(sign=sign, value=int(match["number"]))
    count = int(match["count"] or 1)
    sides = 100 if match["sides"] == "%" else int(match["sides"])
    pick, picked = match["pick"], int(match["picked"] or 1)
    kept = count if pick is None else picked if pick.startswith("k") else count - picked
    if not (sides and 1 <= kept <= count):
        return None
    return Dice(sign=sign, count=count, sides=sides, kept=kept, highest=pick not in ("kl", "dh"))


def roll_dice(terms: Terms, draw: Callable[[int], int]) -> str:
    """Roll the dice; return each die and the total. `draw` returns a number from 1 to the sides."""
    total, text = 0, ""
    for term in terms:
        value, words = (term.value, str(term.value)) if isinstance(term, Number) else _rolled(term, draw)
        total += term.sign * value
        text += (
            f" {'+' if term.sign > 0 else '−'} {words}" if text else f"{'' if term.sign > 0 else '−'}{words}"
        )
    return text if text == str(total) else f"{text} = {numeral(total)}"


def _rolled(dice: Dice, draw: Callable[[int], int]) -> tuple[int, str]:
    """Return the sum of the dice that count, and all dice in words."""
    rolls = [draw(dice.sides) for _ in range(dice.count)]
    order = sorted(range(dice.count), key=lambda die: rolls[die], reverse=dice.highest)
    kept, dropped = sorted(order[: dice.kept]), sorted(order[dice.kept :])
    words = comma_separated(str(rolls[die]) for die in kept)
    if dropped:
        without = comma_separated(str(rolls[die]) for die in dropped)
        words = tr("{dice}, dropped {dropped}", dice=words, dropped=without)
    return sum(rolls[die] for die in kept), words if dice.count == 1 else f"({words})"
