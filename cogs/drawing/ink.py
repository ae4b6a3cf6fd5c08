"""Drawing primitives: lines, marks, blocks and letters, placed in pixels from the lower left."""

import io
import re
from collections.abc import Sequence
from typing import Any, Literal

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke
from matplotlib.text import Text
from matplotlib.transforms import Bbox, IdentityTransform
from PIL import Image

from cogs.drawing.style import fonts

DPI = 200
"""Pixels per inch; a point, the unit of letters and lines, is 2.8 pixels."""
STROKE = 4.0
"""The outline around letters, in points, that separates them from the background."""

Point = tuple[float, float]
Anchor = Literal["left", "center", "right"]


class Ink:
    """A sheet of this size in pixels, in the color ``paper``."""

    def __init__(self, width: int, height: int, paper: str) -> None:
        matplotlib.rcParams["font.family"] = list(fonts())
        self._paper = paper
        self._figure = Figure(figsize=(width / DPI, height / DPI), dpi=DPI, facecolor=paper)
        self._canvas = FigureCanvasAgg(self._figure)

    def png(self) -> bytes:
        """Return the picture."""
        return stacked(self)

    def image(self) -> Image.Image:
        """Return the picture's pixels."""
        self._canvas.draw()
        pixels = bytes(self._canvas.buffer_rgba())
        return Image.frombytes("RGBA", self._canvas.get_width_height(), pixels).convert("RGB")

    def line(
        self,
        points: Sequence[Point],
        color: str,
        width: float,
        *,
        dashes: Sequence[float] = (),
        alpha: float = 1.0,
    ) -> None:
        """Draw a line through points, ``width`` in points of type, dashes in widths."""
        self._through(
            points,
            color=color,
            linewidth=width,
            linestyle=(0, tuple(dashes)) if dashes else "solid",
            dash_capstyle="butt",
            solid_capstyle="round",
            solid_joinstyle="round",
            alpha=alpha,
        )

    def marks(
        self,
        points: Sequence[Point],
        marker: str,
        size: float,
        color: str,
        edge: str,
        edge_width: float,
    ) -> None:
        """Draw a mark at each point."""
        self._through(
            points,
            linestyle="none",
            marker=marker,
            markersize=size,
            markerfacecolor=color,
            markeredgecolor=edge,
            markeredgewidth=edge_width,
        )

    def _through(self, points: Sequence[Point], **look: Any) -> None:
        xs, ys = zip(*points, strict=True)
        self._figure.add_artist(Line2D(xs, ys, transform=IdentityTransform(), **look))

    def block(self, box: Bbox, color: str) -> None:
        """Draw a filled rectangle."""
        block = Rectangle(
            (box.x0, box.y0),
            box.width,
            box.height,
            facecolor=color,
            linewidth=0,
            transform=IdentityTransform(),
        )
        self._figure.add_artist(block)

    def write(
        self,
        text: str,
        at: Point,
        color: str,
        size: float,
        *,
        anchor: Anchor = "left",
        bold: bool = False,
        stroke: bool = False,
    ) -> None:
        """Write text beside or around a point, ``size`` in points."""
        written = self._text(text, at, color, size, anchor=anchor, bold=bold)
        if stroke:
            written.set_path_effects([withStroke(linewidth=STROKE, foreground=self._paper)])
        self._figure.add_artist(written)

    def extent(self, text: str, at: Point, size: float, *, anchor: Anchor = "left") -> Bbox:
        """Return the bounding box of bold letters."""
        written = self._text(text, at, self._paper, size, anchor=anchor, bold=True)
        written.set_figure(self._figure)
        return written.get_window_extent(self._canvas.get_renderer())

    def width(self, text: str, size: float) -> float:
        """Return how many pixels wide bold letters are."""
        return self.extent(text or " ", (0, 0), size).width

    def fitting(self, text: str, room: float, size: float) -> str:
        """Return a text cut to this many pixels, marked as cut."""
        wide = self.width(text, size)
        if wide <= room + 1:
            return text
        kept = text[: int(len(text) * room / wide) + 3]
        while kept and self.width(f"{kept}…", size) > room:
            kept = kept[:-1]
        return f"{kept}…"

    def wrapped(self, text: str, room: float, size: float, most: int) -> list[str]:
        """Return a text in at most this many lines, broken between words, or inside a word that is too
        long."""
        lines = [""]
        for word in re.findall(r"\S+\s*", text):
            if lines[-1] and self.width(lines[-1] + word.rstrip(), size) > room:
                lines.append("")
            while self.width(word.rstrip(), size) > room:
                kept = len(self.fitting(word, room, size)) - 1
                lines[-1] = word[:kept]
                lines.append("")
                word = word[kept:]
            lines[-1] += word
        lines = [line.rstrip() for line in lines]
        if len(lines) > most:
            lines[most - 1 :] = [self.fitting(" ".join(lines[most - 1 :]), room, size)]
        return lines

    def _text(self, text: str, at: Point, color: str, size: float, *, anchor: Anchor, bold: bool) -> Text:
        return Text(
            at[0],
            at[1],
            text,
            color=color,
            fontsize=size,
            fontweight="bold" if bold else "normal",
            horizontalalignment=anchor,
            verticalalignment="center_baseline",
            parse_math=False,
            transform=IdentityTransform(),
        )


def stacked(*sheets: Ink) -> bytes:
    """Return several pictures of the same width, each below the one before, as one PNG."""
    images = [sheet.image() for sheet in sheets]
    whole = Image.new("RGB", (images[0].width, sum(image.height for image in images)))
    top = 0
    for image in images:
        whole.paste(image, (0, top))
        top += image.height
    png = io.BytesIO()
    whole.save(png, "PNG")
    return png.getvalue()
