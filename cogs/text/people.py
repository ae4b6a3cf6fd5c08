"""The resolver of people: finds the person whom a typed name means.

Tables, events and leagues provide the candidates with all their names. A whole name comes before one that
differs only in accents, that before a beginning, and that before a part from the middle.
"""

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from msgspec import Struct

from cogs.text.formatting import visible
from cogs.text.matching import nearest
from cogs.text.typed import COMMA, MENTION, unaccented
from rules.refusal import Refusal

K = TypeVar("K")

EXACT, UNACCENTED, BEGINNING, PART, NONE = range(5)
"""The quality of a name's match, best first."""
MAX_NAMED = 10
"""Candidates that a question names at most."""
LONG_NAME_SIMILARITY = 0.8
"""How alike long names are, from 0 to 1, for one to be a slip of the other."""
SHORTEST_SLIP = 3
"""Letters of a name in which one can be wrong."""
_NUMBER = re.compile(r"(?:.*\()?#([0-9]{1,18})\)?")
_HANDLE = re.compile(r".*\(@(\S+)\)")
"""A number alone, or a number or username after the name, as a question shows them."""


class Candidate(Struct, frozen=True):
    """Someone whom a name may mean: their names, and the one shown first.

    ``number``: their number after a #. ``counts_for``: the number of the person they turned out to be.
    ``handle``: distinguishes members with equal names. ``hidden``: they are found but never suggested, such
    as people whose data was deleted.
    """

    names: tuple[str, ...]
    user: int | None = None
    number: int | None = None
    counts_for: int | None = None
    handle: str = ""
    hidden: bool = False


def distinct_names(*names: str | None) -> tuple[str, ...]:
    """Return the given names, each once."""
    return tuple(dict.fromkeys(name for name in names if name))


def best_fits(typed: str, people: Mapping[K, Candidate], worst: int = PART) -> tuple[int, list[K]]:
    """Return the quality of the name's match, from `EXACT` to `NONE`, and all people with that quality.

    A mention and a number after a # are exact. ``worst``: the minimum quality.
    """
    if mention := MENTION.fullmatch(typed.strip()):
        return _best({key: EXACT for key, one in people.items() if one.user == int(mention[1])}, people)
    wanted = " ".join(visible(typed).split()).lstrip("@ ")
    number = _NUMBER.fullmatch(wanted)
    if number and (numbered := [key for key, one in people.items() if one.number == int(number[1])]):
        return EXACT, numbered
    if not wanted:
        return NONE, []
    if handle := _HANDLE.fullmatch(wanted):
        wanted = handle[1]
    rank = _rank(wanted, worst)
    return _best({key: min(map(rank, one.names), default=NONE) for key, one in people.items()}, people)


def _best(ranks: Mapping[K, int], people: Mapping[K, Candidate]) -> tuple[int, list[K]]:
    best = min(ranks.values(), default=NONE)
    found = [key for key, rank in ranks.items() if rank == best < NONE]
    numbers = {people[key].number for key in found} - {None}
    return best, [key for key in found if people[key].counts_for not in numbers]


def _rank(wanted: str, worst: int) -> Callable[[str], int]:
    exact, plain = wanted.casefold(), _plain(wanted)
    part = worst >= PART and (len(plain) > 1 or not plain.isascii())

    def rank(name: str) -> int:
        if name.casefold() == exact:
            return EXACT
        other = _plain(name)
        if other == plain:
            return UNACCENTED
        if worst >= BEGINNING and other.startswith(plain):
            return BEGINNING
        return PART if part and plain in other else NONE

    return rank


def _plain(name: str) -> str:
    """Return a name without accents, case, and the commas that tables leave out."""
    return unaccented(" ".join(COMMA.sub(" ", name).split()) if COMMA.search(name) else name)


def best_match(typed: str, names: Mapping[str, K], worst: int = PART) -> K | None:
    """Return the value of the only best match; None if there is no match.

    Raises Refusal "several_players" if several match equally.
    """
    people = {name: Candidate((name,)) for name in names}
    _, found = best_fits(typed, people, worst)
    if len({names[name] for name in found}) > 1:
        raise several(typed, [people[name] for name in found])
    return names[found[0]] if found else None


def several(typed: str, found: Sequence[Candidate]) -> Refusal:
    """Return the question which of several people is meant."""
    return Refusal("several_players", name=typed.strip(), players=tuple(labels(found)[:MAX_NAMED]))


def only(typed: str, people: Mapping[K, Candidate], unknown: Callable[[str], Refusal]) -> K:
    """Return the only best match.

    Raises Refusal "several_players", or without a match the result of ``unknown`` for the most similar
    name.
    """
    _, found = best_fits(typed, people)
    if not found:
        raise unknown(hint(typed, people.values()))
    if len(found) > 1:
        raise several(typed, [people[one] for one in found])
    return found[0]


def chained(refusals: Sequence[Refusal]) -> Refusal:
    """Return the first of several refusals, with the others chained to it."""
    for refusal, cause in pairwise(refusals):
        refusal.__cause__ = cause
    return refusals[0]


def causes(refusal: Refusal) -> Iterator[Refusal]:
    """Yield a refusal and the refusals that it includes."""
    cause: BaseException | None = refusal
    while isinstance(cause, Refusal):
        yield cause
        cause = cause.__cause__


def labels(found: Iterable[Candidate]) -> list[str]:
    """Return candidates' names for a question, with a distinction for equal ones."""
    shown = [*found]
    bearers = Counter(one.names[0].casefold() for one in shown)
    return [_label(one, shared=bearers[one.names[0].casefold()] > 1) for one in shown]


def offered(people: Mapping[K, Candidate]) -> dict[K, tuple[str, str]]:
    """Return suggestions: the displayed text, and the typed value."""
    there = {key: one for key, one in people.items() if not one.hidden}
    shown = zip(there.items(), labels(there.values()), strict=True)
    return {
        key: (label, one.names[0] if label == one.names[0] else f"#{one.number}")
        for (key, one), label in shown
    }


def _label(one: Candidate, *, shared: bool) -> str:
    if shared and one.number is not None:
        return f"{one.names[0]} (#{one.number})"
    return f"{one.names[0]} (@{one.handle})" if shared and one.handle else one.names[0]


def hint(typed: str, people: Iterable[Candidate]) -> str:
    """Return the name most similar to the typed text; empty if none is similar."""
    shown = {name: one.names[0] for one in people if not one.hidden for name in one.names}
    return shown.get(nearest(typed, shown) or "", "")


def slips(typed: str, people: Mapping[K, Candidate]) -> list[K]:
    """Return the candidates for a typing error: one letter wrong, or two swapped."""
    plain = unaccented(visible(typed))
    return [
        key
        for key, one in people.items()
        if not one.hidden and any(_is_slip(plain, unaccented(name)) for name in one.names)
    ]


def _is_slip(one: str, other: str) -> bool:
    if min(len(one), len(other)) < SHORTEST_SLIP:
        return False
    alike = difflib.SequenceMatcher(None, one, other)
    if alike.quick_ratio() >= LONG_NAME_SIMILARITY and alike.ratio() >= LONG_NAME_SIMILARITY:
        return True
    short, long = sorted((one, other), key=len)
    if len(short) < len(long):
        return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
    wrong = [at for at, (here, there) in enumerate(zip(one, other, strict=True)) if here != there]
    swapped = len(wrong) == 2 and wrong[1] == wrong[0] + 1 and sorted(one) == sorted(other)
    return len(wrong) == 1 or swapped
