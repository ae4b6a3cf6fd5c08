"""Names that match typed text: the intended one, a similar one, and suggestions."""

import difflib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from heapq import nsmallest
from itertools import islice

from cogs.text.typed import COMMA, before_last, begins, folded, names_between_commas, quoted, unaccented

NAME_SIMILARITY = 0.65
"""How alike names are for one to be offered for the other, from 0 to 1; "Ben" and "Bne" are by 0.67."""
COMPARED_NAMES_LIMIT = 500
"""The number of names, if there are very many, compared with a mistyped one; choosing them takes most of
the time."""
MAX_SUGGESTIONS = 25
"""Suggestions that Discord shows at most."""
CHOICE_LENGTH = 100
"""Maximum characters of a choice in Discord."""


def nearest(typed: str, names: Iterable[str]) -> str | None:
    """Return the name most like the typed text, if any is similar.

    Among very many only those are compared that begin alike or have nearly its length, at most
    `COMPARED_NAMES_LIMIT`.
    """
    wanted = typed.strip().casefold()
    known = {name.casefold(): name for name in names}
    forms: Iterable[str] = known
    if len(known) > COMPARED_NAMES_LIMIT:
        forms = nsmallest(
            COMPARED_NAMES_LIMIT, known, key=lambda one: (one[:2] != wanted[:2], abs(len(one) - len(wanted)))
        )
    near = difflib.get_close_matches(wanted, list(forms), n=1, cutoff=NAME_SIMILARITY)
    return known[near[0]] if near else None


def continued(typed: str, options: Mapping[str, str], words: Collection[str] = ()) -> dict[str, str]:
    """Return suggestions for the next item of a comma-separated list, each option once.

    Options and choices map displayed texts to values; ``words`` as in `matching_options`.
    """
    before, last = before_last(typed)
    start = f"{COMMA.sub(',', before)} " if before else ""
    if len(start) > CHOICE_LENGTH:
        return {}
    named = {folded(part) for part in names_between_commas(before)}
    fitting = matching_options(last.strip(), options, words)
    following = (
        (f"{start}{quoted(shown)}", f"{start}{quoted(one)}")
        for shown, one in fitting.items()
        if named.isdisjoint({folded(shown), folded(one)})
    )
    short = (pair for pair in following if max(map(len, pair)) <= CHOICE_LENGTH)
    return dict(islice(short, MAX_SUGGESTIONS))


def matching_options(typed: str, options: Mapping[str, str], words: Collection[str] = ()) -> dict[str, str]:
    """Return the options that contain the typed text; if no ``words`` do, those of them that begin so in
    another language or spelling."""
    shown = containing(typed, [*options])
    if not any(options[one] in words for one in shown):
        shown += [one for one, word in options.items() if word in words and begins(typed, word)]
    return {one: options[one] for one in shown}


def containing(typed: str, options: Sequence[str]) -> list[str]:
    """Return the options that contain the typed text, ignoring accents."""
    return [*filter(contains_typed(typed), options)]


def beginning(typed: str, options: Sequence[str]) -> list[str]:
    """Return the values that contain the typed text, those that begin with it first."""
    wanted = unaccented(typed)
    return sorted(containing(typed, options), key=lambda option: not unaccented(option).startswith(wanted))


def contains_typed(typed: str) -> Callable[[str], bool]:
    """Return whether a text contains the typed text, ignoring accents."""
    wanted = unaccented(typed)
    return lambda text: wanted in unaccented(text)
