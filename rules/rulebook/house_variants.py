"""The variants that are in no book, with their own summaries."""

from rules.formats.editions import EDITIONS
from rules.formats.variants import VARIANTS
from rules.rulebook.entry import RulebookEntry

HOUSE_VARIANTS = tuple(
    RulebookEntry(
        variant.key,
        variant.name,
        variant.about,
        variant.words,
        "903 903.10a" if variant.commanders else "",
        dict.fromkeys(EDITIONS, ()),
        {},
    )
    for variant in VARIANTS.values()
    if variant.about
)
