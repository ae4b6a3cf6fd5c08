"""What a campaign prints."""

from collections.abc import Mapping, Sequence

MOST = 50
"""Lines about what was wrong."""


def as_markdown(figures: Mapping[str, object], wrong: Sequence[str] = ()) -> str:
    """Return a table of figures by their names, and a list of the first things that were wrong."""
    rows = [f"| {name} | {figure} |" for name, figure in figures.items()]
    return "\n".join(["| | |", "|---|---|", *rows, *(f"* {line}" for line in wrong[:MOST])])
