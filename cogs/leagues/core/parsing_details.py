"""Details of a result beside places: seats, kills, achievements, decks, games won."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from cogs.text.formatting import visible
from cogs.text.leagues import typed
from cogs.text.matching import nearest
from cogs.text.people import best_match
from cogs.text.typed import MENTION, bare, new_name, sheltered, signs, unsheltered
from rules.numbers import parse_integer
from rules.refusal import Refusal

ADJACENT_MENTIONS = re.compile(rf"({MENTION.pattern})\s+(?=<@)")
"""Mentions with only spaces between them."""
DECK_LENGTH = 100
_BETWEEN_GAMES = re.compile("[-–:]")
_OPEN_MENTION = re.compile(r"<@!?[0-9]{1,19}")
_OPEN_LENGTH = len("<@!") + 19
MAX_GAMES = MAX_TIMES = 99
"""Maximum games that a side can have won in a match, and times that a player can have one achievement."""

NameIndex: TypeAlias = Mapping[str, int]
"""Indexes of a result's players by name, with keys made by ``name_key``."""


def split(text: str, marks: str) -> list[str]:
    """Return the parts between any of these characters, except within brackets."""
    parts, depth = [""], 0
    for char in signs(sheltered(text)):
        depth += (char == "(") - (char == ")")
        if char in marks and depth <= 0 and not (char == ">" and _in_mention(parts[-1])):
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]


def _in_mention(before: str) -> bool:
    return _OPEN_MENTION.fullmatch(before, max(0, before.rfind("<", -_OPEN_LENGTH))) is not None


def parse_score(text: str, sides: int) -> list[int | None]:
    """Return the games that each side won, and the drawn ones."""
    if not text.strip():
        return [*[None] * sides, 0]
    numbers = _BETWEEN_GAMES.split(text)
    try:
        won = [parse_integer(one, 0, MAX_GAMES) for one in numbers[:3]]
    except ValueError:
        won = []
    if len(numbers) not in (2, 3) or sides != 2 or not won:
        raise Refusal("bad_score", text=text)
    return [won[0], won[1], won[2] if len(won) == 3 else 0]


def name_key(name: str) -> str:
    """Return a name's key for look-ups."""
    shown = name.replace("<@!", "<@").lstrip(" ")
    return bare(new_name(shown) or shown).casefold()


def _index(name: str, names: NameIndex) -> int:
    typed = bare(name)
    wanted = name_key(name).removeprefix("@")
    for one in (typed.casefold().removeprefix("@"), wanted):
        if one in names:
            return names[one]
    found = best_match(wanted, names)
    if found is None:
        raise Refusal("not_in_report", name=typed, hint=nearest(wanted, names) or "")
    return found


def parse_seats(text: str, names: NameIndex) -> list[int]:
    """Return the named players, in seat order."""
    spaced = ADJACENT_MENTIONS.sub(r"\1, ", text)
    found = [_index(one, names) for one in split(spaced, ",")]
    if len(set(found)) < len(found):
        raise Refusal("player_twice")
    return found


def parse_kills(text: str, names: NameIndex) -> list[tuple[int, int]]:
    """Parse kills such as ``Ana: Ben, Cy; Dee: Ana``, in order; raises Refusal."""
    found: list[tuple[int, int]] = []
    for killer, victim in _said(
        ADJACENT_MENTIONS.sub(r"\1, ", text), names, lambda part: Refusal("kills_unreadable", text=part)
    ):
        victims = _index(victim, names)
        if victims in (out for _, out in found):
            raise Refusal("killed_twice", name=bare(victim))
        found.append((killer, victims))
    return found


def parse_awards(text: str, names: NameIndex) -> dict[int, dict[str, int]]:
    """Parse achievements such as ``Ana: play of the game, Ben: first draw 2``; raises Refusal."""
    found: dict[int, dict[str, int]] = {}
    for who, what in _said(text, names, lambda part: Refusal("awards_unreadable", text=part)):
        award, times = _counted(what)
        found.setdefault(who, {})[typed.award(bare(award))] = times
    return found


def _counted(what: str) -> tuple[str, int]:
    """Return an achievement and its count, which may come after it: "first draw 2"."""
    award, _, times = " ".join(what.split()).rpartition(" ")
    try:
        return (award, parse_integer(times, 0, MAX_TIMES)) if award else (what, 1)
    except ValueError:
        return what, 1


def decks(text: str, names: NameIndex) -> dict[int, str]:
    """Parse decks such as ``Ana: Burn; Ben: Storm``, whose names may have commas; raises Refusal."""
    found: dict[int, list[str]] = {}
    for who, deck in _said(text, names, lambda part: Refusal("decks_unreadable", text=part)):
        found.setdefault(who, []).append(bare(deck))
    return {who: visible(", ".join(parts))[:DECK_LENGTH] for who, parts in found.items()}


def _said(text: str, names: NameIndex, unreadable: Callable[[str], Refusal]) -> Iterator[tuple[int, str]]:
    """Yield the values by player of ``Ana: this, Ben: that, and that``; a value without a name belongs to
    the previous one.

    Raises ``unreadable`` for anything else, and "not_in_report".
    """
    who: int | None = None
    for part in split(text, ",;\n"):
        name, colon, what = part.partition(":")
        if colon:
            who, part = _index(name, names), what.strip()
        if who is None or not part:
            raise unreadable(unsheltered(name))
        yield who, part
