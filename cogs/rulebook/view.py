"""A rule in short as a message: its number in the edition that is played first, then elsewhere."""

from collections.abc import Sequence
from difflib import get_close_matches

from cogs.core.targets import CHOICE_LENGTH
from cogs.drawing.cutting import shortened
from cogs.text.formatting import MESSAGE_LENGTH
from cogs.text.language import ENGLISH, spoken, tr
from rules import rulebook
from rules.formats.editions import EDITIONS
from rules.rulebook import BY_NUMBER, ENTRIES, TODAY, numbers
from rules.rulebook.entry import RulebookEntry

ALIKE = 0.5
"""How alike titles are for one to be offered for the other, from 0 to 1."""
OTHERS = 8
"""Further rules named below an answer."""


def matching(typed: str) -> Sequence[RulebookEntry]:
    """The rules that have all of these words, the closest first: in the language of the moment, then in
    English."""
    return tuple(dict.fromkeys((*_in_own_words(typed), *rulebook.matching(typed))))


def nearest(typed: str) -> str | None:
    """The title, word or number of a rule that looks most like what was typed."""
    titles = () if spoken() == ENGLISH else (tr(entry.title) for entry in ENTRIES)
    own = {title.casefold(): title for title in titles}
    near = get_close_matches(typed.casefold(), own, n=1, cutoff=ALIKE)
    return own[near[0]] if near else rulebook.nearest(typed)


def _in_own_words(typed: str) -> list[RulebookEntry]:
    """Titles that begin so, then those with the words in them, then texts; of each the shortest first.

    Words are looked for within words: German joins them, and Japanese has no spaces.
    """
    wanted = typed.casefold().split()
    if spoken() == ENGLISH or not wanted:
        return []
    ranked: list[tuple[int, int, RulebookEntry]] = []
    for entry in ENTRIES:
        title, text = tr(entry.title).casefold(), tr(entry.text).casefold()
        places = (title.startswith(" ".join(wanted)), _has(title, wanted), _has(f"{title} {text}", wanted))
        if any(places):
            ranked.append((places.index(True), len(title), entry))
    return [entry for _, _, entry in sorted(ranked, key=lambda found: found[:2])]


def _has(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)


def label(entry: RulebookEntry, edition: str) -> str:
    """A rule in a list: "104.3a – Conceding"."""
    return shortened(f"{numbers(entry, edition)[0]} – {tr(entry.title)}", CHOICE_LENGTH)


def labelled(text: str, edition: str) -> RulebookEntry | None:
    """The rule that stands so in a list."""
    return next((entry for entry in ENTRIES if label(entry, edition) == text), None)


def told(entry: RulebookEntry, edition: str, others: Sequence[RulebookEntry] = ()) -> str:
    """A rule in the edition that is played, what it is in the other editions, and where to read on."""
    lines = [f"### CR {', '.join(numbers(entry, edition))} – {tr(entry.title)}"]
    if edition != TODAY:
        lines.append(f"-# {tr(EDITIONS[edition].name)}")
    lines.append(tr(entry.then.get(edition, entry.text)))
    lines += [line for key in EDITIONS if key != edition and (line := _elsewhere(entry, key, edition))]
    see = [BY_NUMBER[number] for number in entry.see.split()]
    further = [one for one in dict.fromkeys((*see, *others)) if one is not entry][:OTHERS]
    if further:
        lines.append("-# " + tr("See also: {rules}", rules=_listed(further, edition)))
    return shortened("\n".join(lines), MESSAGE_LENGTH)


def _elsewhere(entry: RulebookEntry, other: str, edition: str) -> str:
    """What a rule is called and says in another edition, where that is different; else nothing."""
    same_number = numbers(entry, other) == numbers(entry, edition)
    text, here = entry.then.get(other, entry.text), entry.then.get(edition, entry.text)
    if same_number and text == here:
        return ""
    name = f"{tr(EDITIONS[other].name)}: {', '.join(numbers(entry, other))}"
    return f"-# {name}" if text == here else f"-# {name}. {tr(text)}"


def several(title: str, entries: Sequence[RulebookEntry], edition: str) -> str:
    """The rules below a number, as a list."""
    lines = [f"### {title}", *(f"{label(entry, edition)}" for entry in entries)]
    return shortened("\n".join(lines), MESSAGE_LENGTH)


def _listed(entries: Sequence[RulebookEntry], edition: str) -> str:
    return " · ".join(f"{numbers(entry, edition)[0]} {tr(entry.title)}" for entry in entries)
