"""The styles of lines in a picture, and the fonts of names. For workers only."""

from functools import cache

from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

PAPER, GROUND, GRID, QUIET, TEXT = "#1e2030", "#262940", "#3a3e5c", "#a9aec9", "#f4f4f6"
CROWD_COLOR = "#7b81a6"
DASHES = ((), (5.0, 1.6), (1.4, 1.2), (6.0, 1.5, 1.4, 1.5))
"""Lengths of dashes and gaps, in line widths; none for a solid line."""
PLOT_MARKERS = "osD^vp<h>X"
MAX_DISTINCT_LINES = 10
"""The maximum number of distinguishable lines; with more, the leaders stand out and the others are gray."""
COLORED_LEADERS = 6
LABEL_NAME_LENGTH = 14
"""Characters of a displayed name."""
FONTS = (
    "DejaVu Sans",
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Noto Sans JP",
    "WenQuanYi Micro Hei",
    "Hiragino Sans",
    "Yu Gothic",
    "Microsoft YaHei",
    "Malgun Gothic",
    "Noto Sans Thai",
    "Noto Sans Devanagari",
    "Noto Emoji",
    "Symbola",
    "Arial Unicode MS",
)
"""Font names: the first comes with matplotlib; the others, if installed, have the letters it lacks."""


@cache
def fonts() -> tuple[str, ...]:
    """Return the installed fonts, in order of preference."""
    there = {font.name for font in font_manager.fontManager.ttflist}
    return tuple(name for name in FONTS if name in there)


@cache
def _faces() -> tuple[FT2Font, ...]:
    # Names are written in bold, and a family's slanted fonts have fewer letters.
    bold = (font_manager.FontProperties(family=name, weight="bold") for name in fonts())
    return tuple(FT2Font(font_manager.findfont(one)) for one in bold)  # pyright: ignore[reportUnknownMemberType]


def drawable(text: str) -> str:
    """Return a text without letters that all fonts lack."""
    there = (letter for letter in text if any(face.get_char_index(ord(letter)) for face in _faces()))
    return " ".join("".join(there).split())
