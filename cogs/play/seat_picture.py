"""A small picture of the table: the seats in a circle, one player, and whom that player reaches."""

import io
import math

from PIL import Image, ImageDraw

from cogs.drawing.cutting import shortened
from cogs.drawing.fonts import drawable, font
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.parts import Player, PlayerId

SIZE = 640
CENTRE = SIZE / 2
RING = 195
SEAT = 36
SCALE = 2
"""Drawn this many times larger and shrunk, so that edges are smooth."""
NAME = 12
"""Letters of a name that fit at a seat."""

PAPER = "#1e2030"
TABLE = "#2a2d42"
TEXT = "#f4f4f6"
QUIET = "#565b78"
OWN = "#f0e442"
REACHED = "#56b4e9"


def draw(game: Game, whose: PlayerId | None, marked: tuple[PlayerId, ...]) -> bytes:
    """A PNG with the first seat on top and turn order going clockwise; lines lead to the marked players."""
    image = Image.new("RGB", (SIZE * SCALE, SIZE * SCALE), PAPER)
    pen = ImageDraw.Draw(image)
    _disc(pen, (CENTRE, CENTRE), RING, TABLE)
    positions = {player.id: _position(index, len(game.players)) for index, player in enumerate(game.players)}
    if whose is not None:
        for id in marked:
            pen.line([_scaled(positions[whose]), _scaled(positions[id])], fill=REACHED, width=3 * SCALE)
    for index, player in enumerate(game.players):
        colour = OWN if player.id == whose else REACHED if player.id in marked else QUIET
        _seat(pen, game, player, index, positions[player.id], colour)
    buffer = io.BytesIO()
    image.reduce(SCALE).save(buffer, "PNG")
    return buffer.getvalue()


def _position(index: int, count: int) -> tuple[float, float]:
    angle = 2 * math.pi * index / count - math.pi / 2
    return CENTRE + RING * math.cos(angle), CENTRE + RING * math.sin(angle)


def _seat(
    pen: ImageDraw.ImageDraw,
    game: Game,
    player: Player,
    index: int,
    centre: tuple[float, float],
    colour: str,
) -> None:
    size = SEAT if len(game.players) <= 16 else SEAT * 16 / len(game.players)
    _disc(pen, centre, size, colour if player.in_game else PAPER)
    label = str(index + 1) if player.in_game else "–"
    _write(pen, centre, label, size, PAPER if player.in_game else QUIET)
    letters = max(12.0, min(20.0, size * 0.6))
    across, down = (centre[0] - CENTRE) / RING, (centre[1] - CENTRE) / RING
    beside = centre[0] + across * (size + 8), centre[1] + down * (size + letters)
    anchor = "mm" if abs(across) < 0.2 else "lm" if across > 0 else "rm"
    ink = TEXT if player.in_game else QUIET
    name = shortened(drawable(player.name), NAME) or tr("Seat {n}", n=index + 1)
    _write(pen, beside, name, letters, ink, anchor)


def _disc(pen: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, colour: str) -> None:
    x, y = at
    box = [_scaled((x - radius, y - radius)), _scaled((x + radius, y + radius))]
    pen.ellipse(box, fill=colour)


def _write(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: float,
    colour: str,
    anchor: str = "mm",
) -> None:
    pen.text(_scaled(at), text, fill=colour, font=font(text, size * SCALE), anchor=anchor)


def _scaled(point: tuple[float, float]) -> tuple[float, float]:
    return point[0] * SCALE, point[1] * SCALE
