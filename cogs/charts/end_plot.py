"""Draws finished games: the curves, and below them the players and facts. Only workers load this."""

from collections.abc import Sequence

from matplotlib.transforms import Bbox

from cogs.charts.plot import ABOUT, WIDTH, LifePicture, short_total
from cogs.drawing.facts_plot import CELL, LINE, MARGIN, FactLines
from cogs.drawing.ink import Ink, stacked
from cogs.drawing.style import GROUND, PAPER, QUIET, TEXT, drawable
from cogs.summary.curves import FATE_MARKS
from cogs.summary.end_card import CardPlayer, EndCard

NAME_MARGIN = 30
"""Pixels beside names."""
INDENT = 68
"""Pixels from the margin to names; their colors stand before them."""
SWATCH, PIP = 26, 40
"""Sizes of the color of a line, and the pixels that a color of mana takes."""
ENDING_LINES = 2
"""Lines about how it ended for someone."""
MANA = {"W": "#f3eeda", "U": "#4f9ddb", "B": "#8d7fa0", "R": "#e8604c", "G": "#4fae6e", "": "#b9bcc8"}
"""Colors of mana; black ones are lighter than in print, so that they are visible."""


class EndPicture:
    """The part of the picture below the curves, drawn from top to bottom."""

    def __init__(self, card: EndCard, colors: Sequence[str]) -> None:
        self.card, self.colors = card, colors
        self.measure = Ink(100, 100, PAPER)
        self.players = [self._lines(player) for player in card.players]
        self.facts = FactLines(card.facts)
        height = LINE * (sum(map(len, self.players)) + bool(card.others)) + self.facts.height + 2 * MARGIN
        self.ink = Ink(WIDTH, height, PAPER)
        self.y = float(height)

    def draw(self) -> Ink:
        """Return the finished picture."""
        for number, (player, lines) in enumerate(zip(self.card.players, self.players, strict=True)):
            self._player(number, player, lines)
        if self.card.others:
            self._line(drawable(self.card.others), QUIET, INDENT)
        self.facts.draw(self.ink, self.y - MARGIN)
        return self.ink

    def _wrapped(self, text: str, room: float, size: float = CELL) -> list[str]:
        return self.measure.wrapped(drawable(text), room, size, ENDING_LINES)

    def _lines(self, player: CardPlayer) -> list[str]:
        """Return the lines about a player: the name, then the commanders and the player's ending."""
        total = self.measure.width(short_total(player.total), CELL)
        room = WIDTH - 2 * MARGIN - INDENT
        name = f"{FATE_MARKS[player.fate]}{drawable(player.name) or f'No. {player.line + 1}'}"
        pips = PIP * len(_pips(player))
        lines = [self.measure.fitting(name, room - total - NAME_MARGIN, CELL)]
        lines += [self.measure.fitting(drawable(player.about), room - pips, ABOUT)] if player.about else []
        return lines + (self._wrapped(player.ending, room, ABOUT) if player.ending else [])

    def _player(self, number: int, player: CardPlayer, lines: Sequence[str]) -> None:
        if number % 2 == 0:
            self.ink.block(Bbox.from_extents(0, self.y - LINE * len(lines), WIDTH, self.y), GROUND)
        middle = self.y - LINE / 2
        color = self.colors[player.line]
        swatch = Bbox.from_bounds(MARGIN + 8, middle - SWATCH / 2, SWATCH, SWATCH)
        self.ink.block(swatch, color)
        self.ink.write(
            short_total(player.total), (WIDTH - MARGIN, middle), color, CELL, anchor="right", bold=True
        )
        self._line(lines[0], TEXT, INDENT, CELL, bold=True)
        for place, line in enumerate(lines[1:]):
            about = place == 0 and player.about
            pips = _pips(player) if about else ""
            for n, pip in enumerate(pips):
                at = MARGIN + INDENT + PIP * n + PIP / 2 - 4, self.y - LINE / 2
                self.ink.marks([at], "o", 11, MANA[pip.strip()], PAPER, 0.8)
                self.ink.write(pip, at, PAPER, 7.5, anchor="center", bold=True)
            self._line(line, QUIET, INDENT + PIP * len(pips))

    def _line(self, text: str, color: str, indent: float, size: float = ABOUT, *, bold: bool = False) -> None:
        self.ink.write(text, (MARGIN + indent, self.y - LINE / 2), color, size, bold=bold)
        self.y -= LINE


def _pips(player: CardPlayer) -> str:
    """Return a letter for each color of the commanders; a space for colorless ones, nothing for unknown
    ones."""
    return "" if player.identity is None else player.identity or " "


def draw_end_card(card: EndCard) -> bytes:
    """Return the picture of a finished game as a PNG."""
    curves = LifePicture(card.curves)
    return stacked(curves.draw(), EndPicture(card, [look.color for look in curves.looks]).draw())
