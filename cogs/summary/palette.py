"""The colors of seats, the one table for boards, pages, remotes, overlays and pictures."""

from msgspec import Struct

from cogs.text.language import mark


class SeatColor(Struct, frozen=True):
    """A seat's color: its name, and its shades on a dark and on a light ground.

    On dark grounds they differ for every kind of color vision, the first four most of all.
    """

    name: str
    dark: str
    light: str


PALETTE = (
    SeatColor(mark("blue"), "#4b82fa", "#1d5fc4"),
    SeatColor(mark("gold"), "#fac81b", "#8a6400"),
    SeatColor(mark("teal"), "#25fbd7", "#087a72"),
    SeatColor(mark("red"), "#f43e57", "#b8243c"),
    SeatColor(mark("green"), "#92e69d", "#1c7a35"),
    SeatColor(mark("olive"), "#fbfc82", "#6f6a00"),
    SeatColor(mark("orange"), "#f99249", "#c2410c"),
    SeatColor(mark("purple"), "#d394f2", "#7e22ce"),
    SeatColor(mark("brown"), "#b19374", "#7a4a21"),
    SeatColor(mark("gray"), "#9fa5b6", "#4b5870"),
)
"""In the order of totals at a table; of more totals, the others have no color."""
