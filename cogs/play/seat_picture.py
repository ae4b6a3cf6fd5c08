"""A small picture of the table: the seats in a circle, with one player and the players they reach.

Only workers load this, and Pillow with it.
"""

import io
import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from cogs.drawing.fonts import drawable_in_best_font, font
from cogs.drawing.truncate import truncate
from cogs.play.seats import Mark, ShownSeat

PICTURE_SIZE = 640
CENTER = PICTURE_SIZE / 2
RING = 195
SEAT = 36
SCALE = 2
"""Drawn this many times larger and shrunk, so that edges are smooth."""
SEAT_NAME_LENGTH = 12
"""Letters of a name that fit at a seat."""

PAPER = "#1e2030"
TABLE_COLOR = "#2a2d42"
TEXT_COLOR = "#f4f4f6"
QUIET_COLOR = "#565b78"
MARK_COLORS = {Mark.NONE: QUIET_COLOR, Mark.OWN: "#f0e442", Mark.REACHED: "#56b4e9"}


def draw(seats: Sequence[ShownSeat]) -> bytes:
    """Return a PNG with the first seat on top and turn order going clockwise.

    Lines lead from the player's own seat to those that are reached.
    """
    image = Image.new("RGB", (PICTURE_SIZE * SCALE, PICTURE_SIZE * SCALE), PAPER)
    pen = ImageDraw.Draw(image)
    _disc(pen, (CENTER, CENTER), RING, TABLE_COLOR)
    positions = [_position(index, len(seats)) for index in range(len(seats))]
    for own in (at for at, seat in zip(positions, seats, strict=True) if seat.mark is Mark.OWN):
        for at, seat in zip(positions, seats, strict=True):
            if seat.mark is Mark.REACHED:
                pen.line([_scaled(own), _scaled(at)], fill=MARK_COLORS[Mark.REACHED], width=3 * SCALE)
    for index, seat in enumerate(seats):
        _seat(pen, seat, index, positions[index], SEAT if len(seats) <= 16 else SEAT * 16 / len(seats))
    buffer = io.BytesIO()
    image.reduce(SCALE).save(buffer, "PNG")
    return buffer.getvalue()


def _position(index: int, count: int) -> tuple[float, float]:
    angle = 2 * math.pi * index / count - math.pi / 2
    return CENTER + RING * math.cos(angle), CENTER + RING * math.sin(angle)


def _seat(
    pen: ImageDraw.ImageDraw, seat: ShownSeat, index: int, center: tuple[float, float], size: float
) -> None:
    _disc(pen, center, size, MARK_COLORS[seat.mark] if seat.in_game else PAPER)
    label = str(index + 1) if seat.in_game else "–"
    _write(pen, center, label, size, PAPER if seat.in_game else QUIET_COLOR)
    letters = max(12.0, min(20.0, size * 0.6))
    across, down = (center[0] - CENTER) / RING, (center[1] - CENTER) / RING
    beside = center[0] + across * (size + 8), center[1] + down * (size + letters)
    anchor = "mm" if abs(across) < 0.2 else "lm" if across > 0 else "rm"
    ink = TEXT_COLOR if seat.in_game else QUIET_COLOR
    name = truncate(drawable_in_best_font(seat.name), SEAT_NAME_LENGTH) or seat.number
    _write(pen, beside, name, letters, ink, anchor)


def _disc(pen: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, color: str) -> None:
    x, y = at
    box = [_scaled((x - radius, y - radius)), _scaled((x + radius, y + radius))]
    pen.ellipse(box, fill=color)


def _write(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: float,
    color: str,
    anchor: str = "mm",
) -> None:
    pen.text(_scaled(at), text, fill=color, font=font(text, size * SCALE), anchor=anchor)


def _scaled(point: tuple[float, float]) -> tuple[float, float]:
    return point[0] * SCALE, point[1] * SCALE
