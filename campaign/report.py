"""The output of a campaign."""

from collections.abc import Mapping, Sequence

MOST = 50
"""Maximum lines about faults."""


def as_markdown(figures: Mapping[str, object], wrong: Sequence[str] = ()) -> str:
    """Return a table of named figures, and a list of the first faults."""
    rows = [f"| {name} | {figure} |" for name, figure in figures.items()]
    return "\n".join(["| | |", "|---|---|", *rows, *(f"* {line}" for line in wrong[:MOST])])
