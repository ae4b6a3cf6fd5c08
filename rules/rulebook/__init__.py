"""Every rule that is applied here, summarized in our own words, under its number in every edition."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType

from rules.formats.editions import EDITIONS, TODAY, of_today
from rules.rulebook.casual_variants import CASUAL_VARIANTS
from rules.rulebook.effects import EFFECT_ENTRIES
from rules.rulebook.endings import ENDING_ENTRIES
from rules.rulebook.entry import RulebookEntry
from rules.rulebook.grand_melee import GRAND_MELEE
from rules.rulebook.house_variants import HOUSE_VARIANTS
from rules.rulebook.keywords import KEYWORD_ENTRIES
from rules.rulebook.life import LIFE_ENTRIES
from rules.rulebook.range_of_influence import RANGE_OF_INFLUENCE
from rules.rulebook.teams import TEAM_ENTRIES
from rules.rulebook.turns import TURNS

RULEBOOK_ENTRIES = (
    *LIFE_ENTRIES,
    *ENDING_ENTRIES,
    *TURNS,
    *RANGE_OF_INFLUENCE,
    *TEAM_ENTRIES,
    *GRAND_MELEE,
    *CASUAL_VARIANTS,
    *KEYWORD_ENTRIES,
    *EFFECT_ENTRIES,
    *HOUSE_VARIANTS,
)
BY_NUMBER: Mapping[str, RulebookEntry] = MappingProxyType({entry.number: entry for entry in RULEBOOK_ENTRIES})
"""Every entry by its number in today's edition, or by the key of a house variant."""
_LONGEST = 20
"""Words that a title has at most."""
_SLIP = 0.8
"""The similarity of words, from 0 to 1, from which one counts as a misspelling of the other."""
_TELLING = 4
"""Letters of a word that says something."""
_WORD = re.compile(r"[\w'-]+")
_ENDING = re.compile(r"(?<=\w{4})(ing|ed|es|s|e)$")


def number_label(entry: RulebookEntry, edition: str) -> str:
    """Return a rule's number in an edition; the current one, with its year, if the edition lacks it.

    Empty for a house variant.
    """
    if entry.house:
        return ""
    return next(iter(entry.numbers[edition]), of_today(entry.number))


def rules_numbered(number: str, edition: str) -> tuple[RulebookEntry, ...]:
    """Return the rules with this number in an edition, else those with it today, else in any edition."""
    for key in (edition, TODAY, *EDITIONS):
        found = tuple(entry for entry in RULEBOOK_ENTRIES if number in entry.numbers[key])
        if found:
            return found
    return ()


def rules_below(number: str, edition: str) -> tuple[RulebookEntry, ...]:
    """Return the rules whose number in an edition begins with this one: 606 or 810.9 stand for all of their
    subrules."""
    for key in (edition, TODAY, *EDITIONS):
        found = tuple(
            entry for entry in RULEBOOK_ENTRIES if any(_under(own, number) for own in entry.numbers[key])
        )
        if found:
            return found
    return ()


def rules_beginning(number: str, edition: str) -> tuple[RulebookEntry, ...]:
    """Return the rules whose number in an edition, else today, begins with the typed text."""
    for key in (edition, TODAY):
        found = tuple(
            entry for entry in RULEBOOK_ENTRIES if any(own.startswith(number) for own in entry.numbers[key])
        )
        if found:
            return found
    return ()


def _under(number: str, above: str) -> bool:
    rest = number.removeprefix(above)
    return rest != number and not rest[:1].isdigit()


def matching(typed: str) -> tuple[RulebookEntry, ...]:
    """Return the rules that have all of these words, or beginnings of them, the closest first."""
    wanted = _stems(typed)
    ranked = [
        (rank, entry) for entry in RULEBOOK_ENTRIES if wanted and (rank := _rank(entry, wanted)) is not None
    ]
    return tuple(entry for _, entry in sorted(ranked, key=lambda found: (found[0], "." in found[1].number)))


def _rank(entry: RulebookEntry, wanted: tuple[str, ...]) -> int | None:
    """Return a rule's distance from these words, by title, keywords and text; None if it lacks one."""
    title = _stems(entry.title)
    if title[: len(wanted)] == wanted:
        return len(title) - len(wanted)
    for rank, text in enumerate((entry.title, f"{entry.title} {entry.words}", entry.text), _LONGEST):
        have = _stems(text)
        if all(any(one.startswith(word) for one in have) for word in wanted):
            return rank
    return None


@cache
def _stems(text: str) -> tuple[str, ...]:
    """Return the words of a text without their endings, so that "concede" finds "conceding"."""
    return tuple(_ENDING.sub("", word) for word in _words(text))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def nearest_title(typed: str) -> str | None:
    """Return a suggestion for words that no single rule contains: the title of the rule with most of them,
    else a title, word or number that one of them misspells; None without either."""
    about = max(RULEBOOK_ENTRIES, key=lambda entry: _shared(entry, typed))
    if _shared(about, typed) > (0, 0):
        return about.title
    known = {name.casefold(): name for entry in RULEBOOK_ENTRIES for name in _names(entry)}
    found = get_close_matches(typed.casefold(), known, n=1, cutoff=_SLIP)
    return known[found[0]] if found else None


def _shared(entry: RulebookEntry, typed: str) -> tuple[int, int]:
    """Return how many of several words a rule is about, and how many are in its title."""
    wanted = {word for word in _stems(typed) if len(word) >= _TELLING}
    if len(wanted) < 2:
        return 0, 0
    title = wanted & {*_stems(entry.title)}
    return len(title | wanted & {*_stems(entry.words)}), len(title)


def _names(entry: RulebookEntry) -> tuple[str, ...]:
    return (entry.number, entry.title, *_words(entry.title), *entry.words.split())
