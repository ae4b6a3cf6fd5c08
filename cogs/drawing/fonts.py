"""Fonts for the pictures that Pillow draws: the first one that has all letters of a text.

Pillow's own font is Latin. matplotlib includes one for Greek, Cyrillic, Arabic, Hebrew and many symbols.
For Chinese, Japanese and Korean the machine may have one.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

INSTALLED = (
    *("NotoSansCJK-Regular.ttc", "NotoSansJP-Regular.otf", "NotoSansSC-Regular.otf", "wqy-microhei.ttc"),
    *("Hiragino Sans GB.ttc", "AppleSDGothicNeo.ttc", "msyh.ttc", "YuGothM.ttc", "malgun.ttf"),
    *("NotoEmoji-Regular.ttf", "Symbola.ttf", "seguiemj.ttf"),
)
"""Files of fonts that systems may have; Pillow knows the folders."""
PROBE = 24.0
"""The size at which fonts are checked for glyphs."""
_NOTHING = "\U0010fffe"
"""A character that no font has: its image is the one drawn for missing characters."""


def font(text: str, size: float) -> Font:
    """Return the font for a text, in pixels."""
    return _fonts(size)[_best(text)]


def drawable_in_best_font(text: str) -> str:
    """Return the text without letters that its font lacks."""
    best = _best(text)
    return " ".join("".join(char for char in text if _has(best, char)).split())


def _best(text: str) -> int:
    """Return the font with most of a text's letters; of several, the first."""
    return max(range(len(_fonts(PROBE))), key=lambda n: (sum(_has(n, char) for char in text), -n))


@cache
def _has(number: int, char: str) -> bool:
    return char.isspace() or _drawn(number, char) != _drawn(number, _NOTHING)


def _drawn(number: int, char: str) -> bytes:
    image = Image.new("L", (2 * int(PROBE), 2 * int(PROBE)))
    ImageDraw.Draw(image).text((0, 0), char, fill=255, font=_fonts(PROBE)[number])
    return image.tobytes()


@cache
def _fonts(size: float) -> tuple[Font, ...]:
    return (ImageFont.load_default(size), *(ImageFont.truetype(file, size) for file in _files()))


@cache
def _files() -> tuple[str, ...]:
    found: list[str] = []
    for file in (_of_matplotlib(), *INSTALLED):
        try:
            ImageFont.truetype(file, PROBE)
        except OSError:
            continue
        found.append(file)
    return tuple(found)


def _of_matplotlib() -> str:
    spec = find_spec("matplotlib")
    assert spec is not None, "it is among the requirements"
    assert spec.origin is not None
    return str(Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf" / "DejaVuSans.ttf")
