"""The color of each total, the same on boards, pages and overlays; pictures have their own shades."""

from collections.abc import Mapping

from rules.game.game import Game
from rules.game.parts import TotalOwner

SEAT_COLORS = (
    *("#6fa8f5", "#e5c043", "#4fd6c9", "#ff7d8f", "#4be287", "#e3e35a", "#ff9a5c", "#d28bff", "#e0a57a"),
    "#b4c0d4",
)
"""Blue, gold, teal, red, green, yellow, orange, purple, brown and gray, as on pages in the dark."""


def numbers(game: Game) -> Mapping[TotalOwner, int]:
    """Return the number of each total's color, counted from 0."""
    return {holder: number for number, holder in enumerate(game.life)}


def active(game: Game) -> str | None:
    """Return the color of the total whose turn it is; None if several have a turn, or there is no color."""
    holders = {game.life_holder(id) for id in game.active_players}
    of_active = [number for holder, number in numbers(game).items() if holder in holders]
    one = of_active[0] if len(of_active) == 1 else len(SEAT_COLORS)
    return SEAT_COLORS[one] if one < len(SEAT_COLORS) else None
