"""A rule in short as a message: its number in the edition that is played first, then elsewhere."""

from collections.abc import Sequence

from cogs.ui.cutting import shortened
from cogs.ui.language import tr
from cogs.ui.text import MESSAGE_LENGTH
from rules.editions import EDITIONS
from rules.rulebook import BY_NUMBER, TODAY, numbers
from rules.rulebook.entry import Entry

LABEL = 100
"""Characters that Discord takes in a suggestion."""
OTHERS = 8
"""Further rules named below an answer."""


def label(entry: Entry, edition: str) -> str:
    """A rule in a list: "104.3a – Conceding"."""
    return shortened(f"{numbers(entry, edition)[0]} – {tr(entry.title)}", LABEL)


def told(entry: Entry, edition: str, others: Sequence[Entry] = ()) -> str:
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


def _elsewhere(entry: Entry, other: str, edition: str) -> str:
    """What a rule is called and says in another edition, where that is different; else nothing."""
    same_number = numbers(entry, other) == numbers(entry, edition)
    text, here = entry.then.get(other, entry.text), entry.then.get(edition, entry.text)
    if same_number and text == here:
        return ""
    name = f"{tr(EDITIONS[other].name)}: {', '.join(numbers(entry, other))}"
    return f"-# {name}" if text == here else f"-# {name}. {tr(text)}"


def several(title: str, entries: Sequence[Entry], edition: str) -> str:
    """The rules below a number, as a list."""
    lines = [f"### {title}", *(f"{label(entry, edition)}" for entry in entries)]
    return shortened("\n".join(lines), MESSAGE_LENGTH)


def _listed(entries: Sequence[Entry], edition: str) -> str:
    return " · ".join(f"{numbers(entry, edition)[0]} {tr(entry.title)}" for entry in entries)
