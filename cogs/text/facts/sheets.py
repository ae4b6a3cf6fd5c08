"""Descriptions of pictures with facts, for people who can't see them."""

from cogs.drawing.facts import Fact, FactSheet
from cogs.drawing.grid import GRID_DESCRIPTION_LIMIT
from cogs.drawing.truncate import truncate
from cogs.text.language import tr


def in_a_sentence(fact: Fact) -> str:
    """Return a fact with its heading as a sentence."""
    said = tr("{who}: {figures}", who=fact.heading, figures=fact.text)
    return said if said.endswith((".", "。")) else f"{said}."


def describe_sheet(sheet: FactSheet) -> str:
    """Return a picture's description."""
    return truncate(
        " ".join([f"{sheet.heading}.", f"{sheet.about}.", *map(in_a_sentence, sheet.facts)]),
        GRID_DESCRIPTION_LIMIT,
    )
